"""The verb `catalog import`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.commits import Committed, save, writing
from tnotes.actions.session import Session
from tnotes.catalog.importing import OUTCOMES, UNAVAILABLE, Taken, counted, take
from tnotes.catalog.metrics import EXAMPLES, examples_to_text
from tnotes.catalog.metrics import FILE as METRICS
from tnotes.catalog.metrics import to_text as metrics_to_text
from tnotes.catalog.names import component
from tnotes.catalog.sources import read_export
from tnotes.catalog.sources.export import Export, ExportedTable, Options, Skipped
from tnotes.catalog.store import EXTENSION
from tnotes.catalog.table import Table, TableName
from tnotes.errors import BadName, UnreadableFile
from tnotes.files.disk import read_text
from tnotes.history.message import message
from tnotes.words import fold

_MOST_NAME_CHARACTERS = 100
# Above this many files they are not synced one by one: ten thousand syncs take a minute, and one can import again.
_MOST_DURABLE = 100


class Order(NamedTuple):
    """What to import and how: `complete` says that the export holds every schema of its connection."""

    paths: Sequence[Path]
    connection: str
    options: Options
    format: str | None = None
    complete: bool = False
    commit: bool = True


class Imported(NamedTuple):
    """What an import did: how many visible tables by what became of them, what was skipped, and the commit.

    `unavailable` has the visible tables among those that are gone; `replaced` the files that could not be read.
    """

    format: str
    connections: tuple[str, ...]
    counts: dict[str, int]
    unavailable: tuple[TableName, ...]
    replaced: tuple[UnreadableFile, ...]
    skipped: tuple[Skipped, ...]
    committed: Committed


def import_catalog(session: Session, order: Order) -> Imported:
    """Take an export into `catalog/`. It speaks for its schemas: a table gone from them becomes unavailable."""
    export, exported = read_order(order)
    with writing(session.workspace) as repository:
        refuse_twins(exported, session.whole_catalog.connections())
        taken = [_take(session, name, tables, complete=order.complete) for name, tables in exported.items()]
        changes = {path: data for one in taken for path, data in one.changes.items()}
        changes |= _beside(session.workspace.catalog, exported, export)
        committed = Committed(None)
        if changes:
            text = _message(export, exported, counted(what for one in taken for what in one.outcomes.values()))
            durable = len(changes) < _MOST_DURABLE
            committed = save(repository, changes, text, commit_it=order.commit, durable=durable)
    visible = session.visible
    seen = [(name, what) for one in taken for name, what in one.outcomes.items() if visible.sees(name)]
    return Imported(
        export.format,
        tuple(exported),
        dict(counted(what for _, what in seen)),
        tuple(name for name, what in seen if what == UNAVAILABLE),
        tuple(problem for one in taken for problem in one.replaced if _may_name(session, problem)),
        export.skipped,
        committed,
    )


def _may_name(session: Session, problem: UnreadableFile) -> bool:
    below = Path(problem.path).relative_to(session.workspace.catalog)
    return session.may_name(session.workspace.notes / below)


def read_order(order: Order) -> tuple[Export, dict[str, list[Table]]]:
    """What the files say, and their tables under the connections that they come to."""
    _check_connection(order.connection)
    export = read_export(order.paths, order.format, replace(order.options, connection=order.connection))
    return export, _by_connection(export, order.connection)


def _check_connection(name: str) -> None:
    fine = name.isprintable() and name == name.strip() and 0 < len(name) <= _MOST_NAME_CHARACTERS
    if not fine or "/" in name or name in (".", ".."):
        raise BadName(f"{name!r} cannot be the name of a connection", hint="give a short plain name such as warehouse")


def refuse_twins(names: Iterable[str], existing: Iterable[str]) -> None:
    """Connections that differ only in case would be one folder on some machines, and one name to everybody."""
    known = {fold(name): name for name in existing}
    for name in names:
        other = known.setdefault(fold(name), name)
        if other != name:
            hint = f"give -c {other}, another name, or one of several databases with --database"
            raise BadName(f"the connections {name} and {other} differ only in case", hint=hint, candidates=(other,))


def _by_connection(export: Export, connection: str) -> dict[str, list[Table]]:
    """The tables under their connections: several databases in one export are never mixed."""
    several = len(_databases(export)) > 1
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
        part_of=table.part_of,
    )


def _take(session: Session, connection: str, tables: Sequence[Table], *, complete: bool) -> Taken:
    root = session.workspace.catalog
    files = dict(session.whole_catalog.all_files(connection))
    return take(
        files, tables, complete=complete, file_of=lambda parts: root.joinpath(*parts[:-1], parts[-1] + EXTENSION)
    )


def _beside(root: Path, connections: Iterable[str], export: Export) -> dict[Path, bytes | None]:
    """The files of metrics and example drafts that differ. An export without any says nothing about those there."""
    files: dict[Path, str] = {}
    for name in connections:
        folder = root / component(name)
        database = name.rpartition(".")[2]
        metrics = [
            one
            for one in export.metrics
            if one.database is None or len(_databases(export)) == 1 or one.database == database
        ]
        if metrics:
            files[folder / METRICS] = metrics_to_text(name, metrics)
        if export.examples:
            files[folder / EXAMPLES] = examples_to_text(name, export.examples)
    return {path: text.encode() for path, text in files.items() if read_text(path, root.parent) != text}


def _databases(export: Export) -> set[str | None]:
    return {table.database for table in export.tables}


def _message(export: Export, exported: Iterable[str], counts: Counter[str]) -> str:
    names = list(exported)
    numbers = ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome])
    trailers = [("Action", "import"), ("Format", export.format), *(("Connection", name) for name in names)]
    return message(f"catalog: import {', '.join(names)} ({numbers})", trailers)
