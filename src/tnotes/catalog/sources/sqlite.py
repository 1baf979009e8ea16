"""A live SQLite file, opened read-only."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tnotes.catalog.sources import clean, sampling
from tnotes.catalog.sources.assemble import TABLE_LIMIT, at_most, finish
from tnotes.catalog.sources.export import Export, ExportedTable, ExportFile, Options, Skipped, Source
from tnotes.catalog.sources.opened import refusal
from tnotes.catalog.table import Column, Reference

if TYPE_CHECKING:
    import sqlite3

_MAGIC = b"SQLite format 3\0"
_LOCK_SECONDS = 3.0
_TABLES = r"""
    SELECT name, type FROM pragma_table_list
    WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'
    ORDER BY name
"""
# hidden = 1 is no data but an argument of a virtual table, such as the `rank` of a full-text index;
# 2 and 3 are generated columns
_COLUMNS = 'SELECT name, type, "notnull", pk FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid'
_UNIQUE = """
    SELECT min(columns.name) FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS columns
    WHERE list."unique" AND NOT list.partial
    GROUP BY list.name HAVING count(*) = 1
"""
_STEPS = 10_000  # of SQLite's machine between two looks at the clock
_FOREIGN_KEYS = 'SELECT "table", "from", "to", seq FROM pragma_foreign_key_list(?) ORDER BY id, seq'
_HINT = "copy the database with `sqlite3 FILE .backup` and import the copy"


@dataclass(frozen=True, slots=True)
class _Found:
    """A table as SQLite describes it: columns in order, its primary key in the key's order."""

    name: str
    kind: str
    columns: tuple[tuple[str, str, int, int], ...]

    @property
    def primary(self) -> tuple[str, ...]:
        numbered = sorted((pk, name) for name, _, _, pk in self.columns if pk)
        return tuple(name for _, name in numbered)


def _recognises(file: ExportFile) -> bool:
    return file.head.startswith(_MAGIC)


def _read(files: tuple[ExportFile, ...], options: Options) -> Export:
    drafts: list[ExportedTable | Skipped] = []
    for file in files:
        with _opened(file) as database:
            found = list(_drafts(database, options.schema or "main"))
            drafts += _sampled(database, found) if options.values else found
    return finish("sqlite", drafts, options, engine="sqlite")


@contextmanager
def _opened(file: ExportFile) -> Iterator[sqlite3.Connection]:
    import sqlite3

    if sqlite3.sqlite_version_info < (3, 37):
        hint = "use a Python with a newer SQLite, or import the schema.json of tbls"
        raise refusal(file.path, f"needs SQLite 3.37 to be read; this Python has {sqlite3.sqlite_version}", hint)
    try:
        with closing(sqlite3.connect(_uri(file), uri=True, timeout=_LOCK_SECONDS)) as database:
            database.execute("PRAGMA trusted_schema = OFF")  # the file may come from anywhere
            # names that are not UTF-8 become lone surrogates, so that only their table is skipped
            database.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
            yield database
    except sqlite3.DatabaseError as error:
        raise refusal(file.path, _problem(error), _HINT) from error
    except UnicodeDecodeError as error:  # SQLite's own message quotes a damaged name
        raise refusal(file.path, "is damaged: it has names that are not UTF-8", _HINT) from error


def _uri(file: ExportFile) -> str:
    path = file.path.resolve()
    # A database in WAL mode gets a -wal and a -shm file beside it from any reader, who cannot remove them again and
    # cannot make them in a folder that is read-only. Where nobody has it open there is no -wal, so none is needed.
    logged = file.head[18:20] == b"\2\2" and not path.with_name(path.name + "-wal").exists()
    return f"{path.as_uri()}?mode=ro{'&immutable=1' if logged else ''}"  # as_uri percent-encodes `?`, `#` and `%`


def _problem(error: sqlite3.DatabaseError) -> str:
    import sqlite3

    problems = {
        sqlite3.SQLITE_NOTADB: "is not a SQLite database, or is encrypted",
        sqlite3.SQLITE_BUSY: "is locked by another program",
        sqlite3.SQLITE_LOCKED: "is locked by another program",
        sqlite3.SQLITE_CORRUPT: "is damaged or cut short",
    }
    return problems.get(_code(error), f"cannot be read as SQLite: {clean.shown(error)}")


