"""The verbs edit, rm and restore."""

import pytest

from notefiles import entry, listed, only, write_notes
from tnotes.catalog.names import component


def error_of(place, *arguments):
    with place.unchanged():
        return place.tnotes(*arguments, "--json").refused().error


def test_an_edit_changes_the_text_and_the_date_and_nothing_else(place):
    write_notes(place, [entry(1, column="STAT_CD", conversation="c1")])
    before = only(place, "n_hand000001")
    answer = place.tnotes("edit", "n_hand000001", "Other words.", "--author", "kim", "--json").fine().json
    after = only(place, "n_hand000001")
    assert (answer["action"], answer["commit"]) == ("edited", place.head())
    assert after["content"] == "Other words."
    assert after["updated"] > before["updated"]
    assert {**after, "content": None, "updated": None} == {**before, "content": None, "updated": None}


def test_an_edit_moves_a_note_between_column_and_table(place):
    note = place.add("sales.CUSTOMER", "x")
    assert place.tnotes("edit", note, "--column", "stat_cd", "--json").fine().json["column"] == "STAT_CD"
    assert place.tnotes("edit", note, "y", "--no-column", "--json").fine().json["column"] is None
    assert (only(place, note)["column"], only(place, note)["content"]) == (None, "y")
    assert "column:" not in place.note_file().read_text()


def test_an_edit_that_changes_nothing_writes_nothing(place):
    note = place.add("sales.CUSTOMER", "x", "-c", "STAT_CD")
    with place.unchanged():
        answer = place.tnotes("edit", note, "x", "-c", "stat_cd", "--json").fine().json
    assert (answer["action"], answer["commit"]) == ("unchanged", None)


def test_an_edit_of_case_only_is_an_edit(place):
    note = place.add("sales.CUSTOMER", "nine")
    assert place.tnotes("edit", note, "Nine", "--json").fine().json["action"] == "edited"


def test_an_edit_to_what_another_note_says_is_refused(place):
    one, other = place.add("sales.CUSTOMER", "x"), place.add("sales.CUSTOMER", "y")
    column = place.add("sales.CUSTOMER", "x", "-c", "STAT_CD")
    error = error_of(place, "edit", other, " X ")
    assert (error["code"], error["candidates"]) == ("duplicate_note", [one])
    assert one in error["message"]
    assert error_of(place, "edit", column, "--no-column")["candidates"] == [one]
    place.tnotes("edit", other, "x", "-c", "NAME").fine()  # elsewhere it is another note


def test_an_edit_to_the_text_of_an_archived_or_deleted_note_is_fine(place):
    write_notes(place, [entry(1), entry(2, status="archived"), entry(3, status="deleted", content=None)])
    place.tnotes("edit", "n_hand000001", "Fact 2.").fine()


@pytest.mark.parametrize("status", ["archived", "deleted"])
def test_only_an_active_note_is_edited(place, status):
    write_notes(place, [entry(1, status=status, content=None if status == "deleted" else "x")])
    error = error_of(place, "edit", "n_hand000001", "y")
    assert (error["code"], status in error["message"]) == ("wrong_status", True)
    assert "tnotes restore n_hand000001" in error["hint"]


def test_an_edit_that_cannot_be(place):
    note = place.add("sales.CUSTOMER", "x")
    for code, *arguments in (
        ("usage",),
        ("usage", "y", "--column", "STAT_CD", "--no-column"),
        ("unknown_column", "y", "--column", "NOPE"),
        ("bad_text", " "),
        ("bad_text", "x" * 2001),
    ):
        assert error_of(place, "edit", note, *arguments)["code"] == code


def test_a_column_that_is_gone_stays_with_an_edit_of_the_text(place):
    write_notes(place, [entry(1, column="OLD_CD")])
    place.tnotes("edit", "n_hand000001", "Other words.").fine()
    assert only(place, "n_hand000001")["column"] == "OLD_CD"


def test_a_deleted_note_keeps_who_and_when_and_loses_its_text(place):
    note = place.add("sales.CUSTOMER", "the secret words", "-c", "STAT_CD", "--conversation", "c1")
    before = only(place, note)
    answer = place.tnotes("rm", note, "--json").fine().json
    assert (answer["action"], answer["note"]["content"], answer["commit"]) == ("deleted", None, place.head())
    after = only(place, note)
    assert after["updated"] > before["updated"]
    assert after == {**before, "status": "deleted", "content": None, "updated": after["updated"]}
    for shown in (
        place.note_file().read_text(),
        place.tnotes("card", "sales.CUSTOMER").fine().out,
        place.tnotes("ls", "--status", "all", "--json").fine().out,
        place.tnotes("ls", "--status", "all").fine().out,
        place.tnotes("show", note).fine().out,
        place.tnotes("log", note).fine().out,
        place.git("log", "--format=%B"),
    ):
        assert "secret" not in shown
    assert listed(place) == []


