"""The one table, column or note that somebody named, or the error that says why there is none."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from tnotes.actions.session import Session
from tnotes.catalog.columns import AmbiguousColumnName, FoundColumn, resolve_column
from tnotes.catalog.families import KIND, family_name
from tnotes.catalog.names import paste
from tnotes.catalog.resolve import Ambiguous, Found, resolve
from tnotes.catalog.table import Table, TableName
from tnotes.errors import AmbiguousColumn, AmbiguousTable, UnknownColumn, UnknownNote, UnknownTable, UnreadableFile
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
            hint=f"say which, such as {typeable(found.candidates[0])}",
            candidates=found.candidates,
        )
    near = found.candidates
    hint = f"did you mean {' or '.join(map(typeable, near[:3]))}?" if near else "tnotes catalog ls lists the tables"
    raise UnknownTable(f"no table {typed} in the catalog", hint=hint, candidates=near)


def typeable(name: str) -> str:
    """A name as a shell takes it for one argument."""
    return shlex.quote(name)


def _listed(candidates: Sequence[str]) -> str:
    more = len(candidates) - _MOST_IN_MESSAGE
    return ", ".join(candidates[:_MOST_IN_MESSAGE]) + (f" and {more:,} more" if more > 0 else "")


def find_column(table: Table, typed: str) -> str:
    """The column of the table that `typed` names, in the catalog's spelling."""
    found = resolve_column(typed, table)
    if isinstance(found, FoundColumn):
        return found.name
    place = paste(table.name, connection=True)
    near = found.candidates
    if isinstance(found, AmbiguousColumnName):
        raise AmbiguousColumn(
            f"{place} has several columns {typed}: {', '.join(near)}", hint="spell it exactly", candidates=near
        )
    hint = f"did you mean {' or '.join(near)}?" if near else f"tnotes catalog show {typeable(place)} lists its columns"
    raise UnknownColumn(f"{place} has no column {typed}", hint=hint, candidates=near)


def load_kept(session: Session, table: Table) -> Kept:
    """The table's note file; a new one will lie where its catalog file lies, that of a family beside its shards."""
    return load_kept_of(session, table.name)


def load_kept_of(session: Session, name: TableName) -> Kept:
    """The note file of a table that need not be in the catalog, as that of a family never is."""
    catalog = session.whole_catalog
    path = catalog.lies_at(name) or catalog.would_lie_at(name)
    beside = None if path is None else path.relative_to(session.workspace.catalog)
    return session.notes.load(name, beside)


def family_file(session: Session, table: TableName) -> NoteFile | None:
    """The notes of the family that the table is a shard of. Its name tells the family, so that nothing is listed.

    They stay on a shard that has become the only one: a family's note can only have been left while it was one.
    """
    own = family_name(table.table)
    if own is None:
        return None
    family = table._replace(table=own)
    # whoever sees the shard sees one of the family; the rules decide on its name as on that of any table
    if not session.rules.may_read(family) or session.whole_catalog.path_of(family) is not None:
        return None
    kept = session.notes.load(family)
    return None if kept.text is None else kept.file


def notes_on(session: Session, table: Table) -> tuple[Note, ...]:
    """All notes that belong on the table's card: its own, and those of its family."""
    own = load_kept(session, table).file.notes
    family = family_file(session, table.name)
    return own if family is None else (*own, *family.notes)


def note_files_around(session: Session, table: Table) -> Iterator[NoteFile]:
    """The note files that tell of the table and can be read: its own, its family's, of a family those of its shards."""
    with suppress(UnreadableFile):
        yield load_kept(session, table).file
    if table.kind != KIND:
        with suppress(UnreadableFile):
            yield from filter(None, (family_file(session, table.name),))
        return
    connection, schema, name = table.name
    noted = session.notes.names(connection, schema)
    for shard in session.visible.families(connection, schema).get(name, ()):
        if shard in noted:
            with suppress(UnreadableFile):
                yield session.notes.load(table.name._replace(table=shard)).file


def require_own_notes(session: Session, table: Table) -> None:
    """Raise AmbiguousTable for a date shard or a partition: what holds for one holds for the table that it is part of.

    The candidate is that table.
    """
    family = session.visible.family_of(table.name)
    if family is not None:
        count = len(session.visible.families(family.connection, family.schema)[family.table])
        raise _part_of(session, table.name, family, f"one of the {count:,} date shards of")
    part = table.part_of
    parents = [] if part is None else list(session.visible.spelled(table.name.connection, *part))
    if len(parents) == 1:
        raise _part_of(session, table.name, parents[0], "a partition of")


def _part_of(session: Session, name: TableName, whole: TableName, what: str) -> AmbiguousTable:
    from tnotes.catalog.candidates import Listed

    candidate = Listed(session.visible).pasted(whole)
    return AmbiguousTable(
        f"{paste(name, connection=False)} is {what} {candidate}; a note on one of them would not reach the others",
        hint=f"leave it on the whole: tnotes add '{candidate}' …",
        candidates=(candidate,),
    )


def find_note(session: Session, note_id: str) -> tuple[Path, NoteFile, Note]:
    """The note of that id on a visible table. A hidden one answers as one that does not exist."""
    found = session.notes.with_id(note_id)
    if found is None or not session.visible.sees(found[1].name):
        raise UnknownNote(f"no note {note_id}", hint="tnotes ls lists the notes with their ids")
    return found
