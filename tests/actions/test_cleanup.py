"""The verb `catalog cleanup`, and `restore` of a note that went with it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from catalogs import columns_csv
from notefiles import entry, listed, write_notes

ROLES = "version: 1\nroles: {analyst: {}, steward: {admin: true}, narrow: {admin: true, deny: ['sales.ORDERS']}}\n"


@pytest.fixture
def gone(place, tmp_path):
    """The small workspace in which sales.ORDERS is not available any more and has three notes."""
    active, archived = entry(1, column="TOTAL"), entry(2, status="archived", archived_by="cap")
    write_notes(place, [active, archived, entry(3, status="deleted", content=None)], table="ORDERS")
    export = columns_csv(tmp_path / "columns.csv", [("sales", "CUSTOMER")])
    place.tnotes("catalog", "import", str(export), "-c", "warehouse").fine()
    return place


def cleanup(place, *arguments):
    return place.tnotes("catalog", "cleanup", *arguments)


def test_a_cleanup_removes_table_and_notes_in_one_commit(gone):
    (gone.root / "unrelated").write_text("x")
    gone.git("add", "unrelated")
    before = gone.commits()
    answer = cleanup(gone, "--yes", "--json").fine()
    assert answer.json == {
        "removed": [
            {
                "connection": "warehouse",
                "schema": "sales",
                "table": "ORDERS",
                "notes": {"active": 1, "archived": 1, "deleted": 1},
            }
        ],
        "tables": 1,
        "notes": {"active": 1, "archived": 1, "deleted": 1},
        "commit": gone.head(),
    }
    assert "1 active, 1 archived, 1 deleted" in answer.err
    assert gone.commits() == before + 1
    files = gone.git("show", "--format=", "--name-status").splitlines()
    assert files == ["D\tcatalog/warehouse/sales/ORDERS.json", "D\tnotes/warehouse/sales/ORDERS.yaml"]
    message = gone.git("log", "-1", "--format=%B")
    assert "Tnotes-Action: cleanup\nTnotes-Table: warehouse/sales.ORDERS\nTnotes-Note: n_hand000001\n" in message
    assert gone.git("status", "--porcelain") == "A  unrelated\n"
    assert gone.tnotes("card", "ORDERS", "--json").refused().error["code"] == "unknown_table"
    assert [one["what"] for one in gone.tnotes("log", "n_hand000001", "--json").fine().json["events"]][:1] == [
        "removed"
    ]


def test_the_counts_are_shown_whatever_is_asked_for(gone):
    for more in (("--quiet",), ("--json",), ()):
        with gone.unchanged():
            refused = cleanup(gone, *more).refused()
        assert "warehouse/sales.ORDERS: 1 active, 1 archived, 1 deleted notes" in refused.err
    assert refused.err.splitlines()[-1] == "hint: --yes removes them"
    assert "1 active, 1 archived, 1 deleted" in cleanup(gone, "--yes", "--quiet").fine().err


@pytest.mark.parametrize(
    ("arguments", "code"), [(("--role", "analyst"), "not_administrator"), ((), "not_administrator")]
)
def test_only_an_administrator_removes(gone, arguments, code):
    (gone.root / "tnotes.yaml").write_text(ROLES)
    with gone.unchanged():
        error = cleanup(gone, "--yes", "--json", *arguments).refused().error
    assert (error["code"], bool(error["hint"])) == (code, True)
    cleanup(gone, "--yes", "--role", "steward").fine()


@pytest.mark.parametrize("mode", ["playbook", "eval"])
def test_nothing_is_removed_in_a_mode_that_does_not_write(gone, mode):
    with gone.unchanged():
        assert cleanup(gone, "--yes", "--mode", mode, "--json").refused().error["code"] == "read_only_mode"


def test_an_administrator_removes_only_what_they_see(gone):
    (gone.root / "tnotes.yaml").write_text(ROLES)
    with gone.unchanged():
        answer = cleanup(gone, "--yes", "--role", "narrow").fine()
    assert "ORDERS" not in answer.out + answer.err


def test_one_connection_of_several(gone):
    with gone.unchanged():
        assert cleanup(gone, "nope", "--yes", "--json").refused().error["code"] == "unknown_table"
    assert cleanup(gone, "WAREHOUSE", "--yes", "--json").fine().json["tables"] == 1
    with gone.unchanged():
        assert cleanup(gone, "--yes", "--json").fine().json["commit"] is None


def test_notes_that_are_in_no_commit_stop_it(gone):
    with gone.note_file("ORDERS").open("a", encoding="utf-8") as out:
        out.write("# a thought of somebody's\n")
    with gone.unchanged():
        error = cleanup(gone, "--yes", "--json").refused().error
    assert (error["code"], "ORDERS.yaml" in error["message"]) == ("git_state", True)


def test_a_note_file_that_cannot_be_read_stops_it(gone):
    gone.note_file("ORDERS").write_text("<<<<<<< HEAD\n")
    with gone.unchanged():
        assert cleanup(gone, "--yes", "--json").refused().error["code"] == "unreadable_file"


def test_a_failing_hook_leaves_everything_as_it_was(gone):
    hook = gone.root / ".git" / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\necho no cleanup today >&2\nexit 1\n")
    hook.chmod(0o755)
    with gone.unchanged():
        assert "no cleanup today" in cleanup(gone, "--yes").refused().err


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize(
    ("typed", "removed"), [("yes", True), ("1", True), ("2", False), ("y", False), ("", False), ("YES!", False)]
)
def test_a_person_types_the_number_or_yes(gone, typed, removed):
    ours, theirs = os.openpty()
    try:
        os.write(ours, f"{typed}\n".encode())
        ran = subprocess.run(
            [sys.executable, "-m", "tnotes", "catalog", "cleanup"],
            cwd=gone.root,
            env=dict(gone.environment),
            stdin=theirs,
            capture_output=True,
            check=False,
        )
    finally:
        os.close(ours)
        os.close(theirs)
    assert b"Type 1 or yes to remove them: " in ran.stderr
    assert ran.returncode == (0 if removed else 2), ran.stderr
    assert gone.note_file("ORDERS").exists() is not removed


def test_a_family_goes_with_its_last_shard(empty, tmp_path):
    export = columns_csv(tmp_path / "c.csv", [("s", f"e_2020010{number}") for number in (1, 2, 3)])
    empty.tnotes("catalog", "import", str(export), "-c", "c").fine()
    note = empty.add("e_*", "A fact.")
    columns_csv(export, [("s", "e_20200103")])
    empty.tnotes("catalog", "import", str(export), "-c", "c").fine()
    found = cleanup(empty, "--yes", "--json").fine().json
    assert (found["tables"], found["notes"]["active"]) == (2, 0)
    assert [one["id"] for one in empty.card("e_20200103")["notes"]] == [note]  # what was left while it was a family
    columns_csv(export, [("s", "e_20200103"), ("s", "e_20200104")])
    empty.tnotes("catalog", "import", str(export), "-c", "c").fine()
    columns_csv(export, [("s", "T")])
    empty.tnotes("catalog", "import", str(export), "-c", "c").fine()
    found = cleanup(empty, "--yes", "--json").fine().json
    assert (found["tables"], [one["table"] for one in found["removed"]]) == (2, ["e_20200103", "e_20200104", "e_*"])
    assert found["notes"]["active"] == 1
    empty.tnotes("restore", note).fine()


def test_a_note_comes_back_from_history_with_its_file_and_without_its_table(gone):
    cleanup(gone, "--yes").fine()
    answer = gone.tnotes("restore", "n_hand000001", "--json").fine().json
    assert (answer["action"], answer["table"], answer["column"]) == ("restored", "ORDERS", "TOTAL")
    assert answer["note"]["content"] == "Fact 1."
    assert [one["code"] for one in answer["warnings"]] == ["table_gone"]
    assert gone.git("show", "--format=", "--name-status").split() == ["A", "notes/warehouse/sales/ORDERS.yaml"]
    assert [(one["id"], one["author"]) for one in listed(gone)] == [("n_hand000001", "lee")]
    assert gone.tnotes("card", "ORDERS", "--json").refused().error["code"] == "unknown_table"
    gone.tnotes("restore", "n_hand000002").fine()  # archived before, into the file that is there again
    assert len(listed(gone)) == 2
    assert gone.tnotes("restore", "n_hand000001", "--json").refused().error["code"] == "wrong_status"


def test_a_note_deleted_before_the_cleanup_comes_back_with_its_text(place, tmp_path):
    note = place.add("sales.ORDERS", "Without tax.", "--column", "TOTAL")
    place.tnotes("rm", note).fine()
    export = columns_csv(tmp_path / "columns.csv", [("sales", "CUSTOMER")])
    place.tnotes("catalog", "import", str(export), "-c", "warehouse").fine()
    cleanup(place, "--yes").fine()
    assert place.tnotes("restore", note, "--json").fine().json["note"]["content"] == "Without tax."


def test_a_note_that_a_hand_took_out_comes_back_into_its_file(place):
    note, other = place.add("sales.CUSTOMER", "x"), place.add("sales.CUSTOMER", "y")
    text = place.note_file().read_text()
    start = text.index(f"- id: {note}")
    end = text.find("- id:", start + 1)
    place.note_file().write_text(text[:start] + (text[end:] if end > 0 else ""))
    place.git("commit", "--quiet", "--all", "--message=by hand")
    answer = place.tnotes("restore", note, "--json").fine().json
    assert (answer["note"]["content"], answer["warnings"]) == ("x", [])
    assert {one["id"] for one in place.card("sales.CUSTOMER")["notes"]} == {note, other}


def test_what_history_does_not_know_or_a_role_does_not_see_is_unknown(gone):
    cleanup(gone, "--yes").fine()
    (gone.root / "tnotes.yaml").write_text(ROLES)
    for note, role in (
        ("n_0000000000", "steward"),
        ("n_hand000001", "narrow"),
        ("n_hand000003", "steward"),
        ("x", "steward"),
    ):
        with gone.unchanged():
            assert gone.tnotes("restore", note, "--role", role, "--json").refused().error["code"] == "unknown_note"
