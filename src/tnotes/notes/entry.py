"""What `check` knows of a note file: its notes with their lines, and what is wrong with the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tnotes.catalog.table import TableName
from tnotes.errors import UnreadableFile
from tnotes.notes.note import Note


class Entry(NamedTuple):
    """A note, the line it begins at, and of each of its keys the line and the text as it is written."""

    note: Note
    line: int
    lines: Mapping[str, int]
    written: Mapping[str, str]

    def line_of(self, key: str) -> int:
        """The line of a key; that of the note where the key is absent."""
        return self.lines.get(key, self.line)


class Survey(NamedTuple):
    """The table (None where the header cannot be read), the notes, and what cannot be read."""

    name: TableName | None
    entries: tuple[Entry, ...] = ()
    broken: tuple[UnreadableFile, ...] = ()

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes that can be read."""
        return tuple(entry.note for entry in self.entries)
