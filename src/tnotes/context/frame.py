"""The visible tables as ranking needs them: which entry tells of which table, and who points to whom."""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from tnotes.catalog.table import TableName
from tnotes.context.documents import Row
from tnotes.context.engine import COLUMNS, COMMENTS, FIELDS, NOTES, SCHEMA, TABLE
from tnotes.context.shards import may_be_of_a_family, together
from tnotes.words import nfc

_MOST_PATCHED = 500
_OF_TABLES = (SCHEMA, TABLE, COLUMNS, COMMENTS)


class Frame(NamedTuple):
    """The visible tables in order of their names, a family in the place of its shards. All else goes by that order.

    `groups` are connection and schema of each run of tables and `ends` where the run ends; `of_table` and `of_notes`
    lead from the number of an entry to its table, those of all shards to their family; `lengths` count the words of
    each field; `up` are the tables that a table points to.
    """

    groups: Sequence[tuple[str, str]]
    ends: Sequence[int]
    tables: Sequence[str]
    unavailable: frozenset[int]
    of_table: Mapping[int, int]
    of_notes: Mapping[int, int]
    lengths: Mapping[str, Sequence[int]]
    up: Mapping[int, Sequence[int]]

    def name(self, table: int) -> TableName:
        """The table's name."""
        return TableName(*self.groups[bisect_right(self.ends, table)], self.tables[table])

    def find(self, name: TableName) -> int | None:
        """The table of that name; None where there is none."""
        if name[:2] not in self.groups:
            return None
        members = self.members(self.groups.index(name[:2]))
        table = bisect_left(self.tables, name.table, members.start, members.stop)
        return table if table in members and self.tables[table] == name.table else None

    def group_of(self) -> list[int]:
        """Of each table the place of its schema among all."""
        return [group for group in range(len(self.groups)) for _ in self.members(group)]

    def members(self, group: int) -> range:
        """The tables of a schema."""
        return range(self.ends[group - 1] if group else 0, self.ends[group])

    def down(self) -> dict[int, list[int]]:
        """Of each table those that point to it."""
        found: dict[int, list[int]] = defaultdict(list)
        for table, targets in self.up.items():
            for target in targets:
                found[target].append(table)
        return found

    def without_notes(self) -> Frame:
        """The frame of a workspace without notes."""
        return self._replace(of_notes={}, lengths={**self.lengths, NOTES: [0] * len(self.tables)})


def patched(frame: Frame, gone: Mapping[int, Row], added: Mapping[int, Row]) -> Frame | None:
    """The frame after notes changed and no table did; None where that takes a look at all tables."""
    if len(added) > _MOST_PATCHED:
        return None
    of_notes, lengths = dict(frame.of_notes), list(frame.lengths[NOTES])
    for number, row in gone.items():
        table = of_notes.pop(number, None)
        if table is not None:
            lengths[table] -= row.lengths[0]
    for number, row in added.items():
        table = frame.find(row.name)
        if table is not None:
            of_notes[number] = table
            lengths[table] += row.lengths[0]
        elif not all(map(str.isascii, row.name)) or may_be_of_a_family(row.name.table):  # decomposed, or a shard's
            return None
    return frame._replace(of_notes=of_notes, lengths={**frame.lengths, NOTES: lengths})


def frame_of(
    tables: Mapping[int, Row], notes: Mapping[int, Row], sees: Callable[[TableName], bool] | None = None
) -> Frame:
    """The frame of what somebody may see; `sees` None where they see all. A hidden table has no part in any figure."""
    entries = _once(tables, sees)
    rows, home = together([row for _, row in entries], sees)
    at = {row.name: index for index, row in enumerate(rows)}
    at |= {name: at[table] for name, table in home.items()}
    lengths = {field: [row.lengths[n] for row in rows] for n, field in enumerate(_OF_TABLES)}
    lengths[NOTES] = [0] * len(rows)
    of_notes = _notes(notes, at, lengths[NOTES])
    runs: dict[tuple[str, str], int] = defaultdict(int)
    for row in rows:
        runs[row.name.connection, row.name.schema] += 1
    return Frame(
        groups=list(runs),
        ends=list(accumulate(runs.values())),
        tables=[row.name.table for row in rows],
        unavailable=frozenset(index for index, row in enumerate(rows) if not row.available),
        of_table={number: at[row.name] for number, row in entries},
        of_notes=of_notes,
        lengths=lengths,
        up=_up(rows, at),
    )


