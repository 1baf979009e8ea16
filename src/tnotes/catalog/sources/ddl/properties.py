"""SQL Server keeps comments as extended properties called MS_Description."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tnotes.catalog.sources.ddl.cursor import Cursor, split
from tnotes.catalog.sources.ddl.facts import Says

_ORDER = ("name", "value", "level0type", "level0name", "level1type", "level1name", "level2type", "level2name")
_NAMES = re.compile(r"sp_(?:add|update)extendedproperty", re.IGNORECASE)


class Properties:
    """Reads calls of sp_addextendedproperty, with what SET gave the variables that they use."""

    def __init__(self) -> None:
        self._variables: dict[str, str] = {}

    def assign(self, cursor: Cursor) -> None:
        """SET @v = N'x', as SSMS writes before the call."""
        name = cursor.look().text
        if name.startswith("@") and cursor.take(name.upper(), "="):
            text = _value(cursor)
            if text is not None:
                self._variables[name.lower()] = text

    def call(self, cursor: Cursor) -> Iterator[Says]:
        """The comment that the call leaves; nothing where it calls something else."""
        path = cursor.path()
        if not path or not _NAMES.fullmatch(path[-1]):
            return
        given: dict[str, str] = {}
        for position, part in enumerate(split(cursor.tokens[cursor.pos :])):
            one = Cursor(part, cursor.dialect)
            name = _ORDER[position] if position < len(_ORDER) else ""
            if one.look(1).text == "=":
                name = one.next().text.lstrip("@").lower()
                one.next()
            variable = one.look().text.lower()
            value = self._variables.get(variable) if variable.startswith("@") else _value(one)
            if value is not None:
                given[name] = value
        yield from _said(given)


def _value(cursor: Cursor) -> str | None:
    if cursor.take("CAST", "("):
        return cursor.string()
    text = cursor.string()
    return text if text is not None else cursor.name()


def _said(given: dict[str, str]) -> Iterator[Says]:
    if given.get("name", "").lower() != "ms_description" or "level1name" not in given:
        return
    if given.get("level1type", "").upper() not in ("TABLE", "VIEW"):
        return
    column = given.get("level2name")
    if column is None or given.get("level2type", "").upper() == "COLUMN":
        yield Says((given.get("level0name", ""), given["level1name"]), column, given.get("value", ""))
