"""One writer of the index at a time. Whoever finds another at work does without, so nobody waits here but a rebuild."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PAUSE = 0.01


@contextmanager
def alone(folder: Path, wait: float = 0.0) -> Iterator[bool]:
    """Whether this process may write the index in that folder, for the time of the `with`.

    The lock lies beside the folder, which may be deleted at any time, and the system frees it when its owner dies.
    False too where nothing can be written at all.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder.with_name(f"{folder.name}.lock"), os.O_RDWR | os.O_CREAT, 0o666)
    except OSError:
        yield False
        return
    try:
        yield _acquired(handle, time.monotonic() + wait)
    finally:
        os.close(handle)


def _acquired(handle: int, deadline: float) -> bool:
    while not _try(handle):
        if time.monotonic() >= deadline:
            return False
        time.sleep(_PAUSE)
    return True


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
        except OSError:  # held, or a file system without locks
            return False
        return True
