"""What a write does to the notes of one table. Pure: the time and a fresh id are given."""

from __future__ import annotations

from typing import NamedTuple

from tnotes.notes.cap import over_cap
from tnotes.notes.dedup import same_note
from tnotes.notes.note import ACTIVE, DELETED, Note
from tnotes.notes.times import later

ADDED, TOUCHED, REVIVED = "added", "touched", "revived"


class Entry(NamedTuple):
    """A text that somebody records, on the whole table where `column` is None."""

    content: str
    column: str | None
    author: str | None
    conversation: str | None


class Outcome(NamedTuple):
    """What became of a write: the note as it is now, all notes of the table, and those the cap archived."""

    action: str
    note: Note
    notes: tuple[Note, ...]
    archived: tuple[Note, ...] = ()


def record(notes: tuple[Note, ...], entry: Entry, now: str, fresh_id: str, cap: int) -> Outcome:
    """A new note, or the one that says the same with its date moved, or an archived one brought back."""
    same = same_note(notes, entry.column, entry.content)
    if same is None:
        note = Note(
            id=fresh_id,
            content=entry.content,
            created=now,
            updated=now,
            column=entry.column,
            author=entry.author,
            conversation=entry.conversation,
        )
        return capped(ADDED, note, (*notes, note), cap)
    moved = activated(same, now)
    return capped(TOUCHED if same.active else REVIVED, moved, replaced(notes, moved), cap)


def activated(note: Note, now: str) -> Note:
    """The note active and updated now; its date never moves back, whatever the clock says."""
    return note._replace(status=ACTIVE, archived_by=None, updated=max(now, later(note.updated)))


def deleted(note: Note, now: str) -> Note:
    """The note without its text: who and when stay, the text stays in history only."""
    return note._replace(status=DELETED, content=None, archived_by=None, updated=max(now, later(note.updated)))


def replaced(notes: tuple[Note, ...], note: Note) -> tuple[Note, ...]:
    """The notes with the one of that id exchanged."""
    return tuple(note if other.id == note.id else other for other in notes)


def capped(action: str, note: Note, notes: tuple[Note, ...], cap: int) -> Outcome:
    """The outcome after the cap archived what is too much, never the note just written."""
    archived = over_cap(notes, cap, frozenset({note.id}))
    for one in archived:
        notes = replaced(notes, one)
    return Outcome(action, note, notes, archived)
