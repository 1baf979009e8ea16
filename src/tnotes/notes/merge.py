"""Two states of a table's notes that grew from one: what stands in the file afterwards, whoever merges first.

Of each note, each wording that somebody gave it is followed by itself: one that only one side changed is taken from
there, one that both changed is taken from the later. The latest wording is the note; others that nobody took back stay
as archived copies. No rule looks at which side is ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tnotes.notes.births import as_copy, as_was, told_apart
from tnotes.notes.note import STATUSES, Note
from tnotes.notes.settle import reconsidered, settled
from tnotes.words import same_text_key

Notes = tuple[Note, ...]
Place = tuple[str, str | None]  # a note's id and the key of a wording; None where it is deleted


class _Wording(NamedTuple):
    """A note as somebody worded it; a copy is one that lost against a later one."""

    note: Note
    copy: bool


def merge(base: Notes | None, ours: Notes | None, theirs: Notes | None, cap: int) -> Notes:
    """The notes of both sides in the order of their ids. None is a file that is not there; ids are unique in each.

    Where one side removed the file, that counts for nothing against what the other side did to it.
    """
    base = base or ()
    base, ours, theirs = told_apart(base, base if ours is None else ours, base if theirs is None else theirs)
    ids = sorted({note.id for note in (*base, *ours, *theirs)})
    was, mine, yours = (_wordings(notes, ids) for notes in (base, ours, theirs))
    merged = {}
    for place in sorted(was.keys() | mine.keys() | yours.keys(), key=lambda place: (place[0], place[1] or "")):
        found = _chosen(was.get(place), mine.get(place), yours.get(place))
        if found is not None:
            merged[place] = found
    first = {place for place, wording in was.items() if not wording.copy}
    return settled(_written(merged, first), cap)


def mend(notes: Iterable[Note], cap: int) -> Notes:
    """The notes of one file as they should stand: each id once, no two equal active ones, no more than the cap."""
    layers: list[dict[str, Note]] = [{}]
    for note in notes:
        free = next((layer for layer in layers if note.id not in layer), None)
        if free is None:
            layers.append(free := {})
        free[note.id] = note
    merged: Notes = ()
    for layer in layers:
        merged = merge(None, merged, tuple(layer.values()), cap)
    return merged


def _wordings(notes: Notes, ids: list[str]) -> dict[Place, _Wording]:
    copies: dict[Place, _Wording] = {}
    own: dict[Place, _Wording] = {}
    for note in reconsidered(notes):
        was = as_was(note, ids)
        if was is None:
            own[_place(note)] = _Wording(note, copy=False)
        else:
            copies[_place(was)] = _Wording(was, copy=True)
    return copies | own


def _place(note: Note) -> Place:
    return note.id, None if note.content is None else same_text_key(note.content)


def _chosen(base: _Wording | None, ours: _Wording | None, theirs: _Wording | None) -> _Wording | None:
    ours_same, theirs_same = _unchanged(ours, base), _unchanged(theirs, base)
    if ours and theirs and ours_same == theirs_same:
        latest = max(ours, theirs, key=lambda wording: _age(wording.note))
        return latest._replace(copy=ours.copy or theirs.copy if ours_same else ours.copy and theirs.copy)
    if ours_same != theirs_same:
        return theirs if ours_same else ours
    return ours or theirs


def _unchanged(now: _Wording | None, base: _Wording | None) -> bool:
    if now is None or base is None:
        return now is base
    return now.note == base.note and (now.copy or not base.copy)


def _age(note: Note) -> tuple[str | int, ...]:
    """The later of two is the greater. At one moment deleted beats archived beats active; no two are alike."""
    rest = (note.content, note.column, note.author, note.conversation, note.created, note.archived_by, note.id)
    return (note.updated, STATUSES.index(note.status), *(part or "" for part in rest))


def _written(wordings: dict[Place, _Wording], first: set[Place]) -> Iterable[Note]:
    """The notes with these wordings. `first` are those that the notes had before, of which no copy is kept."""
    latest: dict[str, Note] = {}
    for (note_id, _), (note, copy) in wordings.items():
        if not copy and (note_id not in latest or _age(note) > _age(latest[note_id])):
            latest[note_id] = note
    written = dict(latest)
    for (note_id, key), (note, copy) in wordings.items():
        if key is not None and note is not latest.get(note_id) and (copy or (note_id, key) not in first):
            kept = as_copy(note)
            written.setdefault(kept.id, kept)  # a copy that somebody brought back is a note of its own
    return written.values()
