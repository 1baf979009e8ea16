"""What a newcomer met in the first hour, each as a test of its kind."""

from __future__ import annotations

import os
import shutil

import pytest

from builders import SCHEMAS, Place, make_database


def test_rm_commits_a_text_that_waited_before_it_takes_it_out(place: Place) -> None:
    note = place.add("sales.CUSTOMER", "precious", "--no-commit")
    place.tnotes("rm", note).fine()
    place.tnotes("restore", note).fine()
    assert [one["content"] for one in place.card("sales.CUSTOMER")["notes"]] == ["precious"]


def test_rm_without_a_commit_refuses_to_lose_a_text_that_no_commit_has(place: Place) -> None:
    note = place.add("sales.CUSTOMER", "precious", "--no-commit")
    with place.unchanged():
        assert place.tnotes("rm", note, "--no-commit", "--json").refused().error["code"] == "git_state"


def test_a_note_file_removed_by_hand_is_not_replaced_by_a_new_one(place: Place) -> None:
    place.add("sales.CUSTOMER", "one")
    place.note_file().unlink()
    with place.unchanged():
        error = place.tnotes("add", "sales.CUSTOMER", "two", "--json").refused().error
    assert error["code"] == "git_state"
    assert "git checkout HEAD -- notes/warehouse/sales/CUSTOMER.yaml" in error["hint"]
    place.git("checkout", "HEAD", "--", "notes")
    place.add("sales.CUSTOMER", "two")
    assert len(place.card("sales.CUSTOMER")["notes"]) == 2


def test_a_commit_on_no_branch_is_said(place: Place) -> None:
    place.git("checkout", "--quiet", "--detach")
    warnings = place.tnotes("add", "sales.CUSTOMER", "x", "--json").fine().json["warnings"]
    assert [one["code"] for one in warnings] == ["detached_head"]


def test_a_merge_by_hand_does_not_make_the_merger_the_author(place: Place) -> None:
    first = place.add("sales.CUSTOMER", "first")
    place.git("checkout", "--quiet", "-b", "side", "HEAD~1")
    second = place.add("sales.CUSTOMER", "second")
    place.git("checkout", "--quiet", "main")
    ours = place.note_file().read_text()
    place.git("config", "--remove-section", "merge.tnotes")  # without the driver Git stops at two additions
    place.git("merge", "--quiet", "side", code=1)
    theirs = place.git("show", "side:notes/warehouse/sales/CUSTOMER.yaml")
    blocks = sorted([ours.partition("notes:\n")[2], theirs.partition("notes:\n")[2]])
    place.note_file().write_text(ours.partition("notes:\n")[0] + "notes:\n" + "".join(blocks))
    place.git("add", "notes")
    place.git("-c", "user.name=lee", "commit", "--quiet", "--no-edit")
    events = place.tnotes("log", "sales.CUSTOMER", "--json").fine().json["events"]
    assert sorted((one["note"], one["what"], one["committer"]) for one in events) == sorted(
        [(first, "added", "kim"), (second, "added", "kim")]
    )


@pytest.fixture
def two(place: Place, tmp_path) -> Place:
    """The small workspace and another connection with tables of the same names."""
    other = make_database(tmp_path / "other.sqlite", (*SCHEMAS["archive"], 'CREATE TABLE "ORDER" (ID INTEGER)'))
    place.tnotes("catalog", "import", str(other), "-c", "other", "--schema", "main").fine()
    return place


@pytest.mark.parametrize("typed", ["warehouse/ORDER", "warehouse/CUSTOMR", "warehouse/main.ORDER"])
def test_a_connection_that_was_typed_is_kept_in_what_is_offered(two: Place, typed: str) -> None:
    candidates = two.tnotes("add", typed, "x", "--json").refused().error["candidates"]
    assert candidates
    assert [one for one in candidates if not one.startswith("warehouse/")] == []


def test_hints_can_be_typed_as_they_stand(two: Place) -> None:
    hint = two.tnotes("add", "other/CUSTOMER", "x", "-c", "ZZZ", "--json").refused().error["hint"]
    command = hint.partition("tnotes ")[2].partition(" lists")[0].split()
    two.tnotes(*command).fine()


def test_a_name_with_a_blank_is_offered_as_one_argument(place: Place, tmp_path) -> None:
    odd = make_database(tmp_path / "odd.sqlite", ('CREATE TABLE "고객 목록" (A INTEGER)',))
    place.tnotes("catalog", "import", str(odd), "-c", "odd").fine()
    assert "'main.고객 목록'" in place.tnotes("card", "고객목록").refused().err


