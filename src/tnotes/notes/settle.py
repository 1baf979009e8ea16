"""Duplicates and cap, decided anew from the notes alone, so that it does not matter in which order branches meet.

What the cap and duplicates archived can be told apart from what people archived, and no date moves: `reconsidered`
gives back the notes that `settled` was given.
"""

from __future__ import annotations

from collections.abc import Iterable

from tnotes.notes.note import ACTIVE, ARCHIVED, BY_CAP, BY_DUPLICATE, BY_PERSON, Note, newest_first
from tnotes.words import nfc, same_text_key

Notes = tuple[Note, ...]


def settled(notes: Iterable[Note], cap: int) -> Notes:
    """The notes in the order of their ids: of equal active ones the newest stays, then as many as the cap allows."""
    all_notes = sorted(notes, key=lambda note: note.id)
    staying: dict[tuple[str | None, str], Note] = {}
    archived: dict[str, str] = {}
    for note in newest_first([note for note in all_notes if note.active]):
        if staying.setdefault(_saying(note), note) is not note:
            archived[note.id] = BY_DUPLICATE
    archived |= {note.id: BY_CAP for note in [*staying.values()][cap:]}
    return tuple(
        note._replace(status=ARCHIVED, archived_by=archived[note.id]) if note.id in archived else note
        for note in all_notes
    )


def reconsidered(notes: Iterable[Note]) -> Notes:
    """The notes of one file before cap and duplicates were decided.

    A duplicate whose other note was since edited or deleted does not come back: whoever did that did it to the text.
    """
    notes = tuple(notes)
    said = {_saying(note) for note in notes if note.active or _by(note, BY_CAP)}
    return tuple(_raw(note, said) for note in notes)


def _raw(note: Note, said: set[tuple[str | None, str]]) -> Note:
    if _by(note, None) or (_by(note, BY_DUPLICATE) and _saying(note) not in said):
        return note._replace(archived_by=BY_PERSON)
    if _by(note, BY_CAP) or _by(note, BY_DUPLICATE):
        return note._replace(status=ACTIVE, archived_by=None)
    return note


def _by(note: Note, reason: str | None) -> bool:
    return note.status == ARCHIVED and note.archived_by == reason


def _saying(note: Note) -> tuple[str | None, str]:
    """Equal for two notes that say the same about the same place."""
    return note.column and nfc(note.column), same_text_key(note.content or "")
