"""Files in and out, whole or not at all, and never through a link that leads elsewhere."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Mapping
from pathlib import Path

from tnotes.errors import UnreadableFile
from tnotes.files.folders import link_in, words

BOM = "\ufeff"

# Without O_NONBLOCK, opening a named pipe waits until somebody writes to it.
_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)


def read_bytes(path: Path, root: Path) -> bytes | None:
    """The file's bytes; None where there is no file. Links below `root` are refused, and what is no plain file."""
    link = link_in(path, root)
    if link is not None:
        hint = "put the file itself there"
        raise UnreadableFile(path, None, f"{link.name} is a symbolic link", hint=hint, kind="link")
    try:
        handle = os.open(path, _FLAGS)
        kind = os.fstat(handle).st_mode
        if not stat.S_ISREG(kind):
            os.close(handle)
            raise OSError(errno.EINVAL, "is a directory" if stat.S_ISDIR(kind) else "is no plain file")
        with os.fdopen(handle, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise UnreadableFile(path, None, words(problem), hint="check what it is and who may read it") from problem


def read_text(path: Path, root: Path) -> str | None:
    """The file's text without a byte order mark; None where there is no file."""
    data = read_bytes(path, root)
    return None if data is None else decode(data, path)


def decode(data: bytes, path: Path) -> str:
    """UTF-8 to text; Notepad's byte order mark is dropped."""
    try:
        return data.decode("utf-8").removeprefix(BOM)
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise UnreadableFile(path, line, "not UTF-8", hint="save the file as UTF-8") from problem


def write_all(changes: Mapping[Path, bytes | None], root: Path, scratch: Path, *, durable: bool = True) -> None:
    """Write every file (None removes one) or, if one cannot be written, leave all as they were."""
    from tnotes.files.journal import begin, close, put, take_back

    journal = begin(changes, root, scratch / str(os.getpid()))
    try:
        put(journal, changes, durable=durable)
    except BaseException:
        take_back(journal)
        raise
    close(journal)
