"""What the index knows of the files besides their words: read whole by every search, so kept small."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tnotes.catalog.table import TableName
from tnotes.context.documents import Row
from tnotes.context.engine import Texts, Unusable
from tnotes.context.stamps import NOTES, Stamp

FORMAT = 1


class Known(NamedTuple):
    """A file as it was when it was read. `number` is that of its entry; None where it cannot be read."""

    stamp: Stamp
    digest: str
    number: int | None


class Ledger(NamedTuple):
    """The rows of all entries by number, and what tells whether the files are still as they were.

    `folders` has a digest for each folder; `racy` the digests of files too young for their stamps to be trusted; `bad`
    what is wrong with files that cannot be read.
    """

    tables: dict[int, Row]
    notes: dict[int, Row]
    folders: dict[str, str]
    racy: dict[str, str]
    bad: dict[str, str]
    next: int = 1


def rows_of(ledger: Ledger, path: str) -> dict[int, Row]:
    """The rows among which those of that path's kind stand."""
    return ledger.notes if path.startswith(f"{NOTES}/") else ledger.tables


def to_texts(ledger: Ledger, files: Mapping[str, Known]) -> Texts:
    """Both as texts."""
    shape = {
        "format": FORMAT,
        "tables": [[number, *_table(row)] for number, row in ledger.tables.items()],
        "notes": [[number, *row.name, row.lengths[0]] for number, row in ledger.notes.items()],
        "folders": ledger.folders,
        "racy": ledger.racy,
        "bad": ledger.bad,
        "next": ledger.next,
    }
    stamps = {path: [*known.stamp, known.digest, known.number] for path, known in files.items()}
    return Texts(json.dumps(shape), json.dumps(stamps))


def _table(row: Row) -> Iterable[Any]:
    return (*row.name, row.lengths, row.available, row.links, row.key, row.hints)


def ledger_of(text: str) -> Ledger:
    """The ledger of a text. Raises Unusable."""
    try:
        shape = json.loads(text)
        if shape["format"] != FORMAT:
            raise Unusable("another version wrote it")
        return Ledger(
            tables={
                number: Row(
                    TableName(of, schema, table), tuple(lengths), available, tuple(map(tuple, links)), key, tuple(hints)
                )
                for number, of, schema, table, lengths, available, links, key, hints in shape["tables"]
            },
            notes={
                number: Row(TableName(of, schema, table), (length,))
                for number, of, schema, table, length in shape["notes"]
            },
            folders=shape["folders"],
            racy=shape["racy"],
            bad=shape["bad"],
            next=shape["next"],
        )
    except (ValueError, KeyError, TypeError) as problem:
        raise Unusable("its ledger is damaged") from problem


def files_of(text: str) -> dict[str, Known]:
    """The stamps of a text. Raises Unusable."""
    try:
        return {
            path: Known((size, changed, status, inode), digest, number)
            for path, (size, changed, status, inode, digest, number) in json.loads(text).items()
        }
    except (ValueError, TypeError, AttributeError) as problem:
        raise Unusable("its stamps are damaged") from problem


def empty() -> Ledger:
    """The ledger of an index that knows no file."""
    return Ledger({}, {}, {}, {}, {})
