"""Values out of a parsed tree, or an error that names the line and says how to write it."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from tnotes.errors import UnreadableFile, closest
from tnotes.files.guard import shown
from tnotes.files.nodes import Mapping, Node, Scalar, Sequence
from tnotes.files.resolve import convert

_KINDS = {"int": "a number", "float": "a number", "bool": "true or false", "null": "nothing"}


def fields(
    mapping: Mapping, path: Path | str, *, required: Collection[str] = (), optional: Collection[str] = ()
) -> dict[str, Node]:
    """The values by key; all required keys are there and none that is not named."""
    found = {key.text: value for key, value in mapping.pairs}
    for key, _ in mapping.pairs:
        if key.text not in required and key.text not in optional:
            near = closest(key.text, [*required, *optional], 1)
            problem = f"unknown key {shown(key.text)}" + "".join(f"; {name}?" for name in near)
            raise UnreadableFile(path, key.line, problem, kind="unknown_key")
    for name in required:
        if name not in found:
            raise UnreadableFile(path, mapping.line, f"{name} is missing", kind="schema")
    return found


def text_of(node: Node, path: Path | str, what: str) -> str:
    """The text of a string; anything that YAML reads as something else is refused."""
    if not isinstance(node, Scalar):
        raise _wrong(path, node, f"{what} must be text, not {_kind(node)}")
    if node.tag == "str":
        return node.text
    if node.tag == "timestamp":
        raise _wrong(path, node, f"{what}: put the time in quotes; {shown(node.text)} is a date in YAML")
    written = shown(node.text) or "an empty value"
    kind = _KINDS.get(node.tag, "a special sign")
    raise _wrong(path, node, f"{what} must be text in quotes; {written} is {kind} in YAML")


def int_of(node: Node, path: Path | str, what: str) -> int:
    """The whole number that the value is."""
    value = to_plain(node)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise _wrong(path, node, f"{what} must be a whole number")


def mapping_of(node: Node, path: Path | str, what: str) -> Mapping:
    """The mapping that the value is."""
    if isinstance(node, Mapping):
        return node
    raise _wrong(path, node, f"{what} must be keys and values (`key: value`), not {_kind(node)}")


def sequence_of(node: Node, path: Path | str, what: str) -> Sequence:
    """The list that the value is; nothing at all (`notes:`) is an empty one."""
    if isinstance(node, Sequence):
        return node
    if isinstance(node, Scalar) and node.tag == "null":
        return Sequence((), node.start, node.end, node.line, 0, flow=True)
    raise _wrong(path, node, f"{what} must be a list (`- …`), not {_kind(node)}")


def to_plain(node: Node) -> Any:
    """The tree as dicts, lists and values; a timestamp stays the text that it is."""
    if isinstance(node, Mapping):
        return {key.text: to_plain(value) for key, value in node.pairs}
    if isinstance(node, Sequence):
        return [to_plain(item) for item in node.items]
    return convert(node.text, node.tag)


def _wrong(path: Path | str, node: Node, problem: str) -> UnreadableFile:
    return UnreadableFile(path, node.line, problem, kind="type")


def _kind(node: Node) -> str:
    if isinstance(node, Mapping):
        return "keys and values"
    return "a list" if isinstance(node, Sequence) else (shown(node.text) or "an empty value")
