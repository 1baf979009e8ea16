"""TN332 and TN334: notes that are too long, or say nothing."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.checks.words.rule import Hit, WordRule

MOST_CHARACTERS = 2000


def _find_length(text: str) -> Iterator[Hit]:
    if not text.strip():
        yield Hit(0, len(text), "an empty text")
    elif len(text) > MOST_CHARACTERS:
        yield Hit(MOST_CHARACTERS, len(text), f"what goes beyond {MOST_CHARACTERS:,} characters")


def _find_nothing(text: str) -> Iterator[Hit]:
    told = sum(char.isalnum() for char in text[:100])
    if text.strip() and told < 2 and len(text) < 100:
        yield Hit(0, len(text), "a text of signs alone" if told == 0 else "a single character")


LENGTH = WordRule(
    id="TN332",
    title="An empty or over-long text",
    why="An empty note takes a place on the card; a long one crowds out the others.",
    severity="error",
    advice="One fact a note: split it, or leave out what the catalog says already.",
    find=_find_length,
    bad=("", " \n ", "long " * 500),
    good=("9 means cancelled", "9", "long " * 300),
    refused=False,
)
NOTHING = WordRule(
    id="TN334",
    title="A text that says nothing",
    why="It takes a place on the card and tells a model nothing.",
    severity="warning",
    advice="Say in one sentence what holds for the table or column.",
    find=_find_nothing,
    bad=("...", "👍", "9"),
    good=("9 means cancelled", "해지", "in KRW"),
    refused=False,
)
