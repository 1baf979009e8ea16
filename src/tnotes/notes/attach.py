"""Notes to the places on a card where they belong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tnotes.catalog.table import Table
from tnotes.notes.note import Note, newest_first
from tnotes.words import nfc

CARD_NOTES = 20


class Attached(NamedTuple):
    """The notes of a card, newest first: by column name, those of the table, and how many active ones are left out."""

    columns: Mapping[str, tuple[Note, ...]]
    table: tuple[Note, ...]
    omitted: int


def attach(table: Table, notes: Iterable[Note], most: int = CARD_NOTES) -> Attached:
    """The active notes under their columns; one whose column is gone stands with the table's and names the column."""
    active = newest_first([note for note in notes if note.active])
    names = {column.name for column in table.columns}
    composed = {nfc(name): name for name in names}  # a hand edit on macOS may have written it decomposed
    columns: dict[str, tuple[Note, ...]] = {}
    own: list[Note] = []
    for note in active[:most]:
        if note.column is None:
            own.append(note)
            continue
        name = note.column if note.column in names else composed.get(nfc(note.column))
        if name is not None:
            columns[name] = (*columns.get(name, ()), note)
        else:
            own.append(note._replace(content=f"{note.column} (no such column now): {note.content}"))
    return Attached(columns, tuple(own), max(0, len(active) - most))