def _once(tables: Mapping[int, Row], sees: Callable[[TableName], bool] | None) -> list[tuple[int, Row]]:
    """Each visible table once, sorted; of two files with one name the same one is taken whatever their numbers are."""
    found: dict[TableName, tuple[int, Row]] = {}
    for number, row in tables.items():
        other = found.get(row.name)
        if (other is None and (sees is None or sees(row.name))) or (other is not None and (row, number) < other[::-1]):
            found[row.name] = (number, row)
    return [found[name] for name in sorted(found)]


def _notes(notes: Mapping[int, Row], at: Mapping[TableName, int], lengths: list[int]) -> dict[int, int]:
    """The entries of notes that belong to a visible table, which may be spelled decomposed in one of the two."""
    composed: dict[TableName, int] | None = None
    found: dict[int, int] = {}
    for number, row in notes.items():
        index = at.get(row.name)
        if index is None and not all(map(str.isascii, row.name)):
            composed = composed or {TableName(*map(nfc, name)): index for name, index in at.items()}
            index = composed.get(TableName(*map(nfc, row.name)))
        if index is not None:
            found[number] = index
            lengths[index] += row.lengths[0]
    return found


def _up(rows: list[Row], at: Mapping[TableName, int]) -> dict[int, Sequence[int]]:
    """Which tables each points to. Where an export knows no foreign keys, columns named after tables tell it."""
    declaring = {row.name[:2] for row in rows if row.links}
    hinting = {row.name[:2] for row in rows if row.hints} - declaring
    by_key = {(row.name[:2], row.key): index for index, row in enumerate(rows) if row.name[:2] in hinting}
    up: dict[int, Sequence[int]] = {}
    for index, row in enumerate(rows):
        within = row.name[:2]
        if row.links:
            targets = [at.get(TableName(row.name.connection, *link)) for link in row.links]
        elif row.hints and within in hinting:
            targets = [_meant(hint, within, by_key) for hint in row.hints]
        else:
            continue
        kept = list(dict.fromkeys(target for target in targets if target is not None and target != index))
        if kept:
            up[index] = kept
    return up


def _meant(hint: str, within: tuple[str, str], by_key: Mapping[tuple[tuple[str, str], str], int]) -> int | None:
    """The table whose name the column ends in: eye_colour_id points to colour where there is no eye_colour."""
    stems = hint.split(" ")
    keys = ("".join(stems[start:]) for start in range(len(stems)))
    return next((by_key[within, key] for key in keys if (within, key) in by_key), None)


def to_shape(frame: Frame) -> dict[str, Any]:
    """The frame as a JSON value, quick to read back."""
    return {
        "groups": frame.groups,
        "ends": frame.ends,
        "tables": frame.tables,
        "unavailable": sorted(frame.unavailable),
        "of_table": [list(frame.of_table), list(frame.of_table.values())],
        "of_notes": [list(frame.of_notes), list(frame.of_notes.values())],
        "lengths": [frame.lengths[field] for field in FIELDS],
        "up": [list(frame.up), list(frame.up.values())],
    }


def from_text(text: str) -> Frame:
    """The frame of a JSON text. Raises ValueError, KeyError or TypeError where it is none."""
    shape = json.loads(text)
    return Frame(
        groups=[(connection, schema) for connection, schema in shape["groups"]],
        ends=shape["ends"],
        tables=shape["tables"],
        unavailable=frozenset(shape["unavailable"]),
        of_table=dict(zip(*shape["of_table"], strict=True)),
        of_notes=dict(zip(*shape["of_notes"], strict=True)),
        lengths=dict(zip(FIELDS, shape["lengths"], strict=True)),
        up=dict(zip(*shape["up"], strict=True)),
    )
