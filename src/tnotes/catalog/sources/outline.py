"""The keys that the head of a JSON file shows, and where they stand: enough to tell whose export it is.

The head may end anywhere, so it cannot be parsed; its keys can be read all the same, and without recursion.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tnotes.catalog.sources.export import ExportFile
from tnotes.catalog.sources.opened import head_text

_TOKEN = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}\[\]]', re.DOTALL)
_DEPTH = 6  # deeper than the keys that tell one catalog from another


@dataclass(frozen=True, slots=True)
class Outline:
    """Keys by path: "" is the object that the file is, "[]" those of its list, "tables[].columns[]" further down."""

    keys: Mapping[str, frozenset[str]]

    def at(self, *paths: str) -> frozenset[str]:
        """All keys at these paths."""
        return frozenset().union(*(self.keys.get(path, frozenset()) for path in paths))


def is_json(file: ExportFile) -> bool:
    """Whether the file begins as JSON does."""
    return head_text(file).lstrip()[:1] in ("{", "[")


class _Open(NamedTuple):
    """A list or object that is not closed yet."""

    path: str
    is_list: bool


@lru_cache(maxsize=8)  # every source asks it of every file
def outline(file: ExportFile) -> Outline:
    """The outline of the file's head; without any keys where the file is not JSON."""
    if not is_json(file):
        return Outline({})
    found: defaultdict[str, set[str]] = defaultdict(set)
    opened: list[_Open] = []
    key = ""
    for token in _TOKEN.finditer(head_text(file)):
        text = token[0]
        if text in ("{", "["):
            opened.append(_below(opened, key, is_list=text == "["))
        elif text in ("}", "]"):
            if opened:
                opened.pop()
        elif token[2] is not None:
            key = token[1]
            if opened and len(opened) <= _DEPTH:
                found[opened[-1].path].add(key)
    return Outline({path: frozenset(keys) for path, keys in found.items()})


def _below(opened: list[_Open], key: str, *, is_list: bool) -> _Open:
    """The list or object that begins here: an item of the list around it, or the value of the key."""
    path = opened[-1].path if opened else ""
    if len(opened) >= _DEPTH:
        return _Open(path, is_list)  # what is deeper is not asked for, and its path would grow without end
    if opened and not opened[-1].is_list:
        path = f"{path}.{key}" if path else key
    return _Open(f"{path}[]" if is_list else path, is_list)
