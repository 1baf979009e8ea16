"""What became of each note between two states of a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tnotes.notes.note import ARCHIVED, DELETED, Note

ADDED, REMOVED, RESTORED, EDITED, MOVED, TOUCHED = "added", "removed", "restored", "edited", "moved", "touched"
# what commits that record such a change call it
RECORDED_AS = {ADDED: (ADDED,), EDITED: (EDITED,), MOVED: (EDITED,), TOUCHED: (TOUCHED,), DELETED: (DELETED,)} | {
    RESTORED: (RESTORED, "revived")
}
WORDS = (ADDED, EDITED, MOVED, TOUCHED, ARCHIVED, DELETED, RESTORED, REMOVED)


class NoteChange(NamedTuple):
    """One note and what happened to it, in one word of those the README lists under `log`; as it was and is."""

    note: str
    what: str
    was: Note | None = None
    now: Note | None = None


def changes(
    before: Sequence[Note], after: Sequence[Note], others: Iterable[Sequence[Note]] = ()
) -> Iterator[NoteChange]:
    """The changes, note by note in the order of ids. `others` are further states that `after` was merged from:
    what one of them had already is no change.
    """
    old, new = ({note.id: note for note in notes} for notes in (before, after))
    elsewhere = [{note.id: note for note in notes} for notes in others]
    for note_id in sorted(old.keys() | new.keys()):
        was, now = old.get(note_id), new.get(note_id)
        if was != now and all(notes.get(note_id) != now for notes in elsewhere):
            # a merge can change what only the other side had: that is no new note
            was = was or next((notes[note_id] for notes in elsewhere if note_id in notes), None)
            yield NoteChange(note_id, _what(was, now), was, now)


def _what(was: Note | None, now: Note | None) -> str:
    if was is None or now is None:
        return ADDED if was is None else REMOVED
    if was.status != now.status:
        return now.status if now.status in (DELETED, ARCHIVED) else RESTORED
    if was.content != now.content:
        return EDITED
    return MOVED if was.column != now.column else TOUCHED
