"""What a write is about to change, noted before it starts, so that it can be taken back: at once, or after a crash."""

from __future__ import annotations

import json
import os
import stat
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tnotes.errors import WriteFailed
from tnotes.files.folders import link_in, make_like_parent, missing, words
from tnotes.files.replace import TEMPORARY, bring_back, replace, set_aside

_PLAN = "plan.json"


class Entry(NamedTuple):
    """One file: the name under which its old content was set aside, and a fingerprint of the new one."""

    path: Path
    before: str | None
    after: str | None


class Journal(NamedTuple):
    """One write: its files below `root`, the folders that it makes, and what it is, in words."""

    folder: Path
    root: Path
    what: str
    made: tuple[Path, ...]
    entries: tuple[Entry, ...]


def begin(changes: Mapping[Path, bytes | None], root: Path, folder: Path, what: str = "a write") -> Journal:
    """Set aside what stands there now and note what is to come. Raises WriteFailed; nothing has changed by then."""
    try:
        clear(folder)
        make_like_parent(folder)
        made = dict.fromkeys(one for path, data in changes.items() if data is not None for one in missing(path.parent))
        entries = tuple(_entry(folder, number, root, *change) for number, change in enumerate(changes.items()))
        journal = Journal(folder, root, what, tuple(made), entries)
        # Not synced: after a power cut a file may wait without its plan, and the next write then says so.
        replace(folder / _PLAN, _to_bytes(journal), folder, durable=False)
    except OSError as problem:
        clear(folder)
        raise _failed(problem, folder) from problem
    except BaseException:
        clear(folder)
        raise
    return journal


def put(journal: Journal, changes: Mapping[Path, bytes | None], *, durable: bool = True) -> None:
    """Make the changes. Raises WriteFailed where one cannot be made; what was made before it is still there."""
    try:
        for one in journal.made:
            one.mkdir(exist_ok=True)
        for path, data in changes.items():
            if data is None:
                path.unlink(missing_ok=True)
            else:
                replace(path, data, journal.folder, durable=durable)
    except OSError as problem:
        raise _failed(problem, journal.root) from problem


def take_back(journal: Journal, entries: tuple[Entry, ...] | None = None) -> None:
    """Put back what stood there before, folders included, and end the journal. `entries`: these alone.

    Raises WriteFailed where that cannot be done; the journal then stays, and the next writer tries again.
    """
    for entry in journal.entries if entries is None else entries:
        try:
            if entry.before is not None:
                bring_back(journal.folder / entry.before, entry.path)
            elif entry.path.exists():
                entry.path.unlink()
        except OSError as problem:
            hint = "mend that; the next write puts its old content back"
            raise WriteFailed(f"{entry.path} cannot be put back: {words(problem)}", hint=hint) from problem
    for one in reversed(journal.made):
        with suppress(OSError):  # it is not ours alone any more
            one.rmdir()
    close(journal)


def close(journal: Journal) -> None:
    """End the journal: what it did stands. The plan goes first, so that a crash here is no unfinished write."""
    (journal.folder / _PLAN).unlink(missing_ok=True)
    clear(journal.folder)


def sweep(journal: Journal) -> None:
    """Remove temporary files that a crash left beside the files, where the Git directory is a mount of its own."""
    for folder in {entry.path.parent for entry in journal.entries}:
        for orphan in folder.glob(TEMPORARY):
            orphan.unlink(missing_ok=True)


def clear(folder: Path) -> None:
    """Remove what an ended or half begun write left in its folder, and the folder."""
    with suppress(OSError):
        for one in folder.iterdir():
            one.unlink()
        folder.rmdir()


def pending(folder: Path) -> Journal | None:
    """The write that a crash interrupted; None where there is none."""
    try:
        return _from_bytes((folder / _PLAN).read_bytes(), folder)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (ValueError, TypeError, KeyError):  # a power cut can leave an empty file
        return None


def as_written(entry: Entry) -> bool:
    """Whether the file is what the write made of it."""
    try:
        return _fingerprint(None if not entry.path.exists() else entry.path.read_bytes()) == entry.after
    except OSError:
        return False


def as_before(journal: Journal, entry: Entry) -> bool:
    """Whether the file is what it was before the write."""
    try:
        was = None if entry.before is None else (journal.folder / entry.before).read_bytes()
        return (entry.path.read_bytes() if entry.path.exists() else None) == was
    except OSError:
        return False


def _entry(folder: Path, number: int, root: Path, path: Path, data: bytes | None) -> Entry:
    link = link_in(path, root)
    if link is not None:
        hint = "put a real file or folder there"
        raise WriteFailed(f"{link} is a symbolic link; nothing is written through it", hint=hint)
    if not path.exists():
        return Entry(path, None, _fingerprint(data))
    if not stat.S_ISREG(path.stat().st_mode):
        raise WriteFailed(f"{path} is no plain file", hint="move away what lies there")
    if not os.access(path, os.W_OK):  # replacing it would be possible, and against somebody's will
        raise WriteFailed(f"{path}: permission denied", hint="chmod u+w it, or leave it to those who may")
    set_aside(path, folder / f"{number}.was")
    return Entry(path, f"{number}.was", _fingerprint(data))


def _fingerprint(data: bytes | None) -> str | None:
    return None if data is None else f"{zlib.crc32(data):08x}-{len(data)}"


def _to_bytes(journal: Journal) -> bytes:
    entries = [(str(path.relative_to(journal.root)), *rest) for path, *rest in journal.entries]
    made = [str(one.relative_to(journal.root)) for one in journal.made]
    return json.dumps({"root": str(journal.root), "what": journal.what, "made": made, "entries": entries}).encode()


def _from_bytes(data: bytes, folder: Path) -> Journal:
    kept = json.loads(data)
    root = Path(kept["root"])
    entries = tuple(Entry(root / path, before, after) for path, before, after in kept["entries"])
    return Journal(folder, root, kept["what"], tuple(root / one for one in kept["made"]), entries)


def _failed(problem: OSError, where: Path) -> WriteFailed:
    hint = "nothing was changed; free space or mend permissions"
    return WriteFailed(f"{problem.filename or where}: {words(problem)}", hint=hint)
