"""Files to documents: one after the other, or many at once on all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tnotes.catalog.record import from_text
from tnotes.context.documents import Document, of_notes, of_table
from tnotes.context.stamps import NOTES, content_digest
from tnotes.errors import UnreadableFile
from tnotes.files.disk import decode, read_bytes
from tnotes.files.workers import spread
from tnotes.notes.store import NoteFolder


class Source(NamedTuple):
    """Where the files lie, and where what was parsed is kept."""

    root: Path
    cache: Path | None


class Gathered(NamedTuple):
    """A file's document, or what is wrong with it; `digest` is that of the content, empty where none could be read."""

    path: str
    digest: str
    document: Document | None
    problem: str | None = None


def digest_of(source: Source, path: str) -> str:
    """The digest of a file's content; empty where there is none to read."""
    try:
        return content_digest(read_bytes(source.root / path, source.root))
    except UnreadableFile:
        return ""


def gather_one(source: Source, path: str) -> Gathered:
    """The document of one file."""
    where = source.root / path
    digest = ""
    try:
        data = read_bytes(where, source.root)
        if data is None:
            return Gathered(path, digest, None)
        digest = content_digest(data)  # before it is parsed: what changes meanwhile is seen by the next search
        if path.startswith(f"{NOTES}/"):
            file = NoteFolder(source.root / NOTES, source.cache).read(where)
            return Gathered(path, digest, of_notes(file.name, file.notes))
        return Gathered(path, digest, of_table(from_text(decode(data, Path(path)), Path(path))))
    except UnreadableFile as problem:
        refused = isinstance(problem.__cause__, OSError)  # by the system: the content itself may be fine
        return Gathered(path, "" if refused else digest, None, problem.message)


def gather(source: Source, paths: Sequence[str], tick: Callable[[int], None]) -> Iterator[Gathered]:
    """The documents of many files, in no order; `tick` hears how many are done."""
    return spread(partial(gather_one, source), paths, tick)
