"""What all writes of notes share: the files they change and the commit that keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.commits import Committed, save
from tnotes.actions.session import Session
from tnotes.actions.waiting import refuse_removed
from tnotes.actions.warnings import CAP_ARCHIVED, Warning
from tnotes.actions.who import NOTE_OF, ROLE, Who, said_by
from tnotes.catalog.names import paste
from tnotes.catalog.table import TableName
from tnotes.history.git import Repository
from tnotes.history.message import message
from tnotes.notes.file import NoteFile, rewrite
from tnotes.notes.note import Note
from tnotes.notes.store import Kept
from tnotes.notes.times import stamp


class Receipt(NamedTuple):
    """What a write did to one note, and who wrote; a touch does not make `who` the note's author.

    `of` is whose note it was where that is somebody else, `role` the administrators' role of who wrote.
    """

    action: str
    name: TableName
    note: Note
    who: Who
    warnings: tuple[Warning, ...] = ()
    of: str | None = None
    role: str | None = None


@dataclass(slots=True)
class Draft:
    """The note files that one command changes, before they are written. The only mutable thing on the write path."""

    kept: dict[TableName, Kept] = field(default_factory=dict)
    notes: dict[TableName, tuple[Note, ...]] = field(default_factory=dict)

    def take(self, kept: Kept) -> tuple[Note, ...]:
        """The notes of the table as this command has changed them so far."""
        self.kept.setdefault(kept.file.name, kept)
        return self.notes.get(kept.file.name, kept.file.notes)

    def put(self, name: TableName, notes: tuple[Note, ...]) -> None:
        """Let these be the notes of a table that was taken."""
        self.notes[name] = notes

    def rewritten(self, root: Path) -> dict[Path, tuple[str, NoteFile]]:
        """The new text of each file whose notes differ, and what it reads back as."""
        changed = {}
        for name, notes in self.notes.items():
            kept = self.kept[name]
            if notes != kept.file.notes:
                changed[kept.path] = rewrite(kept.text, kept.path.relative_to(root), kept.file, notes)
        return changed


def now() -> str:
    """This moment as notes keep it."""
    return stamp(datetime.now(UTC))


def keep(
    session: Session, repository: Repository, draft: Draft, receipts: Sequence[Receipt], *, commit: bool
) -> Committed:
    """Write what the draft changed and commit it; nothing at all where it changed nothing."""
    rewritten = draft.rewritten(repository.root)
    if not rewritten:
        return Committed(None)
    for kept in draft.kept.values():
        if kept.text is None and kept.path in rewritten and commit:
            refuse_removed(repository, kept)
    changes = {path: text.encode() for path, (text, _) in rewritten.items()}
    committed = save(repository, changes, _message(receipts), commit_it=commit)
    for path, (text, file) in rewritten.items():
        session.notes.remember(path, text, file)
    return committed


def _message(receipts: Sequence[Receipt]) -> str:
    verbs = list(dict.fromkeys(receipt.action for receipt in receipts))
    places = list(dict.fromkeys(paste(receipt.name, connection=True) for receipt in receipts))
    count = "" if len(receipts) == 1 else f" {len(receipts)} notes"
    where = places[0] if len(places) == 1 else f"{len(places)} tables"
    ids = [receipt.note.id for receipt in receipts]
    archived = [w.note.id for receipt in receipts for w in receipt.warnings if w.note and w.code == CAP_ARCHIVED]
    trailers = [
        *(("Action", verb) for verb in verbs),
        *(("Table", place) for place in places),
        *(("Note", note) for note in dict.fromkeys(ids)),
        *(("Archived", note) for note in archived),
        *said_by(ids, [receipt.who for receipt in receipts]),
        *((NOTE_OF, receipt.of) for receipt in receipts),
        *((ROLE, receipt.role) for receipt in receipts),
    ]
    return message(f"notes: {', '.join(verbs)}{count} on {where}", trailers)
