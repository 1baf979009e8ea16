"""Text of people never acts on a terminal, and is printed as it is otherwise (case O2)."""

import re

import pytest
from test_streams import on_a_terminal

from notefiles import entry, write_notes
from tnotes.cli.output import harmless, inline, one_line

MARKUP = "[bold]x[/bold] [dbo].[Customer] arr[idx] [/] [/path/x] :warning: codes [a] [b]"
ACTING = "a\x7fb\x85c\x9b31md\u202ee\u2066f\u200fg\u061ch\u2028i"
_BAD = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain 해지 😀 — …", "plain 해지 😀 — …"),
        ("a\x1b[31mb", "a\\x1b[31mb"),
        ("a\x00\x07\x08\x0d", "a\\x00\\x07\\x08\\r"),
        ("a\x7f\x9b\x85", "a\\x7f\\x9b\\x85"),
        ("a\u202eb\u2067c\u200f", "a\\u202eb\\u2067c\\u200f"),
        ("a\udcffb", "a\\udcffb"),
        ("a\n\tb", "a\n\tb"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
    ],
)
def test_acting_characters_are_written_as_escapes(text, shown):
    assert harmless(text) == shown


def test_a_list_and_a_sentence_stay_on_one_line():
    assert one_line("a\nb\tc\x1b") == "a ⏎ b c\\x1b"
    assert inline("a\nb\tc\x1b") == "a\\nb\\tc\\x1b"


def test_nothing_acts_in_any_answer_for_people(place):
    write_notes(place, [entry(1, content=ACTING, author="x\u202ey", conversation="c\x9bd")])
    note = "n_hand000001"
    for verb in (
        ("ls",),
        ("show", note),
        ("card", "sales.CUSTOMER", "--format", "markdown"),
        ("log",),
        ("edit", note, f"{ACTING}!", "--author", "lee"),
        ("rm", note),
    ):
        answer = place.tnotes(*verb).fine()
        assert not _BAD.search(answer.out.replace("\r\n", "\n") + answer.err), verb


def test_nothing_acts_in_an_error_or_warning(place):
    for verb in (
        ("add", f"sales.{ACTING}\n2> hint: x", "x"),
        ("add", "sales.CUSTOMER", "x", "-c", ACTING),
        ("show", ACTING),
        ("--role", ACTING, "ls"),
        ("--tz", ACTING, "ls"),
        ("ls", "--status", ACTING),
        ("-w", f"/{ACTING}", "ls"),
        (f"x{ACTING}",),
        ("ls", f"--{ACTING}"),
        ("add", "a", "b", ACTING),
    ):
        answer = place.tnotes(*verb).refused()
        assert not _BAD.search(answer.err), verb
        assert len(answer.err.splitlines()) == 2, verb  # one line and one hint
    write_notes(place, [entry(number, content=f"{number} {ACTING}") for number in range(41)])
    assert not _BAD.search(place.tnotes("add", "sales.CUSTOMER", "x").fine().err)


def test_what_looks_like_markup_is_printed_literally(place):
    place.add("sales.CUSTOMER", MARKUP, "--author", "[red]kim[/red]")
    note = place.tnotes("ls").fine().out.split("\t")[0]
    assert MARKUP in place.tnotes("ls").fine().out
    assert MARKUP in place.tnotes("show", note).fine().out
    assert "[red]kim[/red]" in place.tnotes("log").fine().out
    seen = on_a_terminal(place, "ls", COLUMNS="300")[1]
    assert MARKUP in re.sub(r"\x1b\[[0-9;]*m", "", seen)
    assert "no table [/x].[bold] in" in place.tnotes("add", "[/x].[bold]", "x").refused().err


def test_a_text_cannot_pass_for_lines_of_the_tool(place):
    note = place.add("sales.CUSTOMER", "x\nstatus:       deleted\n| a | b |")
    shown = place.tnotes("show", note).fine().out.splitlines()
    assert [line for line in shown if line.startswith("status:")] == ["status:       active"]
    assert len(place.tnotes("ls").fine().out.splitlines()) == 1
