"""The tokens by which search knows a text, and those of a question.

Not in words.py: what every command imports at its start compiles no patterns.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from tnotes.context.stems import stem

# Hangul, kana and Han are written without blanks between word and particle, or with none at all.
_CJK = (
    "\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
)
_RUN = re.compile(r"\w+")
_PIECE = re.compile(rf"[{_CJK}]+|\d+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z{_CJK}]+")
_IDEOGRAPHS = re.compile(f"[{_CJK}]")
_BLANK = re.compile("[_]+")


def tokens(text: str) -> list[str]:
    """What search keeps of a text, repetitions included.

    Names fall apart at `_`, at a change of case and at digits, and stay whole beside that. Of Korean, Chinese and
    Japanese every two neighbouring characters are a token, so that a particle hides no word.
    """
    return list(_tokens(text, asked=False))


def pieces(name: str) -> list[str]:
    """The stems of what a name is made of, in order."""
    return [stem(piece.casefold()) for piece in _PIECE.findall(_plain(name))]


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
        kept = thin if _is_thin(run, first=at == 0) else found
        for token in _tokens(run, asked=True):
            kept.setdefault(token, run)
        together = _BLANK.sub("", before + run).casefold()
        if before and together.isascii():
            found.setdefault(stem(together), f"{before} {run}")
        before = run
    words = {token for token, run in found.items() if " " not in run}
    return found if words else {**thin, **found}


def _plain(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def _tokens(text: str, *, asked: bool) -> Iterator[str]:
    for run in _RUN.findall(_plain(text)):
        pieces = _PIECE.findall(run)
        if len(pieces) > 1 and not _IDEOGRAPHS.search(run):
            yield stem(_BLANK.sub("", run).casefold())
        for piece in pieces:
            if not _IDEOGRAPHS.match(piece):
                yield stem(piece.casefold())
            elif len(piece) == 1:
                yield piece
            else:
                yield from (piece[at : at + 2] for at in range(len(piece) - 1))
                if len(piece) == 2 and not asked:  # 값은: a word of one character and its particle
                    yield piece[0]


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
