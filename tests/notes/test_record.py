"""What a write does to the notes of a table (rules 2 and 3; case D7)."""

import random

import pytest

from tnotes.notes.note import ACTIVE, ARCHIVED, Note, is_id, new_id, newest_first
from tnotes.notes.record import Entry, activated, capped, deleted, record

NOW, BEFORE = "2026-11-30T09:00:00.000Z", "2026-11-29T09:00:00.000Z"


def note(number, **more):
    moment = f"2026-01-01T00:{number:02d}:00.000Z"
    return Note(**{"id": f"n_{number:04d}", "content": f"fact {number}", "created": moment, "updated": moment} | more)


def entry(content, column=None):
    return Entry(content, column, "lee", "chat-2")


def full(cap=5):
    return tuple(note(number) for number in range(cap))


def test_a_new_note_has_all_that_is_known():
    outcome = record((), entry("x", "A"), NOW, "n_new0", 40)
    assert outcome.action == "added"
    assert outcome.note == Note("n_new0", "x", NOW, NOW, "A", ACTIVE, "lee", "chat-2", None)
    assert outcome.notes == (outcome.note,)


def test_a_touch_moves_the_date_and_keeps_the_first_author():
    before = note(1, author="kim", conversation="chat-1")
    outcome = record((before,), entry("FACT 1"), NOW, "n_new0", 40)
    assert outcome.action == "touched"
    assert outcome.note == before._replace(updated=NOW)


def test_a_revival_keeps_the_id_and_forgets_why_it_was_archived():
    before = note(1, status=ARCHIVED, archived_by="cap", author="kim")
    outcome = record((before,), entry("fact 1"), NOW, "n_new0", 40)
    assert outcome.action == "revived"
    assert outcome.note == before._replace(status=ACTIVE, archived_by=None, updated=NOW)


def test_the_text_of_a_deleted_note_makes_a_new_one():
    before = deleted(note(1), BEFORE)
    outcome = record((before,), entry("fact 1"), NOW, "n_new0", 40)
    assert (outcome.action, outcome.notes) == ("added", (before, outcome.note))


@pytest.mark.parametrize("change", [activated, deleted])
def test_a_date_never_moves_back(change):
    ahead = note(1, updated="2031-01-01T00:00:00.000Z")
    assert change(ahead, NOW).updated == "2031-01-01T00:00:00.001Z"


def test_the_cap_archives_the_one_longest_without_an_update():
    outcome = record(full(), entry("new"), NOW, "n_new0", 5)
    assert outcome.archived == (note(0)._replace(status=ARCHIVED, archived_by="cap"),)  # its date did not move
    assert sum(one.active for one in outcome.notes) == 5


def test_a_tie_goes_by_id():
    tied = tuple(note(number, updated=BEFORE) for number in (2, 0, 1))
    outcome = record(tied, entry("new"), NOW, "n_new0", 3)
    assert [one.id for one in outcome.archived] == ["n_0002"]  # last in the order (updated descending, id ascending)


def test_recording_the_oldest_first_saves_it():
    touched = record(full(), entry("fact 0"), BEFORE, "n_new0", 5)
    outcome = record(touched.notes, entry("new"), NOW, "n_new1", 5)
    assert [one.id for one in outcome.archived] == ["n_0001"]


def test_the_note_just_written_is_never_the_one_archived():
    ahead = tuple(note(number, updated=f"2031-01-01T00:0{number}:00.000Z") for number in range(3))
    outcome = record(ahead, entry("new"), NOW, "n_new0", 3)
    assert outcome.note.active
    assert [one.id for one in outcome.archived] == ["n_0000"]


def test_a_file_far_over_the_cap_comes_down_to_it_at_the_next_write():
    outcome = record(full(9), entry("fact 8"), NOW, "n_new0", 5)
    assert [one.id for one in outcome.archived] == ["n_0000", "n_0001", "n_0002", "n_0003"]


def test_a_revival_counts_for_the_cap():
    notes = (*full(), note(50, status=ARCHIVED))
    outcome = record(notes, entry("fact 50"), NOW, "n_new0", 5)
    assert (outcome.action, [one.id for one in outcome.archived]) == ("revived", ["n_0000"])


def test_archived_and_deleted_notes_do_not_count():
    notes = (*full(4), note(50, status=ARCHIVED), deleted(note(51), BEFORE))
    assert record(notes, entry("new"), NOW, "n_new0", 5).archived == ()


def test_below_the_cap_nothing_is_archived():
    assert capped("edited", note(1), full(5), 5).archived == ()


def test_the_order_does_not_depend_on_where_a_note_stands():
    notes = [note(number, updated=f"2026-01-01T00:0{number % 3}:00.000Z") for number in range(20)]
    ordered = newest_first(notes)
    assert ordered == sorted(notes, key=lambda one: (-int(one.updated[15]), one.id))
    for seed in range(5):
        random.Random(seed).shuffle(notes)  # noqa: S311 - any order will do
        assert newest_first(notes) == ordered


def test_ids_are_short_and_never_given_twice():
    ids = {new_id() for _ in range(5000)}
    assert len(ids) == 5000
    assert all(is_id(one) and len(one) == 12 and not set(one[2:]) & set("ilou") for one in ids)


@pytest.mark.parametrize("text", ["", "n_", "n_ABCD", "x_1234", "n_1234\n", "n_12 4", "7", "n_" + "1" * 41])
def test_what_is_no_id(text):
    assert not is_id(text)
