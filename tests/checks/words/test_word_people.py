"""People in notes: what the rules find of notes about people and of notes that only look like it."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tnotes.checks.words.all import WORD_RULES, found

HERE = Path(__file__).parent.parent
PEOPLE = tuple(rule for rule in WORD_RULES if "TN301" <= rule.id <= "TN306")
WARNINGS = tuple(rule for rule in WORD_RULES if rule.severity == "warning")


def notes(name: str) -> dict[str, list[str]]:
    return yaml.safe_load((HERE / f"{name}.yaml").read_text(encoding="utf-8"))


def names_people(text: str) -> bool:
    return bool(found(text, PEOPLE))


@pytest.mark.parametrize("part", ["tuned", "held_out", "later", "last", "fresh"])
def test_finds_people(part):
    given = notes("people")[part]
    missed = [text for text in given if not names_people(text)]
    assert len(given) >= 40
    assert len(missed) <= 2, missed


@pytest.mark.parametrize("part", ["tuned", "held_out", "later", "last"])
def test_leaves_the_innocent_alone(part):
    given = notes("innocent")[part]
    assert len(given) >= 50
    assert [text for text in given if names_people(text)] == []


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKD"])
def test_finds_people_however_the_text_is_composed(form):
    given = [text for part in notes("people").values() for text in part]
    missed = [text for text in given if not names_people(unicodedata.normalize(form, text))]
    assert len(missed) <= 4, missed


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("900101-1234567", "900101-1234567"),
        ("010-1234-5678", "010-1234-5678"),
        ("kim@corp.co.kr", "kim@corp.co.kr"),
        ("이영희님이 2025-03-02에 수정", "이영희님"),
        ("이영희 님이 2025-03-02에 수정", "이영희 님"),
        ("x @ y; see kim@corp.co.kr.", "kim@corp.co.kr"),
        ("０１０－１２３４－５６７８ 로", "０１０－１２３４－５６７８"),
        ("010\u200b-1234-5678", "010\u200b-1234-5678"),
        (unicodedata.normalize("NFD", "문의는 이영희님"), unicodedata.normalize("NFD", "이영희님")),
    ],
)
def test_says_which_part_is_about_a_person(text, shown):
    assert shown in [text[hit.start : hit.end] for _, hit in found(text, PEOPLE)]


@pytest.mark.parametrize(
    "text", ["카드번호", "주민등록번호", "주민등록번호 (암호화)", "카드번호 뒤 4자리", "employee e-mail"]
)
def test_what_a_column_holds_is_no_person(text):
    assert not names_people(text)


@pytest.mark.parametrize(
    "text", ["currently unused", "as of June the code is 7", "현재 사용 안 함", "loaded on 2025-03-02"]
)
def test_what_holds_for_a_moment_is_told(text):
    assert [rule.id for rule, _ in found(text, WARNINGS)] == ["TN321"]


@given(st.text(alphabet="김이영희님과장 대리가는0123456789-@.kimA:_\u200b\u0301\u1100\u1161(", max_size=60))
@settings(max_examples=150, deadline=None)
def test_any_text_gives_parts_of_itself(text):
    for rule, hit in found(text):
        assert 0 <= hit.start <= hit.end <= len(text), rule.id
