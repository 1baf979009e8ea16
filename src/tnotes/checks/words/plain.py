"""A text as the rules read it: composed, in plain digits and letters, without what cannot be seen."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from tnotes.checks.words.patterns import Pattern
from tnotes.checks.words.rule import Hit

_WIDE = {code + 0xFEE0: code for code in range(0x21, 0x7F)}
_SAME = {0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0xA0: " ", 0x3000: " ", 0x2212: "-", 0xFE63: "-"}
_DASHES = dict.fromkeys(range(0x2010, 0x2016), "-")
_PLAIN: dict[int, int | str] = {**_WIDE, **_SAME, **_DASHES}
# Whatever the two tables name, and whatever may melt into its neighbour.
_OTHER = Pattern(
    "[\u00a0\u00ad\u0300-\u036f\u1100-\u11ff\u200b-\u200d\u2010-\u2015\u2018-\u201d\u2060\u2126\u212a\u212b\u2212\u3000\u3099\u309a\ufe63\ufeff\uff01-\uff5e]"
)
_UNSEEN = dict.fromkeys([0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF])


class Plain(NamedTuple):
    """The plain text and, where it has another length, the place in the original of each of its characters."""

    text: str
    places: tuple[int, ...] | None

    def original(self, hit: Hit) -> Hit:
        """The same hit with its places in the original text."""
        if self.places is None:
            return hit
        return hit._replace(start=self.places[hit.start], end=self.places[hit.end])


@lru_cache(maxsize=64)  # the notes of a file, once more for each rule
def plain(text: str) -> Plain:
    """The text in its plain form."""
    if text.isascii() or _OTHER.compiled.search(text) is None:
        return Plain(text, None)
    level = text.translate(_PLAIN)
    if unicodedata.is_normalized("NFC", level) and level.translate(_UNSEEN) == level:
        return Plain(level, None)
    return _composed(level)


def on_plain(find: Callable[[str], Iterable[Hit]]) -> Callable[[str], Iterable[Hit]]:
    """A finder for any text from one that reads plain text."""

    def found(text: str) -> Iterable[Hit]:
        form = plain(text)
        return [form.original(hit) for hit in find(form.text)]

    return found


def _composed(text: str) -> Plain:
    parts: list[str] = []
    places: list[int] = []
    start = 0
    for end in range(1, len(text) + 1):
        if end < len(text) and end - start < 30 and _joins(text[end]):
            continue
        part = unicodedata.normalize("NFC", text[start:end].translate(_UNSEEN))
        parts.append(part)
        places += [start] * len(part)
        start = end
    return Plain("".join(parts), (*places, len(text)))


def _joins(char: str) -> bool:
    """Whether this character may melt into the one before it: a mark, a vowel or final of Hangul, or nothing seen."""
    return unicodedata.combining(char) > 0 or "\u1160" <= char <= "\u11ff" or ord(char) in _UNSEEN
