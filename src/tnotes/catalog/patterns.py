"""The patterns in which settings say what a role may read: `[connection/]schema.table`, with `*` and `?`."""

from __future__ import annotations

import re

from tnotes.catalog.table import TableName
from tnotes.words import fold

_patterns: dict[str, tuple[re.Pattern[str], ...]] = {}
_PART = r'"((?:[^"]|"")+)"|([^"./]+)'  # compiled when it is used: most workspaces have no roles


def pattern_problem(pattern: str) -> str | None:
    """Why a pattern of the settings cannot be used; None where it can."""
    try:
        _compiled(pattern)
    except ValueError as problem:
        return str(problem)
    return None


def matches(pattern: str, name: TableName) -> bool:
    """Whether the table is among those that the pattern means."""
    parts = (name.connection, name.schema, name.table)
    return all(one.fullmatch(fold(part)) for one, part in zip(_compiled(pattern), parts, strict=True))


def _compiled(pattern: str) -> tuple[re.Pattern[str], ...]:
    """Connection, schema and table of a pattern. Case does not count, so that a denial cannot be missed by it."""
    if pattern not in _patterns:
        parts, separators = _pieces(pattern)
        slash = separators.index("/") if "/" in separators else -1
        # A dot before the slash belongs to the connection: NAME.<database>
        connection = r"\.".join(parts[: slash + 1]) or ".*"
        place = parts[slash + 1 :]
        if not place or len(place) > 2 or separators.count("/") > 1:
            raise _no_pattern(pattern)
        schema, table = (*place, ".*")[:2]
        _patterns[pattern] = tuple(re.compile(part, re.DOTALL) for part in (connection, schema, table))
    return _patterns[pattern]


def _pieces(pattern: str) -> tuple[list[str], list[str]]:
    """The parts as regular expressions, and the separators between them."""
    parts: list[str] = []
    separators: list[str] = []
    at = 0
    while found := re.compile(_PART).match(pattern, at):
        quoted, plain = found.groups()
        parts.append(re.escape(fold(quoted.replace('""', '"'))) if plain is None else _wildcards(plain))
        at = found.end()
        if at == len(pattern) and all(parts):
            return parts, separators
        if pattern[at : at + 1] not in ("/", "."):
            break
        separators.append(pattern[at])
        at += 1
    raise _no_pattern(pattern)


def _no_pattern(pattern: str) -> ValueError:
    return ValueError(f"{pattern!r} is not of the form [connection/]schema.table")


def _wildcards(text: str) -> str:
    return "".join({"*": ".*", "?": "."}.get(char, re.escape(char)) for char in fold(text.strip()))
