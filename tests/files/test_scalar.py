"""Every text comes back as itself from every reader people use."""

from __future__ import annotations

import json

import pytest
import yaml as pyyaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from tnotes.errors import BadText
from tnotes.files.scalar import emit, emit_flow
from tnotes.files.yaml import parse, to_plain

ANY = st.characters(exclude_categories=["Cs"], exclude_characters=[chr(n) for n in range(32) if n not in (9, 10)])
SIGNS = st.sampled_from("-?:,[]{}#&*!|>'\"%@`=<~. \t\n\\/_019eExXoyYnN\x7f\x85\u2028\ufeff해")
TEXT = st.one_of(st.text(ANY), st.text(SIGNS), st.text(st.one_of(ANY, SIGNS), max_size=8))


def readings(document):
    """What each reader makes of the document."""
    yield YAML(typ="safe").load(document)
    yield YAML(typ="safe", pure=True).load(document)
    yield pyyaml.load(document, pyyaml.SafeLoader)
    yield pyyaml.load(document, pyyaml.CSafeLoader)
    yield to_plain(parse(document, "x"))


def check(text, indent):
    pad = " " * indent
    block = f"l:\n{pad}- a: {emit(text, indent + 4)}\n{pad}  b: x\n{pad}- {emit(text, indent + 2)}\n"
    flow = f"l: [{{a: {emit_flow(text)}, b: x}}, {emit_flow(text)}]\n"
    for document in (block, flow):
        for found in readings(document):
            assert found == {"l": [{"a": text, "b": "x"}, text]}, document


@given(TEXT, st.sampled_from([0, 2, 4]))
@settings(max_examples=400, deadline=None)
@example("nel\x85x", 0)
@example("\ufeffbom", 0)
@example("a\n\tb\n\nc", 2)
@example("a" * 2000, 0)
def test_every_reader_gets_the_same_text(text, indent):
    check(text, indent)


WORDS = "NO on true Null y N 0123 12:30 1e5 2026-11-30 0x1F 1_000 190:20:30.15 0o14 0b1 1. 1:2 .inf .nan .5 +1"
SIGNS_FIRST = "~ = << - ? : *a &a !a @a `a |a >a %a \"a 'a #a [a {a ,a --- ..."
WITH_BLANKS = ["- x", "a: b", "x #y", "x:", "", " x", "x ", "2026-11-30 09:12:44", "1 2"]


@pytest.mark.parametrize("text", [*WORDS.split(), *SIGNS_FIRST.split(), *WITH_BLANKS])
def test_what_a_reader_could_mistake_is_quoted(text):
    assert emit(text, 2)[0] in "'\""
    check(text, 2)


@pytest.mark.parametrize(
    "text",
    [
        "9 means cancelled; leave it out.",
        "해지 고객은 9 이다 😀",
        "it's 100% (of A/B) [see b]",
        "n_7k3f9q2mxa",
        "STAT_CD",
        "a:b",
        "C# is fine",
        "é à la carte",
    ],
)
def test_prose_stays_plain(text):
    assert emit(text, 2) == text
    check(text, 2)


def test_lines_become_a_literal_block():
    assert emit("a\n\n  b: 해지", 4) == "|-\n    a\n\n      b: 해지"
    assert emit("a \nb", 4) == '"a \\nb"'  # an editor would take the blank away


def test_what_cannot_be_seen_is_escaped():
    text = "a\x85\u2028\ufeff\x7f\uffff\U0001fffe\tb"
    assert emit(text, 2) == '"a\\u0085\\u2028\\ufeff\\u007f\\uffff\\U0001fffe\\tb"'


def test_flow_style_is_json():
    text = 'a"\\\n\t\x7f\x85해지😀'
    assert json.loads(emit_flow(text)) == text
    assert "해지😀" in emit_flow(text)


@given(st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3) | st.sampled_from("😀👨‍👩‍👧🇰🇷 ")))
def test_hangul_and_emoji_are_written_as_themselves(text):
    assert text in emit(text, 2)
    assert text in emit_flow(text)


def test_a_lone_surrogate_is_refused():
    with pytest.raises(BadText):
        emit("a\ud800", 2)
