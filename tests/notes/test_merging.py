"""The text of a merged note file: what people wrote around the notes stays, and it does not matter who merges."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from branches import CAP, START, settle_before
from hypothesis import given, settings
from hypothesis import strategies as st

from tnotes.catalog.table import TableName
from tnotes.errors import UnreadableFile
from tnotes.files.threeway import merge_lines
from tnotes.notes.file import NoteFile, parse_notes, rewrite
from tnotes.notes.merge import mend, merge
from tnotes.notes.merging import mend_text, merge_texts
from tnotes.notes.survey import survey
from tnotes.notes.times import later, stamp

PATH = Path("notes/warehouse/sales/CUSTOMER.yaml")
NAME = TableName("warehouse", "sales", "CUSTOMER")
HEAD = "version: 1\nconnection: warehouse\nschema: sales\ntable: CUSTOMER\nnotes:\n"


def block(letter: str, text: str, at: int = 1) -> str:
    """A note as the tool writes it."""
    times = [later(stamp(START), minute * 60_000) for minute in (1, at)]
    return (
        f"- id: n_{letter}0000\n  content: {text}\n  status: active\n  created: '{times[0]}'\n  updated: '{times[1]}'\n"
    )


A, B, C, D = (block(letter, f"says {letter}") for letter in "abcd")


def merged(base: str | None, ours: str | None, theirs: str | None, cap: int = 40) -> str:
    """The merged text, which is the same whoever merges."""
    one, other = merge_texts(PATH, base, ours, theirs, cap), merge_texts(PATH, base, theirs, ours, cap)
    assert one == other
    assert one is not None
    return one


def test_blocks_of_both_sides_stand_in_the_order_of_ids():
    assert merged(HEAD + B, HEAD + A + B, HEAD + B + C) == HEAD + A + B + C
    assert merged(None, HEAD + A + D, HEAD + B + C) == HEAD + A + B + C + D


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "result"),
    [
        ("", "# a\n", "", "# a\n"),
        ("# a\n", "# a\n", "", ""),
        ("", "# a\n", "# b\n", "# a\n# b\n"),
        ("# a\n# b\n# c\n", "# A\n# b\n# c\n", "# a\n# b\n# C\n", "# A\n# b\n# C\n"),
    ],
)
def test_comments_above_a_note_and_the_file_are_merged_by_lines(base, ours, theirs, result):
    assert merged(HEAD + base + A, HEAD + ours + A, HEAD + theirs + A + C) == HEAD + result + A + C
    assert merged(base + HEAD + A, ours + HEAD + A, theirs + HEAD + A + C) == result + HEAD + A + C
    assert merged(HEAD + A + base, HEAD + A + ours, HEAD + D.replace(D, A) + theirs) in (
        HEAD + A + result,
        HEAD + A + base,
    )


def test_the_comment_of_one_side_stays_on_a_note_that_the_other_changed():
    ours = HEAD + "# ask lee\n" + A.replace("says a", "'says a'  # quoted") + B
    theirs = HEAD + block("a", "says a", at=7) + B
    expected = "# ask lee\n" + block("a", "says a", at=7).replace("says a", "'says a'  # quoted")
    assert merged(HEAD + A + B, ours, theirs) == HEAD + expected + B


def test_two_edits_of_one_note_with_a_comment_each():
    ours = HEAD + "# ours\n" + block("a", "first", at=5)
    theirs = HEAD + block("a", "second", at=7) + "# theirs, at the end\n"
    text = merged(HEAD + A, ours, theirs)
    assert "# ours\n" + block("a", "second", at=7) + "# theirs, at the end\n" in text
    assert [note.content for note in parse_notes(text, PATH).notes if not note.active] == ["first"]


def test_blank_lines_between_notes_stay():
    assert merged(HEAD + A + "\n" + B, HEAD + A + "\n" + B + "\n" + D, HEAD + A + "\n" + B + "\n" + C) == "\n".join(
        [HEAD + A, B, C, D]
    )


def test_a_file_in_an_order_of_its_own_keeps_it():
    assert merged(HEAD + C + A, HEAD + C + A, HEAD + C + A + D) == HEAD + C + A + D
    assert merged(HEAD + A + C, HEAD + C + A, HEAD + A + B + C) == HEAD + B + C + A


def test_line_ends_are_those_that_one_side_chose():
    ours = (HEAD + A + B).replace("\n", "\r\n")
    assert merged(HEAD + A, ours, HEAD + A + C) == (HEAD + A + B + C).replace("\n", "\r\n")
    assert merged(ours, ours, HEAD + A + B + C) == HEAD + A + B + C


@pytest.mark.parametrize("start", [HEAD, HEAD.replace("notes:\n", "notes: []\n"), HEAD.replace("notes:\n", "")])
def test_a_list_that_was_empty(start):
    assert parse_notes(merged(start, start + "# o\n", HEAD + A), PATH).notes == parse_notes(HEAD + A, PATH).notes
    assert merged(start, HEAD + B, HEAD + A) == HEAD + A + B


def test_two_indentations_and_flow_style_are_written_plainly():
    indented = HEAD + "".join(f"    {line}" for line in A.splitlines(keepends=True))
    flow = HEAD.replace("notes:\n", "notes: [") + "]\n"
    assert parse_notes(merged(HEAD, indented, HEAD + B), PATH).notes == parse_notes(HEAD + A + B, PATH).notes
    assert parse_notes(merged(flow, flow + "# x\n", HEAD + B), PATH).notes == parse_notes(HEAD + B, PATH).notes


def test_what_cannot_be_read_is_an_error_and_an_unreadable_base_is_none():
    conflict = HEAD + "<<<<<<< ours\n" + A + "=======\n>>>>>>> theirs\n"
    for ours, theirs in ((conflict, HEAD + B), (HEAD + B, conflict)):
        with pytest.raises(UnreadableFile, match="unresolved merge conflict"):
            merge_texts(PATH, HEAD, ours, theirs, 40)
    assert merged(conflict, HEAD + A, HEAD + B) == HEAD + A + B
    other = HEAD.replace("CUSTOMER", "ORDERS") + A
    with pytest.raises(UnreadableFile, match="different tables"):
        merge_texts(PATH, HEAD, HEAD + B, other, 40)


def test_a_removed_file_comes_back_only_where_its_notes_changed():
    assert merge_texts(PATH, HEAD + A, None, HEAD + A, 40) is None
    assert merge_texts(PATH, HEAD + A, None, HEAD + "# more\n" + A, 40) is None
    assert merged(HEAD + A, None, HEAD + A + B) == HEAD + A + B
    assert merge_texts(PATH, None, None, HEAD + A, 40) == HEAD + A


def test_what_a_merge_by_lines_left_in_one_file_is_mended():
    text = (
        HEAD
        + "# first\n"
        + A
        + block("a", "says it anew", at=9)
        + "# equal\n"
        + block("b", "same")
        + block("c", "same")
    )
    notes = survey(text, PATH).notes
    mended = mend_text(PATH, text, NoteFile(NAME, notes), mend(notes, 40))
    assert "# first\n" + block("a", "says it anew", at=9) in mended
    assert "# equal\n- id: n_b0000" in mended
    by = {note.content: note.archived_by for note in parse_notes(mended, PATH).notes}
    assert by == {"says it anew": None, "says a": "merge", "same": "duplicate"}


@settings(max_examples=40, deadline=None)
@given(st.one_of(st.randoms(use_true_random=False), st.integers(0, 2**40).map(Random)))
def test_the_bytes_do_not_depend_on_who_merges_first(random):
    trunk = settle_before(random)
    branches = [trunk.fork(name, random.choice((-1, 0, 1))) for name in "abc"]
    for branch in branches:
        for _ in range(random.randrange(4)):
            branch.act(random)
    base, *texts = (_text(one.notes) for one in (trunk, *branches))
    results = set()
    for one, two, three in permutations(texts):
        first = merge_texts(PATH, base, one, two, CAP)
        results.add(merge_texts(PATH, base, first, three, CAP))
    assert len(results) == 1
    direct = merge_texts(PATH, base, texts[0], texts[1], CAP)
    if base not in (texts[0], texts[1]) and texts[0] != texts[1]:
        expected = merge(trunk.notes, branches[0].notes, branches[1].notes, CAP)
        assert parse_notes(direct, PATH).notes == expected


def _text(notes):
    return rewrite(None, PATH, NoteFile(NAME, ()), notes)[0]


LINES = st.lists(st.sampled_from(["a\n", "b\n", "c\n"]), max_size=6).map("".join)


@given(LINES, LINES, LINES, st.booleans())
def test_merging_by_lines_takes_what_one_side_changed_and_is_the_same_turned_round(base, ours, theirs, prefer):
    assert merge_lines(base, ours, base, prefer_ours=prefer) == ours
    assert merge_lines(base, base, theirs, prefer_ours=prefer) == theirs
    one = merge_lines(base, ours, theirs, prefer_ours=prefer)
    assert one == merge_lines(base, theirs, ours, prefer_ours=not prefer)
