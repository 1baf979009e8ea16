"""`sync`: what others pushed is merged note by note, what was committed here is pushed, nothing is lost."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from builders import Place
from tnotes.notes.file import parse_notes

MARKER = b"<<<<<<<"


def contents(place: Place, table: str = "sales.CUSTOMER", *more: str) -> set[str]:
    return {note["content"] for note in place.tnotes("ls", table, "--json", *more).fine().json["notes"]}


def synced(place: Place) -> dict[str, object]:
    answer = place.tnotes("sync", "--json").fine()
    assert answer.err == ""
    assert place.git("status", "--porcelain") == ""
    return answer.json


def test_notes_of_both_on_one_table(team):
    """G25: two branches that each add a note to one table."""
    team.kim.add("sales.CUSTOMER", "9 means cancelled.", "--column", "STAT_CD")
    team.lee.add("sales.CUSTOMER", "One row per customer and branch.")
    assert synced(team.kim) == {
        "remote": "origin",
        "branch": "main",
        "fetched": 0,
        "merged": "nothing",
        "pushed": 1,
        "pushed_to": "main",
        "commit": team.kim.head(),
        "tries": 1,
        "settled": [],
        "waiting": 0,
    }
    done = synced(team.lee)
    assert (done["fetched"], done["merged"], done["pushed"]) == (1, "merge", 2)
    done = synced(team.kim)
    assert (done["fetched"], done["merged"], done["pushed"], done["pushed_to"]) == (2, "fast-forward", 0, None)
    both = {"9 means cancelled.", "One row per customer and branch."}
    assert contents(team.kim) == contents(team.lee) == both
    assert team.kim.head() == team.lee.head() == team.hub_git("rev-parse", "main").strip()
    again = synced(team.kim)
    assert (again["fetched"], again["merged"], again["pushed"]) == (0, "nothing", 0)


def test_what_a_person_reads(team):
    team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    team.lee.add("sales.ORDERS", "TOTAL is net.")
    assert team.kim.tnotes("sync").fine().out == "origin/main: 0 commits fetched, 1 commit pushed\n"
    assert team.lee.tnotes("sync").fine().out == "origin/main: 1 commit fetched (merge), 2 commits pushed\n"
    assert team.kim.tnotes("sync").fine().out == "origin/main: 2 commits fetched (fast-forward), 0 commits pushed\n"
    assert team.kim.tnotes("sync").fine().out == "origin/main: nothing new\n"
    assert team.kim.tnotes("sync", "--quiet").fine().err == ""


def test_one_note_edited_by_both(team):
    note = team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    synced(team.kim)
    synced(team.lee)
    team.kim.tnotes("edit", note, "9 means cancellation requested.").fine()
    team.lee.tnotes("edit", note, "9 means closed by the customer.").fine()
    synced(team.kim)
    synced(team.lee)
    synced(team.kim)
    assert contents(team.kim) == {"9 means closed by the customer."}
    assert contents(team.kim, "sales.CUSTOMER", "--status", "archived") == {"9 means cancellation requested."}


def test_a_file_that_one_side_deleted_and_the_other_wrote_to(team):
    """A file that is deleted on one side never reaches a merge driver."""
    team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    synced(team.kim)
    synced(team.lee)
    team.kim.git("rm", "--quiet", str(team.kim.note_file()))
    team.kim.git("commit", "--quiet", "--message=tidy")
    synced(team.kim)
    team.lee.add("sales.CUSTOMER", "One row per customer.")
    synced(team.lee)
    synced(team.kim)
    assert contents(team.kim) == {"9 means cancelled.", "One row per customer."}


def test_a_file_that_one_side_deleted_and_the_other_left_alone_is_gone(team):
    team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    synced(team.kim)
    synced(team.lee)
    team.kim.git("rm", "--quiet", str(team.kim.note_file()))
    team.kim.git("commit", "--quiet", "--message=tidy")
    synced(team.kim)
    team.lee.add("sales.ORDERS", "TOTAL is net.")
    synced(team.lee)
    assert not team.lee.note_file().exists()


def test_without_attributes_and_without_init(team):
    """A clone that knows nothing of the driver merges as well: both files are new, then both add beside each other."""
    for place in (team.kim, team.lee):
        place.git("rm", "--quiet", ".gitattributes")
        place.git("commit", "--quiet", "--message=bare")
    team.kim.add("sales.CUSTOMER", "First.")
    team.lee.add("sales.CUSTOMER", "Second.")
    synced(team.kim)
    synced(team.lee)
    synced(team.kim)
    for number, place in enumerate((team.kim, team.lee)):
        place.add("sales.CUSTOMER", f"Third {number}.")
    synced(team.kim)
    synced(team.lee)
    assert contents(team.lee) == {"First.", "Second.", "Third 0.", "Third 1."}


def test_a_merge_elsewhere_that_left_equal_notes_and_too_many_is_put_right(team):
    """D7, G25: a server merges line by line; 41 active notes, or two equal ones, are settled by the next sync."""
    settings = "version: 1\nnotes:\n  cap: 3\n"
    (team.kim.root / "tnotes.yaml").write_text(settings)
    team.kim.git("commit", "--quiet", "--all", "--message=cap")
    synced(team.kim)
    file = team.kim.note_file()
    for text in ("One.", "Two.", "Three."):
        team.kim.add("sales.CUSTOMER", text)
    lines = file.read_text().splitlines(keepends=True)
    extra = "".join(lines[5:]).replace("n_", "n_zz").replace("Two.", "TWO.").replace("One.", "Four.")
    file.write_text("".join(lines) + extra)
    team.kim.git("commit", "--quiet", "--all", "--message=merged on the server")
    synced(team.kim)
    done = team.lee.tnotes("sync").fine()
    assert "settled notes/warehouse/sales/CUSTOMER.yaml" in done.err
    statuses = [note.status for note in parse_notes(team.lee.note_file().read_text(), Path("x")).notes]
    assert sorted(statuses) == ["active"] * 3 + ["archived"] * 3
    assert team.lee.tnotes("check").code == 0
    synced(team.kim)
    assert team.kim.head() == team.lee.head()


def test_the_newer_import_of_a_table_stays(team, tmp_path: Path):
    from builders import make_database

    for name, place, column in (("one", team.kim, "B"), ("two", team.lee, "C")):
        export = make_database(
            tmp_path / f"{name}.sqlite", (f"CREATE TABLE CUSTOMER (CUST_ID INTEGER, {column} TEXT)",)
        )
        env = {"GIT_AUTHOR_DATE": "2030-01-01T00:00:00Z"} if name == "two" else {}
        place.tnotes("catalog", "import", str(export), "-c", "warehouse", "--schema", "archive", env=env).fine()
    synced(team.kim)
    synced(team.lee)
    synced(team.kim)
    for place in (team.kim, team.lee):
        assert [column["name"] for column in place.card("archive.CUSTOMER")["columns"]] == ["CUST_ID", "C"]


def test_files_that_are_no_notes_are_left_to_people(team):
    for place, text in ((team.kim, "one\n"), (team.lee, "two\n")):
        (place.root / "report.md").write_text(text)
        place.git("add", "report.md")
        place.git("commit", "--quiet", "--message=report")
    team.lee.add("sales.CUSTOMER", "Kept.")
    synced(team.kim)
    with team.lee.unchanged():
        answer = team.lee.tnotes("sync", "--json").refused()
    assert answer.error["code"] == "merge_conflict"
    assert "report.md" in answer.error["message"]
    assert "git merge origin/main" in answer.error["hint"]


def test_hand_edits_that_wait_are_not_merged_over(team):
    team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    synced(team.kim)
    synced(team.lee)
    team.kim.add("sales.CUSTOMER", "One row per customer.")
    synced(team.kim)
    file = team.lee.note_file()
    file.write_text(file.read_text().replace("cancelled", "closed"))
    with team.lee.unchanged():
        answer = team.lee.tnotes("sync", "--json").refused()
    assert answer.error["code"] == "git_state"
    assert "notes/warehouse/sales/CUSTOMER.yaml" in answer.error["message"]


def test_hand_edits_elsewhere_wait_and_are_said(team):
    team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    synced(team.kim)
    team.lee.tnotes("add", "sales.ORDERS", "TOTAL is net.", "--no-commit").fine()
    answer = team.lee.tnotes("sync").fine()
    assert answer.err == "not synced: 1 file with changes that no commit has (git status)\n"
    assert contents(team.lee) == {"9 means cancelled."}
    assert team.lee.tnotes("sync", "--json").fine().json["waiting"] == 1


def test_a_file_that_cannot_be_read_stops_the_merge_and_is_named(team):
    """Y7, Y8."""
    team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    synced(team.kim)
    synced(team.lee)
    file = team.kim.note_file()
    file.write_text(file.read_text() + "<<<<<<< HEAD\n")
    team.kim.git("commit", "--quiet", "--all", "--message=markers")
    team.kim.git("push", "--quiet", "origin", "HEAD")
    team.lee.add("sales.CUSTOMER", "One row per customer.")
    with team.lee.unchanged():
        answer = team.lee.tnotes("sync", "--json").refused()
    assert answer.error["code"] == "merge_conflict"
    assert "notes/warehouse/sales/CUSTOMER.yaml" in answer.error["message"]


@pytest.mark.parametrize("hook", ["pre-merge-commit", "pre-commit", "commit-msg"])
def test_a_hook_that_refuses_leaves_everything_as_it_was(team, hook):
    team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    synced(team.kim)
    team.lee.add("sales.CUSTOMER", "One row per customer.")
    path = team.lee.root / ".git" / "hooks" / hook
    path.parent.mkdir(exist_ok=True)
    path.write_text("#!/bin/sh\necho not today >&2\nexit 1\n")
    path.chmod(0o755)
    if hook == "pre-merge-commit":  # Git runs it only where it commits by itself
        synced(team.lee)
        return
    with team.lee.unchanged():
        answer = team.lee.tnotes("sync").refused()
    assert "not today" in answer.err
    path.unlink()
    synced(team.lee)
    assert contents(team.lee) == {"9 means cancelled.", "One row per customer."}


def test_a_workspace_in_a_folder_of_a_larger_repository(tmp_path: Path, empty: Place):
    """The workspace is not the top of its repository, and is not where tnotes was started."""
    top = tmp_path / "top"
    subprocess.run(["git", "init", "--quiet", "-b", "main", str(top)], check=True)
    sub = Place(top / "data" / "메모")
    sub.root.mkdir(parents=True)
    for name, value in (("user.name", "kim"), ("user.email", "kim@example.invalid")):
        sub.git("config", name, value)
    sub.tnotes("init").fine()
    (sub.root / "one.sql").write_text("CREATE TABLE s.T (A INT);")
    sub.tnotes("catalog", "import", "one.sql", "-c", "w").fine()
    sub.git("add", "--all")
    sub.git("commit", "--quiet", "--message=all")
    hub = tmp_path / "hub.git"
    subprocess.run(["git", "clone", "--quiet", "--bare", str(top), str(hub)], check=True)
    sub.git("remote", "add", "origin", str(hub))
    other = Place(tmp_path / "other" / "data" / "메모")
    subprocess.run(["git", "clone", "--quiet", str(hub), str(tmp_path / "other")], check=True)
    other.git("config", "user.name", "lee")
    other.git("config", "user.email", "lee@example.invalid")
    sub.add("T", "One.")
    other.add("T", "Two.")
    synced(sub)
    synced(other)
    synced(sub)
    assert contents(sub, "T") == contents(other, "T") == {"One.", "Two."}


def test_a_linked_work_tree_syncs_its_own_branch(team):
    """G17."""
    tree = Place(team.kim.root.parent / "tree")
    team.kim.git("worktree", "add", "--quiet", "-b", "side", str(tree.root))
    tree.add("sales.CUSTOMER", "From the side.")
    done = synced(tree)
    assert (done["branch"], done["pushed_to"]) == ("side", "side")
    assert team.hub_git("rev-parse", "side").strip() == tree.head()


@pytest.mark.parametrize("mode", ["playbook", "eval"])
def test_a_run_that_nobody_watches_may_sync(team, mode):
    team.kim.add("sales.CUSTOMER", "9 means cancelled.")
    assert team.kim.tnotes("sync", "--mode", mode).fine().out.endswith("1 commit pushed\n")
