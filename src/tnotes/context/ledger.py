"""What the index knows of the files besides their words.

It lies there as three texts: the head and the frame, which every search reads and which are therefore small, and the
body with a row for each entry and the stamp of each file, read only where something changed or a role sees less.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from tnotes.catalog.table import TableName
from tnotes.context.documents import Row
from tnotes.context.engine import Texts, Unusable
from tnotes.context.frame import Frame, frame_of, from_text, to_shape
from tnotes.context.stamps import CATALOG, NOTES, Stamp

FORMAT = 4


class Head(NamedTuple):
    """What tells whether the files are as they were.

    `folders` has a digest for each folder; `racy` the digests of files whose stamps are not to be trusted, being too
    young or, with an empty digest, not readable when they were read; `bad` what is wrong with files that cannot be
    read; `next` the number for the next entry.
    """

    folders: dict[str, str]
    racy: dict[str, str]
    bad: dict[str, str]
    next: int = 1


class Known(NamedTuple):
    """A file as it was when it was read. `number` is that of its entry; None where it cannot be read."""

    stamp: Stamp
    digest: str
    number: int | None


class Folder(NamedTuple):
    """The files of one folder by their names, and the rows of their entries by number."""

    files: dict[str, Known]
    rows: dict[int, Row]


class Body:
    """All folders. Each is a line of the text, so that a change reads and writes its own folder's line only."""

    def __init__(self, lines: dict[str, str] | None = None) -> None:
        self._lines = lines or {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def folder(self, path: str) -> Folder:
        """The folder of that path; an empty one where it is not known. Raises Unusable."""
        line = self._lines.get(path)
        if line is None:
            return Folder({}, {})
        try:
            files, rows = json.loads(line)
            return Folder(
                {
                    name: Known((size, changed, status, inode), digest, number)
                    for name, size, changed, status, inode, digest, number in files
                },
                {number: _row(*fields) for number, *fields in rows},
            )
        except (ValueError, KeyError, TypeError) as problem:
            raise Unusable("its body is damaged") from problem

    def put(self, path: str, folder: Folder) -> None:
        """Take the folder in; an empty one is forgotten."""
        if not folder.files:
            self._lines.pop(path, None)
            return
        files = [[name, *known.stamp, known.digest, known.number] for name, known in folder.files.items()]
        self._lines[path] = json.dumps([files, [[number, *row] for number, row in folder.rows.items()]])

    def rows(self, top: str) -> dict[int, Row]:
        """The rows of all folders below one of the top ones. Raises Unusable."""
        wanted = (path for path in self._lines if path.split("/", 1)[0] == top)
        return {number: row for path in wanted for number, row in self.folder(path).rows.items()}

    def text(self) -> str:
        """The text to keep."""
        return "\n".join(f"{json.dumps(path)}\t{line}" for path, line in self._lines.items())

    def frame(self, sees: Callable[[TableName], bool] | None = None) -> Frame:
        """The tables as somebody sees them; None sees all. Raises Unusable."""
        return frame_of(self.rows(CATALOG), self.rows(NOTES), sees)


def body_of(text: str) -> Body:
    """The body of a text. Raises Unusable."""
    try:
        pairs = (line.split("\t", 1) for line in text.split("\n") if line)
        return Body({json.loads(path): rest for path, rest in pairs})
    except ValueError as problem:
        raise Unusable("its body is damaged") from problem


def _row(
    name: list[str], lengths: list[int], available: bool, links: list[list[str]], key: str, hints: list[str]
) -> Row:
    pairs = tuple((schema, table) for schema, table in links)
    return Row(TableName(*name), tuple(lengths), available, pairs, key, tuple(hints))


def to_texts(head: Head, frame: Frame, body: Body) -> Texts:
    """All as texts."""
    return Texts(json.dumps({"format": FORMAT, **head._asdict()}), json.dumps(to_shape(frame)), body.text())


def head_of(text: str) -> Head:
    """The head of a text. Raises Unusable."""
    try:
        shape = json.loads(text)
        if shape.pop("format") != FORMAT:
            raise Unusable("another version wrote it")
        return Head(**shape)
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise Unusable("its head is damaged") from problem


@lru_cache(maxsize=2)  # the same text is asked for to rank by and to write the next one
def whole_frame(text: str) -> Frame:
    """The frame of all tables. Raises Unusable."""
    try:
        return from_text(text)
    except (ValueError, KeyError, TypeError) as problem:
        raise Unusable("its frame is damaged") from problem


def of_paths(found: Mapping[str, str], tops: tuple[str, ...], *, inside: bool) -> dict[str, str]:
    """Those of the paths that lie below the top folders, or those that do not."""
    return {path: one for path, one in found.items() if (path.split("/", 1)[0] in tops) == inside}
