"""Names that benchmarks give to columns so that people can read them."""

from __future__ import annotations

import re

_WORDS = re.compile(r"[^\W_]+")
_NEW_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")


def says_more(name: str | None, column: str) -> str | None:
    """The readable name, where it is not just the words of the column's own."""
    return None if name is None or _words(name) == _words(column) else name


def _words(name: str) -> str:
    return "".join(_WORDS.findall(_NEW_WORD.sub(" ", name))).casefold()
