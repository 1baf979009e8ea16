"""Forty active notes a table, and the order in which they stand (rules 3 and 4; case D7)."""

import json

import pytest

from notefiles import entry, listed, only, write_notes


def fill(place, count=40, **more):
    write_notes(place, [entry(number, **more) for number in range(1, count + 1)])


def batch(place, texts, **more):
    lines = "".join(json.dumps({"table": "sales.CUSTOMER", "content": text} | more) + "\n" for text in texts)
    return place.tnotes("add", "--batch", "-", "--json", given=lines.encode()).fine()


def test_the_41st_archives_the_one_longest_without_an_update(place):
    fill(place)
    answer = place.tnotes("add", "sales.CUSTOMER", "new", "--json").fine()
    [warning] = answer.json["warnings"]
    assert list(warning) == ["code", "message", "note"]
    assert warning["code"] == "cap_archived"
    assert warning["note"] == {"id": "n_hand000001", "content": "Fact 1.", "date": "2026-01-01"}
    assert "n_hand000001" in answer.err
    assert "Fact 1." in answer.err
    gone = only(place, "n_hand000001")
    assert (gone["status"], gone["updated"]) == ("archived", "2026-01-01T00:01:00.000Z")
    assert "archived_by: cap" in place.note_file().read_text()
    assert len(listed(place)) == 40
    assert "Tnotes-Archived: n_hand000001" in place.git("log", "-1", "--format=%B")


def test_people_read_the_warning_with_date_and_text(place):
    fill(place)
    answer = place.tnotes("add", "sales.CUSTOMER", "new").fine()
    assert "warning: a table has at most 40 active notes; n_hand000001" in answer.err
    assert "(2026-01-01): Fact 1." in answer.err


def test_a_tie_is_broken_by_id(place):
    moment = "2026-01-01T00:00:00.000Z"
    fill(place, updated=moment)
    place.tnotes("add", "sales.CUSTOMER", "new").fine()
    assert [one["id"] for one in listed(place, "--status", "archived")] == ["n_hand000040"]


def test_recording_the_oldest_first_saves_it(place):
    fill(place)
    place.tnotes("add", "sales.CUSTOMER", "fact 1.").fine()
    place.tnotes("add", "sales.CUSTOMER", "new").fine()
    assert [one["id"] for one in listed(place, "--status", "archived")] == ["n_hand000002"]


def test_the_settings_may_say_another_number(place):
    (place.root / "tnotes.yaml").write_text("version: 1\nnotes:\n  cap: 2\n")
    notes = [place.add("sales.CUSTOMER", f"fact {number}") for number in range(3)]
    assert [one["id"] for one in listed(place)] == [notes[2], notes[1]]


def test_column_notes_count_with_those_of_the_table(place):
    fill(place, column="STAT_CD")
    warnings = place.tnotes("add", "sales.CUSTOMER", "new", "--json").fine().json["warnings"]
    assert [one["note"]["id"] for one in warnings] == ["n_hand000001"]


def test_restore_and_edit_move_the_date_and_count(place):
    entries = [entry(number) for number in range(1, 41)]
    write_notes(place, [*entries, entry(0, status="archived", archived_by="cap")])
    answer = place.tnotes("restore", "n_hand000000", "--json").fine().json
    assert [one["note"]["id"] for one in answer["warnings"]] == ["n_hand000001"]
    place.tnotes("edit", "n_hand000002", "Other words.").fine()
    place.tnotes("add", "sales.CUSTOMER", "new").fine()
    archived = [one["id"] for one in listed(place, "--status", "archived")]
    assert archived == ["n_hand000003", "n_hand000001"]


def test_a_batch_of_fifty_keeps_its_last_forty(place):
    answer = batch(place, [f"fact {number}" for number in range(50)])
    warned = [one["note"]["content"] for result in answer.json["results"] for one in result["warnings"]]
    assert warned == [f"fact {number}" for number in range(10)]
    assert [one["content"] for one in listed(place)] == [f"fact {number}" for number in range(49, 9, -1)]
    assert {one["content"] for one in listed(place, "--status", "archived")} == set(warned)
    assert place.commits() == 4


def test_each_line_of_a_batch_is_later_than_the_one_before(place):
    batch(place, [f"fact {number}" for number in range(30)])
    dates = [one["updated"] for one in reversed(listed(place))]
    assert dates == sorted(set(dates))
    assert [one["content"] for one in place.card("sales.CUSTOMER")["notes"]] == [
        f"fact {number}" for number in range(29, 9, -1)
    ]


def test_the_card_carries_the_twenty_newest_wherever_they_stand(place):
    columns = ("STAT_CD", None, "NAME", "GONE")
    write_notes(place, [entry(number, column=columns[number % 4]) for number in range(40)])
    card = place.card("sales.CUSTOMER")
    on_columns = [note for column in card["columns"] for note in column["notes"]]
    shown = {note["id"] for note in [*card["notes"], *on_columns]}
    assert shown == {f"n_hand{number:06d}" for number in range(20, 40)}
    assert card["notes_omitted"] == 20
    assert [note["id"] for note in card["notes"]] == sorted((note["id"] for note in card["notes"]), reverse=True)


def test_a_note_reaches_a_model_in_three_fields(place):
    write_notes(place, [entry(1, column="STAT_CD", conversation="c"), entry(2)])
    card = place.card("sales.CUSTOMER")
    for note in [*card["notes"], *(note for column in card["columns"] for note in column["notes"])]:
        assert list(note) == ["id", "content", "date"]


def test_a_note_of_a_column_that_is_gone_stands_with_the_table(place):
    write_notes(place, [entry(1, column="OLD_CD", content="9 means cancelled.")])
    card = place.card("sales.CUSTOMER")
    assert [note["content"] for note in card["notes"]] == ["OLD_CD (no such column now): 9 means cancelled."]
    assert only(place, "n_hand000001")["column"] == "OLD_CD"


@pytest.mark.parametrize("order", [1, -1])
def test_the_order_is_the_same_everywhere_however_the_file_lists_them(place, order):
    moments = ["2026-01-02T00:00:00.000Z", "2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"]
    entries = [entry(number, updated=moment) for number, moment in enumerate(moments)]
    write_notes(place, entries[::order])
    right = ["n_hand000000", "n_hand000002", "n_hand000001"]
    assert [note["id"] for note in place.card("sales.CUSTOMER")["notes"]] == right
    assert [one["id"] for one in listed(place)] == right
    assert [one["id"] for one in listed(place, "sales.CUSTOMER", "--status", "all")] == right
    assert [line.split("\t")[0] for line in place.tnotes("ls").fine().out.splitlines()] == right
