"""The verbs `edit`, `rm` and `restore`: one note, found by its id."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tnotes.actions.commits import Committed, writing
from tnotes.actions.find import find_column, find_note
from tnotes.actions.session import Session
from tnotes.actions.write import Draft, Receipt, Writer, along_warnings, author_of, cap_warnings, keep, now
from tnotes.catalog.table import TableName
from tnotes.errors import DuplicateNote, UnknownColumn, UsageError, WrongStatus
from tnotes.history.git import Repository
from tnotes.history.trail import versions
from tnotes.notes.dedup import same_note
from tnotes.notes.file import parse_notes
from tnotes.notes.note import DELETED, Note, clean
from tnotes.notes.record import Outcome, activated, capped, deleted, replaced
from tnotes.notes.store import Kept

EDITED, UNCHANGED, REMOVED, RESTORED = "edited", "unchanged", "deleted", "restored"


class Edited(NamedTuple):
    """What became of the note, and the commit."""

    receipt: Receipt
    committed: Committed


class Change(NamedTuple):
    """What to change: None leaves it. `to_table` takes the note off its column."""

    content: str | None = None
    column: str | None = None
    to_table: bool = False


def edit(session: Session, note_id: str, change: Change, writer: Writer) -> Edited:
    """Change the text or the column of an active note; its date moves."""
    session.require_writes("edit")
    if change.content is None and change.column is None and not change.to_table:
        raise UsageError("nothing to change", hint="give a new TEXT, --column COL or --no-column")
    if change.column is not None and change.to_table:
        raise UsageError("--column and --no-column exclude each other", hint="give one of them")
    content = None if change.content is None else clean(change.content)

    def changed(kept: Kept, note: Note, notes: tuple[Note, ...], moment: str) -> Outcome:
        _require_active(note)
        column = _column(session, kept.file.name, note, change)
        if (content or note.content, column) == (note.content, note.column):
            return Outcome(UNCHANGED, note, notes)
        new = activated(note, moment)._replace(content=content or note.content, column=column)
        _refuse_duplicate(notes, new)
        return capped(EDITED, new, replaced(notes, new), session.settings.cap)

    return _change(session, note_id, writer, lambda _, *given: changed(*given))


def rm(session: Session, note_id: str, writer: Writer) -> Edited:
    """Delete a note: its id, who and when stay, its text stays in history only."""
    session.require_writes("rm")

    def removed(note: Note, notes: tuple[Note, ...], moment: str) -> Outcome:
        if note.status == DELETED:
            raise WrongStatus(f"{note.id} is deleted already", hint=f"tnotes restore {note.id} brings it back")
        gone = deleted(note, moment)
        return Outcome(REMOVED, gone, replaced(notes, gone))

    return _change(session, note_id, writer, lambda _repository, _kept, *given: removed(*given))


def restore(session: Session, note_id: str, writer: Writer) -> Edited:
    """Bring a deleted or archived note back, a deleted one with its last text from history."""
    session.require_writes("restore")

    def restored(repository: Repository, kept: Kept, note: Note, notes: tuple[Note, ...], moment: str) -> Outcome:
        if note.active:
            raise WrongStatus(f"{note.id} is active", hint="there is nothing to restore")
        content = note.content or _last_text(repository, kept, note.id)
        back = activated(note, moment)._replace(content=content)
        _refuse_duplicate(notes, back)
        return capped(RESTORED, back, replaced(notes, back), session.settings.cap)

    return _change(session, note_id, writer, restored)


_Changer = Callable[[Repository, Kept, Note, tuple[Note, ...], str], Outcome]


def _change(session: Session, note_id: str, writer: Writer, changer: _Changer) -> Edited:
    with writing(session.workspace) as repository:
        author = author_of(repository, writer)
        path, file, note = find_note(session, note_id)
        kept = session.notes.load(file.name, path.relative_to(session.workspace.notes))
        draft = Draft()
        notes = draft.take(kept)
        outcome = changer(repository, kept, note, notes, now())
        draft.put(kept.file.name, outcome.notes)
        receipt = Receipt(outcome.action, file.name, outcome.note, cap_warnings(outcome, session.settings.cap))
        committed = keep(repository, draft, [receipt], writer, author)
    return Edited(receipt._replace(warnings=(*receipt.warnings, *along_warnings(committed))), committed)


def _column(session: Session, name: TableName, note: Note, change: Change) -> str | None:
    if change.to_table:
        return None
    if change.column is None:
        return note.column
    table = session.visible.load(name)
    if table is None:
        raise UnknownColumn(f"the table of {note.id} is not in the catalog", hint="import its catalog first")
    return find_column(table, change.column)


def _require_active(note: Note) -> None:
    if not note.active:
        raise WrongStatus(f"{note.id} is {note.status}", hint=f"tnotes restore {note.id} brings it back first")


def _refuse_duplicate(notes: tuple[Note, ...], new: Note) -> None:
    others = tuple(note for note in notes if note.id != new.id and note.active)
    same = same_note(others, new.column, new.content or "")
    if same is not None:
        raise DuplicateNote(
            f"{same.id} says the same in the same place",
            hint=f"keep {same.id}, and rm {new.id} if it says no more",
            candidates=(same.id,),
        )


def _last_text(repository: Repository, kept: Kept, note_id: str) -> str:
    """The last text that a deleted note had, from the history of its file."""
    for text in versions(repository, kept.path.relative_to(repository.root).as_posix()):
        old = next((note for note in parse_notes(text, kept.path).notes if note.id == note_id), None)
        if old is not None and old.content is not None:
            return old.content
    raise WrongStatus(f"the text of {note_id} is not in this repository's history", hint="add it again")
