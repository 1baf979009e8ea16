"""The verb `log --blame`: each active note of a table with the commit that last touched it."""

from __future__ import annotations

from typing import NamedTuple

from tnotes.actions.commits import repository_of
from tnotes.actions.find import find_table, load_kept
from tnotes.actions.log import Event, events_of
from tnotes.actions.session import Session
from tnotes.catalog.table import TableName
from tnotes.history.git import Repository
from tnotes.history.trail import cut_at, steps
from tnotes.notes.note import Note, newest_first


class Blamed(NamedTuple):
    """A note and what made it what it is; None where that is in no commit yet."""

    note: Note
    event: Event | None


class Blame(NamedTuple):
    """The active notes of a table, newest first; `shallow` where this clone's history is cut."""

    name: TableName
    notes: tuple[Blamed, ...]
    shallow: bool


def blame(session: Session, typed: str) -> Blame:
    """Each active note of the table with the commit that last touched it."""
    repository = repository_of(session.workspace)
    kept = load_kept(session, find_table(session, typed))
    notes = {note.id: note for note in kept.file.notes if note.active}
    found = _found(repository, kept.path.relative_to(repository.root).as_posix(), notes)
    ordered = newest_first(list(notes.values()))
    return Blame(kept.file.name, tuple(Blamed(one, found.get(one.id)) for one in ordered), bool(cut_at(repository)))


def _found(repository: Repository, path: str, notes: dict[str, Note]) -> dict[str, Event]:
    """The newest change of each note that made it what the file says now: another branch may have said otherwise."""
    cut = cut_at(repository)
    found: dict[str, Event] = {}
    if not notes:
        return found
    for step in steps(repository, [path]):
        for event, change in events_of(step, cut):
            if change.note in notes and change.note not in found and change.now == notes[change.note]:
                found[change.note] = event
        if len(found) == len(notes):
            break
    return found
