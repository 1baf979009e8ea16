"""One writer at a time in all work trees of a repository."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tnotes.errors import Busy, WriteFailed

WAIT_SECONDS = 60.0


@contextmanager
def lock(common_dir: Path, wait: float = WAIT_SECONDS) -> Iterator[None]:
    """Hold the workspace's lock. The system frees it when its owner dies, so it is never stale."""
    path = common_dir / "tnotes" / "lock"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as problem:
        raise WriteFailed(f"{path}: {(problem.strerror or '').lower()}", hint="check who may write there") from problem
    try:
        _acquire(handle, path, time.monotonic() + wait)
        yield
    finally:
        os.close(handle)


def _acquire(handle: int, path: Path, deadline: float) -> None:
    while not _try(handle):
        if time.monotonic() > deadline:
            raise Busy(f"another tnotes command has held {path} for long", hint="wait for it to end, or end it")
        time.sleep(0.005)


if sys.platform == "win32":
    import msvcrt

    def _try(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
