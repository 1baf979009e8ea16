"""When two texts are one note (rule 2; cases D1, D4, D5, D6)."""

import unicodedata

import pytest

from tnotes.notes.dedup import is_recent, same_note
from tnotes.notes.note import ACTIVE, ARCHIVED, DELETED, Note

T = "2026-11-30T09:00:00.000Z"


def note(content, *, column=None, status=ACTIVE, id="n_aaaa", updated=T):
    return Note(id, content, T, updated, column=column, status=status)


SAME = [
    ("9 is cancelled", "9 is cancelled"),
    ("9 is cancelled", "  9 is\n\tcancelled "),
    ("9 is cancelled", "9 IS Cancelled"),
    ("9\u3000is\u00a0cancelled", "9 is cancelled"),
    ("해지", unicodedata.normalize("NFD", "해지")),
    ("Straße", "STRASSE"),
    ("café", "CAFE\u0301"),
    ("ΐ", "Ϊ́"),
]
DIFFERENT = [
    ("9 is cancelled", "9 is cancellation request received"),
    ("9 is cancelled", "9 is cancelled."),
    ("9 is cancelled", "9is cancelled"),
    ("해지", "해 지"),
    ("ﬁ①", "fi1"),  # compatibility forms are other texts
    ("a\u200bb", "ab"),
    ("café", "cafe"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_text(one, other):
    assert same_note([note(one)], None, other) == note(one)
    assert same_note([note(other)], None, one) == note(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_another_text(one, other):
    assert same_note([note(one)], None, other) is None
    assert same_note([note(other)], None, one) is None


@pytest.mark.parametrize(("one", "other"), [(None, "A"), ("A", None), ("A", "B"), ("A", "a")])
def test_the_same_text_on_another_column_is_another_note(one, other):
    assert same_note([note("x", column=one)], other, "x") is None


def test_a_column_written_decomposed_is_the_same_column():
    found = note("x", column=unicodedata.normalize("NFD", "상태"))
    assert same_note([found], "상태", "x") == found


def test_an_active_note_comes_before_an_archived_one_and_that_before_none():
    active, archived = note("x", id="n_aaaa"), note("x", id="n_bbbb", status=ARCHIVED, updated="2027" + T[4:])
    assert same_note([archived, active], None, "x") == active
    assert same_note([archived], None, "x") == archived


def test_of_several_the_newest_is_it():
    old, new = note("x", id="n_aaaa"), note("x", id="n_bbbb", updated="2027" + T[4:])
    assert same_note([old, new], None, "x") == new


def test_a_deleted_note_has_no_text_to_be_the_same():
    assert same_note([Note("n_aaaa", None, T, T, status=DELETED)], None, "x") is None


@pytest.mark.parametrize(
    ("now", "recent"),
    [
        ("2026-11-30T09:00:00.000Z", True),
        ("2026-11-30T09:09:59.999Z", True),
        ("2026-11-30T09:10:00.000Z", False),
        ("2026-11-30T08:55:00.000Z", True),  # a clock that was set back, or the later lines of a batch
        ("2026-12-30T09:00:00.000Z", False),
    ],
)
def test_recent_means_ten_minutes(now, recent):
    assert is_recent(T, now) is recent