@pytest.mark.parametrize(
    ("arguments", "said", "hint"),
    [
        (("--dialect", "postgrse"), "unknown dialect postgrse", "did you mean postgres?"),
        (("--format", "tbls"), "looks like sqlite, not tbls", "leave --format out"),
    ],
)
def test_a_wrong_word_for_an_export_is_said(place: Place, tmp_path, arguments, said: str, hint: str) -> None:
    file = make_database(tmp_path / "one.sqlite", SCHEMAS["archive"])
    with place.unchanged():
        error = place.tnotes("catalog", "import", str(file), "-c", "x", *arguments, "--json").refused().error
    assert said in error["message"]
    assert error["hint"] == hint


def test_the_schemas_of_a_connection_are_offered_for_a_misspelt_one(place: Place) -> None:
    assert "did you mean sales?" in place.tnotes("catalog", "ls", "warehouse", "--schema", "sale").refused().err


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a folder away")
def test_a_repository_of_somebody_else_is_said_to_be_that(place: Place) -> None:
    """Its own settings do not count for Git then, and the identity may stand nowhere else."""
    for path in (place.root, *place.root.rglob("*")):
        os.chown(path, 65534, 65534, follow_symlinks=False)
    message = place.tnotes("add", "sales.CUSTOMER", "x", "--json").refused().error["message"]
    assert "dubious ownership" in message


@pytest.mark.parametrize("header", ["table: ORDERS", "table: customer", "schema: archive"])
def test_a_note_file_whose_header_and_path_differ_is_never_passed_over(place: Place, header: str) -> None:
    """Nor does a write to it say that it went well and write nothing."""
    note = place.add("sales.CUSTOMER", "x")
    key = header.partition(":")[0]
    text = place.note_file().read_text()
    place.note_file().write_text(
        "".join(header + "\n" if one.startswith(f"{key}:") else one for one in text.splitlines(True))
    )
    for verb in (
        ("card", "sales.CUSTOMER"),
        ("ls", "sales.CUSTOMER"),
        ("rm", note),
        ("edit", note, "y"),
        ("show", note),
    ):
        error = place.tnotes(*verb, "--json").refused().error
        assert (error["code"], "CUSTOMER.yaml" in error["message"]) == ("unreadable_file", True)
    assert "CUSTOMER.yaml" in place.tnotes("ls").fine().err


def test_what_a_crash_interrupted_is_settled_in_a_copy_without_touching_the_original(place: Place, tmp_path) -> None:
    hook = place.root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text('#!/bin/sh\ngit_=$PPID; tnotes=$(ps -o ppid= -p "$git_"); kill -9 $tnotes $git_\n')
    hook.chmod(0o755)
    assert place.tnotes("add", "sales.ORDERS", "half way").code == -9
    hook.unlink()
    (place.root / ".git" / "index.lock").unlink(missing_ok=True)
    copy = Place(shutil.copytree(place.root, tmp_path / "copy", symlinks=True))
    with place.unchanged():
        copy.tnotes("add", "archive.CUSTOMER", "in the copy").fine()
    assert not copy.note_file("ORDERS").exists()
    shutil.move(place.root, tmp_path / "moved")
    moved = Place(tmp_path / "moved")
    moved.tnotes("add", "archive.CUSTOMER", "after the move").fine()
    assert not moved.note_file("ORDERS").exists()


def test_a_number_of_thousands_of_digits_is_a_file_that_cannot_be_read(place: Place) -> None:
    (place.root / "catalog/warehouse/sales/ORDERS.json").write_text('{"version": ' + "9" * 5000 + "}")
    assert place.tnotes("card", "sales.ORDERS", "--json").refused().error["code"] == "unreadable_file"
    assert "ORDERS.json" in place.tnotes("catalog", "ls").fine().err


def test_log_of_a_table_that_is_called_like_an_id(place: Place, tmp_path) -> None:
    odd = make_database(tmp_path / "odd.sqlite", ("CREATE TABLE n_orders (A INTEGER)",))
    place.tnotes("catalog", "import", str(odd), "-c", "odd").fine()
    place.add("n_orders", "x")
    assert [one["what"] for one in place.tnotes("log", "n_orders", "--json").fine().json["events"]] == ["added"]
