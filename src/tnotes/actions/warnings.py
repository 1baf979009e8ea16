"""What a writer should know although the write went well."""

from __future__ import annotations

from typing import NamedTuple

from tnotes.actions.commits import Committed
from tnotes.catalog.names import paste
from tnotes.catalog.table import TableName
from tnotes.notes.note import Note
from tnotes.notes.record import Outcome

CAP_ARCHIVED = "cap_archived"
TABLE_GONE = "table_gone"
DETACHED = "detached_head"
HAND_EDIT = "hand_edit_included"


class Warning(NamedTuple):
    """A code that scripts match on, a line for people, and the note where it is about one."""

    code: str
    message: str
    note: Note | None = None


def cap_warnings(outcome: Outcome, cap: int) -> tuple[Warning, ...]:
    """One warning for each note that the cap archived, with the note, so that it can be recorded again."""
    return tuple(
        Warning(
            CAP_ARCHIVED,
            f"a table has at most {cap} active notes; {note.id}, the one longest without an update, was archived",
            note,
        )
        for note in outcome.archived
    )


def gone_warning(name: TableName) -> Warning:
    """The warning for a note on a table that the catalog does not have."""
    place = paste(name, connection=True)
    return Warning(TABLE_GONE, f"{place} is not in the catalog; its card opens when an import brings it back")


def along_warnings(committed: Committed) -> tuple[Warning, ...]:
    """Warnings for hand edits that waited in the same files, and for a commit that no branch has."""
    found: tuple[Warning, ...] = ()
    if committed.along:
        files = ", ".join(committed.along)
        found = (Warning(HAND_EDIT, f"changes that waited in {files} were committed along"),)
    if committed.detached:
        line = "HEAD is detached: the commit is on no branch; git switch --create NAME keeps it"
        found = (*found, Warning(DETACHED, line))
    return found
