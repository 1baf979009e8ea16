"""The names of people that a text holds, Korean and in Latin letters, and the words that show them to be names."""

from __future__ import annotations

from functools import lru_cache

from tnotes.checks.words.korean_people import korean_people
from tnotes.checks.words.plain import plain
from tnotes.checks.words.rule import Hit
from tnotes.checks.words.western_people import western_people


@lru_cache(maxsize=4)  # the rule about names and the rule about deeds ask for the same text
def people_in(text: str) -> tuple[Hit, ...]:
    """The names in a plain text, in order, none inside another."""
    found = sorted([*korean_people(text), *western_people(text)], key=lambda hit: (hit.start, -hit.end))
    kept: list[Hit] = []
    for hit in found:
        if not kept or hit.start >= kept[-1].end:
            kept.append(hit)
    return tuple(kept)


def people_in_any(text: str) -> list[Hit]:
    """The same for a text as given."""
    form = plain(text)
    return [form.original(hit) for hit in people_in(form.text)]
