"""The rules about words as rules of `check`, and what is said of a part that one of them found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tnotes.checks.rule import Around, Found, Rule
from tnotes.checks.words.all import WORD_RULES
from tnotes.checks.words.rule import Hit, WordRule
from tnotes.notes.entry import Survey


class Said(NamedTuple):
    """A rule that a text breaks, and in words which part does, without repeating what nobody should read."""

    rule: WordRule
    message: str


def said(text: str, rules: tuple[WordRule, ...] = WORD_RULES) -> Iterator[Said]:
    """The rules that the text breaks, each once, with the first part that does."""
    for rule in rules:
        hit = next(iter(rule.find(text)), None)
        if hit is not None:
            yield Said(rule, _message(hit))


def _message(hit: Hit) -> str:
    # Reports are copied into logs that many read: the place is enough for whoever has the text.
    where = f"characters {hit.start + 1} to {hit.end}" if hit.end > hit.start + 1 else f"character {hit.start + 1}"
    return f"{hit.what} ({where})"


def as_rule(word: WordRule) -> Rule:
    """The rule over all notes of a file that have a text."""
    return Rule(
        word.id,
        word.title,
        word.why,
        word.severity,
        word.advice,
        word.bad,
        word.good,
        find=_over_notes(word),
        refused=word.refused,
    )


def _over_notes(word: WordRule) -> Callable[[Survey, Around], Iterator[Found]]:
    def find(survey: Survey, _: Around) -> Iterator[Found]:
        for entry in survey.entries:
            for one in said(entry.note.content or "", (word,)) if entry.note.content else ():
                yield Found(entry.line_of("content"), f"{entry.note.id} has {one.message}", entry.note.id)

    return find


# The rules that find a secret, and no person.
SECRETS = frozenset(rule.id for rule in WORD_RULES if rule.id.startswith("TN31"))


# Whoever writes a text of one character knows that; only a check says it.
_NOT_TOLD = frozenset({"TN334"})


def warning() -> tuple[WordRule, ...]:
    """The rules that whoever writes a text is told of, and that do not stop it."""
    return tuple(rule for rule in WORD_RULES if not rule.refused and rule.id not in _NOT_TOLD)


def refusing() -> tuple[WordRule, ...]:
    """The rules that a text must not break to be written at all."""
    return tuple(rule for rule in WORD_RULES if rule.refused)
