"""The verb `log`: what happened to which note, read from the differences of the note files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.commits import repository_of
from tnotes.actions.find import find_table, load_kept, load_kept_of
from tnotes.actions.session import Session
from tnotes.actions.who import ROLE, Trailers, Who, speaker
from tnotes.catalog.families import family_name
from tnotes.catalog.table import Table, TableName
from tnotes.errors import UnknownNote, UnknownTable, UnreadableFile
from tnotes.history.git import Repository
from tnotes.history.message import said_in
from tnotes.history.trail import Step, cut_at, left_out, steps
from tnotes.notes.changes import EDITED, RECORDED_AS, REMOVED, NoteChange, changes
from tnotes.notes.file import NoteFile, parse_notes
from tnotes.notes.note import DELETED, is_id

# How a change came into the files: by a command of ours, by hand, by a commit that is several in one, by a merge of its
# own, or before the place where this clone's history is cut.
TNOTES, HAND, SQUASH, MERGE, CUT = VIAS = ("tnotes", "hand", "squash", "merge", "cut")
_SOMEBODY_ELSES = (EDITED, DELETED, REMOVED)


class Event(NamedTuple):
    """One thing that happened to one note; `action`, `author` and `conversation` are what the commit said of itself.

    `of` is the note's author where somebody else changed or deleted it, `role` the administrators' role that did so.
    """

    commit: str
    date: str
    committer: str
    name: TableName
    note: str
    what: str
    action: str | None
    author: str | None
    conversation: str | None
    via: str = TNOTES
    of: str | None = None
    role: str | None = None
    path: str = ""


class Trail(NamedTuple):
    """What happened, newest first; `shallow` where this clone's history is cut, `more` where the limit cut it off."""

    events: tuple[Event, ...]
    shallow: bool
    more: bool = False


def log(session: Session, typed: str | None, limit: int | None = None) -> Trail:
    """What happened to the notes of a table, to one note, or to all, from the differences of the note files."""
    repository = repository_of(session.workspace)
    wanted, paths = _paths(session, typed)
    visible, cut = session.visible, cut_at(repository)
    every = (
        event
        for step in steps(repository, paths)
        for event, _ in events_of(step, cut)
        if visible.sees(event.name) and (wanted is None or event.note == wanted)
    )
    found = tuple(islice(every, None if limit is None else limit + 1))
    if typed is not None:
        found = tuple(_with_left_out(session, repository, found))
    if wanted is not None and not found and _unknown(session, wanted):
        raise UnknownNote(f"no note {wanted}", hint="tnotes ls lists the notes with their ids")
    return Trail(found[:limit], bool(cut), limit is not None and len(found) > limit)


def _paths(session: Session, typed: str | None) -> tuple[str | None, list[str]]:
    root = session.workspace.root
    if typed is None:
        return None, ["notes"]
    if is_id(typed):
        found = session.notes.with_id(typed)
        if found is not None:
            return typed, [found[0].relative_to(root).as_posix()]
        with suppress(UnknownTable):  # a table may be called like an id
            return None, _files_of(session, find_table(session, typed), root)
        return typed, ["notes"]
    return None, _files_of(session, find_table(session, typed), root)


def _files_of(session: Session, table: Table, root: Path) -> list[str]:
    """The note files that tell of the table: its own, and that of its family, which may be gone from the files."""
    family = family_name(table.name.table)
    paths = [load_kept(session, table).path]
    if family is not None and session.whole_catalog.path_of(whole := table.name._replace(table=family)) is None:
        paths.append(load_kept_of(session, whole).path)
    return [path.relative_to(root).as_posix() for path in paths]


def _with_left_out(session: Session, repository: Repository, found: tuple[Event, ...]) -> Iterator[Event]:
    """The events, and before those of a note that is in no file any more the merge that left it out."""
    seen: set[str] = set()
    for event in found:
        if event.note not in seen and event.what != REMOVED and session.notes.with_id(event.note) is None:
            for step in islice(left_out(repository, event.path, event.note), 1):
                made = (step.commit, step.date, step.author, event.name, event.note, REMOVED, None, None, None, MERGE)
                yield Event(*made, path=event.path)
        seen.add(event.note)
        yield event


def _unknown(session: Session, note_id: str) -> bool:
    found = session.notes.with_id(note_id)
    return found is None or not session.visible.sees(found[1].name)


def events_of(step: Step, cut: frozenset[str]) -> Iterator[tuple[Event, NoteChange]]:
    """What one commit did to the notes of one file. `cut` are the commits before which this clone has nothing."""
    before, after = (_parsed(text, step.path) for text in (step.before, step.after))
    file = after or before
    if file is None:
        return
    messages = said_in(step.message)
    others = [file.notes if file else () for file in (_parsed(text, step.path) for text in step.others)]
    for change in changes(before.notes if before else (), after.notes if after else (), others):
        said = _said_of(change, messages)
        action = next(iter(said.get("Action", ())), None)
        who = speaker(said, change.note) if said else Who(None, None)
        via = _via(step, change, messages, cut)
        event = Event(
            step.commit, step.date, step.author, file.name, change.note, change.what, action, *who, via, path=step.path
        )
        of = _somebody_else(event, change)
        yield event._replace(of=of, role=next(iter(said.get(ROLE, ())), None) if of else None), change


def _said_of(change: NoteChange, messages: tuple[Trailers, ...]) -> Trailers:
    """What the commit says of this change. A squash names a note once for each of its commits: the one that fits."""
    naming = [said for said in messages if _names(said, change.note)]
    if len(naming) <= 1:
        return naming[0] if naming else {}
    words = RECORDED_AS.get(change.what, ())
    return next((said for said in naming if any(word in said.get("Action", ()) for word in words)), {})


def _names(said: Trailers, note_id: str) -> bool:
    return note_id in said.get("Note", ()) or note_id in said.get("Archived", ())


def _via(step: Step, change: NoteChange, messages: tuple[Trailers, ...], cut: frozenset[str]) -> str:
    if step.commit in cut:
        return CUT
    if step.others:
        return MERGE
    named = any(_names(said, change.note) for said in messages)
    return HAND if not named else TNOTES if len(messages) == 1 else SQUASH


def _somebody_else(event: Event, change: NoteChange) -> str | None:
    """Whose note it was where somebody else changed or deleted it."""
    whose = change.was.author if change.was and change.what in _SOMEBODY_ELSES else None
    return None if whose == (event.author or event.committer) else whose


@lru_cache(maxsize=64)  # what a commit left is what the next one found
def _parsed(text: str | None, path: str) -> NoteFile | None:
    """The notes of an old version; one that cannot be read is passed over, its neighbours still tell what changed."""
    if text is None:
        return None
    try:
        return parse_notes(text, Path(path))
    except UnreadableFile:
        return None
