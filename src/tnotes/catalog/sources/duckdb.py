"""A live DuckDB file, opened read-only. Needs the package duckdb, which is an extra."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tnotes.catalog.sources import clean, sampling
from tnotes.catalog.sources.assemble import TABLE_LIMIT, at_most, finish
from tnotes.catalog.sources.export import Export, ExportedTable, ExportFile, Options, Skipped, Source
from tnotes.catalog.sources.opened import refusal
from tnotes.catalog.table import Column, Reference, Value

if TYPE_CHECKING:
    import duckdb

_QUOTED = re.compile(r"'((?:[^']|'')*)'")
_MAGIC = b"DUCK"
_MAGIC_AT = 8  # behind a checksum
_TABLES = """
    SELECT schema_name, table_name, 'table', comment FROM duckdb_tables()
    WHERE database_name = current_database() AND NOT internal AND NOT temporary
    UNION ALL
    SELECT schema_name, view_name, 'view', comment FROM duckdb_views()
    WHERE database_name = current_database() AND NOT internal AND NOT temporary
    ORDER BY 1, 2
"""
_COLUMNS = """
    SELECT schema_name, table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns()
    WHERE database_name = current_database() AND NOT internal
    ORDER BY 1, 2, column_index
"""
_CONSTRAINTS = """
    SELECT schema_name, table_name, constraint_type, constraint_column_names, referenced_table, referenced_column_names
    FROM duckdb_constraints()
    WHERE database_name = current_database() AND constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')
    ORDER BY 1, 2, constraint_index
"""
# The file may come from anywhere: nothing in it may load an extension, read another file, or allow itself to.
_CLOSED = (
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET enable_external_access = false",  # not before: DuckDB has to open the file itself
    "SET lock_configuration = true",
)
_LOCKED = "close what has it open, or copy the file together with its .wal file and import the copy"
_BROKEN = "make it again, or upgrade the package duckdb if a newer one wrote it"

_Place = tuple[str, str]  # schema, table


@dataclass(frozen=True, slots=True)
class _Facts:
    """What constraints say of the columns of one table."""

    keys: dict[str, str]
    references: dict[str, Reference]


def _recognises(file: ExportFile) -> bool:
    return file.head[_MAGIC_AT : _MAGIC_AT + len(_MAGIC)] == _MAGIC


def _read(files: tuple[ExportFile, ...], options: Options) -> Export:
    drafts: list[ExportedTable | Skipped] = []
    for file in files:
        with _opened(file) as database:
            found = list(_drafts(database))
            drafts += _sampled(database, found) if options.values else found
    return finish("duckdb", drafts, options, engine="duckdb")


@contextmanager
def _opened(file: ExportFile) -> Iterator[duckdb.DuckDBPyConnection]:
    try:
        import duckdb
    except ImportError as error:
        hint = "install it with: pip install 'tnotes[duckdb]'"
        raise refusal(file.path, "is a DuckDB file, and the package duckdb is not installed", hint) from error
    try:
        # not resolved: the name of the database is that of the file, and a link has its own
        with closing(duckdb.connect(str(file.path.absolute()), read_only=True)) as database:
            for setting in _CLOSED:
                database.execute(setting)
            yield database
    except duckdb.Error as error:
        if "set lock" in str(error):
            raise refusal(file.path, "is open in another program, which may write to it", _LOCKED) from error
        problem = clean.shown(str(error).partition("\n")[0])
        raise refusal(file.path, f"cannot be read as DuckDB: {problem}", _BROKEN) from error


def _drafts(database: duckdb.DuckDBPyConnection) -> Iterator[ExportedTable]:
    (name,) = _rows(database, "SELECT current_database()")[0]
    listed = _rows(database, _TABLES)
    at_most(len(listed), TABLE_LIMIT, "tables")
    facts = _facts(database)
    columns: dict[_Place, list[Column]] = {}
    kinds = {(schema, table): kind for schema, table, kind, _ in listed}
    for schema, table, *row in _rows(database, _COLUMNS):
        place = (schema, table)
        known = facts.get(place, _Facts({}, {}))
        columns.setdefault(place, []).append(_column(row, known, kinds.get(place) == "table"))
    for schema, table, kind, comment in listed:
        yield ExportedTable(schema, table, name, kind, comment, tuple(columns.get((schema, table), ())))


def _sampled(database: duckdb.DuckDBPyConnection, drafts: list[ExportedTable]) -> Iterator[ExportedTable | Skipped]:
    """The tables with the values of their codes and flags, as far as time allows."""
    deadline = time.monotonic() + sampling.SECONDS
    for number, draft in enumerate(drafts):
        if time.monotonic() > deadline:
            yield Skipped(
                f"the values of {clean.shown(draft.table)} and what follows",
                f"not looked at: {sampling.SECONDS:g} seconds are over",
            )
            yield from drafts[number:]
            return
        yield sampling.with_values(draft, lambda query: _rows(database, query))


def _rows(database: duckdb.DuckDBPyConnection, query: str) -> list[Any]:
    return database.execute(query).fetchall()


def _column(row: list[Any], facts: _Facts, stored: bool) -> Column:
    name, type_text, nullable, comment = row
    return Column(
        name=name,
        type=type_text,
        nullable=nullable if stored else None,  # a view promises nothing
        comment=comment,
        key=facts.keys.get(name),
        references=facts.references.get(name),
        values=tuple(map(Value, _enum_values(type_text))),
    )


def _enum_values(type_text: str) -> list[str]:
    """The values of `ENUM('a', 'it''s')`; a backslash means nothing here, as it does in MySQL."""
    quoted = _QUOTED.findall(type_text) if type_text.startswith("ENUM(") else []
    return [value.replace("''", "'") for value in quoted]


def _facts(database: duckdb.DuckDBPyConnection) -> dict[_Place, _Facts]:
    found: dict[_Place, _Facts] = {}
    for schema, table, kind, names, parent, targets in _rows(database, _CONSTRAINTS):
        facts = found.setdefault((schema, table), _Facts({}, {}))
        if kind == "PRIMARY KEY":
            facts.keys.update(dict.fromkeys(names, "primary"))
        elif kind == "UNIQUE" and len(names) == 1:
            facts.keys.setdefault(names[0], "unique")
        elif kind == "FOREIGN KEY":
            for name, target in zip(names, targets, strict=False):
                # DuckDB has no foreign keys across schemas
                facts.references.setdefault(name, Reference(schema, parent, target))
    return found


SOURCE = Source("duckdb", _recognises, _read, max_bytes=None)
