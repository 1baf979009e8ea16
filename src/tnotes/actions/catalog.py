"""The verbs `catalog import`, `catalog ls` and `catalog show`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.commits import Committed, save, writing
from tnotes.actions.session import Session
from tnotes.catalog.layout import places
from tnotes.catalog.record import to_text
from tnotes.catalog.sources import read_export
from tnotes.catalog.sources.export import Export, ExportedTable, Options, Skipped
from tnotes.catalog.store import EXTENSION
from tnotes.catalog.table import Table, TableName
from tnotes.errors import BadName, UnknownTable
from tnotes.history.message import message
from tnotes.words import fold

_MOST_NAME_CHARACTERS = 100


class Order(NamedTuple):
    """What to import and how: `complete` says that the export holds every schema of its connection."""

    paths: Sequence[Path]
    connection: str
    options: Options
    format: str | None = None
    complete: bool = False
    commit: bool = True


class Imported(NamedTuple):
    """What an import did: how many tables by what became of them, what was skipped, and the commit."""

    format: str
    connections: tuple[str, ...]
    counts: dict[str, int]
    unavailable: tuple[TableName, ...]
    skipped: tuple[Skipped, ...]
    committed: Committed


ADDED, CHANGED, UNCHANGED, UNAVAILABLE = "added", "changed", "unchanged", "unavailable"


def import_catalog(session: Session, order: Order) -> Imported:
    """Take an export into `catalog/`. It speaks for its schemas: a table gone from them becomes unavailable."""
    _check_connection(order.connection)
    export = read_export(order.paths, order.format, order.options)
    exported = _by_connection(export, order.connection)
    with writing(session.workspace) as repository:
        changes: dict[Path, bytes | None] = {}
        counts: Counter[str] = Counter({ADDED: 0, CHANGED: 0, UNCHANGED: 0, UNAVAILABLE: 0})
        gone: list[TableName] = []
        for connection, tables in exported.items():
            old = dict(session.whole_catalog.all_tables(connection))
            merged, lost = _merged(tables, old.values(), complete=order.complete)
            gone += lost
            changes |= _changes(session.workspace.catalog, old, merged, {table.name for table in tables}, counts)
        counts[UNAVAILABLE] = len(gone)
        text = _message(export, exported, counts)
        committed = Committed(None)
        if changes:
            # Not synced one by one: an import can be run again, and ten thousand syncs take a minute.
            committed = save(repository, changes, text, commit_it=order.commit, durable=len(changes) < 100)
    return Imported(export.format, tuple(exported), dict(counts), tuple(gone), export.skipped, committed)


def _check_connection(name: str) -> None:
    fine = name.isprintable() and name == name.strip() and 0 < len(name) <= _MOST_NAME_CHARACTERS
    if not fine or "/" in name or name in (".", ".."):
        raise BadName(f"{name!r} cannot be the name of a connection", hint="give a short plain name such as warehouse")


def _by_connection(export: Export, connection: str) -> dict[str, list[Table]]:
    """The tables under their connections: several databases in one export are never mixed."""
    databases = dict.fromkeys(table.database for table in export.tables)
    several = len(databases) > 1
    found: dict[str, list[Table]] = {}
    for table in export.tables:
        name = f"{connection}.{table.database}" if several and table.database else connection
        found.setdefault(name, []).append(_table(table, name, export.engine))
    return found


def _table(table: ExportedTable, connection: str, engine: str | None) -> Table:
    return Table(
        name=TableName(connection, table.schema, table.table),
        kind=table.kind,
        database=table.database,
        engine=engine,
        comment=table.comment,
        columns=table.columns,
    )


def _merged(new: Sequence[Table], old: Iterable[Table], *, complete: bool) -> tuple[list[Table], list[TableName]]:
    """All tables of the connection as they are from now on, and those that became unavailable."""
    there = {table.name for table in new}
    spoken_for = {table.name.schema for table in new}
    merged, lost = list(new), []
    for table in old:
        if table.name in there:
            continue
        if table.available and (complete or table.name.schema in spoken_for):
            lost.append(table.name)
            table = table._replace(available=False)
        merged.append(table)
    return merged, lost


def _changes(
    root: Path, old: dict[Path, Table], merged: Sequence[Table], imported: Collection[TableName], counts: Counter[str]
) -> dict[Path, bytes | None]:
    """The files to write, and those to remove because a name that differs only in case moved them."""
    lie = places(table.name for table in merged)
    before = {table.name: (path, table) for path, table in old.items()}
    changes: dict[Path, bytes | None] = {}
    for table in merged:
        place = lie[table.name]
        path = root / place.with_name(place.name + EXTENSION)
        was_at, was = before.get(table.name, (None, None))
        if was is None:
            counts[ADDED] += 1
        elif table.name in imported:
            counts[UNCHANGED if table == was else CHANGED] += 1
        if (was_at, was) != (path, table):
            changes[path] = to_text(table).encode()
        if was_at is not None and was_at != path:
            changes.setdefault(was_at, None)
    return changes


def _message(export: Export, exported: dict[str, list[Table]], counts: Counter[str]) -> str:
    numbers = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    trailers = [("Action", "import"), ("Format", export.format), *(("Connection", name) for name in exported)]
    return message(f"catalog: import {', '.join(exported)} ({numbers})", trailers)


def list_tables(session: Session, connection: str | None = None, schema: str | None = None) -> tuple[Table, ...]:
    """The visible tables, of one connection or schema where it is given."""
    visible = session.visible
    names = [
        name
        for name in visible.all_names()
        if (connection is None or fold(name.connection) == fold(connection))
        and (schema is None or fold(name.schema) == fold(schema))
    ]
    if not names and (connection or schema):
        what = " ".join(part for part in (connection, schema) if part)
        raise UnknownTable(f"no tables in {what}", hint="tnotes catalog ls lists all of them")
    return tuple(table for name in names if (table := visible.load(name)) is not None)
