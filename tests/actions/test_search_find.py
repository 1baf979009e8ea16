"""What a question finds, by both engines."""

from __future__ import annotations

import random

import pytest

from builders import Place
from searching import by_hand, by_notes, names, session, with_engine
from tnotes.actions.search import search, search_notes
from tnotes.actions.search_shapes import places, tables
from tnotes.context.current import ENGINES


@pytest.fixture(params=ENGINES)
def ws(request: pytest.FixtureRequest, place: Place) -> Place:
    """The small workspace, searched by each engine in turn."""
    return with_engine(place, request.param)


def test_single_characters_and_codes(ws):
    by_hand(ws, "CUSTOMER", "STAT_CD 9 means cancelled", "loan status A is finished")
    assert names(ws, "9")[0] == "sales.CUSTOMER"
    assert by_notes(ws, "9") == ["STAT_CD 9 means cancelled"]
    assert by_notes(ws, "status A")[0] == "loan status A is finished"


@pytest.mark.parametrize(
    ("question", "text"),
    [("해지", "해지된 계정"), ("고객", "고객입니다"), ("9", "9는 제외"), ("한국어", "한국어를 쓴다"), ("값", "값은 0")],
)
def test_korean_words_with_their_particles(ws, question, text):
    by_hand(ws, "CUSTOMER", text)
    assert by_notes(ws, question) == [text]
    assert names(ws, question)[0] == "sales.CUSTOMER"


def test_characters_that_stand_apart_are_not_the_word(ws):
    by_hand(ws, "CUSTOMER", "해외 지점", "해마다 지급")
    assert by_notes(ws, "해지") == []
    assert names(ws, "해지") == []


@pytest.mark.parametrize("question", ["stat", "statcd", "STAT_CD", "stat cd", "cd"])
def test_names_fall_apart_and_stay_whole(ws, question):
    assert set(names(ws, question)[:2]) == {"sales.CUSTOMER", "archive.CUSTOMER"}
    by_hand(ws, "ORDERS", "see STAT_CD there")
    assert by_notes(ws, question) == ["see STAT_CD there"]


@pytest.mark.parametrize("question", ["status", "customer", "customerstatus", "K-12", "meal", "12"])
def test_camel_case_and_signs(ws, question):
    by_hand(ws, "ORDERS", "customerStatus of Free Meal Count (K-12)")
    assert by_notes(ws, question) == ["customerStatus of Free Meal Count (K-12)"]


@pytest.mark.parametrize(
    "question",
    [
        "what does cancelled mean?",
        "means -cancelled",
        "NOT cancelled",
        "c:9 AND cancelled",
        '"unbalanced cancelled',
        "[a TO cancelled",
        "cancelled~2 ^",
        "cancel*",
        "(cancelled",
        "cancelled OR",
        "\\cancelled\\",
        "cancelled\0",
        "cancelled " * 2000,
    ],
)
def test_a_question_is_a_bag_of_words(ws, question):
    by_hand(ws, "ORDERS", "9 says it was cancelled")
    assert by_notes(ws, question) == ["9 says it was cancelled"]
    assert names(ws, question)[0] == "sales.ORDERS"


@pytest.mark.parametrize("question", ["*", "", " ", '"', "?", "zeppelin", "\ud800", "-", "NULL*"])
def test_what_nothing_matches_finds_nothing(ws, question):
    by_hand(ws, "ORDERS", "9 says it was cancelled")
    assert names(ws, question) == []
    assert by_notes(ws, question) == []


def test_english_words_by_their_stems(ws):
    by_hand(ws, "ORDERS", "cancelled")
    for question in ("cancel", "cancels", "cancelling", "CANCELLED"):
        assert by_notes(ws, question) == ["cancelled"], question


def test_no_question_of_many_hangs(ws):
    """Whoosh 2.7.4 never came back from some questions of several words."""
    choose = random.Random(7)  # noqa: S311 - the same questions every time
    words = ["해지", "고객", "status", "9", "A", "orders", "STAT_CD", "total", "cancelled", "주문", "code", "x"]
    by_hand(ws, "CUSTOMER", *(" ".join(choose.choices(words, k=9)) for _ in range(40)))
    for _ in range(150):
        search(session(ws), " ".join(choose.choices([*words, "OR", "AND", "NOT", "*"], k=6)))


def test_a_note_that_matches_stands_first_and_at_most_twenty_are_shown(ws):
    by_hand(ws, "ORDERS", *(f"note number {at}" for at in range(30)), "the cancelled one")
    found = search(session(ws), "cancelled").tables[0]
    assert found.notes[0].content == "the cancelled one"
    assert len(found.notes) == 20
    assert found.why == ("note n_hand000030 matched 'cancelled'",)


def test_why_names_what_matched(ws):
    by_hand(ws, "CUSTOMER", "stat 9 is cancelled")
    found = search(session(ws), "cancelled customer stat")
    assert found.tables[0].why == (
        "table CUSTOMER matched 'customer'",
        "column STAT_CD matched 'stat'",
        "note n_hand000000 matched 'cancelled', 'stat'",
    )


def test_the_json_keeps_its_keys(ws):
    by_hand(ws, "CUSTOMER", "9 is cancelled")
    found = session(ws, time_zone="UTC")
    note = {"id": "n_hand000000", "content": "9 is cancelled", "date": "2026-11-30"}
    answer = tables("cancelled", search(found, "cancelled"), found.zone)
    assert list(answer) == ["question", "tables"]
    first = answer["tables"][0]
    assert list(first) == ["connection", "schema", "table", "available", "score", "why", "notes"]
    assert first["notes"] == [note]
    where = {"connection": "warehouse", "schema": "sales", "table": "CUSTOMER", "column": None, "notes": [note]}
    assert places("cancelled", search_notes(found, "cancelled"), found.zone)["places"] == [where]
