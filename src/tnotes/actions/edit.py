"""The verbs `edit`, `rm` and `restore`: one note, found by its id."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

from tnotes.actions.bygone import last_seen
from tnotes.actions.commits import Committed, writing
from tnotes.actions.find import find_column, find_note, load_kept_of
from tnotes.actions.retry import EDITED
from tnotes.actions.session import Session
from tnotes.actions.waiting import secure_text
from tnotes.actions.warnings import along_warnings, cap_warnings, gone_warning
from tnotes.actions.who import Writer, who_of
from tnotes.actions.wording import refuse_people, wording_warnings
from tnotes.actions.write import Draft, Receipt, keep, now
from tnotes.catalog.table import TableName
from tnotes.errors import DuplicateNote, UnknownColumn, UnreadableFile, UsageError, WrongStatus
from tnotes.history.git import Repository
from tnotes.history.trail import is_shallow, versions
from tnotes.notes.dedup import same_note
from tnotes.notes.file import parse_notes
from tnotes.notes.note import DELETED, PURGED, Note
from tnotes.notes.record import Outcome, activated, capped, deleted, replaced
from tnotes.notes.store import Kept
from tnotes.notes.text import clean

# How many of the newest versions are looked at for the last text of a note.
_NEWEST = 10
UNCHANGED, REMOVED, RESTORED = "unchanged", "deleted", "restored"


class Edited(NamedTuple):
    """What became of the note, and the commit."""

    receipt: Receipt
    committed: Committed


class Change(NamedTuple):
    """What to change: None leaves it. `to_table` takes the note off its column."""

    content: str | None = None
    column: str | None = None
    to_table: bool = False


class _Target(NamedTuple):
    """The note that was named, all notes of its table, and where they are kept."""

    repository: Repository
    kept: Kept
    note: Note
    notes: tuple[Note, ...]
    moment: str


def edit(session: Session, note_id: str, change: Change, writer: Writer) -> Edited:
    """Change the text or the column of an active note; its date moves."""
    session.require_writes("edit")
    if change == Change():
        raise UsageError("nothing to change", hint="give a new TEXT, --column COL or --no-column")
    if change.column is not None and change.to_table:
        raise UsageError("--column and --no-column exclude each other", hint="give one of them")
    content = None if change.content is None else clean(change.content)
    if content is not None:
        refuse_people(content)

    def changed(target: _Target) -> Outcome:
        note = target.note
        if not note.active:
            raise WrongStatus(f"{note.id} is {note.status}", hint=f"tnotes restore {note.id} brings it back first")
        column = _column(session, target.kept.file.name, note, change)
        if (content or note.content, column) == (note.content, note.column):
            return Outcome(UNCHANGED, note, target.notes)
        new = activated(note, target.moment)._replace(content=content or note.content, column=column)
        _refuse_duplicate(target.notes, new, "keep {same}, and rm {new} if it says no more")
        return capped(EDITED, new, replaced(target.notes, new), session.settings.cap)

    return _change(session, note_id, writer, changed)


def rm(session: Session, note_id: str, writer: Writer) -> Edited:
    """Delete a note: its id, who and when stay, its text stays in history only."""
    session.require_writes("rm")

    def removed(target: _Target) -> Outcome:
        note = target.note
        if note.status == DELETED:
            raise WrongStatus(f"{note.id} is deleted already", hint=f"tnotes restore {note.id} brings it back")
        gone = deleted(note, target.moment)
        return Outcome(REMOVED, gone, replaced(target.notes, gone))

    return _change(session, note_id, writer, removed, secure=True)


def restore(session: Session, note_id: str, writer: Writer) -> Edited:
    """Bring a deleted or archived note back, a deleted one with its last text from history.

    So is one that a cleanup or a hand removed with its file, which is made anew; a catalog entry is not.
    """
    session.require_writes("restore")

    def restored(target: _Target) -> Outcome:
        note = target.note
        if note.active:
            raise WrongStatus(f"{note.id} is active", hint="there is nothing to restore")
        content = note.content or _last_text(target)
        refuse_people(content)
        back = activated(note, target.moment)._replace(content=content)
        _refuse_duplicate(target.notes, back, "nothing of {new} is lost; rm or edit {same} first to have {new} back")
        return capped(RESTORED, back, replaced(target.notes, back), session.settings.cap)

    return _change(session, note_id, writer, restored, _bygone)


def _change(
    session: Session,
    note_id: str,
    writer: Writer,
    changer: Callable[[_Target], Outcome],
    otherwise: Callable[[Session, Repository, str], _Target | None] = lambda *_: None,
    *,
    secure: bool = False,
) -> Edited:
    """Change a note, one that no file has where `otherwise` finds it. `secure`: its text is in a commit before."""
    with writing(session.workspace) as repository:
        who = who_of(repository, writer)
        bygone = otherwise(session, repository, note_id)
        target = bygone or _present(session, repository, note_id)
        draft, name = Draft(), target.kept.file.name
        draft.take(target.kept)
        outcome = changer(target)
        waited = secure_text(repository, target.kept, target.note, commit=writer.commit) if secure else Committed(None)
        draft.put(name, outcome.notes)
        worded = outcome.note.content if outcome.action in (EDITED, RESTORED) else None
        said = () if worded is None else wording_warnings(worded)
        warnings = (*said, *cap_warnings(outcome, session.settings.cap))
        if bygone is not None and session.visible.load(name) is None:
            warnings = (*warnings, gone_warning(name))
        of = target.note.author if target.note.author != who.author else None
        role = session.role if of is not None and session.admin else None
        receipt = Receipt(outcome.action, name, outcome.note, who, warnings, of, role)
        committed = keep(session, repository, draft, [receipt], commit=writer.commit)
    return Edited(
        receipt._replace(warnings=(*receipt.warnings, *along_warnings(waited), *along_warnings(committed))), committed
    )


def _present(session: Session, repository: Repository, note_id: str) -> _Target:
    path, file, note = find_note(session, note_id)
    kept = session.notes.load(file.name, path.relative_to(session.workspace.notes))
    return _Target(repository, kept, note, kept.file.notes, now())


def _bygone(session: Session, repository: Repository, note_id: str) -> _Target | None:
    if session.notes.with_id(note_id) is not None:
        return None
    found = last_seen(session, repository, note_id)
    if found is None:
        return None
    kept = load_kept_of(session, found.name)
    return _Target(repository, kept, found.note, (*kept.file.notes, found.note), now())


def _column(session: Session, name: TableName, note: Note, change: Change) -> str | None:
    if change.to_table:
        return None
    if change.column is None:
        return note.column
    table = session.visible.load(name)
    if table is None:
        raise UnknownColumn(f"the table of {note.id} is not in the catalog", hint="import its catalog first")
    return find_column(table, change.column)


def _refuse_duplicate(notes: tuple[Note, ...], new: Note, hint: str) -> None:
    others = tuple(note for note in notes if note.id != new.id and note.active)
    same = same_note(others, new.column, new.content or "")
    if same is not None:
        raise DuplicateNote(
            f"{same.id} says the same in the same place",
            hint=hint.format(same=same.id, new=new.id),
            candidates=(same.id,),
        )


def _last_text(target: _Target) -> str:
    """The last text that a deleted note had, from the history of its file, else of all: the file may have moved.

    The note's own time decides among the newest versions: commits of one second have no order between branches.
    """
    repository, kept, note_id = target.repository, target.kept, target.note.id
    purged = False
    for path in (kept.path.relative_to(repository.root).as_posix(), "notes"):
        worded = (_worded_in(text, kept, note_id) for text in versions(repository, path))
        newest = list(islice((note for note in worded if note is not None), _NEWEST))
        purged = purged or any(note.content == PURGED for note in newest)
        newest = [note for note in newest if note.content != PURGED]
        if newest:
            return max(newest, key=lambda note: note.updated).content or ""
    if purged:
        raise WrongStatus(f"the text of {note_id} was purged from history", hint="it cannot be brought back")
    hint = "git fetch --unshallow brings the rest of history" if is_shallow(repository) else "add it again"
    raise WrongStatus(f"the text of {note_id} is not in this repository's history", hint=hint)


def _worded_in(version: str, kept: Kept, note_id: str) -> Note | None:
    if note_id not in version:
        return None
    try:
        notes = parse_notes(version, kept.path).notes
    except UnreadableFile:  # such as a conflict that somebody committed; the versions around it still tell
        return None
    return next((note for note in notes if note.id == note_id and note.content is not None), None)
