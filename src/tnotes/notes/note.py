"""A note: one sentence somebody left on a table or one of its columns."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

ACTIVE, ARCHIVED, DELETED = STATUSES = ("active", "archived", "deleted")
BY_CAP, BY_DUPLICATE, BY_PERSON, BY_MERGE = ARCHIVED_BY = ("cap", "duplicate", "person", "merge")

# What stands where a text was taken out of history. `restore` never takes it for a text.
PURGED = "(purged)"

# 32 signs without i, l, o and u, which are misread: 50 random bits, short enough for a model to repeat.
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
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
        fresh = "n_" + "".join(ALPHABET[byte % 32] for byte in os.urandom(10))
        if fresh not in taken:
            return fresh


def is_id(text: str) -> bool:
    """Whether the text has the form of a note's id."""
    return _ID.fullmatch(text) is not None
