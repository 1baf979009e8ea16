"""Files in and out, whole or not at all, and never through a link that leads elsewhere."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tnotes.errors import UnreadableFile, WriteFailed

BOM = "\ufeff"


def read_bytes(path: Path, root: Path) -> bytes | None:
    """The file's bytes; None where there is no file. Links below `root` are refused: they may lead anywhere."""
    link = _link_in(path, root)
    if link is not None:
        raise UnreadableFile(path, None, f"{link.name} is a symbolic link", hint="put the file itself there")
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise UnreadableFile(path, None, _words(problem), hint="check what it is and who may read it") from problem


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


def _link_in(path: Path, root: Path) -> Path | None:
    """The first symbolic link among `path` and its parents below `root`."""
    below = path.relative_to(root).parts
    steps = (root.joinpath(*below[: count + 1]) for count in range(len(below)))
    return next((step for step in steps if step.is_symlink()), None)


def _words(problem: OSError) -> str:
    return (problem.strerror or str(problem)).lower()


class Before(NamedTuple):
    """What stood at a path before a write, so that it can be put back. `made` are the folders the write made."""

    path: Path
    data: bytes | None
    made: tuple[Path, ...]


def write_all(
    changes: Mapping[Path, bytes | None], root: Path, scratch: Path, *, durable: bool = True
) -> tuple[Before, ...]:
    """Write every file (None removes one) or, if one cannot be written, leave all as they were."""
    done: list[Before] = []
    try:
        for path, data in changes.items():
            done.append(_put(path, data, root, scratch, durable=durable))
    except OSError as problem:
        revert(done, root, scratch)
        raise WriteFailed(
            f"{problem.filename or root}: {_words(problem)}", hint="nothing was changed; free space or mend permissions"
        ) from problem
    except BaseException:
        revert(done, root, scratch)
        raise
    return tuple(done)


def revert(done: list[Before] | tuple[Before, ...], root: Path, scratch: Path) -> None:
    """Put back what stood there before, folders included."""
    for before in reversed(done):
        with suppress(OSError):
            _put(before.path, before.data, root, scratch, durable=True)
        for folder in reversed(before.made):
            with suppress(OSError):
                folder.rmdir()


def _put(path: Path, data: bytes | None, root: Path, scratch: Path, *, durable: bool) -> Before:
    link = _link_in(path, root)
    if link is not None:
        raise WriteFailed(
            f"{link} is a symbolic link; nothing is written through it", hint="put a real file or folder there"
        )
    before = path.read_bytes() if path.exists() else None
    made = _make_folders(path.parent)
    if data is None:
        path.unlink(missing_ok=True)
        return Before(path, before, made)
    try:
        replace(path, data, scratch, durable=durable)
    except OSError:
        for folder in reversed(made):
            folder.rmdir()
        raise
    return Before(path, before, made)


def _make_folders(folder: Path) -> tuple[Path, ...]:
    made: list[Path] = []
    while not folder.exists():
        made.append(folder)
        folder = folder.parent
    made.reverse()
    for one in made:
        one.mkdir(exist_ok=True)
    return tuple(made)


def replace(path: Path, data: bytes, scratch: Path, *, durable: bool = True) -> None:
    """The new content at once: a reader sees all of the old or all of the new, also after a crash."""
    with _temporary(scratch, path) as temporary:
        mode = path.stat().st_mode & 0o7777 if path.exists() else 0o666
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            if durable:
                os.fsync(out.fileno())
        if path.exists():
            temporary.chmod(mode)  # the umask took bits from a mode that somebody set on purpose
        temporary.replace(path)
    if durable:
        _sync_folder(path.parent)


@contextmanager
def _temporary(scratch: Path, path: Path) -> Iterator[Path]:
    """A path for the new content: in the Git directory, where `git add` never sees what a crash left behind."""
    scratch.mkdir(parents=True, exist_ok=True)
    folder = scratch if scratch.stat().st_dev == path.parent.stat().st_dev else path.parent
    temporary = folder / f".tnotes-{os.getpid()}-{os.urandom(6).hex()}.tmp"
    try:
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return  # Windows has no handle on a folder to sync
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
