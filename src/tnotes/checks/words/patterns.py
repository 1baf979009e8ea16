"""Regular expressions compiled at their first use, all of them known to the test that keeps them linear."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

ALL_PATTERNS: list[Pattern] = []


class Pattern:
    """A regular expression without unlimited repeats: the work at each place of a text has a fixed limit.

    Of `needs`, small letters, one must stand in a text that it matches at all: looking for them costs a hundredth.
    """

    def __init__(self, source: str, flags: int = 0, needs: str = "") -> None:
        self.source = source
        self.flags = flags
        self.needs = tuple(needs.split("|")) if needs else ()
        self._compiled: re.Pattern[str] | None = None
        ALL_PATTERNS.append(self)

    @property
    def compiled(self) -> re.Pattern[str]:
        """The expression, compiled once: most texts give most rules no reason to ask for theirs."""
        if self._compiled is None:
            self._compiled = re.compile(self.source, self.flags)
        return self._compiled

    def possible(self, text: str) -> bool:
        """Whether the text has one of the parts without which nothing can match."""
        small = lowered(text)
        return not self.needs or any(part in small for part in self.needs)

    def each(self, text: str) -> Iterable[re.Match[str]]:
        """Every match in the text, from left to right."""
        return self.compiled.finditer(text) if self.possible(text) else ()

    def within(self, text: str, spans: Iterable[tuple[int, int]]) -> Iterator[re.Match[str]]:
        """Every match in these parts of the text."""
        for start, end in spans:
            yield from self.compiled.finditer(text, start, end)

    def at(self, text: str, start: int) -> re.Match[str] | None:
        """The match that begins exactly at this place."""
        return self.compiled.match(text, start)

    def search(self, text: str, start: int, end: int) -> re.Match[str] | None:
        """The first match between two places."""
        return self.compiled.search(text, start, end)

    def whole(self, text: str) -> bool:
        """Whether the expression is the whole text."""
        return self.compiled.fullmatch(text) is not None


@lru_cache(maxsize=64)  # the notes of a file, once more for each rule
def lowered(text: str) -> str:
    """The text in small letters, as long as it was."""
    small = text.lower()
    return small if len(small) == len(text) else "".join(char.lower()[:1] for char in text)


_NUMBER = Pattern(r"[0-9][0-9 .()-]{5,60}")


@lru_cache(maxsize=64)
def numbers(text: str) -> tuple[tuple[int, int], ...]:
    """The parts of a text with seven digits or more, with a little around each: where numbers of people may be."""
    found = []
    for match in _NUMBER.each(text):
        if sum("0" <= char <= "9" for char in match[0]) >= 7:
            found.append((max(0, match.start() - 4), min(len(text), match.end() + 2)))
    return tuple(found)
