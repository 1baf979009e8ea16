"""Entries of `[…]` and `{…}`: put in or taken out, touching only the lines concerned."""

from __future__ import annotations

import re
from collections.abc import Sequence as Several

from tnotes.files.lines import (
    Edit,
    apply,
    begins_line,
    is_bare,
    is_comment,
    line_end,
    line_start,
    newline_of,
    next_line,
)
from tnotes.files.nodes import Mapping, Node, Scalar, Sequence
from tnotes.files.scalar import emit_flow

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]+")  # longer than one letter: `y` and `n` are truth values to some
_TRUTH = frozenset(["yes", "no", "on", "off", "true", "false", "null"])
_COMMA = re.compile(r"(?:\s|#[^\n]*\n)*,")

Span = tuple[int, int]


def pair_text(key: str, value: str, quoted: bool) -> str:
    """`key: "value"`, with the key in quotes where the others are or where it must be."""
    plain = not quoted and _NAME.fullmatch(key) and key.lower() not in _TRUTH
    return f"{key if plain else emit_flow(key)}: {value}"


def item_text(fields: Several[tuple[str, str]], quoted: bool) -> str:
    """`{key: "value", …}`"""
    return "{" + ", ".join(pair_text(key, emit_flow(value), quoted) for key, value in fields) + "}"


def quotes_keys(node: Node | None) -> bool:
    """Whether the mapping, or the first one in the list, has its keys in double quotes, as JSON does."""
    if isinstance(node, Sequence):
        return bool(node.items) and quotes_keys(node.items[0])
    return isinstance(node, Mapping) and bool(node.pairs) and node.pairs[0][0].style == '"'


def spans_of(node: Sequence | Mapping) -> list[Span]:
    """Where each entry of the collection stands."""
    if isinstance(node, Sequence):
        return [(item.start, item.end) for item in node.items]
    return [(key.start, max(key.end, value.end)) for key, value in node.pairs]


def insert_entry(text: str, node: Sequence | Mapping, index: int, entry: str) -> str:
    """The text with the entry before the one at `index`, or last; on a line of its own where the others are."""
    spans = spans_of(node)
    if not spans:
        return apply(text, (node.end - 1, node.end - 1, entry))
    if index >= len(spans):
        return _append(text, spans[-1], entry)
    start = spans[index][0]
    if not begins_line(text, start):
        return apply(text, (start, start, f"{entry}, "))
    at, indent = line_start(text, start), text[line_start(text, start) : start]
    floor = spans[index - 1][1] if index else node.start
    while (above := line_start(text, at - 1)) > floor and is_comment(text[above:at]):
        at = above
    return apply(text, (at, at, f"{indent}{entry},{newline_of(text)}"))


def _append(text: str, last: Span, entry: str) -> str:
    comma = _after_comma(text, last[1])
    stop = comma or last[1]
    if begins_line(text, last[0]) and is_bare(text[stop : line_end(text, stop)]):
        indent = text[line_start(text, last[0]) : last[0]]
        new = f"{indent}{entry}{',' if comma else ''}{newline_of(text)}"
        at = next_line(text, stop)
        return apply(text, (at, at, new), *([] if comma else [(stop, stop, ",")]))
    return apply(text, (stop, stop, f" {entry}," if comma else f", {entry}"))


def delete_entry(text: str, node: Sequence | Mapping, index: int) -> str:
    """The text without the entry and its comma, and without its line where it has one of its own."""
    spans = spans_of(node)
    start, end = spans[index]
    comma = _after_comma(text, end)
    stop = comma or end
    edits: list[Edit] = []
    if not comma and index and (before := _after_comma(text, spans[index - 1][1])):
        edits.append((before - 1, before, ""))
    if begins_line(text, start) and is_bare(text[stop : line_end(text, stop)]):
        return apply(text, *edits, (line_start(text, start), next_line(text, stop), ""))
    while comma and text[stop] in " \t":
        stop += 1
    while not comma and text[start - 1] in " \t":
        start -= 1
    return apply(text, *edits, (start, stop, ""))


def set_value(text: str, key: Scalar, value: Scalar, new: str) -> str:
    """The text with another value behind the key, which may have none yet (`{a, b: 1}`)."""
    if value.start < value.end:
        return apply(text, (value.start, value.end, new))
    if ":" not in text[key.end : value.start]:
        return apply(text, (key.end, key.end, f": {new}"))
    lead = "" if text[value.start - 1].isspace() else " "
    return apply(text, (value.start, value.start, lead + new))


def _after_comma(text: str, offset: int) -> int | None:
    found = _COMMA.match(text, offset)
    return found.end() if found else None
