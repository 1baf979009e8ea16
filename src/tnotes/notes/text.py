"""The text of a note: what is kept as given, and what is refused."""

from __future__ import annotations

import re

from tnotes.errors import BadText

MOST_CHARACTERS = 2000

# C0 controls but tab and newline, and lone surrogates, which no UTF-8 can hold. DEL and U+0080-9F are kept: exports
# in old encodings are full of them.
_REFUSED = re.compile(r"[\x00-\x08\x0b-\x1f\ud800-\udfff]")
# How Python hands over a byte of the command line that is not UTF-8.
_BYTE = re.compile(r"[\udc80-\udcff]")


def clean(text: str) -> str:
    """The text as it is kept: trimmed, CRLF to LF. Raises BadText where it is empty, too long or not text."""
    kept = text.replace("\r\n", "\n")
    refused = _REFUSED.search(kept)  # before the trim, which takes some of them for white space
    if refused is not None:
        raise _problem(refused[0])
    kept = kept.strip()
    if not kept:
        raise BadText("the text is empty", hint="say in one sentence what holds for the table or column")
    if len(kept) > MOST_CHARACTERS:
        raise BadText(
            f"the text has {len(kept):,} characters; at most {MOST_CHARACTERS:,} are kept",
            hint="one fact a note: split it, or leave out what the catalog says already",
        )
    return kept


def _problem(char: str) -> BadText:
    if _BYTE.fullmatch(char):
        return BadText(f"the text is not UTF-8: it has the byte {ord(char) - 0xDC00:02X}", hint="send it as UTF-8")
    if char == "\r":
        return BadText("the text has a carriage return without a line feed", hint="end lines with LF or CRLF")
    kind = "lone surrogate" if char > " " else "control character"
    return BadText(f"the text has the {kind} U+{ord(char):04X}", hint="leave that character out")
