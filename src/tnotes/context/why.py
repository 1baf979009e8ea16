"""Why a table is a candidate: which of its names, comments and notes have which words of the question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tnotes.catalog.table import Table
from tnotes.context.tokens import tokens
from tnotes.notes.note import Note
from tnotes.words import nfc

_MOST_COLUMNS = 3

Words = Mapping[str, str]  # the tokens of the question, each with the word it came from


class Matched(NamedTuple):
    """A note and the words of the question that it has; `length` counts its own."""

    note: Note
    words: Words
    length: int

    def text(self) -> str:
        """The reason in words."""
        return f"note {self.note.id} matched {_listed(self.words)}"


def matching(notes: Iterable[Note], words: Words) -> list[Matched]:
    """The notes that have any of the words, those with most first, else in the order given."""
    found = []
    for note in notes:
        own = tokens(note.content or "")
        common = _common(own, words)
        if common:
            found.append(Matched(note, common, len(own)))
    return sorted(found, key=lambda one: -len(one.words))


def of_names(table: Table, words: Words) -> tuple[str, ...]:
    """The reasons that lie in the catalog: the table's name, its columns, its comments, its schema."""
    said = []
    if common := _common(tokens(table.name.table), words):
        said.append(f"table {table.name.table} matched {_listed(common)}")
    columns = [(column.name, common) for column in table.columns if (common := _common(tokens(column.name), words))]
    columns.sort(key=lambda one: -len(one[1]))
    said += [f"column {name} matched {_listed(common)}" for name, common in columns[:_MOST_COLUMNS]]
    if len(columns) > _MOST_COLUMNS:
        said.append(f"{len(columns) - _MOST_COLUMNS} more columns matched")
    texts = [table.comment or ""]
    for column in table.columns:
        texts += [column.comment or "", *(f"{one.value} {one.meaning or ''}" for one in column.values)]
    if common := _common([token for text in texts for token in tokens(text)], words):
        said.append(f"comment matched {_listed(common)}")
    if not said and (common := _common(tokens(table.name.schema), words)):
        said.append(f"schema {table.name.schema} matched {_listed(common)}")
    return tuple(said)


def by_worth(matched: Iterable[Matched], rarity: Mapping[str, float]) -> list[Matched]:
    """Notes of many tables in one order: rare words count most, and a short note before a long one."""
    found = list(matched)
    average = sum(one.length for one in found) / max(1, len(found))

    def worth(one: Matched) -> float:
        return sum(rarity.get(token, 0.0) for token in one.words) / (0.25 + 0.75 * one.length / average + 1)

    return sorted(found, key=lambda one: (-worth(one), one.note.id))


def shown(table: Table, note: Note) -> Note:
    """The note as a card shows it: where its column is gone, the column's name stands before the text."""
    names = {nfc(column.name) for column in table.columns}
    if note.column is None or nfc(note.column) in names:
        return note
    return note._replace(content=f"{note.column} (no such column now): {note.content}")


def _common(own: Iterable[str], words: Words) -> Words:
    held = set(own)
    return {token: word for token, word in words.items() if token in held}


def _listed(words: Words) -> str:
    return ", ".join(f"'{word}'" for word in dict.fromkeys(words.values()))
