"""`ref('x')`, `source('a', 'b')` and `{{ doc('x') }}` to what they stand for."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping

_CALL = re.compile(r"\b(ref|source)\s*\(([^()]*)\)")
_ARGUMENT = re.compile(r"(?:^|,)\s*(?:'([^']*)'|\"([^\"]*)\")\s*(?=,|$)")
_VERSION = re.compile(r"\b(?:v|version)\s*=\s*['\"]?([\w.]+)")
_MOST_VERSIONS = 1_000
_DOC = re.compile(r"\{\{-?\s*doc\s*\(([^()]*)\)\s*-?\}\}")


def _arguments(inside: str) -> tuple[str, ...]:
    return tuple(single or double for single, double in _ARGUMENT.findall(inside))


class Refs:
    """The unique ids by what SQL calls them."""

    def __init__(self) -> None:
        self._ids: dict[tuple[str, ...], dict[str, None]] = defaultdict(dict)

    def add_model(self, unique_id: str, name: str, package: str | None = None) -> None:
        """A model, seed or snapshot; its package may stand before its name."""
        self._ids["ref", name][unique_id] = None
        if package:
            self._ids["ref", package, name][unique_id] = None

    def add_source(self, unique_id: str, source: str, name: str) -> None:
        """A table of a source."""
        self._ids["source", source, name][unique_id] = None

    def find(self, text: str, among: Collection[str] = ()) -> str | None:
        """The unique id that the first call in the text means, of `among` where that is known; None where unclear."""
        call = _CALL.search(text)
        if call is None:
            return None
        found = self._ids.get((call[1], *_arguments(call[2])), {})
        if among:  # what is not there is an ephemeral model, perhaps with a namesake in another package
            found = dict.fromkeys(one for one in among if one in found)
        if 1 < len(found) < _MOST_VERSIONS and (version := _VERSION.search(call[2])):
            found = dict.fromkeys(one for one in found if one.endswith(f".v{version[1]}"))
        return next(iter(found)) if len(found) == 1 else None


class Docs:
    """The project's doc blocks by name, and by package and name."""

    def __init__(self, blocks: Mapping[tuple[str, ...], str]) -> None:
        self._blocks = blocks

    def filled(self, text: str | None) -> str | None:
        """The text with each doc block in place of its call; a call that names none stays as it is."""
        if text is None or "doc" not in text:
            return text
        return _DOC.sub(lambda call: self._blocks.get(_arguments(call[1]), call[0]), text)
