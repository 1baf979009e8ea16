"""What all writes of notes share: the files they change and the commit that keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.commits import Committed, save
from tnotes.actions.warnings import CAP_ARCHIVED, Warning
from tnotes.actions.who import Who, said_by
from tnotes.catalog.names import paste
from tnotes.catalog.table import TableName
from tnotes.history.git import Repository
from tnotes.history.message import message
from tnotes.notes.file import rewrite
from tnotes.notes.note import Note
from tnotes.notes.store import Kept
from tnotes.notes.times import stamp


class Receipt(NamedTuple):
    """What a write did to one note, and who wrote; a touch does not make `who` the note's author."""

    action: str
    name: TableName
    note: Note
    who: Who
    warnings: tuple[Warning, ...] = ()


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

    def changes(self, root: Path) -> dict[Path, bytes | None]:
        """The new content of each file whose notes differ."""
        changed: dict[Path, bytes | None] = {}
        for name, notes in self.notes.items():
            kept = self.kept[name]
            if notes != kept.file.notes:
                relative = kept.path.relative_to(root)
                changed[kept.path] = rewrite(kept.text, relative, kept.file.name, notes).encode()
        return changed


def now() -> str:
    """This moment as notes keep it."""
    return stamp(datetime.now(UTC))


def keep(repository: Repository, draft: Draft, receipts: Sequence[Receipt], *, commit: bool) -> Committed:
    """Write what the draft changed and commit it; nothing at all where it changed nothing."""
    changes = draft.changes(repository.root)
    if not changes:
        return Committed(None)
    return save(repository, changes, _message(receipts), commit_it=commit)


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
    ]
    return message(f"notes: {', '.join(verbs)}{count} on {where}", trailers)
