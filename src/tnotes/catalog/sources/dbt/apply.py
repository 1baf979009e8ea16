"""Facts about columns, put on the columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tnotes.catalog.sources.assemble import place
from tnotes.catalog.sources.dbt.join import Joined
from tnotes.catalog.sources.dbt.names import Names
from tnotes.catalog.sources.dbt.project import Fact, Place
from tnotes.catalog.sources.export import ExportedTable, Skipped
from tnotes.catalog.table import Column, Reference


class _Columns:
    """The columns of every table that a fact is about, in their exact spelling and changed as the facts say."""

    def __init__(self, joined: Joined) -> None:
        self._joined = joined
        self._names: dict[Place, Names] = {}
        self.changed: dict[Place, dict[str, Column]] = {}
        self.skipped: list[Skipped] = []

    def take(self, fact: Fact) -> None:
        """Put one fact on its column; a fact about something that is not there says nothing."""
        spot = self._joined.places.get(fact.of)
        name = None if spot is None else self._name(spot, fact.column)
        if spot is None or name is None:
            return
        table = self._joined.tables[spot]
        columns = self.changed.setdefault(spot, {column.name: column for column in table.columns})
        column = columns[name]
        references = column.references or (self._reference(table, name, fact.target) if fact.target else None)
        columns[name] = column._replace(
            nullable=False if fact.required else column.nullable,
            key="primary" if "primary" in (fact.key, column.key) else column.key or fact.key,
            values=column.values or fact.values,
            references=references,
        )

    def _reference(self, table: ExportedTable, column: str, target: tuple[str, str]) -> Reference | None:
        spot = self._joined.places.get(target[0])
        if spot is None:
            return None
        there = self._joined.tables[spot]
        if there.database != table.database:
            self._say(table, column, f"points to {place(there)} in another database")
            return None
        name = self._name(spot, target[1]) if there.columns else target[1]
        if name is None:
            self._say(table, column, f"points to {place(there, target[1])}, which is no column")
            return None
        return Reference(there.schema, there.table, name)

    def _say(self, table: ExportedTable, column: str, problem: str) -> None:
        self.skipped.append(Skipped(place(table, column), f"its relationships test {problem}"))

    def _name(self, spot: Place, written: str) -> str | None:
        if spot not in self._names:
            self._names[spot] = Names(column.name for column in self._joined.tables[spot].columns)
        return self._names[spot].find(written)


def with_facts(joined: Joined, facts: Iterable[Fact]) -> Joined:
    """The tables with what tests and constraints say of their columns."""
    columns = _Columns(joined)
    for fact in facts:
        columns.take(fact)
    changed = {
        spot: replace(joined.tables[spot], columns=tuple(by_name.values())) for spot, by_name in columns.changed.items()
    }
    return Joined({**joined.tables, **changed}, joined.places, (*joined.skipped, *columns.skipped))
