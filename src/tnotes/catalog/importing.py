"""What an import makes of one connection's files. Pure: files come in as read, and go out as bytes to write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from tnotes.catalog.layout import places
from tnotes.catalog.names import component
from tnotes.catalog.record import to_text
from tnotes.catalog.table import Table, TableName
from tnotes.errors import UnreadableFile

ADDED, CHANGED, UNCHANGED, UNAVAILABLE = OUTCOMES = ("added", "changed", "unchanged", "unavailable")


class Taken(NamedTuple):
    """The files to write (None removes one), what became of each table, and what should be said.

    `gone` became unavailable; `replaced` could not be read and are written anew.
    """

    changes: Mapping[Path, bytes | None]
    outcomes: Mapping[TableName, str]
    gone: tuple[TableName, ...]
    replaced: tuple[UnreadableFile, ...]

    @property
    def counts(self) -> Counter[str]:
        """How many tables by what became of them."""
        return counted(self.outcomes.values())


def counted(outcomes: Iterable[str]) -> Counter[str]:
    """How many there are of each outcome, those that there are none of included."""
    found = Counter(dict.fromkeys(OUTCOMES, 0))
    found.update(outcomes)
    return found


def take(
    files: Mapping[Path, Table | UnreadableFile],
    new: Sequence[Table],
    *,
    complete: bool,
    file_of: Callable[[Sequence[str]], Path],
) -> Taken:
    """Put the new tables in the place of the old. They speak for their schemas, or for all where `complete`.

    `file_of` gives the file of three path components. Raises UnreadableFile for a file that cannot be read and is not
    that of a new table: nobody can say what it holds.
    """
    old = {path: table for path, table in files.items() if isinstance(table, Table)}
    damaged = {path: problem for path, problem in files.items() if isinstance(problem, UnreadableFile)}
    _refuse_unknown(damaged, new, file_of)
    tables, gone = merged(new, old.values(), complete=complete)
    imported = {table.name for table in new}
    before = {table.name: (path, table) for path, table in old.items()}
    outcomes = dict.fromkeys(gone, UNAVAILABLE)
    changes: dict[Path, bytes | None] = {}
    for table, path in _placed(tables, file_of):
        was_at, was = before.get(table.name, (None, None))
        if table.name in imported:
            outcomes[table.name] = _outcome(table, was, path in damaged)
        if (was_at, was) != (path, table):
            changes[path] = to_text(table).encode()
    kept = {path for _, path in _placed(tables, file_of)}
    changes |= dict.fromkeys(files.keys() - kept)  # moved by a twin, left over from a merge, or damaged
    return Taken(changes, outcomes, tuple(gone), tuple(damaged.values()))


def _placed(tables: Iterable[Table], file_of: Callable[[Sequence[str]], Path]) -> list[tuple[Table, Path]]:
    tables = list(tables)
    lie = places(table.name for table in tables)
    return [(table, file_of(lie[table.name].parts)) for table in tables]


def _outcome(table: Table, was: Table | None, damaged: bool) -> str:
    if was is None:
        return CHANGED if damaged else ADDED
    return UNCHANGED if table == was else CHANGED


def merged(new: Sequence[Table], old: Iterable[Table], *, complete: bool) -> tuple[list[Table], list[TableName]]:
    """All tables of the connection as an import makes them, and those that it makes unavailable."""
    there = {table.name for table in new}
    spoken_for = {table.name.schema for table in new}
    tables, gone = {table.name: table for table in new}, []
    for table in old:
        if table.name in there or table.name in tables:
            continue
        if table.available and (complete or table.name.schema in spoken_for):
            gone.append(table.name)
            table = table._replace(available=False)
        tables[table.name] = table
    return list(tables.values()), gone


def _refuse_unknown(
    damaged: Mapping[Path, UnreadableFile], new: Iterable[Table], file_of: Callable[[Sequence[str]], Path]
) -> None:
    if not damaged:
        return
    ours = {
        file_of(parts)
        for table in new
        for parts in product(*({component(name), component(name, twin=True)} for name in table.name))
    }
    for path, problem in damaged.items():
        if path not in ours:
            hint = "mend it, or remove it: the tables of this export are written anew, this one is not among them"
            raise UnreadableFile(path, problem.line, problem.problem, hint=hint)
