"""The values that a column's own type lists: `enum('a','b')` and `set('a','b')`."""

from __future__ import annotations

import re

from tnotes.catalog.table import Value

_LIST = re.compile(r"\s*(?:enum|set)\s*\((.*)\)[^()']*", re.IGNORECASE | re.DOTALL)
_ITEM = re.compile(r"\s*'((?:[^'\\]|''|\\.)*)'\s*(?:,|$)", re.DOTALL)
_ESCAPE = re.compile(r"''|\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\r", "0": "\0"}


def listed_values(type_text: str | None) -> tuple[Value, ...]:
    """The values in the order of the type; empty where it lists none or is written in some other way."""
    if type_text is None or (whole := _LIST.fullmatch(type_text)) is None:
        return ()
    inside, position = whole[1].rstrip(), 0
    values = []
    while position < len(inside):
        item = _ITEM.match(inside, position)
        if item is None:
            return ()
        values.append(Value(_ESCAPE.sub(_unescaped, item[1])))
        position = item.end()
    return tuple(values)


def _unescaped(escape: re.Match[str]) -> str:
    # MySQL writes a quote doubled and a backslash, line end or NUL behind a backslash in COLUMN_TYPE
    char = escape[1]
    return "'" if char is None else _ESCAPED.get(char, char)
