"""A typed TABLE or column to the one thing it names, or to why it names none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tnotes.catalog.access import VisibleCatalog
from tnotes.catalog.folding import fits, named
from tnotes.catalog.names import Part, Reading, paste, quote
from tnotes.catalog.reading import readings
from tnotes.catalog.table import Table, TableName
from tnotes.errors import closest
from tnotes.words import fold, nfc


class Found(NamedTuple):
    """The one table that was meant."""

    table: Table


class Ambiguous(NamedTuple):
    """Several tables have the name; each candidate resolves when pasted back."""

    candidates: tuple[str, ...]


class Unknown(NamedTuple):
    """No table has the name; the candidates are the nearest."""

    candidates: tuple[str, ...]


def resolve(typed: str, catalog: VisibleCatalog) -> Found | Ambiguous | Unknown:
    """The table that `typed` names. Raises BadName where `typed` is no name at all."""
    all_readings = readings(typed)
    found = _matching(all_readings, catalog)
    if len(found) == 1:
        return Found(next(iter(found.values())))
    if found:
        return Ambiguous(tuple(_pasted(name, catalog) for name in sorted(found)))
    return Unknown(tuple(_pasted(name, catalog) for name in _nearest(all_readings, catalog)))


def _matching(all_readings: tuple[Reading, ...], catalog: VisibleCatalog) -> dict[TableName, Table]:
    return {table.name: table for reading in all_readings for table in _matches(reading, catalog)}


def _matches(reading: Reading, catalog: VisibleCatalog) -> Iterator[Table]:
    for name in _spelled_like(reading, catalog):
        table = catalog.load(name)
        if table is None or not fits(reading.table, name.table, table.engine):
            continue
        if reading.schema is not None and not fits(reading.schema, name.schema, table.engine):
            continue
        if reading.database is None or _in_database(reading.database, table):
            yield table


def _spelled_like(reading: Reading, catalog: VisibleCatalog) -> Iterator[TableName]:
    """Tables whose name, schema and connection are spelled so, case aside; an exact spelling shuts out the others."""
    connections = catalog.connections()
    if reading.connection is not None:
        connections = named(reading.connection.text, connections)
    for connection in connections:
        schemas = catalog.schemas(connection)
        if reading.schema is not None:
            schemas = named(reading.schema.text, schemas)
        for schema in schemas:
            for table in catalog.find(connection, schema, reading.table.text):
                yield TableName(connection, schema, table)


def _in_database(database: Part, table: Table) -> bool:
    names = (table.database, table.name.connection)
    return any(name is not None and fits(database, name, None) for name in names)


def _pasted(name: TableName, catalog: VisibleCatalog) -> str:
    """The shortest form of the name that resolves to this table and no other."""
    everything_quoted = "/".join((_quoted(name.connection), f"{_quoted(name.schema)}.{_quoted(name.table)}"))
    for form in (paste(name, connection=False), paste(name, connection=True)):
        if list(_matching(readings(form), catalog)) == [name]:
            return form
    return everything_quoted


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _nearest(all_readings: tuple[Reading, ...], catalog: VisibleCatalog) -> list[TableName]:
    """Tables of that name elsewhere, else those with the most similar names."""
    wanted = {fold(reading.table.text) for reading in all_readings}
    by_table: dict[str, list[TableName]] = {}
    for name in catalog.all_names():
        by_table.setdefault(fold(name.table), []).append(name)
    keys = [key for key in by_table if key in wanted]
    keys = keys or list(closest(all_readings[0].table.text, list(by_table)))
    return [name for key in keys for name in by_table[key]][:50]


class FoundColumn(NamedTuple):
    """The column in the catalog's spelling."""

    name: str


class AmbiguousColumnName(NamedTuple):
    """Several columns differ only in case."""

    candidates: tuple[str, ...]


class UnknownColumnName(NamedTuple):
    """No such column; the candidates are the nearest."""

    candidates: tuple[str, ...]


def resolve_column(typed: str, table: Table) -> FoundColumn | AmbiguousColumnName | UnknownColumnName:
    """The column that `typed` names, plain or quoted. A dot belongs to the name: columns may be nested."""
    names = [column.name for column in table.columns]
    text = nfc(typed)
    found = named(text, names) or named(_unquoted(text.strip()), names)
    if len(found) == 1:
        return FoundColumn(found[0])
    if found:
        return AmbiguousColumnName(tuple(quote(name) for name in found))
    return UnknownColumnName(closest(_unquoted(text.strip()), names))


def _unquoted(text: str) -> str:
    for opening, closing in ('""', "``", "[]"):
        if len(text) > 2 and text[0] == opening and text[-1] == closing:
            return text[1:-1].replace(closing * 2, closing)
    return text
