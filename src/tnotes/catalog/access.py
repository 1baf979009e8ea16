"""Who sees which table: one function narrows the catalog, and nothing downstream asks again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from tnotes.catalog.families import KIND, families_of, family_name, is_family, shard
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


ALLOWED, DENIED, NOT_ALLOWED = "allow", "deny", "not allowed"


class Decision(NamedTuple):
    """Whether a table may be read, and by which pattern; None where none fits."""

    sees: bool
    rule: str
    pattern: str | None = None


class Rules(NamedTuple):
    """What a role may read, as patterns `[connection/]schema.table`; a denial beats a permission."""

    allow: tuple[str, ...] = ("*",)
    deny: tuple[str, ...] = ()

    def may_read(self, name: TableName) -> bool:
        """Whether these rules let their role read that table."""
        allowed = any(pattern == "*" or matches(pattern, name) for pattern in self.allow)
        return allowed and not any(matches(pattern, name) for pattern in self.deny)

    def decision(self, name: TableName) -> Decision:
        """Which of these rules decides on that table."""
        for pattern in self.deny:
            if matches(pattern, name):
                return Decision(False, DENIED, pattern)
        for pattern in self.allow:
            if pattern == "*" or matches(pattern, name):
                return Decision(True, ALLOWED, pattern)
        return Decision(False, NOT_ALLOWED)


EVERYTHING = Rules()


def together(rules: Sequence[Rules]) -> Rules:
    """The rules of a group: what one of them allows, unless one of them denies it."""
    allow = tuple(dict.fromkeys(pattern for one in rules for pattern in one.allow))
    return Rules(allow, tuple(dict.fromkeys(pattern for one in rules for pattern in one.deny)))


class VisibleCatalog:
    """The catalog as one role sees it. A hidden table is, in every answer, one that does not exist.

    A family of date shards is a table too, made of those that are seen (families.py); no file of the catalog has it.
    """

    def __init__(self, catalog: Catalog, rules: Rules) -> None:
        self._catalog = catalog
        self._rules = rules

    def sees(self, name: TableName) -> bool:
        """Whether the table may be read; says nothing about whether it exists.

        A family is read by whom the rules let read its name, unless each of its shards is hidden from them.
        """
        return self._rules.may_read(name) and not (is_family(name.table) and self._shards_are_hidden(name))

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
                names = self._catalog.find(of, within, table, thorough=thorough)
                if not names and thorough and is_family(table):
                    names = tuple(one for one in self.families(of, within) if fold(one) == fold(table))
                    names = (table,) if table in names else names
                yield from (TableName(of, within, name) for name in names)

    def all_names(self) -> Iterator[TableName]:
        """Every visible table in order of connection, schema and name, unavailable ones included."""
        for connection, schema in self._schemas(None, None):
            for table in self._catalog.tables(connection, schema):
                name = TableName(connection, schema, table)
                if self.sees(name):
                    yield name

    def all_families(self) -> Iterator[tuple[TableName, tuple[TableName, ...]]]:
        """Every visible family with its visible members."""
        for connection, schema in self._schemas(None, None):
            for family, members in self.families(connection, schema).items():
                yield TableName(connection, schema, family), tuple(TableName(connection, schema, m) for m in members)

    def families(self, connection: str, schema: str) -> dict[str, tuple[str, ...]]:
        """The families in one schema, each with its visible members, the newest first. Lists the schema's folder."""
        tables = frozenset(self._catalog.tables(connection, schema))
        may_read = self._rules.may_read
        found = families_of(one for one in tables if may_read(TableName(connection, schema, one)))
        return {one: found[one] for one in found if one not in tables and may_read(TableName(connection, schema, one))}

    def family_of(self, name: TableName) -> TableName | None:
        """The family of a table; None where it has none. Lists the folder only where the name ends in a date."""
        own = family_name(name.table)
        if own is None or own not in self.families(name.connection, name.schema):
            return None
        return name._replace(table=own)

    def _schemas(self, connection: str | None, schema: str | None) -> Iterator[tuple[str, str]]:
        """Connection and schema of each folder that fits, whether anything in it is visible or not."""
        for of in self._catalog.connections():
            if _like(connection, of):
                yield from ((of, within) for within in self._catalog.schemas(of) if _like(schema, within))

    def load(self, name: TableName) -> Table | None:
        """The table, its references to hidden tables left out; None where there is none to see."""
        if not self.sees(name):
            return None
        table = self._catalog.load(name)
        if table is None and is_family(name.table):
            table = self._family(name)
        if table is None:
            return None
        whole = table.part_of
        seen = whole if whole is not None and self.sees(TableName(table.name.connection, *whole)) else None
        return table._replace(columns=tuple(self._masked(table, c) for c in table.columns), part_of=seen)

    def _family(self, name: TableName) -> Table | None:
        """The family as a table: what its newest shard is, of those still available if there are any."""
        members = self.families(name.connection, name.schema).get(name.table, ())
        newest: Table | None = None
        for member in members:
            table = self._catalog.load(name._replace(table=member))
            if table is not None and table.available:
                return table._replace(name=name, kind=KIND)
            newest = newest or table
        return None if newest is None else newest._replace(name=name, kind=KIND)

    def _shards_are_hidden(self, name: TableName) -> bool:
        if self._rules == EVERYTHING:
            return False
        tables = self._catalog.tables(name.connection, name.schema)
        members = [one for one in tables if (found := shard(one)) and found.stem == name.table[:-1]]
        return bool(members) and not any(self._rules.may_read(name._replace(table=one)) for one in members)

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
