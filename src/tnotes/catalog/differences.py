"""What changed between two states of a catalog. Pure: tables in, changes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tnotes.catalog.families import KIND, families_of
from tnotes.catalog.table import Column, Table, TableName
from tnotes.words import fold

ADDED, GONE, RETYPED, RESPELLED, UNAVAILABLE, BACK, CHANGED = (
    *("added", "gone", "retyped", "respelled", "unavailable", "back", "changed"),
)
TABLE_WORDS = (ADDED, GONE, RESPELLED, UNAVAILABLE, BACK, CHANGED)
COLUMN_WORDS = (ADDED, GONE, RETYPED, RESPELLED)


class ColumnChange(NamedTuple):
    """What became of one column. `before` and `after` are types, or spellings where it is respelled."""

    column: str
    what: str
    before: str | None = None
    after: str | None = None


class TableChange(NamedTuple):
    """What became of one table, in one word, and of its columns. `was` is its old name where it is respelled.

    `family` is that of a date shard, in either state.
    """

    name: TableName
    what: str
    columns: tuple[ColumnChange, ...] = ()
    was: TableName | None = None
    family: TableName | None = None


def differences(before: Iterable[Table], after: Iterable[Table]) -> tuple[TableChange, ...]:
    """The changes in the order of names. A table that is only spelled otherwise is neither new nor gone.

    A family of date shards counts as a table beside its shards, so that its columns are compared too.
    """
    (old, before_in), (new, after_in) = _by_name(before), _by_name(after)
    families = before_in | after_in
    twins = _respelled(old, new)
    was = {one: other for other, one in twins.items()}
    found = [
        change._replace(family=families.get(name))
        for name in sorted(old.keys() | new.keys())
        if name not in twins and (change := _change(name, old.get(was.get(name, name)), new.get(name), was.get(name)))
    ]
    return tuple(found)


def _by_name(tables: Iterable[Table]) -> tuple[dict[TableName, Table], dict[TableName, TableName]]:
    """The tables with the families among them, and of each shard its family."""
    found = {table.name: table for table in tables}
    family_of: dict[TableName, TableName] = {}
    beside: dict[tuple[str, str], list[str]] = {}
    for connection, schema, table in found:
        beside.setdefault((connection, schema), []).append(table)
    for place, names in beside.items():
        for family, members in families_of(names).items():
            whole = TableName(*place, family)
            shards = [found[TableName(*place, member)] for member in members]
            newest = next((one for one in shards if one.available), shards[0])
            found[whole] = newest._replace(name=whole, kind=KIND)
            family_of |= dict.fromkeys((shard.name for shard in shards), whole)
    return found, family_of


def _respelled(old: Mapping[TableName, Table], new: Mapping[TableName, Table]) -> dict[TableName, TableName]:
    """The old names of tables that went away as one came that differs from it only in case, each with the new one."""
    came = [name for name in new if new[name].available and not (name in old and old[name].available)]
    by_fold: dict[tuple[str, ...], list[TableName]] = {}
    for name in came:
        by_fold.setdefault(_folded(name), []).append(name)
    went = [name for name in old if old[name].available and not (name in new and new[name].available)]
    pairs = {name: by_fold.get(_folded(name), []) for name in went}
    return {name: others[0] for name, others in pairs.items() if len(others) == 1 and others[0] not in old}


def _folded(name: TableName) -> tuple[str, ...]:
    return tuple(map(fold, name))


def _change(name: TableName, before: Table | None, after: Table | None, was: TableName | None) -> TableChange | None:
    if before is None or after is None:
        return TableChange(name, ADDED if before is None else GONE)
    columns = tuple(_columns(before.columns, after.columns))
    if was is not None:
        return TableChange(name, RESPELLED, columns, was)
    if before.available != after.available:
        return TableChange(name, BACK if after.available else UNAVAILABLE, columns)
    return TableChange(name, CHANGED, columns) if columns else None


def _columns(before: Iterable[Column], after: Iterable[Column]) -> Iterator[ColumnChange]:
    """The changes of the columns that are there, in their order, then those that are gone."""
    old, new = ({column.name: column for column in columns} for columns in (before, after))
    lost = {fold(name): name for name in old if name not in new}
    for name, column in new.items():
        other = name if name in old else lost.pop(fold(name), None)
        if other is None:
            yield ColumnChange(name, ADDED, after=column.type)
            continue
        if other != name:
            yield ColumnChange(name, RESPELLED, other, name)
        if old[other].type != column.type:
            yield ColumnChange(name, RETYPED, old[other].type, column.type)
    yield from (ColumnChange(name, GONE, old[name].type) for name in lost.values())
