"""The verb `log`: what happened to which note, read from the differences of the note files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.commits import repository_of
from tnotes.actions.find import find_table, load_kept
from tnotes.actions.session import Session
from tnotes.actions.who import speaker
from tnotes.catalog.table import TableName
from tnotes.errors import UnknownNote, UnknownTable, UnreadableFile
from tnotes.history.message import trailers
from tnotes.history.trail import Step, is_shallow, steps
from tnotes.notes.changes import changes
from tnotes.notes.file import NoteFile, parse_notes
from tnotes.notes.note import is_id


class Event(NamedTuple):
    """One thing that happened to one note; `action` and what follows is what the commit said of itself, if it did."""

    commit: str
    date: str
    committer: str
    name: TableName
    note: str
    what: str
    action: str | None
    author: str | None
    conversation: str | None


class Trail(NamedTuple):
    """What happened, newest first; `shallow` where this clone's history is cut."""

    events: tuple[Event, ...]
    shallow: bool


def log(session: Session, typed: str | None) -> Trail:
    """What happened to the notes of a table, to one note, or to all, from the differences of the note files."""
    repository = repository_of(session.workspace)
    wanted, paths = _paths(session, typed)
    visible = session.visible
    found = tuple(
        event
        for step in steps(repository, paths)
        for event in _events(step)
        if visible.sees(event.name) and (wanted is None or event.note == wanted)
    )
    if wanted is not None and not found and _unknown(session, wanted):
        raise UnknownNote(f"no note {wanted}", hint="tnotes ls lists the notes with their ids")
    return Trail(found, is_shallow(repository))


def _paths(session: Session, typed: str | None) -> tuple[str | None, list[str]]:
    root = session.workspace.root
    if typed is None:
        return None, ["notes"]
    if is_id(typed):
        found = session.notes.with_id(typed)
        if found is not None:
            return typed, [found[0].relative_to(root).as_posix()]
        with suppress(UnknownTable):  # a table may be called like an id
            return None, [load_kept(session, find_table(session, typed)).path.relative_to(root).as_posix()]
        return typed, ["notes"]
    return None, [load_kept(session, find_table(session, typed)).path.relative_to(root).as_posix()]


def _unknown(session: Session, note_id: str) -> bool:
    found = session.notes.with_id(note_id)
    return found is None or not session.visible.sees(found[1].name)


def _events(step: Step) -> Iterator[Event]:
    before, after = (_parsed(text, step.path) for text in (step.before, step.after))
    file = after or before
    if file is None:
        return
    said = trailers(step.message)
    action = next(iter(said.get("Action", ())), None)
    others = [file.notes if file else () for file in (_parsed(text, step.path) for text in step.others)]
    for change in changes(before.notes if before else (), after.notes if after else (), others):
        ours = change.note in said.get("Note", ()) or change.note in said.get("Archived", ())
        extra = (action, *speaker(said, change.note)) if ours else (None, None, None)
        yield Event(step.commit, step.date, step.author, file.name, change.note, change.what, *extra)


@lru_cache(maxsize=64)  # what a commit left is what the next one found
def _parsed(text: str | None, path: str) -> NoteFile | None:
    """The notes of an old version; one that cannot be read is passed over, its neighbours still tell what changed."""
    if text is None:
        return None
    try:
        return parse_notes(text, Path(path))
    except UnreadableFile:
        return None
