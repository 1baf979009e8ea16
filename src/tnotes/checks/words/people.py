"""The names of people that a text holds, Korean and in Latin letters, and the words that show them to be names."""

from __future__ import annotations

from functools import lru_cache

from tnotes.checks.words.korean_people import korean_people
from tnotes.checks.words.patterns import Pattern
from tnotes.checks.words.plain import plain
from tnotes.checks.words.rule import Hit
from tnotes.checks.words.western_people import western_people

# Who stands for anybody, where an example is given: "for example, John Smith".
_ANYBODY = frozenset(
    ("john doe", "jane doe", "john smith", "jane smith", "joe bloggs", "john", "jane", "joe", "홍길동")
)
_EXAMPLE = Pattern(r"for (?:example|instance)|e\.g\.|such as|(?<![a-z])like |예\s?[:)]|예를 들|예시|가령", 2)
_NEAR = 200


@lru_cache(maxsize=64)  # the notes of a file, once more for each rule
def people_in(text: str) -> tuple[Hit, ...]:
    """The names in a plain text, in order, none inside another."""
    found = sorted([*korean_people(text), *western_people(text)], key=lambda hit: (hit.start, -hit.end))
    kept: list[Hit] = []
    for hit in found:
        if (not kept or hit.start >= kept[-1].end) and not _example(text, hit):
            kept.append(hit)
    return tuple(kept)


def _example(text: str, hit: Hit) -> bool:
    return (
        text[hit.start : hit.end].lower() in _ANYBODY
        and _EXAMPLE.search(text, max(0, hit.start - _NEAR), hit.start) is not None
    )


def people_in_any(text: str) -> list[Hit]:
    """The same for a text as given."""
    form = plain(text)
    return [form.original(hit) for hit in people_in(form.text)]
