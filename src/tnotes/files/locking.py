"""A lock on an open file that the system frees when its owner dies."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import msvcrt

    def try_lock(handle: int) -> bool:
        """Whether the file is now locked by this process alone."""
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def try_lock(handle: int) -> bool:
        """Whether the file is now locked by this process alone. Raises OSError on a file system without locks."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
