"""How many active notes a table may have."""

from __future__ import annotations

from tnotes.notes.note import ARCHIVED, BY_CAP, Note, newest_first


def over_cap(notes: tuple[Note, ...], cap: int, keep: frozenset[str]) -> tuple[Note, ...]:
    """The notes to archive, oldest first, as they will be. Archiving moves no date.

    Those in `keep` were written just now and stay, whatever a clock that jumped says about their age.
    """
    active = newest_first([note for note in notes if note.active])
    excess = len(active) - cap
    if excess <= 0:
        return ()
    oldest_first = [note for note in reversed(active) if note.id not in keep]
    return tuple(note._replace(status=ARCHIVED, archived_by=BY_CAP) for note in oldest_first[:excess])
