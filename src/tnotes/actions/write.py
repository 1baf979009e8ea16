"""What all writes of notes share: who writes, the files they change, the commit that keeps them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.commits import Committed, save
from tnotes.catalog.names import paste
from tnotes.catalog.table import TableName
from tnotes.errors import UsageError
from tnotes.history.git import Repository, ask
from tnotes.history.message import message
from tnotes.notes.file import rewrite
from tnotes.notes.note import Note, stamp
from tnotes.notes.record import Outcome
from tnotes.notes.store import Kept

MOST_NAME_CHARACTERS = 200


class Writer(NamedTuple):
    """Who writes, in which conversation, and whether a commit is made of it. An author None is Git's identity."""

    author: str | None = None
    conversation: str | None = None
    commit: bool = True


class Warning(NamedTuple):
    """Something the writer should know although the write went well; `note` where it is about one."""

    code: str
    message: str
    note: Note | None = None


class Receipt(NamedTuple):
    """What a write did to one note."""

    action: str
    name: TableName
    note: Note
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


def name_of_writer(text: str | None, what: str) -> str | None:
    """An author or conversation as it is kept: one line of at most 200 characters; None where it is empty."""
    kept = " ".join((text or "").split())
    if len(kept) > MOST_NAME_CHARACTERS or not kept.isprintable():
        raise UsageError(
            f"the {what} is too long or has control characters", hint=f"at most {MOST_NAME_CHARACTERS} characters"
        )
    return kept or None


def author_of(repository: Repository, writer: Writer) -> str | None:
    """The author that was given, else the name in Git's identity."""
    given = name_of_writer(writer.author, "author")
    if given is not None:
        return given
    identity = ask(repository, "var", "GIT_AUTHOR_IDENT").decode(errors="replace")
    return name_of_writer(identity.rpartition(" <")[0], "author")


def now() -> str:
    """This moment as notes keep it."""
    return stamp(datetime.now(UTC))


def keep(
    repository: Repository, draft: Draft, receipts: Iterable[Receipt], writer: Writer, author: str | None
) -> Committed:
    """Write what the draft changed and commit it; nothing at all where it changed nothing."""
    changes = draft.changes(repository.root)
    if not changes:
        return Committed(None)
    return save(repository, changes, _message(list(receipts), writer, author), commit_it=writer.commit)


def _message(receipts: list[Receipt], writer: Writer, author: str | None) -> str:
    verbs = list(dict.fromkeys(receipt.action for receipt in receipts))
    places = list(dict.fromkeys(paste(receipt.name, connection=True) for receipt in receipts))
    count = "" if len(receipts) == 1 else f" {len(receipts)} notes"
    where = places[0] if len(places) == 1 else f"{len(places)} tables"
    archived = [w.note.id for receipt in receipts for w in receipt.warnings if w.note and w.code == CAP_ARCHIVED]
    trailers = [
        *(("Action", verb) for verb in verbs),
        *(("Table", place) for place in places),
        *(("Note", note) for note in dict.fromkeys(receipt.note.id for receipt in receipts)),
        *(("Archived", note) for note in archived),
        ("Author", author),
        ("Conversation", name_of_writer(writer.conversation, "conversation")),
    ]
    return message(f"notes: {', '.join(verbs)}{count} on {where}", trailers)


CAP_ARCHIVED = "cap_archived"
HAND_EDIT = "hand_edit_included"


def cap_warnings(outcome: Outcome, cap: int) -> tuple[Warning, ...]:
    """One warning for each note that the cap archived, with the note, so that it can be recorded again."""
    return tuple(
        Warning(
            CAP_ARCHIVED,
            f"the table has {cap} active notes; {note.id}, the one longest without an update, was archived",
            note,
        )
        for note in outcome.archived
    )


def along_warnings(committed: Committed) -> tuple[Warning, ...]:
    """A warning for hand edits that waited in the same files and are now in the commit too."""
    if not committed.along:
        return ()
    files = ", ".join(committed.along)
    return (Warning(HAND_EDIT, f"changes that waited in {files} were committed along"),)
