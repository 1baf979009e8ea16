"""One writer at a time in all work trees of a repository, and an orderly end when somebody asks for it."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from tnotes.errors import Busy, WriteFailed
from tnotes.files.folders import make_like_parent, words
from tnotes.files.locking import try_lock
from tnotes.history.environment import lock_seconds

WAIT_SECONDS = 60.0


@contextmanager
def lock(common_dir: Path) -> Iterator[None]:
    """Hold the workspace's lock. The system frees it when its owner dies, so it is never stale."""
    path = common_dir / "tnotes" / "lock"
    try:
        make_like_parent(path.parent)
        handle = _open(path)
    except OSError as problem:
        raise WriteFailed(f"{path}: {words(problem)}", hint="check who may write there") from problem
    try:
        _acquire(handle, path, time.monotonic() + lock_seconds(WAIT_SECONDS))
        with _orderly():
            yield
    finally:
        os.close(handle)


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except PermissionError:  # somebody else's in a shared repository: to lock it, reading it is enough
        return os.open(path, os.O_RDONLY)


def _acquire(handle: int, path: Path, deadline: float) -> None:
    while not try_lock(handle):
        if time.monotonic() > deadline:
            raise Busy(f"another tnotes command has held {path} for long", hint="wait for it to end, or end it")
        time.sleep(0.005)


@contextmanager
def _orderly() -> Iterator[None]:
    """A request to end arrives as an exception, as Ctrl-C does, so that what was begun is taken back."""
    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        signals = []  # only the main thread may, and a server ends in its own way
    ours = [number for number in signals if signal.getsignal(number) is signal.SIG_DFL]  # not under nohup
    for number in ours:
        signal.signal(number, _stop)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _stop(number: int, _: FrameType | None) -> None:
    raise SystemExit(128 + number)
