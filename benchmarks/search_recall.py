"""How many questions of the tuning set find all their tables: `python benchmarks/search_recall.py data/recall`.

All in memory, by the code that search runs: pooled, each database left out, each alone, without foreign keys, and with
each figure of the ranking halved and doubled. Where a plateau ends, it shows here.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tnotes.catalog.table import Column, Reference, Table, TableName
from tnotes.context import rank as ranking
from tnotes.context.documents import Row, of_notes, of_table
from tnotes.context.engine import Entry, Memory
from tnotes.context.frame import frame_of
from tnotes.context.rank import rank
from tnotes.context.tokens import asked
from tnotes.notes.note import Note

CUTS = (1, 3, 5, 10)
CAP = 40


class Data(NamedTuple):
    """The tuning set."""

    tables: list[Table]
    notes: dict[TableName, list[Note]]
    questions: list[tuple[dict[str, str], frozenset[TableName]]]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--quick", action="store_true", help="the pooled figures only")
    asked_for = parser.parse_args()
    data = read(asked_for.folder)
    print(
        f"{'':34}" + "".join(f"{name:>24}" for name in ("names", "names + notes", "names + comments", "all")) + "  lost"
    )
    row("pooled", data)
    if asked_for.quick:
        return
    schemas = sorted({table.name.schema for table in data.tables})
    for schema in schemas:
        row(f"without {schema}", only(data, {*schemas} - {schema}))
    for schema in schemas:
        row(f"only {schema}", only(data, {schema}))
    row("no foreign keys", data._replace(tables=[unlinked(table) for table in data.tables]))
    for name in ("_NOTE", "_NOTE_ALONE", "_SCHEMA", "_UP", "_DOWN", "_EXPLAINED", "_K", "_B"):
        before = getattr(ranking, name)
        for factor in (0.5, 0.75, 1.25, 2.0):
            setattr(ranking, name, min(1.0, before * factor) if name == "_B" else before * factor)
            row(f"{name[1:].lower()} × {factor}", data)
        setattr(ranking, name, before)
    for field, before in dict(ranking._WEIGHTS).items():
        for factor in (0.5, 2.0):
            ranking._WEIGHTS[field] = before * factor
            row(f"weight of {field} × {factor}", data)
        ranking._WEIGHTS[field] = before


def row(title: str, data: Data) -> None:
    """One line: recall@5 and @10 in each of the four ways, and how many questions notes lose at 5 and 10."""
    found = {
        (comments, notes): depths(data, comments=comments, notes=notes)
        for comments in (False, True)
        for notes in (False, True)
    }
    cells = "".join(f"{share(one, 5):>15.3f} {share(one, 10):>8.3f}" for one in found.values())
    lost = [f"{losses(found[c, False], found[c, True], cut)}" for c in (False, True) for cut in (5, 10)]
    print(f"{title:34}{cells}  {' '.join(lost)}", flush=True)


def share(found: list[int | None], cut: int) -> float:
    """The share of questions whose tables all stand within the cut."""
    return sum(one is not None and one <= cut for one in found) / len(found)


def losses(before: list[int | None], after: list[int | None], cut: int) -> int:
    """How many questions were within the cut and no longer are."""
    within = [(a is not None and a <= cut, b is not None and b <= cut) for a, b in zip(before, after, strict=True)]
    return sum(one and not other for one, other in within)


def depths(data: Data, *, comments: bool, notes: bool) -> list[int | None]:
    """After how many candidates each question has all its tables."""
    tables: dict[int, Row] = {}
    noted: dict[int, Row] = {}
    memory, number = Memory(), 0
    for table in data.tables:
        number += 1
        document = of_table(table if comments else silent(table))
        tables[number] = document.row
        memory.add(Entry(number, document.words))
    for name, own in data.notes.items() if notes else ():
        number += 1
        document = of_notes(name, own)
        noted[number] = document.row
        memory.add(Entry(number, document.words))
    frame = frame_of(tables, noted)
    return [
        depth(wanted, [one.name for one in rank(frame, memory, words, CUTS[-1])]) for words, wanted in data.questions
    ]


def depth(wanted: frozenset[TableName], names: list[TableName]) -> int | None:
    """After how many of the names all wanted ones have come; None where they do not."""
    return 1 + max(names.index(name) for name in wanted) if wanted <= set(names) else None


def silent(table: Table) -> Table:
    """The table without its comments."""
    return table._replace(comment=None, columns=tuple(column._replace(comment=None) for column in table.columns))


def unlinked(table: Table) -> Table:
    """The table without its foreign keys."""
    return table._replace(columns=tuple(column._replace(references=None) for column in table.columns))


def only(data: Data, schemas: set[str]) -> Data:
    """The part of the set that lies in those databases."""
    return Data(
        [table for table in data.tables if table.name.schema in schemas],
        {name: notes for name, notes in data.notes.items() if name.schema in schemas},
        [(words, tables) for words, tables in data.questions if {name.schema for name in tables} <= schemas],
    )


def read(folder: Path) -> Data:
    """The set as the folder has it; of a table's notes the newest 40, as the cap leaves them."""
    tables: list[Table] = []
    for path in sorted((folder / "tbls").glob("*.json")):
        tables += tables_of(json.loads(path.read_text(encoding="utf-8")), path.stem)
    names = {f"{table.name.schema}.{table.name.table}": table.name for table in tables}
    notes: dict[TableName, list[Note]] = {}
    for at, line in enumerate(lines(folder / "notes.jsonl")):
        note = Note(f"n_{at:010}", str(line["content"]), "", f"{at:010}", str(line["column"]))
        notes.setdefault(names[str(line["table"])], []).append(note)
    questions = [
        (asked(str(line["question"])), frozenset(names[str(name)] for name in line["tables"]))
        for line in lines(folder / "questions.jsonl")
    ]
    return Data(tables, {name: own[-CAP:] for name, own in notes.items()}, questions)


def tables_of(export: Mapping[str, Any], schema: str) -> Iterable[Table]:
    """The tables of a tbls export."""
    links = {
        (one["table"], column): Reference(schema, one["parent_table"], parent)
        for one in export["relations"]
        for column, parent in zip(one["columns"], one["parent_columns"], strict=True)
    }
    for table in export["tables"]:
        columns = tuple(
            Column(one["name"], comment=one["comment"] or None, references=links.get((table["name"], one["name"])))
            for one in table["columns"]
        )
        yield Table(TableName("bird", schema, table["name"]), comment=table["comment"] or None, columns=columns)


def lines(path: Path) -> Iterable[Mapping[str, object]]:
    """The objects of a file of JSON lines."""
    return map(json.loads, path.read_text(encoding="utf-8").splitlines())


if __name__ == "__main__":
    main()
