"""The visible tables of a ledger as ranking needs them: which entry tells of which table, and who points to whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import NamedTuple

from tnotes.catalog.table import TableName
from tnotes.context.documents import Row
from tnotes.context.engine import COLUMNS, COMMENTS, NOTES, SCHEMA, TABLE
from tnotes.context.ledger import Ledger
from tnotes.words import nfc

Lengths = Mapping[str, Mapping[int, int]]


class Frame(NamedTuple):
    """The visible tables in order of their names. All else goes by a table's place in that order.

    `of_table` and `of_notes` lead from the number of an entry to its table; `lengths` and `average` count the words of
    a field. `up` are the tables that a table points to, `down` those that point to it.
    """

    names: tuple[TableName, ...]
    available: tuple[bool, ...]
    of_table: Mapping[int, int]
    of_notes: Mapping[int, int]
    lengths: Lengths
    average: Mapping[str, float]
    group: tuple[tuple[str, str], ...]
    up: Mapping[int, tuple[int, ...]]
    down: Mapping[int, tuple[int, ...]]

    def members(self) -> dict[tuple[str, str], list[int]]:
        """The tables of each schema."""
        found: dict[tuple[str, str], list[int]] = defaultdict(list)
        for at, group in enumerate(self.group):
            found[group].append(at)
        return found


def frame_of(ledger: Ledger, sees: Callable[[TableName], bool] | None, *, notes: bool) -> Frame:
    """The frame of what somebody may see; `sees` None where they see all. A hidden table has no part in any figure."""
    rows = _once(ledger.tables, sees)
    names = tuple(row.name for _, row in rows)
    at = {name: index for index, name in enumerate(names)}
    lengths: dict[str, dict[int, int]] = {field: {} for field in (SCHEMA, TABLE, COLUMNS, COMMENTS, NOTES)}
    for index, (_, row) in enumerate(rows):
        for field, length in zip((SCHEMA, TABLE, COLUMNS, COMMENTS), row.lengths, strict=True):
            lengths[field][index] = length
    of_notes = _notes(ledger, at, lengths[NOTES]) if notes else {}
    up = _up([row for _, row in rows], at)
    down: dict[int, list[int]] = defaultdict(list)
    for index, targets in up.items():
        for target in targets:
            down[target].append(index)
    return Frame(
        names=names,
        available=tuple(row.available for _, row in rows),
        of_table={number: index for index, (number, _) in enumerate(rows)},
        of_notes=of_notes,
        lengths=lengths,
        average={field: sum(found.values()) / max(1, len(names)) for field, found in lengths.items()},
        group=tuple((name.connection, name.schema) for name in names),
        up=up,
        down={index: tuple(found) for index, found in down.items()},
    )


def _once(tables: Mapping[int, Row], sees: Callable[[TableName], bool] | None) -> list[tuple[int, Row]]:
    """Each visible table once, sorted; of two files with one name the same one is taken whatever their numbers are."""
    rows = sorted(tables.items(), key=lambda item: (item[1], item[0]))
    found: dict[TableName, tuple[int, Row]] = {}
    for number, row in rows:
        if sees is None or sees(row.name):
            found.setdefault(row.name, (number, row))
    return list(found.values())


def _notes(ledger: Ledger, at: Mapping[TableName, int], lengths: dict[int, int]) -> dict[int, int]:
    """The entries of notes that belong to a visible table, which may be spelled decomposed in one of the two."""
    composed: dict[TableName, int] | None = None
    found: dict[int, int] = {}
    for number, row in ledger.notes.items():
        index = at.get(row.name)
        if index is None and not all(map(str.isascii, row.name)):
            composed = composed or {TableName(*map(nfc, name)): index for name, index in at.items()}
            index = composed.get(TableName(*map(nfc, row.name)))
        if index is not None:
            found[number] = index
            lengths[index] = lengths.get(index, 0) + row.lengths[0]
    return found


def _up(rows: list[Row], at: Mapping[TableName, int]) -> dict[int, tuple[int, ...]]:
    """Which tables each points to. Where an export knows no foreign keys, columns named after tables tell it."""
    declaring = {row.name[:2] for row in rows if row.links}
    by_key = {(row.name[:2], row.key): index for index, row in enumerate(rows) if row.name[:2] not in declaring}
    up: dict[int, tuple[int, ...]] = {}
    for index, row in enumerate(rows):
        within = row.name[:2]
        if row.links:
            targets = [at.get(TableName(row.name.connection, *link)) for link in row.links]
        elif row.hints and within not in declaring:
            targets = [_meant(hint, within, by_key) for hint in row.hints]
        else:
            continue
        kept = tuple(dict.fromkeys(target for target in targets if target is not None and target != index))
        if kept:
            up[index] = kept
    return up


def _meant(hint: str, within: tuple[str, str], by_key: Mapping[tuple[tuple[str, str], str], int]) -> int | None:
    """The table whose name the column ends in: eye_colour_id points to colour where there is no eye_colour."""
    stems = hint.split(" ")
    keys = ("".join(stems[start:]) for start in range(len(stems)))
    return next((by_key[within, key] for key in keys if (within, key) in by_key), None)
