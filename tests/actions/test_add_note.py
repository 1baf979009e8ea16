"""Where a note goes, and when it is one that is there already (rules 1 and 2)."""

import unicodedata

import pytest

from builders import SCHEMAS, make_database
from notefiles import backdate, entry, listed, only, write_notes

KIM, LEE = ("--author", "kim", "--conversation", "c1"), ("--author", "lee", "--conversation", "c2")


def add(place, text, *more, table="sales.CUSTOMER"):
    return place.tnotes("add", table, text, "--json", *more).fine().json


def test_one_match_fills_the_schema_in_and_says_so(place):
    answer = place.tnotes("add", "orders", "x").fine()
    assert "on warehouse/sales.ORDERS" in answer.out


def test_every_way_to_name_a_table_means_the_same_note(place):
    note = place.add("sales.CUSTOMER", "x")
    for typed in ("SALES.customer", "warehouse/sales.CUSTOMER", '"sales"."CUSTOMER"', "[sales].`CUSTOMER`"):
        assert place.add(typed, "x") == note


def test_several_matches_are_refused_with_names_that_can_be_pasted_back(place):
    with place.unchanged():
        error = place.tnotes("add", "CUSTOMER", "x", "--json").refused().error
    assert (error["code"], error["candidates"]) == ("ambiguous_table", ["archive.CUSTOMER", "sales.CUSTOMER"])
    for candidate in error["candidates"]:
        place.tnotes("add", candidate, "x").fine()


def test_candidates_name_the_connection_where_several_share_the_name(place):
    database = make_database(place.root.parent / "other.sqlite", SCHEMAS["sales"])
    place.tnotes("catalog", "import", str(database), "-c", "shop", "--schema", "sales").fine()
    error = place.tnotes("add", "sales.ORDERS", "x", "--json").refused().error
    assert error["candidates"] == ["shop/sales.ORDERS", "warehouse/sales.ORDERS"]
    place.tnotes("add", "shop/sales.ORDERS", "x").fine()
    assert place.note_file("ORDERS", connection="shop").exists()


def test_a_note_lands_on_an_unavailable_table(place):
    database = make_database(place.root.parent / "less.sqlite", SCHEMAS["sales"][:1])
    place.tnotes("catalog", "import", str(database), "-c", "warehouse", "--schema", "sales").fine()
    note = place.add("ORDERS", "Gone since spring.")
    card = place.card("sales.ORDERS")
    assert (card["available"], card["notes"][0]["id"]) == (False, note)


def test_an_unknown_column_is_refused_with_the_nearest(place):
    with place.unchanged():
        for column, near in {"STATCD": "STAT_CD", "STAT_CD.x": "STAT_CD", "zzzz": None}.items():
            error = place.tnotes("add", "sales.CUSTOMER", "x", "-c", column, "--json").refused().error
            assert (error["code"], next(iter(error["candidates"]), None)) == ("unknown_column", near)


def test_the_place_is_never_guessed_from_the_text(place):
    place.tnotes("add", "sales.CUSTOMER", "STAT_CD 9 in archive.CUSTOMER means cancelled.").fine()
    assert place.card("sales.CUSTOMER")["notes"][0]["content"].startswith("STAT_CD 9")
    assert place.card("archive.CUSTOMER")["notes"] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("해지 상태", unicodedata.normalize("NFD", "해지 상태")),
        ("9 means cancelled.", "  9  MEANS\ncancelled. "),
    ],
)
def test_a_duplicate_is_one_note_with_the_first_text(place, one, other):
    first = add(place, one, *KIM)
    second = add(place, other, *LEE)
    assert (second["action"], second["note"]["id"]) == ("touched", first["note"]["id"])
    assert [note["content"] for note in place.card("sales.CUSTOMER")["notes"]] == [one]


def test_what_only_resembles_is_another_note(place):
    add(place, "9 is cancelled")
    assert add(place, "9 is cancellation request received")["action"] == "added"


def test_the_same_text_elsewhere_is_another_note(place):
    places = [
        ("sales.CUSTOMER",),
        ("sales.CUSTOMER", "-c", "STAT_CD"),
        ("sales.CUSTOMER", "-c", "NAME"),
        ("sales.ORDERS",),
        ("archive.CUSTOMER",),
    ]
    answers = [add(place, "x", *more, table=table) for table, *more in places]
    assert [one["action"] for one in answers] == ["added"] * 5
    assert add(place, "x", "-c", "stat_cd")["note"]["id"] == answers[1]["note"]["id"]


def test_a_touch_moves_the_date_and_the_commit_names_who_touched(place):
    note = add(place, "x", *KIM)["note"]["id"]
    before = only(place, note)
    answer = add(place, "x", *LEE)
    after = only(place, note)
    assert (answer["action"], bool(answer["commit"])) == ("touched", True)
    assert after["updated"] > before["updated"]
    assert {**after, "updated": None} == {**before, "updated": None}  # author, conversation and created too
    message = place.git("log", "-1", "--format=%B")
    assert "Tnotes-Author: lee" in message
    assert "Tnotes-Conversation: c2" in message
    events = place.tnotes("log", note, "--json").fine().json["events"]
    assert [(one["what"], one["author"], one["conversation"]) for one in events] == [
        ("touched", "lee", "c2"),
        ("added", "kim", "c1"),
    ]


