"""A note whose file is gone, as history last had it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tnotes.actions.session import Session
from tnotes.catalog.table import TableName
from tnotes.errors import UnreadableFile
from tnotes.history.git import Repository
from tnotes.history.trail import steps
from tnotes.notes.file import parse_notes
from tnotes.notes.note import DELETED, PURGED, Note, is_id


class Bygone(NamedTuple):
    """The table that the note was on, and the note with its last text, as a deleted one."""

    name: TableName
    note: Note


def last_seen(session: Session, repository: Repository, note_id: str) -> Bygone | None:
    """The note as it was before it left the files; None where history has none that this user may see.

    A deleted note had lost its text already: an older version still tells.
    """
    found: Bygone | None = None
    for step in steps(repository, [session.workspace.notes.name]) if is_id(note_id) else ():
        for text in (step.after, step.before, *step.others):
            here = None if text is None or note_id not in text else _in(text, step.path, note_id)
            if here is None:
                continue
            found = found or here
            if here.note.content not in (None, PURGED):
                note = found.note._replace(content=here.note.content, status=DELETED)
                return found._replace(note=note) if session.visible.sees(found.name) else None
    return None


def _in(text: str, path: str, note_id: str) -> Bygone | None:
    try:
        file = parse_notes(text, Path(path))
    except UnreadableFile:  # such as a conflict that somebody committed; the versions around it still tell
        return None
    return next((Bygone(file.name, note) for note in file.notes if note.id == note_id), None)
