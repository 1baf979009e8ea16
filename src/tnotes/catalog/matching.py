"""The tables that a typed name may mean, among those that somebody may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from tnotes.catalog.folding import fits, spelled_best
from tnotes.catalog.names import Part, Reading
from tnotes.catalog.table import Table, TableName
from tnotes.words import fold


class Lookup(Protocol):
    """Where tables are looked up: what a role sees of the catalog, or that as a list in memory."""

    def spelled(
        self, connection: str | None, schema: str | None, table: str, *, thorough: bool = True
    ) -> Iterator[TableName]: ...
    def load(self, name: TableName) -> Table | None: ...


class Typed(NamedTuple):
    """A typed TABLE in all its readings, and the databases that the settings name for connections."""

    readings: tuple[Reading, ...]
    databases: Mapping[str, str]


def matching(typed: Typed, lookup: Lookup) -> dict[TableName, Table]:
    """Every table that one of the readings means.

    Where a plain reading means one, those that take its dots into a name are looked up, but not searched for in all
    their spellings: to do so, `sales.CUSTOMER` would list the folder of every schema.
    """
    found: dict[TableName, Table] = {}
    for reading in typed.readings:
        tables = _matches(reading, typed.databases, lookup, thorough=not found)
        found |= {table.name: table for table in tables}
    return found


def _matches(reading: Reading, databases: Mapping[str, str], lookup: Lookup, *, thorough: bool) -> Iterator[Table]:
    twins: dict[tuple[str, ...], list[Table]] = {}
    place = (_text(reading.connection), _text(reading.schema), reading.table.text)
    for name in lookup.spelled(*place, thorough=thorough):
        table = lookup.load(name)
        if table is not None and (reading.database is None or _in_database(reading.database, table, databases)):
            twins.setdefault(tuple(map(fold, table.name)), []).append(table)
    for tables in twins.values():
        yield from _meant(reading, tables)


def _meant(reading: Reading, twins: Sequence[Table]) -> Sequence[Table]:
    """Which of the tables whose names differ only in case: the one spelled so, else all of them.

    Where there is but one, the engine says whether it can be spelled so.
    """
    left = list(twins)
    for at, part in enumerate((reading.connection, reading.schema, reading.table)):
        if part is not None:
            best = spelled_best(part.text, [table.name[at] for table in left])
            left = [table for table in left if table.name[at] in best]
    if len(left) > 1 or (left and _fits(reading, left[0])):
        return left
    return twins if len(twins) > 1 else ()


def _fits(reading: Reading, table: Table) -> bool:
    schema = reading.schema is None or fits(reading.schema, table.name.schema, table.engine)
    return schema and fits(reading.table, table.name.table, table.engine)


def _in_database(database: Part, table: Table, databases: Mapping[str, str]) -> bool:
    connection = table.name.connection
    names = (table.database or databases.get(connection), connection)
    return any(name is not None and fits(database, name, None) for name in names)


def _text(part: Part | None) -> str | None:
    return None if part is None else part.text
