"""The verb `catalog diff`: what changed between two states of the catalog, and which notes that touches. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.commits import repository_of
from tnotes.actions.imports import Order, read_order, refuse_twins
from tnotes.actions.session import Session
from tnotes.catalog.differences import CHANGED, RESPELLED, ColumnChange, TableChange, differences
from tnotes.catalog.importing import merged
from tnotes.catalog.names import exact
from tnotes.catalog.record import from_text
from tnotes.catalog.sources.export import Skipped
from tnotes.catalog.store import EXTENSION
from tnotes.catalog.table import Table, TableName
from tnotes.errors import UnknownTable, UnreadableFile
from tnotes.history.snapshot import texts_at
from tnotes.notes.note import Note, newest_first
from tnotes.words import fold, nfc

_DEPTH = 4  # catalog/<connection>/<schema>/<table>.json; what lies higher is no table


class Touched(NamedTuple):
    """A change with the ids of the active notes that it touches: all of them, and those of each changed column."""

    change: TableChange
    notes: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]


class Diff(NamedTuple):
    """The changes, what the export skips, and the catalog files that cannot be read and are left out."""

    changes: tuple[Touched, ...]
    skipped: tuple[Skipped, ...] = ()
    unreadable: tuple[UnreadableFile, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """The ids of all notes that are touched."""
        return tuple(dict.fromkeys(note for one in self.changes for note in one.notes))


def diff_export(session: Session, order: Order) -> Diff:
    """What an import of these files would change."""
    export, exported = read_order(order)
    refuse_twins(exported, session.whole_catalog.connections())
    before, bad = _now(session, exported)
    after: list[Table] = []
    for connection, tables in exported.items():
        old = [table for table in before if table.name.connection == connection]
        after += merged(tables, old, complete=order.complete)[0]
    return Diff(_touched(session, before, after), export.skipped, bad)


def diff_revisions(session: Session, since: str, until: str | None, connection: str | None = None) -> Diff:
    """What changed from one revision to another, or to the files as they are now. The notes are those of now."""
    before, bad = _at(session, since)
    if until is None:
        after, worse = _now(session, session.whole_catalog.connections())
    else:
        after, worse = _at(session, until)
    if connection is not None:
        before, after = (_of(connection, tables) for tables in (before, after))
        if not any(session.visible.sees(table.name) for table in (*before, *after)):
            raise UnknownTable(f"no tables in {connection}", hint="tnotes catalog ls lists all of them")
    return Diff(_touched(session, before, after), (), (*bad, *worse))


def _of(connection: str, tables: Iterable[Table]) -> list[Table]:
    return [table for table in tables if fold(table.name.connection) == fold(connection)]


def _now(session: Session, connections: Iterable[str]) -> tuple[list[Table], tuple[UnreadableFile, ...]]:
    catalog = session.whole_catalog
    found = [pair for connection in connections for pair in catalog.all_files(connection)]
    tables = [table for _, table in found if isinstance(table, Table)]
    root = session.workspace.root
    bad = ((path.relative_to(root), one) for path, one in found if isinstance(one, UnreadableFile))
    return tables, tuple(one for path, one in bad if _may_name(session, path))


def _at(session: Session, revision: str) -> tuple[list[Table], tuple[UnreadableFile, ...]]:
    tables: list[Table] = []
    bad: list[UnreadableFile] = []
    folder = session.workspace.catalog.name
    for name, text in texts_at(repository_of(session.workspace), revision, folder, EXTENSION).items():
        path = Path(name)
        if len(path.parts) != _DEPTH:
            continue
        try:
            tables.append(from_text(text, Path(f"{revision}:{name}")))
        except UnreadableFile as problem:
            bad += [problem] if _may_name(session, path) else []
    return tables, tuple(bad)


def _may_name(session: Session, path: Path) -> bool:
    """Whether a catalog file that cannot be read may be named: its header is not known, its path is."""
    names = [name for part in path.with_suffix("").parts[1:] if (name := exact(part)) is not None]
    return len(names) == _DEPTH - 1 and session.visible.sees(TableName(*names))


def _touched(session: Session, before: Iterable[Table], after: Iterable[Table]) -> tuple[Touched, ...]:
    may_read = session.rules.may_read
    old, new = ([table for table in tables if may_read(table.name)] for tables in (before, after))
    seen = (change for change in differences(old, new) if may_read(change.name))
    named = (one if one.family is None or may_read(one.family) else one._replace(family=None) for one in seen)
    return tuple(_with_notes(session, change) for change in named)


def _with_notes(session: Session, change: TableChange) -> Touched:
    notes = [note for name in (change.name, change.was) if name is not None for note in _active(session, name)]
    columns = [[note for note in notes if note.column is not None and _is_about(note, one)] for one in change.columns]
    # What becomes of the table as a whole concerns all of its notes, what becomes of a column those on it.
    all_of_them = notes if change.what != CHANGED else [note for some in columns for note in some]
    return Touched(change, _ids(all_of_them), tuple(map(_ids, columns)))


def _active(session: Session, name: TableName) -> Iterator[Note]:
    return (note for note in session.notes.load(name).file.notes if note.active)


def _is_about(note: Note, change: ColumnChange) -> bool:
    names = (change.before, change.after) if change.what == RESPELLED else (change.column,)
    return nfc(note.column or "") in {nfc(name) for name in names if name}


def _ids(notes: Iterable[Note]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(note.id for note in newest_first(list(notes))))
