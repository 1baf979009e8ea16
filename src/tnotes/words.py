"""One text to its words: the form in which two texts count as the same."""

from __future__ import annotations

import unicodedata


def nfc(text: str) -> str:
    """The text in Unicode's composed form; macOS and some keyboards hand out the decomposed one."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def fold(text: str) -> str:
    """A key equal for names that differ only in case or composition."""
    return nfc(nfc(text).casefold())


def same_text_key(text: str) -> str:
    """A key equal for two texts of the same content: composed, trimmed, white space collapsed, case folded."""
    return fold(" ".join(text.split()))
