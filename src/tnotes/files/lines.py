"""Where lines, comments and the content of a node begin and end in a YAML text."""

from __future__ import annotations

import re

from tnotes.files.guard import BOM
from tnotes.files.nodes import Mapping, Node, Scalar, Sequence

HEADER = re.compile(r"(?:![^\s]*\s+)?[|>][-+0-9]*")  # of a block scalar, with its tag

Edit = tuple[int, int, str]


def apply(text: str, *edits: Edit) -> str:
    """The text with each (start, end) replaced; the edits do not overlap."""
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def newline_of(text: str) -> str:
    """The line ending that the file uses, told from its first line."""
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


def line_start(text: str, offset: int) -> int:
    """Where the line of the offset begins, after a byte order mark."""
    start = text.rfind("\n", 0, offset) + 1
    return start + 1 if start == 0 and text.startswith(BOM) else start


def line_end(text: str, offset: int) -> int:
    """Where the line of the offset ends, before its line ending."""
    end = text.find("\n", offset)
    if end < 0:
        return len(text)
    return end - 1 if end > offset and text[end - 1] == "\r" else end


def next_line(text: str, offset: int) -> int:
    """Where the line after the offset's begins; the length of the text where there is none."""
    end = text.find("\n", offset)
    return len(text) if end < 0 else end + 1


def after_blank_lines(text: str, at: int) -> int:
    """Where the first line that is not blank begins, from the beginning of a line on."""
    while at < len(text) and not text[at : next_line(text, at)].strip():
        at = next_line(text, at)
    return at


def begins_line(text: str, offset: int) -> bool:
    """Whether only blanks stand before the offset on its line."""
    return not text[line_start(text, offset) : offset].strip(" \t")


def is_comment(line: str) -> bool:
    """Whether the line holds a comment and nothing else."""
    return line.lstrip(" \t").startswith("#")


def is_bare(rest: str) -> bool:
    """Whether the rest of a line is blank or a comment."""
    return not rest.strip() or is_comment(rest)


def indent_of(line: str) -> int:
    """How many blanks the line begins with."""
    return len(line) - len(line.lstrip(" \t"))


def last_scalar(node: Node) -> Node:
    """The value that stands last in the text of the node; an empty or flow collection is its own."""
    while not isinstance(node, Scalar) and not node.flow:
        node = node.pairs[-1][1] if isinstance(node, Mapping) else node.items[-1]
    return node


def after(text: str, node: Node) -> int:
    """Where the first line begins that no longer belongs to the node: a blank line, a comment or what comes next."""
    last = last_scalar(node)
    if isinstance(last, Scalar) and ends_in_block(last):
        return _after_block_scalar(text, last)
    return next_line(text, last.end)


def ends_in_block(node: Node) -> bool:
    """Whether a block scalar stands last in the node: what follows it with more indentation becomes its text."""
    last = last_scalar(node)
    return isinstance(last, Scalar) and last.style in ("|", ">")


def keeps_blank_lines(text: str, node: Node) -> bool:
    """Whether blank lines behind the node are part of its value (`|+`)."""
    last = last_scalar(node)
    return isinstance(last, Scalar) and ends_in_block(last) and "+" in header_of(text, last).group()


def after_comments(text: str, at: int, deeper_than: int, blank_lines: bool) -> int:
    """Where comments indented deeper end, from the beginning of a line on; blank lines between them on request."""
    while True:
        comment = after_blank_lines(text, at) if blank_lines else at
        line = text[comment : next_line(text, comment)]
        if not is_comment(line) or indent_of(line) <= deeper_than:
            return at
        at = next_line(text, comment)


def header_of(text: str, scalar: Scalar) -> re.Match[str]:
    """The `|-` or `>` that begins a block scalar."""
    found = HEADER.match(text, scalar.start)
    if found is None:
        raise ValueError("not a block scalar")
    return found


def _after_block_scalar(text: str, scalar: Scalar) -> int:
    # libyaml lets a block scalar end behind its trailing blank lines, which are no part of its value unless kept
    begin = next_line(text, header_of(text, scalar).end())
    if keeps_blank_lines(text, scalar):
        return max(begin, scalar.end)
    lines = re.findall(r"[^\n]*\n|[^\n]+", text[begin : scalar.end])
    indent = min((indent_of(line) for line in lines if line.strip(" \r\n")), default=len(text))
    while lines and not lines[-1].strip(" \r\n") and len(lines[-1].rstrip("\r\n")) <= indent:
        lines.pop()
    return begin + sum(map(len, lines))


def dash_line(text: str, sequence: Sequence, index: int) -> int:
    """Where the line of the dash of an item begins."""
    at = line_start(text, sequence.items[index].start)
    while at > sequence.start and text[at : at + sequence.column + 1].strip(" ") != "-":
        at = line_start(text, at - 1)
    return at
