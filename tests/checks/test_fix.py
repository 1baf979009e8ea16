"""`check --fix` mends what has one right answer, says what it did, and leaves every other file alone."""

from __future__ import annotations

import pytest

from builders import Place
from notefiles import entry, listed, only, write_notes
from tnotes.notes.store import EXTENSION


def test_41_active_notes_become_40(place: Place) -> None:
    write_notes(place, [entry(number) for number in range(41)])
    answer = place.tnotes("check")
    assert answer.code == 1
    assert "TN203 41 active notes, at most 40 are allowed; n_hand000000 is the oldest" in answer.out
    mended = place.tnotes("check", "--fix").fine()
    assert "n_hand000000 is archived (cap)" in mended.err
    assert len(listed(place)) == 40
    assert only(place, "n_hand000000")["status"] == "archived"
    assert place.git("status", "--porcelain") == f" M notes/warehouse/sales/CUSTOMER{EXTENSION}\n"


def test_equal_notes_become_one(place: Place) -> None:
    write_notes(place, [entry(1, content="Same."), entry(2, content="same. ")])
    place.tnotes("check", "--fix").fine()
    assert [note["id"] for note in listed(place)] == ["n_hand000002"]


def test_of_two_notes_of_one_id_no_text_is_lost(place: Place) -> None:
    write_notes(place, [entry(1, content="Old."), entry(3), entry(1, content="New.", updated=entry(9)["updated"])])
    assert place.tnotes("check").code == 1
    place.tnotes("check", "--fix").fine()
    texts = {note["content"] for note in listed(place, "--status", "all")}
    assert texts == {"Old.", "New.", "Fact 3."}
    assert only(place, "n_hand000001")["content"] == "New."


def test_a_tombstone_loses_its_text_and_a_time_becomes_utc(place: Place) -> None:
    write_notes(place, [entry(1, status="deleted"), entry(2, updated="2026-01-01T09:02:00+09:00")])
    place.tnotes("check", "--fix").fine()
    text = place.note_file().read_text(encoding="utf-8")
    assert "Fact 1" not in text
    assert "updated: '2026-01-01T00:02:00.000Z'" in text


def test_updated_moves_where_a_text_changed_by_hand(place: Place) -> None:
    write_notes(place, [entry(1), entry(2)])
    path = place.note_file()
    path.write_text(path.read_text(encoding="utf-8").replace("Fact 1.", "Another fact."), encoding="utf-8")
    answer = place.tnotes("check")
    assert answer.code == 1
    assert "TN206" in answer.out
    place.tnotes("check", "--fix").fine()
    assert only(place, "n_hand000001")["updated"] > entry(2)["updated"]
    assert only(place, "n_hand000002")["updated"] == entry(2)["updated"]


def test_a_file_with_another_error_is_left_alone(place: Place) -> None:
    write_notes(place, [entry(1, content="Same."), entry(2, content="Same."), entry(3, status="done")])
    with place.unchanged():
        assert place.tnotes("check", "--fix").code == 1


def test_comments_and_layout_survive(place: Place) -> None:
    write_notes(place, [entry(1, status="deleted"), entry(2)])
    path = place.note_file()
    path.write_text("# ours\n" + path.read_text(encoding="utf-8") + "# the end\n", encoding="utf-8")
    place.tnotes("check", "--fix").fine()
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# ours\n")
    assert text.endswith("# the end\n")


@pytest.mark.parametrize("mode", ["playbook", "eval"])
def test_no_mode_without_writes_mends(place: Place, mode: str) -> None:
    write_notes(place, [entry(1, status="deleted")])
    with place.unchanged():
        answer = place.tnotes("check", "--fix", "--mode", mode, "--json").refused()
        assert answer.error["code"] == "read_only_mode"
        assert place.tnotes("check", "--mode", mode).code == 1


def test_fix_and_staged_exclude_each_other(place: Place) -> None:
    assert place.tnotes("check", "--fix", "--staged", "--json").refused().error["code"] == "usage"
