"""What search keeps of a table and of its notes: the words of each, and a row for the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from tnotes.catalog.table import Table, TableName
from tnotes.context.engine import COLUMNS, COMMENTS, MOST_TIMES, NOTES, SCHEMA, TABLE, Words
from tnotes.context.tokens import pieces, tokens
from tnotes.notes.note import Note

Link = tuple[str, str]  # schema and table, within the same connection


class Row(NamedTuple):
    """What ranking must know of a file. `lengths` counts the words of each of its fields.

    `key` is the stems of a table's name in one; `hints` those of its columns that may point to a table of that name,
    for exports that know no foreign keys.
    """

    name: TableName
    lengths: tuple[int, ...]
    available: bool = True
    links: tuple[Link, ...] = ()
    key: str = ""
    hints: tuple[str, ...] = ()


class Document(NamedTuple):
    """One file as search sees it."""

    row: Row
    words: Words


def of_table(table: Table) -> Document:
    """A table: its names, its comments with the meanings of values, and the tables it points to."""
    columns = table.columns
    said = [text for text in (table.comment, *(column.comment for column in columns)) if text]
    said += [f"{one.value} {one.meaning or ''}" for column in columns for one in column.values]
    words = {
        SCHEMA: _counted([table.name.schema]),
        TABLE: _counted([table.name.table]),
        COLUMNS: _counted(column.name for column in columns),
        COMMENTS: _counted(said),
    }
    links = tuple(dict.fromkeys((to.schema, to.table) for column in columns if (to := column.references)))
    hints = () if links else tuple(dict.fromkeys(hint for column in columns if (hint := _hint(column.name))))
    row = Row(table.name, _lengths(words), table.available, links, "".join(pieces(table.name.table)), hints)
    return Document(row, _filled(words))


def of_notes(name: TableName, notes: Iterable[Note]) -> Document:
    """The active notes of a table."""
    words = {NOTES: _counted(note.content or "" for note in notes if note.active)}
    return Document(Row(name, _lengths(words)), _filled(words))


_KEYS = ("id", "code", "cd", "key", "no")


def _hint(column: str) -> str:
    """The stems of a column that names another table's key, such as `eye colour` of eye_colour_id; else empty."""
    stems = pieces(column)
    return " ".join(stems[:-1]) if len(stems) > 1 and stems[-1] in _KEYS else ""


def _lengths(words: Words) -> tuple[int, ...]:
    return tuple(sum(found.values()) for found in words.values())


def _filled(words: Words) -> Words:
    return {
        field: {word: min(times, MOST_TIMES) for word, times in found.items()}
        for field, found in words.items()
        if found
    }


def _counted(texts: Iterable[str]) -> Counter[str]:
    return Counter(token for text in texts for token in tokens(text))