def test_what_is_deleted_is_not_deleted_again(place):
    note = place.add("sales.CUSTOMER", "x")
    place.tnotes("rm", note).fine()
    assert error_of(place, "rm", note)["code"] == "wrong_status"


def test_an_archived_note_can_be_deleted(place):
    write_notes(place, [entry(1, status="archived", archived_by="cap")])
    place.tnotes("rm", "n_hand000001").fine()
    assert only(place, "n_hand000001")["status"] == "deleted"
    assert "archived_by" not in place.note_file().read_text()


def test_a_deleted_note_comes_back_with_its_last_text(place):
    note = place.add("sales.CUSTOMER", "first", "-c", "STAT_CD")
    place.tnotes("edit", note, "last\nwords 해지").fine()
    place.tnotes("rm", note).fine()
    place.tnotes("add", "sales.CUSTOMER", "something else").fine()
    answer = place.tnotes("restore", note, "--json").fine().json
    assert (answer["action"], answer["note"]["content"]) == ("restored", "last\nwords 해지")
    assert [one["id"] for one in place.card("sales.CUSTOMER")["columns"][1]["notes"]] == [note]


def test_an_archived_note_comes_back(place):
    write_notes(place, [entry(1, status="archived", archived_by="cap")])
    answer = place.tnotes("restore", "n_hand000001", "--json").fine().json
    assert answer["note"]["content"] == "Fact 1."
    assert answer["note"]["date"] != "2026-01-01"
    assert "archived_by" not in place.note_file().read_text()


def test_a_text_comes_back_although_the_file_moved_or_was_broken_between(place):
    note = place.add("sales.CUSTOMER", "the words")
    path = place.note_file()
    good = path.read_text()
    path.write_text(f"<<<<<<< HEAD\n{good}")
    place.git("commit", "--quiet", "--all", "--message=broken")
    path.write_text(good)
    place.git("commit", "--quiet", "--all", "--message=mended")
    place.tnotes("rm", note).fine()
    moved = component("CUSTOMER", twin=True) + ".yaml"  # where it lies once the catalog has a Customer too
    place.git("mv", str(path), str(path.with_name(moved)))
    place.git("commit", "--quiet", "--message=moved")
    assert place.tnotes("restore", note, "--json").fine().json["note"]["content"] == "the words"


def test_what_history_does_not_have_cannot_come_back(place):
    write_notes(place, [entry(1, status="deleted", content=None)])
    error = error_of(place, "restore", "n_hand000001")
    assert (error["code"], error["hint"]) == ("wrong_status", "add it again")


def test_an_active_note_needs_no_restoring(place):
    assert error_of(place, "restore", place.add("sales.CUSTOMER", "x"))["code"] == "wrong_status"


def test_what_would_be_there_twice_does_not_come_back(place):
    old = place.add("sales.CUSTOMER", "x")
    place.tnotes("rm", old).fine()
    new = place.add("sales.CUSTOMER", "X")
    error = error_of(place, "restore", old)
    assert (error["code"], error["candidates"]) == ("duplicate_note", [new])


def test_an_id_that_is_not_there(place):
    place.add("sales.CUSTOMER", "x")
    for verb in (("edit", "{}", "y"), ("rm", "{}"), ("restore", "{}"), ("show", "{}")):
        assert error_of(place, *(part.format("n_0000000000") for part in verb))["code"] == "unknown_note"
    for note in ("n_", "", "CUSTOMER", "sales.CUSTOMER", "x\ny", "\udcff"):
        assert error_of(place, "show", note)["code"] == "unknown_note"


def test_one_unreadable_file_does_not_hide_the_notes_of_others(place):
    note = place.add("sales.ORDERS", "x")
    write_notes(place, [entry(1)])
    place.note_file().write_text(f"{place.note_file().read_text()}# see {note}\nbroken: [\n")
    assert note in place.tnotes("show", note).fine().out
    error = place.tnotes("show", "n_hand000001", "--json").refused().error
    assert (error["code"], "CUSTOMER.yaml:" in error["message"]) == ("unreadable_file", True)
    answer = place.tnotes("ls").fine()
    assert note in answer.out
    assert "warning: left out" in answer.err
    assert "CUSTOMER.yaml:" in answer.err
