"""A YAML document as a tree that knows where each part stands in the text.

`start` and `end` are offsets into the text that was parsed; `line` counts from 1 as editors do, by "\\n".
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value; `text` is what it says, `tag` what YAML 1.2 takes it for, `style` its quotes (`''` is plain)."""

    text: str
    tag: str
    style: str
    start: int
    end: int
    line: int


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list; `column` is that of its first dash, or of its `[` where `flow`."""

    items: tuple[Node, ...]
    start: int
    end: int
    line: int
    column: int
    flow: bool


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in the order of the file; `column` is that of its keys, or of its `{` where `flow`."""

    pairs: tuple[tuple[Scalar, Node], ...]
    start: int
    end: int
    line: int
    column: int
    flow: bool

    def get(self, name: str) -> Node | None:
        """The value of a key, or None where the key is absent."""
        return next((value for key, value in self.pairs if key.text == name), None)


Node = Scalar | Sequence | Mapping
