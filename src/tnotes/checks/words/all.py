"""The rules about the words of a note, in plain sight."""

from __future__ import annotations

from tnotes.checks.words import (
    accounts,
    characters,
    conversation,
    deeds,
    emails,
    instructions,
    length,
    moments,
    names,
    national_ids,
    phones,
    secrets,
)
from tnotes.checks.words.rule import Hit, WordRule

WORD_RULES: tuple[WordRule, ...] = (
    emails.RULE,
    phones.RULE,
    national_ids.RULE,
    names.RULE,
    accounts.RULE,
    deeds.RULE,
    secrets.RULE,
    moments.RULE,
    conversation.RULE,
    instructions.RULE,
    characters.UNSEEN,
    length.LENGTH,
    characters.CONTROLS,
    length.NOTHING,
)


def found(text: str, rules: tuple[WordRule, ...] = WORD_RULES) -> list[tuple[WordRule, Hit]]:
    """What the rules find in one text, rule by rule, each from left to right."""
    return [(rule, hit) for rule in rules for hit in rule.find(text)]
