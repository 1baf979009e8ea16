"""Ids that follow from what a note is, the same in every clone, and two notes of one id told apart by them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from tnotes.notes.note import ACTIVE, ALPHABET, ARCHIVED, BY_MERGE, BY_PERSON, Note
from tnotes.words import same_text_key

Notes = tuple[Note, ...]


def as_copy(note: Note) -> Note:
    """The archived copy that keeps this wording of a note. Its id tells what the wording was, and whether archived."""
    return note._replace(id=_copy_id(note.id, note), status=ARCHIVED, archived_by=BY_MERGE)


def as_was(copy: Note, ids: Iterable[str]) -> Note | None:
    """The note as it was before `as_copy`, if it is a copy of one of these and nobody touched it since."""
    if copy.status != ARCHIVED or copy.archived_by != BY_MERGE:
        return None
    for was in (copy._replace(status=ACTIVE, archived_by=None), copy._replace(archived_by=BY_PERSON)):
        origin = next((one for one in ids if _copy_id(one, was) == copy.id), None)
        if origin is not None:
            return was._replace(id=origin)
    return None


def _copy_id(note_id: str, was: Note) -> str:
    return _derived("wording", was.status, note_id, same_text_key(was.content or ""))


def moved_id(note: Note) -> str:
    """The id of a note whose own id another note had first."""
    return _derived("birth", note.id, note.created)


def told_apart(base: Notes, ours: Notes, theirs: Notes) -> tuple[Notes, Notes, Notes]:
    """The same notes; of several that were born with one id the first born keeps it, the others get one that follows.

    Where a side moved one already, it is moved on the others too.
    """
    sides = (base, ours, theirs)
    known = {note.id for notes in sides for note in notes}
    born: dict[str, set[str]] = defaultdict(set)
    for note in (*ours, *theirs):
        born[note.id].add(note.created)
    for note in base:  # it is no birth where somebody wrote another time by hand
        born[note.id] = set()
    base, ours, theirs = (tuple(_moved(note, notes, known, born) for note in notes) for notes in sides)
    return base, ours, theirs


def _moved(note: Note, beside: Notes, known: set[str], born: dict[str, set[str]]) -> Note:
    collides = len(born[note.id]) > 1 and note.created != min(born[note.id])
    new = moved_id(note)
    was_moved = new in known and all(other.id != new for other in beside)
    return note._replace(id=new) if collides or was_moved else note


def _derived(*parts: str) -> str:
    from hashlib import sha256  # its import is felt at a start

    digest = sha256("\0".join(parts).encode()).digest()
    return "n_" + "".join(ALPHABET[byte % 32] for byte in digest[:10])
