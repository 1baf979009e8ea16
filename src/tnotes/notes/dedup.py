"""When two texts are the same note, and when a write is only a retry."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from tnotes.notes.note import ARCHIVED, Note, newest_first
from tnotes.notes.times import moment
from tnotes.words import nfc, same_text_key

RETRY_WITHIN = timedelta(minutes=10)


def same_note(notes: Iterable[Note], column: str | None, content: str) -> Note | None:
    """The note that already says this about this column: the active one, else the newest archived one."""
    key, place = same_text_key(content), _composed(column)
    same = [
        note
        for note in notes
        if note.content is not None and _composed(note.column) == place and same_text_key(note.content) == key
    ]
    active = [note for note in same if note.active]
    archived = [note for note in same if note.status == ARCHIVED]
    return next(iter(newest_first(active) + newest_first(archived)), None)


def is_recent(updated: str, now: str) -> bool:
    """Whether an update lies so little before `now` that the same write again is a retry."""
    return abs(moment(now) - moment(updated)) < RETRY_WITHIN


def _composed(column: str | None) -> str | None:
    """A column's name as all names are compared: a hand edit on macOS may have written it decomposed."""
    return None if column is None else nfc(column)
