"""The texts that each rule about words finds or leaves alone, one YAML a rule, and each rule's own examples."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tnotes.checks.words.all import WORD_RULES
from tnotes.checks.words.rule import WordRule

CASES = Path(__file__).parent.parent / "cases"


def texts(rule: WordRule, kind: str) -> list[str]:
    given = yaml.safe_load((CASES / f"{rule.id}.yaml").read_text(encoding="utf-8"))[kind]
    return [case if isinstance(case, str) else case["text"] * case["times"] for case in given]


def is_found(rule: WordRule, text: str) -> bool:
    hits = list(rule.find(text))
    assert all(0 <= hit.start <= hit.end <= len(text) and hit.what for hit in hits)
    return bool(hits)


@pytest.mark.parametrize("rule", WORD_RULES, ids=lambda rule: rule.id)
def test_finds_what_it_should(rule):
    missed = [text for text in [*texts(rule, "fail"), *rule.bad] if not is_found(rule, text)]
    assert missed == []


@pytest.mark.parametrize("rule", WORD_RULES, ids=lambda rule: rule.id)
def test_leaves_the_rest_alone(rule):
    flagged = [text for text in [*texts(rule, "pass"), *rule.good] if is_found(rule, text)]
    assert flagged == []


@pytest.mark.parametrize("rule", WORD_RULES, ids=lambda rule: rule.id)
def test_has_enough_texts_in_both_languages(rule):
    for kind in ("fail", "pass"):
        cases = texts(rule, kind)
        assert len(cases) == len(set(cases)) >= 15
        assert any("가" <= char <= "힣" for text in cases for char in text)
        assert any("a" <= char <= "z" for text in cases for char in text)


def test_the_list_is_whole_and_in_order():
    ids = [rule.id for rule in WORD_RULES]
    assert len(set(ids)) == len(ids)
    assert {path.stem for path in CASES.glob("TN3*.yaml")} == set(ids)
    assert all(rule.severity in ("error", "warning") for rule in WORD_RULES)
    assert {rule.id for rule in WORD_RULES if rule.refused} == {f"TN30{n}" for n in range(1, 7)} | {"TN311"}


@pytest.mark.parametrize("rule", WORD_RULES, ids=lambda rule: rule.id)
def test_explains_itself(rule):
    assert rule.title
    assert rule.why.endswith(".")
    assert rule.advice.endswith(".")
    assert min(len(rule.bad), len(rule.good)) >= 2
