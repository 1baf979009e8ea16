"""Who sees which table: one function narrows the catalog, and nothing downstream asks again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from tnotes.catalog.table import Column, Table, TableName
from tnotes.words import fold


class Catalog(Protocol):
    """A whole catalog. Only maintenance may use one; everyone else gets what `narrow` makes of it."""

    def connections(self) -> tuple[str, ...]: ...
    def schemas(self, connection: str) -> tuple[str, ...]: ...
    def tables(self, connection: str, schema: str) -> tuple[str, ...]: ...
    def find(self, connection: str, schema: str, typed: str) -> tuple[str, ...]: ...
    def load(self, name: TableName) -> Table | None: ...


class Rules(NamedTuple):
    """What a role may read, as patterns `[connection/]schema.table`; a denial beats a permission."""

    allow: tuple[str, ...] = ("*",)
    deny: tuple[str, ...] = ()

    def may_read(self, name: TableName) -> bool:
        """Whether these rules let their role read that table."""
        return any(_matches(p, name) for p in self.allow) and not any(_matches(p, name) for p in self.deny)


EVERYTHING = Rules()


class VisibleCatalog:
    """The catalog as one role sees it. A hidden table is, in every answer, one that does not exist."""

    def __init__(self, catalog: Catalog, rules: Rules) -> None:
        self._catalog = catalog
        self._rules = rules

    def sees(self, name: TableName) -> bool:
        """Whether the table may be read; says nothing about whether it exists."""
        return self._rules.may_read(name)

    def connections(self) -> tuple[str, ...]:
        """The connections that have a visible table."""
        return tuple(c for c in self._catalog.connections() if self._rules is EVERYTHING or self.schemas(c))

    def schemas(self, connection: str) -> tuple[str, ...]:
        """The schemas that have a visible table."""
        found = self._catalog.schemas(connection)
        return tuple(s for s in found if self._rules is EVERYTHING or self.tables(connection, s))

    def tables(self, connection: str, schema: str) -> tuple[str, ...]:
        """The names of the visible tables, unavailable ones included."""
        names = self._catalog.tables(connection, schema)
        return tuple(t for t in names if self.sees(TableName(connection, schema, t)))

    def find(self, connection: str, schema: str, typed: str) -> tuple[str, ...]:
        """The visible tables spelled exactly so, else those whose names differ from it only in case."""
        names = self._catalog.find(connection, schema, typed)
        seen = tuple(t for t in names if self.sees(TableName(connection, schema, t)))
        if names and not seen:  # the exact one is hidden: answer as if it did not exist
            seen = tuple(t for t in self.tables(connection, schema) if fold(t) == fold(typed))
        return seen

    def load(self, name: TableName) -> Table | None:
        """The table, its references to hidden tables left out; None where there is none to see."""
        table = self._catalog.load(name) if self.sees(name) else None
        return None if table is None else table._replace(columns=tuple(self._masked(table, c) for c in table.columns))

    def all_names(self) -> Iterator[TableName]:
        """Every visible table in order of connection, schema and name."""
        for connection in self._catalog.connections():
            for schema in self._catalog.schemas(connection):
                for table in self.tables(connection, schema):
                    yield TableName(connection, schema, table)

    def _masked(self, table: Table, column: Column) -> Column:
        target = column.references
        if target is None or self.sees(TableName(table.name.connection, target.schema, target.table)):
            return column
        return column._replace(references=None)


def narrow(catalog: Catalog, rules: Rules) -> VisibleCatalog:
    """The part of the catalog that those rules let somebody read."""
    return VisibleCatalog(catalog, rules)


def pattern_problem(pattern: str) -> str | None:
    """Why a pattern of the settings cannot be used; None where it can."""
    try:
        _compiled(pattern)
    except ValueError as problem:
        return str(problem)
    return None


_patterns: dict[str, tuple[re.Pattern[str], ...]] = {}
_PART = re.compile(r'"((?:[^"]|"")+)"|([^"./]+)')


def _matches(pattern: str, name: TableName) -> bool:
    parts = (name.connection, name.schema, name.table)
    return all(one.fullmatch(fold(part)) for one, part in zip(_compiled(pattern), parts, strict=True))


def _compiled(pattern: str) -> tuple[re.Pattern[str], ...]:
    """Connection, schema and table of a pattern. Case does not count, so that a denial cannot be missed by it."""
    if pattern not in _patterns:
        before, separators = _pieces(pattern)
        connection = before.pop(0) if separators[:1] == ["/"] else ".*"
        if not before or len(before) > 2 or "/" in separators[1:]:
            raise ValueError(f"{pattern!r} is not of the form [connection/]schema.table")
        schema, table = (*before, ".*")[:2]
        _patterns[pattern] = tuple(re.compile(part, re.DOTALL) for part in (connection, schema, table))
    return _patterns[pattern]


def _pieces(pattern: str) -> tuple[list[str], list[str]]:
    pieces: list[str] = []
    separators: list[str] = []
    at = 0
    while found := _PART.match(pattern, at):
        quoted, plain = found.groups()
        pieces.append(re.escape(fold(quoted.replace('""', '"'))) if plain is None else _wildcards(plain))
        at = found.end()
        if at == len(pattern):
            return pieces, separators
        separators.append(pattern[at])
        at += 1
    raise ValueError(f"{pattern!r} is not of the form [connection/]schema.table")


def _wildcards(text: str) -> str:
    return "".join({"*": ".*", "?": "."}.get(char, re.escape(char)) for char in fold(text.strip()))
