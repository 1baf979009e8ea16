"""A text as its words in Latin letters, each with what stands right beside it."""

from __future__ import annotations

import re
from typing import NamedTuple

from tnotes.checks.words.patterns import Pattern

_WORD = Pattern(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'-]{0,39}")


class Word(NamedTuple):
    """One word, without a genitive's 's, and the same in small letters."""

    start: int
    end: int
    word: str
    low: str

    @property
    def capital(self) -> bool:
        """Whether it begins with a capital."""
        return self.word[:1].isupper()

    @property
    def proper(self) -> bool:
        """Whether it is written as names are: a capital, then at least one small letter."""
        return len(self.word) > 1 and self.word[0].isupper() and not self.word.isupper()


NONE = Word(0, 0, "", "")


class Sentence(NamedTuple):
    """The text, where its words are, and those words that somebody asked for."""

    text: str
    found: tuple[re.Match[str], ...]
    made: dict[int, Word]

    def word(self, place: int) -> Word:
        """The word at this place, made when asked for: few of a text's words are."""
        if place not in self.made:
            self.made[place] = _word(self.found[place])
        return self.made[place]

    def after(self, place: int, gaps: tuple[str, ...] = (" ",)) -> Word:
        """The word after the one at this place, where one of these stands between."""
        if place + 1 >= len(self.found):
            return NONE
        found = self.word(place + 1)
        return found if self.text[self.word(place).end : found.start] in gaps else NONE

    def before(self, place: int, steps: int = 1) -> Word:
        """The word so many before, where only a blank or an abbreviation's full stop stands between."""
        for at in range(place, place - steps, -1):
            if not at or self.text[self.word(at - 1).end : self.found[at].start()] not in (" ", ". "):
                return NONE
        return self.word(place - steps)


def read(text: str) -> Sentence:
    """The text with its words."""
    return Sentence(text, tuple(_WORD.each(text)), {})


def _word(match: re.Match[str]) -> Word:
    word = match[0].rstrip("'-")
    bare = word[:-2] if word.endswith(("'s", "'S")) and len(word) > 2 else word
    return Word(match.start(), match.start() + len(bare), bare, bare.lower())