def test_a_retry_writes_nothing(place):
    first = add(place, "x", *KIM)
    with place.unchanged():
        again = add(place, "X ", *KIM)
    assert again == {**first, "action": "touched", "commit": None}


@pytest.mark.parametrize("other", [("--author", "kim", "--conversation", "c9"), ("--author", "kim"), LEE])
def test_another_author_or_conversation_is_no_retry(place, other):
    add(place, "x", *KIM)
    assert add(place, "x", *other)["commit"] is not None


def test_a_touch_that_is_retried_writes_nothing_whatever_came_between(place):
    add(place, "x", *KIM)
    touched = add(place, "x", *LEE)
    add(place, "another fact on the same table", *KIM)
    with place.unchanged():
        again = add(place, "x", *LEE)
        first = add(place, "x", *KIM)  # kim's own write is not ten minutes old either
    assert again == {**touched, "commit": None}
    assert (first["action"], first["commit"]) == ("touched", None)


def test_a_revival_that_is_retried_writes_nothing(place):
    write_notes(place, [entry(1, status="archived", archived_by="cap")])
    assert add(place, "Fact 1.", *KIM)["action"] == "revived"
    with place.unchanged():
        assert add(place, "Fact 1.", *KIM)["action"] == "touched"


def test_after_an_edit_the_same_text_is_no_retry_of_what_was_said_before(place):
    note = add(place, "x", *KIM)["note"]["id"]
    place.tnotes("edit", note, "y", *LEE).fine()
    assert add(place, "y", *KIM)["commit"] is not None
    assert add(place, "y", *LEE)["commit"] is None  # the edit said it


def test_after_ten_minutes_the_same_write_touches(place):
    note = add(place, "x", *KIM)["note"]["id"]
    backdate(place, note, 11)
    answer = add(place, "x", *KIM)
    assert (answer["action"], answer["note"]["id"], bool(answer["commit"])) == ("touched", note, True)


def test_a_retry_without_commits_writes_nothing_too(place):
    first = add(place, "x", *KIM, "--no-commit")
    assert first["commit"] is None
    with place.unchanged():
        add(place, "x", *KIM, "--no-commit")
        add(place, "x", *KIM)
    assert add(place, "x", *LEE, "--no-commit")["action"] == "touched"
    assert place.commits() == 3  # of the workspace and its two imports


def test_an_archived_note_is_revived_with_its_id(place):
    write_notes(place, [entry(1, status="archived", archived_by="cap", author="lee")])
    answer = add(place, "fact 1.", *KIM)
    assert (answer["action"], answer["note"]["id"]) == ("revived", "n_hand000001")
    assert [one["status"] for one in listed(place, "--status", "all")] == ["active"]
    assert "archived_by" not in place.note_file().read_text()
    assert only(place, "n_hand000001")["author"] == "lee"


def test_the_text_of_a_deleted_note_makes_a_new_note(place):
    note = add(place, "x", *KIM)["note"]["id"]
    place.tnotes("rm", note).fine()
    answer = add(place, "x", *KIM)
    assert answer["action"] == "added"
    assert answer["note"]["id"] != note
    assert [one["status"] for one in listed(place, "--status", "all")].count("active") == 1


def test_without_an_author_it_is_the_one_git_knows(place):
    assert only(place, place.add("sales.CUSTOMER", "x"))["author"] == "kim"
    assert only(place, place.add("sales.CUSTOMER", "y", GIT_AUTHOR_NAME="박 지민"))["author"] == "박 지민"


def test_without_any_identity_the_hint_says_what_to_do(place):
    place.git("config", "--unset", "user.name")
    place.git("config", "--unset", "user.email")
    place.git("config", "user.useConfigOnly", "true")
    with place.unchanged():
        answer = place.tnotes("add", "sales.CUSTOMER", "x").refused()
    assert "git config --global user.name" in answer.err
    assert add(place, "x", "--no-commit")["action"] == "added"  # who says it may stay open where nothing is committed


def test_a_name_that_is_no_name_is_refused(place):
    with place.unchanged():
        for option, value in (("--author", "x" * 201), ("--author", "a\x1bb"), ("--conversation", "a\u202eb")):
            place.tnotes("add", "sales.CUSTOMER", "x", option, value).refused()


def test_two_clones_never_give_the_same_id(place):
    clone = type(place)(place.root.parent / "clone")
    place.git("clone", "--quiet", str(place.root), str(clone.root))
    clone.git("config", "user.name", "lee")
    clone.git("config", "user.email", "lee@example.invalid")
    here = place.add("sales.CUSTOMER", "x")
    there = clone.add("sales.CUSTOMER", "x")
    assert here != there
