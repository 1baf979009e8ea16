"""The lines of block style: how a new item is written, and where it goes between comments and blank lines."""

from __future__ import annotations

from collections.abc import Sequence as Several

from tnotes.files.lines import (
    after,
    after_comments,
    dash_line,
    indent_of,
    is_comment,
    line_end,
    line_start,
    newline_of,
    next_line,
)
from tnotes.files.nodes import Sequence
from tnotes.files.scalar import emit, emit_flow, is_plain

Fields = Several[tuple[str, str]]


def put(text: str, at: int, lines: str) -> str:
    """Whole lines put in at the beginning of a line, in the file's line ending."""
    newline = newline_of(text)
    missing = newline if at == len(text) and text and not text.endswith("\n") else ""
    return text[:at] + missing + lines.replace("\r\n", "\n").replace("\n", newline) + text[at:]


def item_lines(text: str, at: int, columns: tuple[int, int], fields: Fields) -> str:
    """The lines of a new item that goes in at `at`; `columns` are that of the dash and how far the keys are from it."""
    column, gap = columns
    indent = column + gap
    *most, (last, value) = fields
    lines = [f"{key_text(key)}: {emit(text, indent + 2)}" for key, text in most]
    lines.append(f"{key_text(last)}: {scalar_at(text, at, value, indent + 2)}")
    pad = " " * indent
    return " " * column + "-" + "".join(f"{pad}{line}\n" for line in lines)[column + 1 :]


def scalar_at(text: str, at: int, value: str, indent: int) -> str:
    """The value; not as a literal block where a comment that follows would become part of it."""
    scalar = emit(value, indent)
    swallows = "\n" in scalar and after_comments(text, at, indent - 1, blank_lines=True) != at
    return emit_flow(value) if swallows else scalar


def key_text(key: str) -> str:
    return key if is_plain(key) else emit_flow(key)


def gap_of(text: str, sequence: Sequence, index: int) -> int:
    """How far the keys stand from the dash, as in the neighbour."""
    neighbour = sequence.items[min(index, len(sequence.items) - 1)]
    line = line_start(text, neighbour.start)
    on_dash_line = text[line : neighbour.start].strip() == "-"
    return max(2, neighbour.start - line - sequence.column) if on_dash_line else 2


def separated(text: str, sequence: Sequence, index: int) -> bool:
    """Whether a blank line stands between the item and the one before."""
    between = text[after(text, sequence.items[index - 1]) : dash_line(text, sequence, index)]
    return any(not line.strip() for line in between.splitlines())


def head_of(text: str, sequence: Sequence, index: int) -> int:
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


def tail_of(text: str, sequence: Sequence) -> int:
    """Where the list ends, with the comments right behind its last item unless they stand above something else."""
    at = deeper = after(text, sequence.items[-1])
    while at < len(text) and is_comment(line := text[at : next_line(text, at)]):
        at = next_line(text, at)
        if indent_of(line) > sequence.column:
            deeper = at
    stands_above_more = at < len(text) and bool(text[at : line_end(text, at)].strip())
    return deeper if stands_above_more else at
