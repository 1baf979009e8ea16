"""Who sees which table: one function narrows the catalog, and nothing downstream asks again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from tnotes.catalog.patterns import matches, pattern_problem
from tnotes.catalog.table import Column, Table, TableName
from tnotes.words import fold

__all__ = ["EVERYTHING", "Catalog", "Rules", "VisibleCatalog", "narrow", "pattern_problem"]


class Catalog(Protocol):
    """A whole catalog. Only maintenance may use one; everyone else gets what `narrow` makes of it."""

    def connections(self) -> tuple[str, ...]: ...
    def schemas(self, connection: str) -> tuple[str, ...]: ...
    def tables(self, connection: str, schema: str) -> tuple[str, ...]: ...
    def find(self, connection: str, schema: str, typed: str, *, thorough: bool) -> tuple[str, ...]: ...
    def load(self, name: TableName) -> Table | None: ...


class Rules(NamedTuple):
    """What a role may read, as patterns `[connection/]schema.table`; a denial beats a permission."""

    allow: tuple[str, ...] = ("*",)
    deny: tuple[str, ...] = ()

    def may_read(self, name: TableName) -> bool:
        """Whether these rules let their role read that table."""
        allowed = any(pattern == "*" or matches(pattern, name) for pattern in self.allow)
        return allowed and not any(matches(pattern, name) for pattern in self.deny)


EVERYTHING = Rules()


class VisibleCatalog:
    """The catalog as one role sees it. A hidden table is, in every answer, one that does not exist."""

    def __init__(self, catalog: Catalog, rules: Rules) -> None:
        self._catalog = catalog
        self._rules = rules

    def sees(self, name: TableName) -> bool:
        """Whether the table may be read; says nothing about whether it exists."""
        return self._rules.may_read(name)

    def spelled(
        self, connection: str | None, schema: str | None, table: str, *, thorough: bool = True
    ) -> Iterator[TableName]:
        """The visible tables whose names are so, case and composition aside; None fits every connection or schema.

        Of tables beside each other that differ only in that, the one spelled exactly so shuts out the others. Where it
        need not be `thorough`, only the exact spelling of the table's name is looked up and no large folder is listed.
        """
        for of, within in self._schemas(connection, schema):
            # Case does not count for the rules, so a hidden name is not even looked up.
            if self.sees(TableName(of, within, table)):
                for found in self._catalog.find(of, within, table, thorough=thorough):
                    yield TableName(of, within, found)

    def all_names(self) -> Iterator[TableName]:
        """Every visible table in order of connection, schema and name, unavailable ones included."""
        for connection, schema in self._schemas(None, None):
            for table in self._catalog.tables(connection, schema):
                name = TableName(connection, schema, table)
                if self.sees(name):
                    yield name

    def _schemas(self, connection: str | None, schema: str | None) -> Iterator[tuple[str, str]]:
        """Connection and schema of each folder that fits, whether anything in it is visible or not."""
        for of in self._catalog.connections():
            if _like(connection, of):
                yield from ((of, within) for within in self._catalog.schemas(of) if _like(schema, within))

    def load(self, name: TableName) -> Table | None:
        """The table, its references to hidden tables left out; None where there is none to see."""
        table = self._catalog.load(name) if self.sees(name) else None
        return None if table is None else table._replace(columns=tuple(self._masked(table, c) for c in table.columns))

    def _masked(self, table: Table, column: Column) -> Column:
        target = column.references
        if target is None or self.sees(TableName(table.name.connection, target.schema, target.table)):
            return column
        return column._replace(references=None)


def _like(typed: str | None, name: str) -> bool:
    return typed is None or fold(typed) == fold(name)


def narrow(catalog: Catalog, rules: Rules) -> VisibleCatalog:
    """The part of the catalog that those rules let somebody read."""
    return VisibleCatalog(catalog, rules)
