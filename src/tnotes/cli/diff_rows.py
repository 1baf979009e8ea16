"""The table of `catalog diff`: a row for each change, one for what happened alike to several shards of a family."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from tnotes.catalog.differences import CHANGED
from tnotes.catalog.names import paste, quote

if TYPE_CHECKING:
    from tnotes.actions.diff import Touched
    from tnotes.catalog.table import TableName

HEADS = ("table", "change", "column", "detail", "notes")


class _Row(NamedTuple):
    """One thing that happened to one table; `family` where that is a shard."""

    name: TableName
    family: TableName | None
    change: tuple[str, str, str]
    notes: tuple[str, ...]


def rows(changes: Iterable[Touched]) -> list[tuple[str, ...]]:
    """The rows in the order of names. Of what is folded the notes are those of all of it."""
    groups: dict[tuple[TableName, tuple[str, str, str]], list[_Row]] = {}
    for change in changes:
        for row in _rows(change):
            groups.setdefault((row.family or row.name, row.change), []).append(row)
    return [row for (whole, _), group in groups.items() for row in _folded(whole, group)]


def _folded(whole: TableName, group: list[_Row]) -> Iterator[tuple[str, ...]]:
    shards = sum(row.family is not None for row in group)
    if shards < 2:
        yield from ((paste(row.name, connection=True), *row.change, " ".join(row.notes)) for row in group)
        return
    what, column, detail = group[0].change
    notes = dict.fromkeys(note for row in group for note in row.notes)
    counted = f"{shards:,} shards"
    detail = f"{detail}, {counted}" if detail else counted
    yield (paste(whole, connection=True), what, column, detail, " ".join(notes))


def _rows(one: Touched) -> Iterator[_Row]:
    change = one.change
    if change.what != CHANGED:
        was = "" if change.was is None else f"was {paste(change.was, connection=True)}"
        yield _Row(change.name, change.family, (change.what, "", was), one.notes)
    for column, notes in zip(change.columns, one.columns, strict=True):
        both = column.before is not None and column.after is not None
        detail = f"{column.before} → {column.after}" if both else column.before or column.after or ""
        yield _Row(change.name, change.family, (column.what, quote(column.column), detail), notes)
