"""A tree of our own nodes out of libyaml's events."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tnotes.errors import UnreadableFile
from tnotes.files.guard import shown, unescaped
from tnotes.files.nodes import Mapping, Node, Scalar, Sequence
from tnotes.files.resolve import resolve

MAX_DEPTH = 64
_STRING_TAG = "tag:yaml.org,2002:str"
_ODD_BREAK = re.compile("[\u2028\u2029]")


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
    quoted: list[tuple[int, int]] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if _ODD_BREAK.search(self.text):  # libyaml counts these as line breaks, editors do not
            self.breaks = [-1, *(found.start() for found in re.finditer("\n", self.text))]

    def take(self, event: Any) -> None:
        """Adds what the event says."""
        kind = type(event).__name__
        if kind == "ScalarEvent":
            self._add(self._scalar(event), event.start_mark.column)
        elif kind in ("MappingStartEvent", "SequenceStartEvent"):
            self._start(event, mapping=kind == "MappingStartEvent")
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            self._end(event)
        elif kind == "AliasEvent":
            raise self._problem(event, f"aliases are not supported: *{event.anchor}", "anchor")
        elif kind == "DocumentStartEvent":
            self._document(event)

    def finish(self) -> Mapping:
        """The mapping that all events made."""
        if self.breaks:
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
        if event.anchor is not None or event.tag is not None:
            raise self._extra(event)
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
        if done.mapping:
            keys = [key for key in children[::2] if isinstance(key, Scalar)]
            self._add(Mapping(tuple(zip(keys, children[1::2], strict=True)), *place, flow), start.column)
        else:
            self._add(Sequence(tuple(children), *place, flow), start.column)

    def _scalar(self, event: Any) -> Scalar:
        plain = event.implicit[0]
        if event.anchor is not None or event.tag is not None:
            if event.anchor is not None or event.tag != _STRING_TAG:
                raise self._extra(event)
            plain = False
        mark, value, style = event.start_mark, event.value, event.style
        start, end = mark.index + self.base, event.end_mark.index + self.base
        if self.breaks and style in ("'", '"'):
            self.quoted.append((start, end))
        return Scalar(value, resolve(value) if plain else "str", style or "", start, end, self._line(mark))

    def _add(self, node: Node, column: int) -> None:
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        if parent.mapping and len(parent.children) % 2 == 0:
            self._check_key(node, parent, column)
        parent.children.append(node)

    def _check_key(self, key: Node, parent: _Open, column: int) -> None:
        if not isinstance(key, Scalar):
            raise UnreadableFile(self.path, key.line, "a key must be a name, not a list or mapping")
        if key.tag == "merge":
            raise UnreadableFile(self.path, key.line, "merge keys (`<<`) are not supported", kind="anchor")
        if key.tag != "str":
            raise UnreadableFile(self.path, key.line, f"the key {shown(key.text) or 'null'} must be in quotes")
        if key.text in parent.names:
            raise UnreadableFile(self.path, key.line, f"the key {shown(key.text)} stands here twice", kind="twice")
        parent.names.add(key.text)
        if parent.event.flow_style:
            explicit = self.text[max(0, key.start - 80) : key.start].rstrip(" \t").endswith("?")
        else:
            explicit = column != parent.event.start_mark.column  # the mapping begins at the `?`
        if explicit:
            raise UnreadableFile(self.path, key.line, "keys written with `?` are not supported")

    def _line(self, mark: Any) -> int:
        if self.breaks:
            return bisect_left(self.breaks, mark.index + self.base)
        return int(mark.line) + 1

    def _problem(self, event: Any, problem: str, kind: str = "unreadable") -> UnreadableFile:
        return UnreadableFile(self.path, self._line(event.start_mark), problem, kind=kind)

    def _extra(self, event: Any) -> UnreadableFile:
        if event.anchor is not None:
            return self._problem(event, f"anchors are not supported: &{event.anchor}", "anchor")
        return self._problem(event, f"the tag {shown(event.tag)} is not supported", "anchor")

    def _refuse_odd_breaks(self) -> None:
        for found in _ODD_BREAK.finditer(self.text):
            before = bisect_left(self.quoted, (found.start(), 0)) - 1
            if before < 0 or self.quoted[before][1] <= found.start():
                raise UnreadableFile(self.path, bisect_left(self.breaks, found.start()), unescaped(found.group()))
