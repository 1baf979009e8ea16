"""The tokens by which search knows a text, and those of a question.

Not in words.py: what every command imports at its start compiles no patterns.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from tnotes.context.stems import stem

# Hangul, kana and Han are written without blanks between word and particle, or with none at all. No pattern has these
# ranges: compiling one takes longer than a search.
_CJK = (
    (0x1100, 0x11FF), (0x3040, 0x30FF), (0x3130, 0x318F), (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF),
    (0xA960, 0xA97F), (0xAC00, 0xD7FF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF),
)  # fmt: skip
_RUN = re.compile(r"\w+")
_PART = re.compile(r"\d+|[^\W\d_]+")
_CASED = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def tokens(text: str) -> list[str]:
    """What search keeps of a text, repetitions included.

    Names fall apart at `_`, at a change of case and at digits, and stay whole beside that. Of Korean, Chinese and
    Japanese every two neighbouring characters are a token, so that a particle hides no word.
    """
    return list(_tokens(text, asked=False))


def pieces(name: str) -> list[str]:
    """The stems of what a name is made of, in order."""
    return [stem(piece.casefold()) for run in _RUN.findall(_plain(name)) for piece, _ in _pieces(run)]


def asked(text: str) -> dict[str, str]:
    """The tokens of a question, each once and with the word it came from, in order. No character is an operator.

    Words that only hold a sentence together are left out where others are left. Two words typed apart are also one
    name written together.
    """
    text = _plain(text)
    found: dict[str, str] = {}
    thin: dict[str, str] = {}
    before = ""
    for at, run in enumerate(_RUN.findall(text)):
        is_thin = _is_thin(run, first=at == 0)
        for token in _tokens(run, asked=True):
            (thin if is_thin else found).setdefault(token, run)
        together = (before + run).replace("_", "").casefold()
        if before and not is_thin and together.isascii():
            found.setdefault(stem(together), f"{before} {run}")
        before = "" if is_thin else run
    return found or thin


def _plain(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def _tokens(text: str, *, asked: bool) -> Iterator[str]:
    for run in _RUN.findall(_plain(text)):
        found = _pieces(run)
        if len(found) > 1 and not any(ideographs for _, ideographs in found):
            yield stem(run.replace("_", "").casefold())
        for piece, ideographs in found:
            if not ideographs:
                yield stem(piece.casefold())
            elif len(piece) == 1:
                yield piece
            else:
                yield from (piece[at : at + 2] for at in range(len(piece) - 1))
                if len(piece) == 2 and not asked:  # 값은: a word of one character and its particle
                    yield piece[0]


def _pieces(run: str) -> list[tuple[str, bool]]:
    """The parts of a run of letters and digits, each with whether it is written without blanks."""
    found: list[tuple[str, bool]] = []
    for part in _PART.findall(run):
        if part.isascii():
            found += [(piece, False) for piece in _CASED.findall(part) or (part,)]
        else:
            found += [("".join(chars), kind) for kind, chars in groupby(part, _is_ideograph)]
    return found


@lru_cache(maxsize=10_000)
def _is_ideograph(char: str) -> bool:
    point = ord(char)
    return any(first <= point <= last for first, last in _CJK)


def _is_thin(word: str, *, first: bool) -> bool:
    """Whether a word holds sentences together and says nothing. A capital A within a sentence is a code."""
    if len(word) == 1 and word.isupper() and word != "I" and not first:
        return False
    return word.casefold() in _THIN


_SENTENCE = """
    a an and are as at be been by can could did do does for from give had has have how i in into is it its list many me
    much of on or please s show such tell than that the their them then there these they this to us was were what when
    where which who whose why will with would you your
"""
_THIN = frozenset(_SENTENCE.split())
