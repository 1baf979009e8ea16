"""Edits of YAML text that leave every other character as it is.

The positions are those of `files.yaml.parse` on the same text. Whoever writes the result parses it first: these
functions place text, they do not check what it means.
"""

from __future__ import annotations

from collections.abc import Sequence as Several

from tnotes.files import flow
from tnotes.files.lines import (
    after,
    after_blank_lines,
    apply,
    begins_line,
    dash_line,
    header_of,
    indent_of,
    is_comment,
    keeps_blank_lines,
    line_end,
    line_start,
    newline_of,
    next_line,
)
from tnotes.files.nodes import Mapping, Node, Scalar, Sequence
from tnotes.files.scalar import emit, emit_flow, is_plain

Fields = Several[tuple[str, str]]


def insert_item(text: str, sequence: Sequence, index: int, fields: Fields) -> str:
    """The text with a new mapping before the item at `index`, or last; comments right above an item stay above it."""
    if sequence.flow:
        item = flow.item_text(fields, flow.quotes_keys(sequence))
        return flow.insert_entry(text, sequence, index, item)
    count, newline = len(sequence.items), newline_of(text)
    block = _item(sequence.column, _gap(text, sequence, index), fields)
    if index < count:
        blank = newline if count > 1 and _separated(text, sequence, max(index, 1)) else ""
        return _put(text, _head(text, sequence, index), block + blank)
    last = sequence.items[-1]
    separated = count > 1 and _separated(text, sequence, count - 1) and not keeps_blank_lines(text, last)
    return _put(text, _tail(text, sequence), ("\n" if separated else "") + block)


def start_sequence(text: str, mapping: Mapping, key: str, fields: Fields) -> str:
    """The text with a list of one mapping under a key that is absent, or has an empty list or nothing."""
    value = mapping.get(key)
    quoted = flow.quotes_keys(mapping) and mapping.flow
    if isinstance(value, Sequence) and value.items:
        return insert_item(text, value, len(value.items), fields)
    if mapping.flow or (value is not None and _has_comment_before_end(text, mapping, key, value)):
        return _start_flow(text, mapping, key, flow.item_text(fields, quoted))
    block = _item(mapping.column, 2, fields)
    if value is None:
        return _put(text, after(text, mapping), f"{' ' * mapping.column}{_key(key)}:\n{block}")
    name = next(name for name, _ in mapping.pairs if name.text == key)
    cut, end = text.index(":", name.end) + 1, value.end
    rest = text[end : line_end(text, end)]
    end += 0 if rest.strip() else len(rest)
    at = next_line(text, end)
    return apply(_put(text, at, block), (cut, end, ""))


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
    line = f"{' ' * mapping.column}{_key(key)}: {emit(value, mapping.column + 2)}\n"
    return _put(text, _after_pair(text, mapping, index - 1), line)


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
        if index and keeps_blank_lines(text, mapping.pairs[index - 1][1]):
            end = after_blank_lines(text, end)  # left here, they would become part of the value above
        return apply(text, (line_start(text, start), end, ""))
    following = mapping.pairs[1][0].start  # the key stands on the line of a dash, which has to stay
    if not text[end:following].strip():
        return apply(text, (start, following, ""))
    return apply(text, (len(text[:start].rstrip(" ")), end, newline_of(text)))


def _replace(text: str, mapping: Mapping, key: Scalar, node: Node, value: str) -> str:
    if not isinstance(node, Scalar):
        raise ValueError(f"{key.text} holds a list or mapping")
    if mapping.flow:
        return flow.set_value(text, key, node, emit_flow(value))
    head, _, body = emit(value, mapping.column + 2).partition("\n")
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


def _put(text: str, at: int, lines: str) -> str:
    """Whole lines put in at the beginning of a line, in the file's line ending."""
    newline = newline_of(text)
    missing = newline if at == len(text) and text and not text.endswith("\n") else ""
    return text[:at] + missing + lines.replace("\r\n", "\n").replace("\n", newline) + text[at:]


def _item(column: int, gap: int, fields: Fields) -> str:
    pad = " " * (column + gap)
    lines = [f"{pad}{_key(key)}: {emit(value, column + gap + 2)}\n" for key, value in fields]
    return " " * column + "-" + "".join(lines)[column + 1 :]


def _key(key: str) -> str:
    return key if is_plain(key) else emit_flow(key)


def _gap(text: str, sequence: Sequence, index: int) -> int:
    """How far the keys stand from the dash, as in the neighbour."""
    neighbour = sequence.items[min(index, len(sequence.items) - 1)]
    line = line_start(text, neighbour.start)
    on_dash_line = text[line : neighbour.start].strip() == "-"
    return max(2, neighbour.start - line - sequence.column) if on_dash_line else 2


def _after_pair(text: str, mapping: Mapping, index: int) -> int:
    return after(text, mapping.pairs[index][1])


def _separated(text: str, sequence: Sequence, index: int) -> bool:
    """Whether a blank line stands between the item and the one before."""
    between = text[after(text, sequence.items[index - 1]) : dash_line(text, sequence, index)]
    return any(not line.strip() for line in between.splitlines())


def _head(text: str, sequence: Sequence, index: int) -> int:
    """Where the item begins with the comments right above it; deeper ones belong to the item before."""
    at = dash_line(text, sequence, index)
    floor = after(text, sequence.items[index - 1]) if index else 0
    while at > floor:
        above = line_start(text, at - 1)
        line = text[above:at]
        if above == at or not is_comment(line) or (index and indent_of(line) > sequence.column):
            break
        at = above
    return at


def _tail(text: str, sequence: Sequence) -> int:
    """Where the list ends, with the comments right behind its last item unless they stand above something else."""
    at = deeper = after(text, sequence.items[-1])
    while at < len(text) and is_comment(line := text[at : next_line(text, at)]):
        at = next_line(text, at)
        if indent_of(line) > sequence.column:
            deeper = at
    stands_above_more = at < len(text) and bool(text[at : line_end(text, at)].strip())
    return deeper if stands_above_more else at
