"""One writer of the index at a time. Whoever finds another at work does without, so nobody waits here but a rebuild."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tnotes.files.locking import try_lock

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


def _try(handle: int) -> bool:
    try:
        return try_lock(handle)
    except OSError:  # a file system without locks
        return False
