"""Long lists of words, written as text."""

from __future__ import annotations


def listed(words: str, between: str | None = None) -> frozenset[str]:
    """The words of a text, split at white space or at a sign."""
    return frozenset(words.split(between))
