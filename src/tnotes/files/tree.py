"""A tree of our own nodes out of libyaml's events."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tnotes.errors import UnreadableFile
from tnotes.files.guard import line_of, unescaped
from tnotes.files.nodes import Mapping, Node, Scalar, Sequence
from tnotes.files.resolve import resolve

MAX_DEPTH = 64
_STRING_TAG = "tag:yaml.org,2002:str"


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not come yet."""

    mapping: bool
    event: Any
    children: list[Node] = field(default_factory=list)
    names: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Builder:
    """Takes libyaml's events one by one, refusing what a file of ours may not contain."""

    text: str
    path: Path | str
    base: int
    open: list[_Open] = field(default_factory=list)
    root: Node | None = None
    odd: bool = False
    quoted: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.odd = "\u2028" in self.text or "\u2029" in self.text

    def take(self, event: Any) -> None:
        """Adds what the event says."""
        kind = type(event).__name__
        if kind == "ScalarEvent":
            self._refuse_extras(event, str_allowed=True)
            self._add(self._scalar(event))
        elif kind in ("MappingStartEvent", "SequenceStartEvent"):
            self._start(event, mapping=kind == "MappingStartEvent")
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            self._end(event)
        elif kind == "AliasEvent":
            raise self._problem(event, f"aliases are not supported: *{event.anchor}")
        elif kind == "DocumentStartEvent":
            self._document(event)

    def finish(self) -> Mapping:
        """The mapping that all events made."""
        if self.odd:
            self._refuse_odd_breaks()
        if self.root is None or (isinstance(self.root, Scalar) and self.root.start == self.root.end):
            raise UnreadableFile(self.path, None, "the file is empty")
        if not isinstance(self.root, Mapping):
            raise UnreadableFile(self.path, self.root.line, "expected keys and values (`key: value`)")
        return self.root

    def _document(self, event: Any) -> None:
        if self.root is not None:
            raise self._problem(event, "more than one YAML document in the file")
        if event.version or event.tags:
            raise self._problem(event, "directives (`%YAML`, `%TAG`) are not supported")

    def _start(self, event: Any, mapping: bool) -> None:
        self._refuse_extras(event, str_allowed=False)
        if len(self.open) >= MAX_DEPTH:
            raise self._problem(event, f"nested deeper than {MAX_DEPTH} levels")
        if mapping and event.flow_style and self.text[event.start_mark.index + self.base] != "{":
            raise self._problem(event, "a `key: value` inside a list [ ] needs braces { }")
        self.open.append(_Open(mapping, event))

    def _end(self, event: Any) -> None:
        done = self.open.pop()
        start = done.event.start_mark
        place = (start.index + self.base, event.end_mark.index + self.base, self._line(start), start.column)
        children, flow = done.children, bool(done.event.flow_style)
        if not done.mapping:
            self._add(Sequence(tuple(children), *place, flow))
            return
        keys = [key for key in children[::2] if isinstance(key, Scalar)]
        self._add(Mapping(tuple(zip(keys, children[1::2], strict=True)), *place, flow))

    def _scalar(self, event: Any) -> Scalar:
        start, end = event.start_mark.index + self.base, event.end_mark.index + self.base
        tag = resolve(event.value) if event.implicit[0] and event.tag is None else "str"
        if self.odd and event.style in ("'", '"'):
            self.quoted.append((start, end))
        return Scalar(event.value, tag, event.style or "", start, end, self._line(event.start_mark))

    def _add(self, node: Node) -> None:
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        if parent.mapping and len(parent.children) % 2 == 0:
            self._check_key(node, parent)
        parent.children.append(node)

    def _check_key(self, key: Node, parent: _Open) -> None:
        if not isinstance(key, Scalar):
            raise UnreadableFile(self.path, key.line, "a key must be a name, not a list or mapping")
        if key.tag == "merge":
            raise UnreadableFile(self.path, key.line, "merge keys (`<<`) are not supported")
        if key.tag != "str":
            raise UnreadableFile(self.path, key.line, f"the key {key.text or 'null'} must be in quotes")
        if key.text in parent.names:
            raise UnreadableFile(self.path, key.line, f"the key {key.text} stands here twice")
        parent.names.add(key.text)
        before = self.text[max(0, key.start - 80) : key.start].rstrip(" \t")
        flow, column = parent.event.flow_style, parent.event.start_mark.column
        if before.endswith("?") if flow else self._column(key) != column:
            raise UnreadableFile(self.path, key.line, "keys written with `?` are not supported")

    def _column(self, key: Scalar) -> int:
        breaks = "\n\u2028\u2029" if self.odd else "\n"  # what libyaml counts columns from
        return key.start - max(self.base, *(self.text.rfind(sign, 0, key.start) + 1 for sign in breaks))

    def _line(self, mark: Any) -> int:
        # libyaml counts U+2028 and U+2029 as line breaks, editors do not
        return line_of(self.text, mark.index + self.base) if self.odd else int(mark.line) + 1

    def _problem(self, event: Any, problem: str) -> UnreadableFile:
        return UnreadableFile(self.path, self._line(event.start_mark), problem)

    def _refuse_extras(self, event: Any, str_allowed: bool) -> None:
        if event.anchor is not None:
            raise self._problem(event, f"anchors are not supported: &{event.anchor}")
        if event.tag is not None and not (str_allowed and event.tag == _STRING_TAG):
            raise self._problem(event, f"the tag {event.tag} is not supported")

    def _refuse_odd_breaks(self) -> None:
        for offset, character in enumerate(self.text):
            if character in "\u2028\u2029" and not any(start < offset < end for start, end in self.quoted):
                raise UnreadableFile(self.path, line_of(self.text, offset), unescaped(character))
