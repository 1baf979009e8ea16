"""New content for a file at once: a reader sees all of the old or all of the new, also after a crash."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

TEMPORARY = ".tnotes-*.tmp"


def replace(path: Path, data: bytes, scratch: Path, *, durable: bool = True) -> None:
    """Put the data there. It is prepared in `scratch`, where `git add` never sees what a crash left behind."""
    for folder in (scratch, path.parent):
        temporary = folder / TEMPORARY.replace("*", f"{os.getpid()}-{os.urandom(6).hex()}")
        try:
            _write(temporary, data, path, durable=durable)
            temporary.replace(path)
            break
        except OSError as problem:
            if problem.errno != errno.EXDEV or folder == path.parent:  # the Git directory may be a mount of its own
                raise OSError(problem.errno, problem.strerror, str(path)) from problem
        finally:
            temporary.unlink(missing_ok=True)


def _write(temporary: Path, data: bytes, path: Path, *, durable: bool) -> None:
    old = path.stat() if path.exists() else None
    mode = 0o666 if old is None else old.st_mode & 0o7777
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    with os.fdopen(handle, "wb") as out:
        out.write(data)
        out.flush()
        if durable:
            os.fsync(out.fileno())
    _give(temporary, path.parent.stat() if old is None else old, new=old is None)
    if old is not None:
        temporary.chmod(mode)  # the umask took bits from a mode that somebody set on purpose


def _give(temporary: Path, like: os.stat_result, *, new: bool) -> None:
    """Let it belong to whom the old file belonged; a new one to the group of a folder that hands its group down."""
    own = temporary.stat()
    group = like.st_gid if not new or like.st_mode & 0o2000 else own.st_gid
    owner = own.st_uid if new else like.st_uid
    if (owner, group) != (own.st_uid, own.st_gid) and hasattr(os, "chown"):
        with suppress(OSError):  # only root gives files away; a group one is not in cannot be given
            os.chown(temporary, owner if os.geteuid() == 0 else -1, group)


def set_aside(path: Path, at: Path) -> None:
    """Keep what lies at `path` under a second name, the very same file where the file system has links."""
    try:
        os.link(path, at, follow_symlinks=False)
    except OSError:
        _copy(path, at)


def bring_back(at: Path, path: Path) -> None:
    """Put back what was set aside. A rename needs no space, so this works on a full disk."""
    try:
        at.replace(path)
    except OSError as problem:
        if problem.errno != errno.EXDEV:
            raise
        _copy(at, path)


def _copy(path: Path, to: Path) -> None:
    from shutil import copy2  # its import loads three compressors, and is needed where there are no links only

    copy2(path, to)