def _code(error: sqlite3.DatabaseError) -> int:
    # the low byte; the rest is SQLite's finer distinction
    return int(getattr(error, "sqlite_errorcode", 1)) & 0xFF


def _drafts(database: sqlite3.Connection, schema: str) -> Iterator[ExportedTable | Skipped]:
    found: dict[str, _Found] = {}
    listed = database.execute(_TABLES).fetchall()
    at_most(len(listed), TABLE_LIMIT, "tables")
    for name, kind in listed:
        table = _found(database, name, kind)
        if isinstance(table, Skipped):
            yield table
        else:
            found[name.casefold()] = table
    for table in found.values():
        references = _references(database, table, found, schema)
        unique = {name for (name,) in database.execute(_UNIQUE, (table.name,))}
        columns = tuple(_column(row, table, unique, references) for row in table.columns)
        yield ExportedTable(schema, table.name, kind=table.kind, columns=columns)


def _found(database: sqlite3.Connection, name: str, kind: str) -> _Found | Skipped:
    import sqlite3

    if problem := clean.name_problem(name):
        return Skipped(clean.shown(name) or "a table", problem)
    try:
        return _Found(name, kind, tuple(database.execute(_COLUMNS, (name,))))
    except sqlite3.OperationalError as error:
        if _code(error) != sqlite3.SQLITE_ERROR:
            raise  # the file, not this view
        return Skipped(clean.shown(name), f"SQLite cannot tell its columns: {clean.shown(error)}")
    except UnicodeDecodeError:  # the message that says why quotes a name that is not UTF-8
        return Skipped(clean.shown(name), "SQLite cannot tell its columns: a name in it is not UTF-8")


def _sampled(database: sqlite3.Connection, drafts: list[ExportedTable | Skipped]) -> Iterator[ExportedTable | Skipped]:
    """The tables with the values of their codes and flags, as far as time allows."""
    import sqlite3

    deadline = time.monotonic() + sampling.SECONDS
    database.set_progress_handler(lambda: time.monotonic() > deadline, _STEPS)
    late = False
    for draft in drafts:
        table = draft
        if isinstance(draft, ExportedTable) and not late:
            try:
                found = sampling.with_values(
                    replace(draft, schema="main"), lambda query: database.execute(query).fetchall()
                )
                table = replace(found, schema=draft.schema)
            except sqlite3.OperationalError as error:
                late = _code(error) == sqlite3.SQLITE_INTERRUPT
                reason = f"not looked at: {sampling.SECONDS:g} seconds are over" if late else clean.shown(error)
                yield Skipped(f"the values of {clean.shown(draft.table)}{' and what follows' * late}", reason)
        yield table


def _column(
    row: tuple[str, str, int, int], table: _Found, unique: set[str], references: dict[str, Reference]
) -> Column:
    name, type_text, not_null, primary = row
    key = "primary" if primary else "unique" if name in unique else None
    nullable = not not_null if table.kind == "table" else None  # a view promises nothing
    return Column(name, type_text, nullable, key=key, references=references.get(name))


def _references(
    database: sqlite3.Connection, table: _Found, found: dict[str, _Found], schema: str
) -> dict[str, Reference]:
    references: dict[str, Reference] = {}
    for parent_name, column, to, number in database.execute(_FOREIGN_KEYS, (table.name,)):
        parent = found.get(parent_name.casefold())
        target = _target(parent, to, number)
        if target:
            spelled = parent.name if parent else parent_name
            references.setdefault(column, Reference(schema, spelled, target))
    return references


def _target(parent: _Found | None, to: str | None, number: int) -> str | None:
    """The column pointed to in the parent's own spelling; a foreign key without one means the primary key."""
    if parent is None:
        return to
    if to is None:
        return parent.primary[number] if number < len(parent.primary) else None
    return next((name for name, *_ in parent.columns if name.casefold() == to.casefold()), to)


SOURCE = Source("sqlite", _recognises, _read, max_bytes=None)
