"""The verb `catalog cleanup`: removes the tables that are no longer available, with their notes. History keeps them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.commits import Committed, save, writing
from tnotes.actions.session import Session
from tnotes.catalog.access import VisibleCatalog
from tnotes.catalog.families import families_of
from tnotes.catalog.names import paste
from tnotes.catalog.table import Table, TableName
from tnotes.errors import GitState, NotAdministrator, UnknownTable
from tnotes.history.git import Repository
from tnotes.history.message import message
from tnotes.history.status import look
from tnotes.notes.note import STATUSES, Note
from tnotes.words import fold


class Doomed(NamedTuple):
    """A table to remove, or a family whose shards all go: its files, and its notes."""

    name: TableName
    catalog_file: Path | None
    note_file: Path | None
    notes: tuple[Note, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many notes go, by their status."""
        found = Counter(note.status for note in self.notes)
        return {status: found[status] for status in STATUSES}


class Plan(NamedTuple):
    """What a cleanup removes."""

    doomed: tuple[Doomed, ...]

    @property
    def tables(self) -> int:
        """How many tables go; a family is none of its own."""
        return sum(one.catalog_file is not None for one in self.doomed)

    @property
    def counts(self) -> dict[str, int]:
        """How many notes go in all, by their status."""
        return {status: sum(one.counts[status] for one in self.doomed) for status in STATUSES}


def plan_cleanup(session: Session, connection: str | None = None) -> Plan:
    """The unavailable tables that this administrator sees. Raises where nothing may be removed."""
    session.require_writes("catalog cleanup")
    if not session.admin:
        hint = "ask one; roles with admin: true in tnotes.yaml are administrators (--role, TNOTES_ROLE)"
        raise NotAdministrator("catalog cleanup is for administrators", hint=hint)
    visible = session.visible
    known = [of for of in session.whole_catalog.connections() if connection is None or fold(of) == fold(connection)]
    there = [pair for of in known for pair in _tables(session, of) if visible.sees(pair[1].name)]
    if connection is not None and not there:
        raise UnknownTable(f"no tables in {connection}", hint="tnotes catalog ls lists all of them")
    gone = {table.name: path for path, table in there if not table.available}
    doomed = [_doomed(session, name, gone[name]) for name in sorted(gone)]
    return Plan((*doomed, *_families(session, visible, frozenset(gone), known)))


def _tables(session: Session, connection: str) -> Iterator[tuple[Path, Table]]:
    for path, table in session.whole_catalog.all_files(connection):
        if isinstance(table, Table):  # nobody can say of a file that cannot be read that its table is gone
            yield path, table


def _families(
    session: Session, visible: VisibleCatalog, gone: frozenset[TableName], connections: Iterable[str]
) -> Iterator[Doomed]:
    """The families that lose all of their shards, those that this user does not see included."""
    whole = session.whole_catalog
    for family, _ in visible.all_families():
        shards = families_of(whole.tables(family.connection, family.schema)).get(family.table, ())
        if family.connection in connections and all(family._replace(table=one) in gone for one in shards):
            doomed = _doomed(session, family, None)
            if doomed.note_file is not None:
                yield doomed


def _doomed(session: Session, name: TableName, catalog_file: Path | None) -> Doomed:
    beside = None if catalog_file is None else catalog_file.relative_to(session.workspace.catalog)
    kept = session.notes.load(name, beside)
    return Doomed(name, catalog_file, None if kept.text is None else kept.path, kept.file.notes)


def cleanup(session: Session, plan: Plan, connection: str | None = None, *, commit: bool = True) -> Committed:
    """Remove what the plan says, in one commit. Raises GitState where that is not what lies there any more."""
    if not plan.doomed:
        return Committed(None)
    with writing(session.workspace) as repository:
        if plan_cleanup(session, connection) != plan:
            raise GitState("the catalog or its notes changed meanwhile", hint="run it again and look at the new counts")
        _require_in_history(repository, [one.note_file for one in plan.doomed if one.note_file])
        files = [path for one in plan.doomed for path in (one.catalog_file, one.note_file) if path is not None]
        return save(repository, dict.fromkeys(files), _message(plan), commit_it=commit)


def _require_in_history(repository: Repository, notes: Iterable[Path]) -> None:
    """What is in no commit could never be restored."""
    names = [path.relative_to(repository.root).as_posix() for path in notes]
    for name in look(repository, names).states if names else ():
        raise GitState(
            f"{name} has changes that are in no commit", hint="commit it first, so that its notes can return"
        )


def _message(plan: Plan) -> str:
    names = [paste(one.name, connection=True) for one in plan.doomed]
    notes = [note.id for one in plan.doomed for note in one.notes]
    trailers = [("Action", "cleanup"), *(("Table", name) for name in names), *(("Note", note) for note in notes)]
    return message(f"catalog: cleanup ({plan.tables} tables, {len(notes)} notes)", trailers)
