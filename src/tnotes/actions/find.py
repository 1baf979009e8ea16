"""The one table, column or note that somebody named, or the error that says why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tnotes.actions.session import Session
from tnotes.catalog.columns import AmbiguousColumnName, FoundColumn, resolve_column
from tnotes.catalog.names import quote
from tnotes.catalog.resolve import Ambiguous, Found, resolve
from tnotes.catalog.table import Table
from tnotes.errors import AmbiguousColumn, AmbiguousTable, UnknownColumn, UnknownNote, UnknownTable
from tnotes.notes.file import NoteFile
from tnotes.notes.note import Note
from tnotes.notes.store import Kept

_MOST_IN_MESSAGE = 50  # a warehouse with a schema for each tenant has every name a thousand times


def find_table(session: Session, typed: str) -> Table:
    """The visible table that `typed` names."""
    said = session.settings.connections
    databases = {name: one.database for name, one in said.items() if one.database is not None}
    found = resolve(typed, session.visible, databases)
    if isinstance(found, Found):
        return found.table
    if isinstance(found, Ambiguous):
        raise AmbiguousTable(
            f"{typed} names {len(found.candidates)} tables: {_listed(found.candidates)}",
            hint=f"say which, such as {found.candidates[0]}",
            candidates=found.candidates,
        )
    near = found.candidates
    hint = f"did you mean {' or '.join(near[:3])}?" if near else "tnotes catalog ls lists the tables"
    raise UnknownTable(f"no table {typed} in the catalog", hint=hint, candidates=near)


def _listed(candidates: Sequence[str]) -> str:
    more = len(candidates) - _MOST_IN_MESSAGE
    return ", ".join(candidates[:_MOST_IN_MESSAGE]) + (f" and {more:,} more" if more > 0 else "")


def find_column(table: Table, typed: str) -> str:
    """The column of the table that `typed` names, in the catalog's spelling."""
    found = resolve_column(typed, table)
    if isinstance(found, FoundColumn):
        return found.name
    place = f"{quote(table.name.schema)}.{quote(table.name.table)}"
    near = found.candidates
    if isinstance(found, AmbiguousColumnName):
        raise AmbiguousColumn(
            f"{place} has several columns {typed}: {', '.join(near)}", hint="spell it exactly", candidates=near
        )
    hint = f"did you mean {' or '.join(near)}?" if near else f"tnotes catalog show {place} lists its columns"
    raise UnknownColumn(f"{place} has no column {typed}", hint=hint, candidates=near)


def load_kept(session: Session, table: Table) -> Kept:
    """The table's note file; a new one will lie where its catalog file lies."""
    path = session.whole_catalog.lies_at(table.name)
    beside = None if path is None else path.relative_to(session.workspace.catalog)
    return session.notes.load(table.name, beside)


def find_note(session: Session, note_id: str) -> tuple[Path, NoteFile, Note]:
    """The note of that id on a visible table. A hidden one answers as one that does not exist."""
    found = session.notes.with_id(note_id)
    if found is None or not session.visible.sees(found[1].name):
        raise UnknownNote(f"no note {note_id}", hint="tnotes ls lists the notes with their ids")
    return found
