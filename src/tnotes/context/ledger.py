"""What the index knows of the files besides their words.

It lies there as three texts: the head and the frame, which every search reads and which are therefore small, and the
body with a row for each entry and the stamp of each file, read only where something changed or a role sees less.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from tnotes.catalog.table import TableName
from tnotes.context.documents import Row
from tnotes.context.engine import Texts, Unusable
from tnotes.context.frame import Frame, frame_of, from_text, to_shape
from tnotes.context.stamps import NOTES, Stamp

FORMAT = 1


class Head(NamedTuple):
    """What tells whether the files are as they were.

    `folders` has a digest for each folder; `racy` the digests of files too young for their stamps to be trusted; `bad`
    what is wrong with files that cannot be read; `next` the number for the next entry.
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


class Body(NamedTuple):
    """The rows of all entries by number, and every file by its path."""

    tables: dict[int, Row]
    notes: dict[int, Row]
    files: dict[str, Known]

    def rows(self, path: str) -> dict[int, Row]:
        """The rows among which those of that path's kind stand."""
        return self.notes if path.startswith(f"{NOTES}/") else self.tables


def to_texts(head: Head, body: Body) -> Texts:
    """All as texts."""
    shape = {
        "tables": [[number, *row] for number, row in body.tables.items()],
        "notes": [[number, *row.name, row.lengths[0]] for number, row in body.notes.items()],
        "files": {path: [*known.stamp, known.digest, known.number] for path, known in body.files.items()},
    }
    frame = to_shape(frame_of(body.tables, body.notes))
    return Texts(json.dumps({"format": FORMAT, **head._asdict()}), json.dumps(frame), json.dumps(shape))


def head_of(text: str) -> Head:
    """The head of a text. Raises Unusable."""
    try:
        shape = json.loads(text)
        if shape.pop("format") != FORMAT:
            raise Unusable("another version wrote it")
        return Head(**shape)
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise Unusable("its head is damaged") from problem


def whole_frame(text: str) -> Frame:
    """The frame of all tables. Raises Unusable."""
    try:
        return from_text(text)
    except (ValueError, KeyError, TypeError) as problem:
        raise Unusable("its frame is damaged") from problem


def body_of(text: str) -> Body:
    """The body of a text. Raises Unusable."""
    try:
        shape = json.loads(text)
        return Body(
            tables={number: _row(*fields) for number, *fields in shape["tables"]},
            notes={
                number: Row(TableName(of, schema, table), (length,))
                for number, of, schema, table, length in shape["notes"]
            },
            files={
                path: Known((size, changed, status, inode), digest, number)
                for path, (size, changed, status, inode, digest, number) in shape["files"].items()
            },
        )
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise Unusable("its body is damaged") from problem


def _row(
    name: list[str], lengths: list[int], available: bool, links: list[list[str]], key: str, hints: list[str]
) -> Row:
    pairs = tuple((schema, table) for schema, table in links)
    return Row(TableName(*name), tuple(lengths), available, pairs, key, tuple(hints))


def nothing() -> tuple[Head, Body]:
    """What an index knows that knows no file."""
    return Head({}, {}, {}), Body({}, {}, {})


def of_paths(found: Mapping[str, str], tops: tuple[str, ...], *, inside: bool) -> dict[str, str]:
    """Those of the paths that lie below the top folders, or those that do not."""
    return {path: one for path, one in found.items() if (path.split("/", 1)[0] in tops) == inside}
