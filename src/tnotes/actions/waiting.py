"""Texts that no commit has yet: a write must not be the reason why they are lost."""

from __future__ import annotations

from tnotes.actions.commits import Committed, save
from tnotes.errors import GitState, UnreadableFile
from tnotes.history.git import Repository, run
from tnotes.history.message import message
from tnotes.history.status import look
from tnotes.notes.file import parse_notes
from tnotes.notes.note import Note
from tnotes.notes.store import Kept


def secure_text(repository: Repository, kept: Kept, note: Note, *, commit: bool) -> Committed:
    """Commit a text that waited in the file before it is deleted: history is where `restore` finds it."""
    path = kept.path.relative_to(repository.root).as_posix()
    if note.content is None or _committed_text(repository, path, kept, note) == note.content:
        return Committed(None)
    if not commit:
        raise GitState(
            f"the text of {note.id} is in no commit yet", hint="commit its file first, or leave --no-commit out"
        )
    said = message(f"notes: what waited in {path}", [("Action", "waiting")])
    return save(repository, {kept.path: (kept.text or "").encode()}, said, commit_it=True)


def refuse_removed(repository: Repository, kept: Kept) -> None:
    """Raise GitState where the file was removed by hand and a new one in its place would lose all its notes."""
    path = kept.path.relative_to(repository.root).as_posix()
    state = look(repository, [path]).states.get(path)
    if state is not None and "D" in state:
        hint = f"git checkout HEAD -- {path} brings it back; commit the removal if it is meant"
        raise GitState(f"{path} was removed by hand, with all its notes", hint=hint)


def _committed_text(repository: Repository, path: str, kept: Kept, note: Note) -> str | None:
    answer = run(repository, "cat-file", "blob", f"HEAD:./{path}")
    if answer.code != 0:
        return None
    try:
        notes = parse_notes(answer.out.decode(errors="replace"), kept.path).notes
    except UnreadableFile:
        return None
    return next((one.content for one in notes if one.id == note.id), None)
