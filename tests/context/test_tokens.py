"""The tokens by which search knows a text, and those of a question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tnotes.context.stems import stem
from tnotes.context.tokens import asked, pieces, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("STAT_CD", ["statcd", "stat", "cd"]),
        ("customerStatus", ["customerstatu", "custom", "statu"]),
        ("Free Meal Count (K-12)", ["free", "meal", "count", "k", "12"]),
        ("HTTPServer2", ["httpserver2", "http", "server", "2"]),
        ("transactions_1k", ["transactions1k", "transact", "1", "k"]),
        ("9", ["9"]),
        ("A", ["a"]),
        ("9는", ["9", "는"]),
        ("해지된", ["해지", "지된"]),
        ("고객입니다", ["고객", "객입", "입니", "니다"]),
        ("값은", ["값은", "값"]),
        ("고객_STAT", ["고객", "고", "stat"]),
        ("東京都", ["東京", "京都"]),
        ("データ", ["デー", "ータ"]),
        ("ＳＴＡＴ", ["stat"]),
        ("naïve Größe", ["naïve", "grösse"]),
        ("* ( ) \" ' -", []),
        ("", []),
    ],
)
def test_tokens(text, expected):
    assert tokens(text) == expected


def test_a_decomposed_text_has_the_tokens_of_the_composed_one():
    import unicodedata

    assert tokens(unicodedata.normalize("NFD", "해지 고객")) == tokens("해지 고객")


@pytest.mark.parametrize(
    ("words", "one"),
    [
        ("cancelled cancels cancelling cancel", "cancel"),
        ("relational relate", "relat"),
        ("ponies pony", "poni"),
        ("hopping hop", "hop"),
        ("filing file", "file"),
        ("agreed agree", "agre"),
        ("caresses caress", "caress"),
        ("generalizations generally", "gener"),
        ("happy happiness", "happi"),
        ("adjustment adjust", "adjust"),
    ],
)
def test_english_words_of_one_stem(words, one):
    assert {stem(word) for word in words.split()} == {one}


@pytest.mark.parametrize("word", ["is", "9", "고객", "naïve", "k12", "sky", ""])
def test_what_has_no_stem_stays(word):
    assert stem(word) == word


def test_a_question_is_a_bag_of_words_each_with_where_it_came_from():
    assert asked("what does STAT_CD 9 mean?") == {
        "statcd": "STAT_CD",
        "stat": "STAT_CD",
        "cd": "STAT_CD",
        "9": "9",
        "statcd9": "STAT_CD 9",
        "mean": "mean",
        "9mean": "9 mean",
    }


def test_a_capital_letter_within_a_sentence_is_a_code():
    assert "a" in asked("status A")
    assert "a" not in asked("find a status")
    assert "a" not in asked("A status")
    assert "i" not in asked("what do I need")


def test_words_that_only_hold_sentences_together_count_where_nothing_else_is_left():
    assert list(asked("what is it")) == ["what", "is", "it"]
    assert "is" not in asked("what is cancelled")


@pytest.mark.parametrize("question", ["", "*", "***", '"', "( ) [ ] { }", "- + ~ ^ : / \\", "\n\t"])
def test_signs_alone_ask_for_nothing(question):
    assert asked(question) == {}


@pytest.mark.parametrize("question", ["NOT cancelled", "cancelled AND", "c:cancelled", "-cancelled", "cancelled*"])
def test_operators_are_text(question):
    assert "cancel" in asked(question)


def test_two_words_may_be_one_name():
    assert "gasstat" in asked("gas station")
    assert "gasstat" in tokens("GASSTATIONS")
    assert "gasstat" in tokens("GasStation")


def test_the_pieces_of_a_name():
    assert pieces("eye_colour_id") == ["ey", "colour", "id"]


@given(st.text(max_size=200))
def test_no_text_raises_and_no_token_has_a_blank_or_capital(text):
    for token in [*tokens(text), *asked(text)]:
        assert token
        assert token.split() == [token]
        assert token == token.casefold()
