"""What a rule about the words of a note is, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple


class Hit(NamedTuple):
    """A part of the text that a rule speaks about, and what it is, such as "an e-mail address"."""

    start: int
    end: int
    what: str


class WordRule(NamedTuple):
    """One rule: what it finds in a text, why that matters, and what to write instead."""

    id: str
    title: str
    why: str
    severity: str  # "error" or "warning"
    advice: str
    find: Callable[[str], Iterable[Hit]]
    bad: tuple[str, ...]
    good: tuple[str, ...]
    refused: bool  # already when written, not only by `tnotes check`
