"""TN331 and TN333: characters that a reader does not see."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.checks.words.patterns import Pattern
from tnotes.checks.words.rule import Hit, WordRule

_TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
_UNSEEN = Pattern(
    f"[{_TURNS}\u00ad\u115f\u1160\u180e\u200b-\u200d\u2028\u2029\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)
_CONTROLS = Pattern("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_JOINERS = "\u200c\u200d"


def _find_unseen(text: str) -> Iterator[Hit]:
    if text.isascii():
        return
    for match in _UNSEEN.each(text):
        char = match[0]
        if char in _JOINERS and _joins(text, match.start()):
            continue
        kind = "turns the direction of the text" if char in _TURNS else "cannot be seen"
        yield Hit(match.start(), match.end(), f"U+{ord(char):04X}, which {kind}")


def _joins(text: str, place: int) -> bool:
    """Whether a joiner does its work: between emoji, or in the scripts of South Asia and Persia that need it."""
    around = text[max(0, place - 1) : place] + text[place + 1 : place + 2]
    return len(around) == 2 and all(
        char == "\ufe0f" or ord(char) > 0x1F000 or "\u0600" <= char <= "\u0dff" or "\u2600" <= char <= "\u27bf"
        for char in around
    )


def _find_controls(text: str) -> Iterator[Hit]:
    for match in _CONTROLS.each(text):
        yield Hit(match.start(), match.end(), f"the control character U+{ord(match[0]):04X}")


UNSEEN = WordRule(
    id="TN331",
    title="A character that cannot be seen or turns the text around",
    why="A person reading the change sees one text and the model gets another.",
    severity="error",
    advice="Leave the character out; type the text again instead of pasting it.",
    find=_find_unseen,
    bad=("STAT\u200b_CD is the status", "9 means \u202edellecnac\u202c", "코드\ufeff 9는 해지"),
    good=("9 means cancelled", "9는 해지 👩\u200d💻", "한글과 English 섞어 쓰기"),
    refused=False,
)
CONTROLS = WordRule(
    id="TN333",
    title="A control character",
    why="It comes from an export in another encoding, and what stood there is lost.",
    severity="warning",
    advice="Replace it by the character that was meant, or leave it out.",
    find=_find_controls,
    bad=("caf\x82 orders", "STAT\x7f is the status"),
    good=("two\tcolumns", "two\nlines", "café orders"),
    refused=False,
)
