"""A note: one sentence somebody left on a table or one of its columns."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple

from tnotes.errors import BadText

ACTIVE, ARCHIVED, DELETED = STATUSES = ("active", "archived", "deleted")
BY_CAP, BY_DUPLICATE, BY_PERSON = ARCHIVED_BY = ("cap", "duplicate", "person")

MOST_CHARACTERS = 2000

# 32 signs without i, l, o and u, which are misread: 50 random bits, short enough for a model to repeat.
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_ID = re.compile(r"n_[0-9a-z]{4,40}")


class Note(NamedTuple):
    """A note as its file has it. Times are UTC as `2026-11-30T09:12:44.102Z`, so that they sort as texts.

    `column` None means the whole table; `content` is None only where the note was deleted.
    """

    id: str
    content: str | None
    created: str
    updated: str
    column: str | None = None
    status: str = ACTIVE
    author: str | None = None
    conversation: str | None = None
    archived_by: str | None = None

    @property
    def active(self) -> bool:
        """Whether cards and search may use it."""
        return self.status == ACTIVE


def newest_first(notes: tuple[Note, ...] | list[Note]) -> list[Note]:
    """The one order used everywhere: last update descending, then id ascending."""
    return sorted(sorted(notes, key=lambda note: note.id), key=lambda note: note.updated, reverse=True)


def new_id(taken: frozenset[str] = frozenset()) -> str:
    """A random id that is not among those taken."""
    while True:
        fresh = "n_" + "".join(_ALPHABET[byte % 32] for byte in os.urandom(10))
        if fresh not in taken:
            return fresh


def is_id(text: str) -> bool:
    """Whether the text has the form of a note's id."""
    return _ID.fullmatch(text) is not None


def clean(text: str) -> str:
    """The text as it is kept: trimmed, CRLF to LF. Raises BadText where it is empty, too long or not text."""
    kept = text.replace("\r\n", "\n").strip()
    refused = next((char for char in kept if _refused(char)), None)
    if refused is not None:
        raise BadText(f"the text holds U+{ord(refused):04X}, which is refused", hint="leave the character out")
    if not kept:
        raise BadText("the text is empty", hint="say in one sentence what holds for the table or column")
    if len(kept) > MOST_CHARACTERS:
        raise BadText(
            f"the text has {len(kept):,} characters; at most {MOST_CHARACTERS:,} are kept", hint="one fact a note"
        )
    return kept


def _refused(char: str) -> bool:
    return (char < " " and char not in "\t\n") or "\ud800" <= char <= "\udfff"


def stamp(moment: datetime) -> str:
    """A moment as notes keep it: UTC, milliseconds, `Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment(text: str) -> datetime:
    """The moment of a stored or hand-written time. Raises ValueError without a time zone or where it is no time."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError("the time has no time zone")
    return found.astimezone(UTC)


def later(text: str, milliseconds: int = 1) -> str:
    """The time a little after a stored one."""
    return stamp(moment(text) + timedelta(milliseconds=milliseconds))


def date_in(text: str, zone: tzinfo | None) -> str:
    """The calendar date of a stored time in a zone; None is the zone of this machine."""
    return moment(text).astimezone(zone).date().isoformat()
