"""What an error offers in place of a name: candidates, each of which means one table when pasted back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from tnotes.catalog.access import VisibleCatalog
from tnotes.catalog.matching import Typed, matching
from tnotes.catalog.names import always_quote, paste
from tnotes.catalog.nearest import nearest
from tnotes.catalog.reading import readings
from tnotes.catalog.table import Table, TableName
from tnotes.errors import UnreadableFile
from tnotes.words import fold

_MOST_SUGGESTIONS = 50


class Listed:
    """Everything visible by name, in memory: an error checks many candidates, each against all tables."""

    def __init__(self, catalog: VisibleCatalog) -> None:
        self._catalog = catalog
        self._by_table: dict[str, list[TableName]] = {}
        self._by_place: dict[tuple[str, str], list[TableName]] = {}
        self._family: dict[TableName, TableName] = {}
        for name in catalog.all_names():
            self._list(name)
        for family, shards in catalog.all_families():
            self._list(family)
            self._family |= dict.fromkeys(shards, family)

    def _list(self, name: TableName) -> None:
        schema, table = fold(name.schema), fold(name.table)
        self._by_table.setdefault(table, []).append(name)
        self._by_place.setdefault((schema, table), []).append(name)

    def load(self, name: TableName) -> Table | None:
        """The table; None also where its file cannot be read, since it is not the one that was asked for."""
        with suppress(UnreadableFile):
            return self._catalog.load(name)
        return None

    def spelled(
        self, connection: str | None, schema: str | None, table: str, *, thorough: bool = True
    ) -> Iterator[TableName]:
        """The names that are spelled so, case and composition aside."""
        del thorough  # a list in memory always is
        wanted = fold(table)
        names = self._by_table.get(wanted) if schema is None else self._by_place.get((fold(schema), wanted))
        for name in names or ():
            if connection is None or fold(connection) == fold(name.connection):
                yield name

    def pasted(self, name: TableName, *, connection: bool = False) -> str:
        """The shortest form of the name that means this table and no other, with its connection where one was typed."""
        quoted = f"{always_quote(name.schema)}.{always_quote(name.table)}"
        forms = [paste(name, connection=False), quoted, paste(name, connection=True)]
        for form in forms[2:] if connection else forms:
            if list(matching(Typed(readings(form), {}), self)) == [name]:
                return form
        return f"{always_quote(name.connection)}/{quoted}"

    def connection_of(self, typed: Typed) -> str | None:
        """The connection that was typed, folded; None where none was, or there is none of that name."""
        said = {fold(one.connection.text) for one in typed.readings if one.connection is not None}
        known = {fold(name.connection) for names in self._by_table.values() for name in names}
        return next(iter(said & known), None)

    def alike(self, typed: Typed) -> list[TableName]:
        """Tables of that name elsewhere, else those with the most similar names; of its schema first.

        A family stands for its shards. Where a connection was typed none of another is offered: pasting it would put
        the note into another database.
        """
        pool = self._by_table
        if inside := self.connection_of(typed):
            pool = {key: [one for one in names if fold(one.connection) == inside] for key, names in pool.items()}
            pool = {key: names for key, names in pool.items() if names}
        keys = [key for key in dict.fromkeys(fold(one.table.text) for one in typed.readings) if key in pool]
        keys = keys or list(nearest(typed.readings[0].table.text, pool))
        schemas = {fold(one.schema.text) for one in typed.readings if one.schema is not None}
        names = list(dict.fromkeys(self._family.get(one, one) for key in keys for one in pool[key]))
        names = sorted(names, key=lambda name: fold(name.schema) not in schemas)[:_MOST_SUGGESTIONS]
        return [table.name for name in names if (table := self.load(name)) is not None]
