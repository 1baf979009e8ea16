"""The values that a CHECK allows, where it is nothing but a list of them."""

from __future__ import annotations

import re

from tnotes.catalog.sources.ddl.cursor import Cursor, split
from tnotes.catalog.sources.ddl.dialects import Dialect
from tnotes.catalog.sources.ddl.facts import Listed
from tnotes.catalog.sources.ddl.lexis import STRING, WORD, Token
from tnotes.catalog.table import Value

_OPERATORS = ("IN", "OR", "AND", "NOT", "IS", "LIKE", "BETWEEN")
_AFTER_CAST = ("=", ",", ")", "<", ">", "~", "]")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def listed(tokens: list[Token], dialect: Dialect) -> Listed | None:
    """`a IN ('x', 'y')`, `a = ANY (ARRAY['x', 'y'])` as pg_dump writes it, or `a = 'x' OR a = 'y'` as SSMS does."""
    tokens = _bare(_without_casts(tokens))
    either = _split_word(tokens, "OR")
    if len(either) > 1:
        return _of_equalities(either, dialect)
    cursor = Cursor(tokens, dialect)
    column = _column(cursor)
    if column is None:
        return None
    if cursor.take("IN") and cursor.look().text == "(":
        items = cursor.group()
    elif cursor.take("=", "ANY"):
        inner = _bare(cursor.group())
        if not inner or inner[0].upper != "ARRAY" or inner[-1].text != "]":
            return None
        items = inner[2:-1]
    else:
        return None
    values = [_value(part, dialect) for part in split(items)]
    if not cursor.over or not values or None in values:
        return None
    return Listed(column, tuple(Value(value) for value in values if value is not None))


def _of_equalities(either: list[list[Token]], dialect: Dialect) -> Listed | None:
    columns: set[str] = set()
    values = []
    for part in either:
        cursor = Cursor(_bare(part), dialect)
        column = _column(cursor)
        if column is None or not cursor.take("="):
            return None
        value = _value(cursor.tokens[cursor.pos :], dialect)
        if value is None:
            return None
        columns.add(column)
        values.append(Value(value))
    # SSMS writes the list backwards
    ordered = reversed(values) if dialect.family == "mssql" else values
    return Listed(columns.pop(), tuple(ordered)) if len(columns) == 1 else None


def _column(cursor: Cursor) -> str | None:
    inner = cursor.group()
    if inner:
        return _column(Cursor(_bare(inner), cursor.dialect)) if len(_bare(inner)) == 1 else None
    return cursor.name()


def _value(tokens: list[Token], dialect: Dialect) -> str | None:
    """A text or a number, whatever parentheses and character sets are around it."""
    tokens = _bare(tokens)
    sign = ""
    if tokens and tokens[0].text == "-":
        sign, tokens = "-", tokens[1:]
    cursor = Cursor(tokens, dialect)
    value = cursor.string()
    if value is None and all(token.kind == WORD or token.text == "." for token in tokens):
        text = "".join(token.text for token in tokens)
        value = sign + text if _NUMBER.fullmatch(text) else None
        cursor.pos = len(tokens)
    return value if cursor.over else None


def _bare(tokens: list[Token]) -> list[Token]:
    """The tokens without the parentheses around all of them."""
    start, stop = 0, len(tokens)
    closing = _partners(tokens)
    while start < stop and tokens[start].text == "(" and closing.get(start) == stop - 1:
        start, stop = start + 1, stop - 1
    return tokens[start:stop]


def _partners(tokens: list[Token]) -> dict[int, int]:
    opened: list[int] = []
    found = {}
    for index, token in enumerate(tokens):
        if token.text == "(":
            opened.append(index)
        elif token.text == ")" and opened:
            found[opened.pop()] = index
    return found


def _without_casts(tokens: list[Token]) -> list[Token]:
    """`'a'::character varying(3)[]` as `'a'`."""
    kept: list[Token] = []
    index = 0
    while index < len(tokens):
        if tokens[index].text == ":" and index + 1 < len(tokens) and tokens[index + 1].text == ":":
            index = _behind_type(tokens, index + 2)
            continue
        kept.append(tokens[index])
        index += 1
    return kept


def _behind_type(tokens: list[Token], index: int) -> int:
    while index < len(tokens) and not _ends_type(tokens[index]):
        if tokens[index].text in ("(", "["):  # a length, or the brackets of an array
            while index < len(tokens) and tokens[index].text not in (")", "]"):
                index += 1
        index += 1
    return index


def _ends_type(token: Token) -> bool:
    return token.kind == STRING or token.upper in _OPERATORS or token.text in _AFTER_CAST


def _split_word(tokens: list[Token], word: str) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0 and token.upper == word:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts
