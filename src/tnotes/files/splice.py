"""Edits of YAML text that leave every other character as it is.

The positions are those of `files.yaml.parse` on the same text. Whoever writes the result parses it first: these
functions place text, they do not check what it means.
"""

from __future__ import annotations

from tnotes.files import flow
from tnotes.files.block import Fields, gap_of, head_of, item_lines, key_text, put, scalar_at, separated, tail_of
from tnotes.files.lines import (
    after,
    after_blank_lines,
    after_comments,
    apply,
    begins_line,
    dash_line,
    ends_in_block,
    header_of,
    keeps_blank_lines,
    line_end,
    line_start,
    newline_of,
    next_line,
)
from tnotes.files.nodes import Mapping, Node, Scalar, Sequence
from tnotes.files.scalar import emit_flow


def insert_item(text: str, sequence: Sequence, index: int, fields: Fields) -> str:
    """The text with a new mapping before the item at `index`, or last; comments right above an item stay above it."""
    if sequence.flow:
        item = flow.item_text(fields, flow.quotes_keys(sequence))
        return flow.insert_entry(text, sequence, index, item)
    count = len(sequence.items)
    at = head_of(text, sequence, index) if index < count else tail_of(text, sequence)
    block = item_lines(text, at, (sequence.column, gap_of(text, sequence, index)), fields)
    blank_line = count > 1 and separated(text, sequence, min(max(index, 1), count - 1))
    if index < count:
        return put(text, at, block + ("\n" if blank_line else ""))
    blank_line = blank_line and not keeps_blank_lines(text, sequence.items[-1])
    return put(text, at, ("\n" if blank_line else "") + block)


def start_sequence(text: str, mapping: Mapping, key: str, fields: Fields) -> str:
    """The text with a list of one mapping under a key that is absent, or has an empty list or nothing."""
    value = mapping.get(key)
    quoted = flow.quotes_keys(mapping) and mapping.flow
    if isinstance(value, Sequence) and value.items:
        return insert_item(text, value, len(value.items), fields)
    if mapping.flow or (value is not None and _has_comment_before_end(text, mapping, key, value)):
        return _start_flow(text, mapping, key, flow.item_text(fields, quoted))
    if value is None:
        at = after(text, mapping)
        block = item_lines(text, at, (mapping.column, 2), fields)
        return put(text, at, f"{' ' * mapping.column}{key_text(key)}:\n{block}")
    name = next(name for name, _ in mapping.pairs if name.text == key)
    cut, end = text.index(":", name.end) + 1, value.end
    rest = text[end : line_end(text, end)]
    end += 0 if rest.strip() else len(rest)
    at = next_line(text, end)
    return apply(put(text, at, item_lines(text, at, (mapping.column, 2), fields)), (cut, end, ""))


def set_key(text: str, mapping: Mapping, key: str, value: str, after: str | None = None) -> str:
    """The text with the key's scalar replaced, or with the key added behind the one named `after`, or last."""
    for name, node in mapping.pairs:
        if name.text == key:
            return _replace(text, mapping, name, node, value)
    names = [name.text for name, _ in mapping.pairs]
    index = names.index(after) + 1 if after in names else len(names)
    if mapping.flow:
        entry = flow.pair_text(key, emit_flow(value), flow.quotes_keys(mapping))
        return flow.insert_entry(text, mapping, index, entry)
    at = _after_pair(text, mapping, index - 1)
    return put(text, at, f"{' ' * mapping.column}{key_text(key)}: {scalar_at(text, at, value, mapping.column + 2)}\n")


def drop_key(text: str, mapping: Mapping, key: str) -> str:
    """The text without the key, its value and the comment on its line; as it was where the key is absent."""
    names = [name.text for name, _ in mapping.pairs]
    if key not in names:
        return text
    if len(names) == 1:
        raise ValueError("the last key of a mapping cannot be dropped")
    index = names.index(key)
    if mapping.flow:
        return flow.delete_entry(text, mapping, index)
    start, end = mapping.pairs[index][0].start, _after_pair(text, mapping, index)
    if begins_line(text, start):
        if index:
            end = _after_swallowed(text, mapping.pairs[index - 1][1], end, mapping.column)
        return apply(text, (line_start(text, start), end, ""))
    following = mapping.pairs[1][0].start  # the key stands on the line of a dash, which has to stay
    if not text[end:following].strip():
        return apply(text, (start, following, ""))
    return apply(text, (len(text[:start].rstrip(" ")), end, newline_of(text)))


def drop_item(text: str, sequence: Sequence, index: int) -> str:
    """The text without one item of a list of blocks; comments above it stay. As it was where the list is a flow."""
    if sequence.flow or len(sequence.items) < 2:
        return text
    return apply(text, (dash_line(text, sequence, index), after(text, sequence.items[index]), ""))


def _after_swallowed(text: str, above: Node, end: int, column: int) -> int:
    """Where the cut of a key ends that stands behind a block scalar: what was left would become part of its text."""
    if ends_in_block(above):
        end = after_comments(text, end, column, blank_lines=True)
    return after_blank_lines(text, end) if keeps_blank_lines(text, above) else end


def _replace(text: str, mapping: Mapping, key: Scalar, node: Node, value: str) -> str:
    if not isinstance(node, Scalar):
        raise ValueError(f"{key.text} holds a list or mapping")
    if mapping.flow:
        return flow.set_value(text, key, node, emit_flow(value))
    head, _, body = scalar_at(text, after(text, node), value, mapping.column + 2).partition("\n")
    start, lead = node.start, ""
    if start == node.end or start - line_start(text, start) <= mapping.column:
        start, lead = text.index(":", key.end) + 1, " "
    newline = newline_of(text)
    body = f"\n{body}".replace("\n", newline) if body else ""
    if node.style not in ("|", ">"):
        end = line_end(text, node.end)
        return apply(text, (start, end, lead + head + _comment(text[node.end : end]) + body))
    begin, end = header_of(text, node).end(), after(text, node)
    comment = _comment(text[begin : line_end(text, begin)])
    last = newline if text[:end].endswith("\n") else ""
    return apply(text, (start, end, lead + head + comment + body + last))


def _comment(rest: str) -> str:
    return rest if rest.strip() else ""


def _start_flow(text: str, mapping: Mapping, key: str, item: str) -> str:
    for name, value in mapping.pairs:
        if name.text == key and isinstance(value, Sequence):
            return flow.insert_entry(text, value, 0, item)
        if name.text == key and isinstance(value, Scalar):
            return flow.set_value(text, name, value, f"[{item}]")
    entry = flow.pair_text(key, f"[{item}]", flow.quotes_keys(mapping))
    return flow.insert_entry(text, mapping, len(mapping.pairs), entry)


def _has_comment_before_end(text: str, mapping: Mapping, key: str, value: Node) -> bool:
    name = next(name for name, _ in mapping.pairs if name.text == key)
    return "#" in text[name.end : value.end]


def _after_pair(text: str, mapping: Mapping, index: int) -> int:
    return after(text, mapping.pairs[index][1])
