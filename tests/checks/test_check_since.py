"""`check --since`, and the text that a hook sees: as staged, not as it lies there."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from builders import Answer, Place, make_database
from notefiles import entry, write_notes
from tnotes.actions.check import check, session_for_check
from tnotes.actions.check_ground import Order

HEAD = "version: 1\nconnection: warehouse\nschema: sales\ntable: ORDERS\nnotes:\n"


def rules(answer: Answer) -> list[str]:
    """The rules that a run with --json found broken."""
    assert answer.code in (0, 1), answer.err
    return [problem["rule"] for problem in answer.json["problems"]]


def switch(place: Place, branch: str = "work") -> None:
    place.git("switch", "--quiet", "--create", branch)


def commit(place: Place, message: str = "by hand") -> None:
    place.git("add", "--all")
    place.git("commit", "--quiet", "--no-verify", f"--message={message}")


def replace(place: Place, old: str, new: str) -> None:
    path = place.note_file()
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def hook(place: Place, *arguments: str) -> None:
    """A pre-commit hook that runs `tnotes check` as people write it."""
    path = place.root / ".git" / "hooks" / "pre-commit"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tnotes check {" ".join(arguments)}\n', encoding="utf-8")
    path.chmod(0o755)


def test_since_sees_only_what_changed(place: Place) -> None:
    write_notes(place, [entry(1, column="GONE"), entry(2)])
    switch(place)
    write_notes(place, [entry(1, column="GONE"), entry(2), entry(3, column="LOST")])
    found = place.tnotes("check", "--since", "main", "--json")
    assert [(one["rule"], one["note"]) for one in found.json["problems"]] == [("TN112", "n_hand000003")]
    assert rules(place.tnotes("check", "--json")) == ["TN112", "TN112"]


def test_since_sees_files_that_git_does_not_know_yet(place: Place) -> None:
    path = place.note_file("ORDERS")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD + "- id: x\n", encoding="utf-8")
    assert rules(place.tnotes("check", "--since", "HEAD", "--json")) == ["TN109"]


def test_since_compares_with_the_commit_in_common(place: Place) -> None:
    switch(place)
    write_notes(place, [entry(1)])
    place.git("switch", "--quiet", "main")
    write_notes(place, [entry(2, column="GONE")], table="ORDERS")
    place.git("switch", "--quiet", "work")
    assert rules(place.tnotes("check", "--since", "main", "--json")) == []


def test_an_id_of_another_file_is_found_without_parsing_all(place: Place) -> None:
    write_notes(place, [entry(1)])
    write_notes(place, [entry(5, content="See n_hand000007 and n_hand000001.")], schema="archive")
    write_notes(place, [entry(1), entry(7)], table="ORDERS")
    answer = place.tnotes("check", "--since", "HEAD~1", "--json")
    assert rules(answer) == ["TN201"]
    assert "notes/warehouse/sales/CUSTOMER.yaml" in answer.json["problems"][0]["message"]
    assert rules(place.tnotes("check", "notes/warehouse/sales/CUSTOMER.yaml", "--json")) == ["TN201"]
    assert rules(place.tnotes("check", "notes/warehouse/archive", "--json")) == []


@pytest.mark.parametrize("staged", [False, True])
def test_very_many_ids_are_looked_for_without_git(place: Place, monkeypatch: pytest.MonkeyPatch, staged: bool) -> None:
    write_notes(place, [entry(1)])
    write_notes(place, [entry(1)], table="ORDERS")
    monkeypatch.setattr("tnotes.actions.check_look._MANY_IDS", 0)
    session = session_for_check(place.root, role=None, mode=None)
    report = check(session, Order(since="HEAD~1", staged=staged))
    assert [(one.rule, one.path) for one in report.problems] == [("TN201", "notes/warehouse/sales/ORDERS.yaml")]


def test_a_hook_in_a_linked_work_tree_reads_its_own_index(place: Place, tmp_path: Path) -> None:
    write_notes(place, [entry(1)])
    hook(place)
    place.git("worktree", "add", "--quiet", "-b", "linked", str(tmp_path / "linked"))
    linked = Place(tmp_path / "linked")
    replace(linked, "active", "done")
    linked.git("commit", "--quiet", "--allow-empty", "--message=not staged")
    linked.git("add", "--all")
    replace(linked, "done", "active")
    linked.git("commit", "--quiet", "--message=staged", code=1)


def test_a_column_that_once_was_is_a_warning(place: Place, tmp_path: Path) -> None:
    write_notes(place, [entry(1, column="STAT_CD"), entry(2, column="NEVER")])
    changed = make_database(tmp_path / "new.sqlite", ("CREATE TABLE CUSTOMER (CUST_ID INTEGER)",))
    place.tnotes("catalog", "import", str(changed), "-c", "warehouse", "--schema", "sales").fine()
    found = {one["note"]: one["severity"] for one in place.tnotes("check", "--json").json["problems"]}
    assert found == {"n_hand000001": "warning", "n_hand000002": "error"}
    # the notes did not change, their catalog did
    since = place.tnotes("check", "--since", "HEAD~1", "--json").json["problems"]
    assert {one["note"] for one in since} == {"n_hand000001", "n_hand000002"}


def test_a_table_that_once_was_is_a_warning(place: Place) -> None:
    write_notes(place, [entry(1)], table="ORDERS")
    (place.root / "catalog" / "warehouse" / "sales" / "ORDERS.json").unlink()
    answer = place.tnotes("check")
    assert answer.code == 0
    assert "TN111 warning: warehouse/sales.ORDERS is not in the catalog; it once was" in answer.out
    assert place.tnotes("check", "--strict").code == 1


@pytest.mark.parametrize("text", ["Questions go to kim.lee@corp.co.kr.", "비밀번호는 password=hunter2Secret! 입니다"])
def test_what_a_branch_took_away_again_is_found_in_its_history(place: Place, text: str) -> None:
    switch(place)
    write_notes(place, [entry(1, content=text)])
    sha = place.head()
    write_notes(place, [entry(1, status="deleted", content=None)])
    assert rules(place.tnotes("check", "--json")) == []
    answer = place.tnotes("check", "--since", "main", "--json")
    assert answer.code == 1
    problem = answer.json["problems"][0]
    assert (problem["commit"], problem["path"]) == (sha, "notes/warehouse/sales/CUSTOMER.yaml")
    assert not any(word in answer.out for word in ("kim.lee", "hunter2"))


def test_what_still_stands_there_is_said_once(place: Place) -> None:
    switch(place)
    write_notes(place, [entry(1, content="Questions go to kim.lee@corp.co.kr.")])
    found = place.tnotes("check", "--since", "main", "--json").json["problems"]
    assert [(one["rule"], one["commit"]) for one in found] == [("TN301", None)]


def test_a_text_in_a_file_that_cannot_be_read_is_found_in_history_too(place: Place) -> None:
    switch(place)
    write_notes(place, [entry(1, content="Questions go to kim.lee@corp.co.kr.")])
    replace(place, '  status: "active"\n', '  status: "active"\n' * 2)
    commit(place)
    place.git("rm", "--quiet", "notes/warehouse/sales/CUSTOMER.yaml")
    commit(place)
    assert set(rules(place.tnotes("check", "--since", "main", "--json"))) == {"TN301"}


def test_an_unknown_revision_and_no_common_history_are_said(place: Place) -> None:
    assert place.tnotes("check", "--since", "nowhere", "--json").refused().error["code"] == "unknown_revision"
    place.git("checkout", "--quiet", "--orphan", "other")
    commit(place)
    error = place.tnotes("check", "--since", "main", "--json").refused().error
    assert "fetch-depth: 0" in error["hint"]


def test_staged_reads_the_index(place: Place) -> None:
    write_notes(place, [entry(1)])
    replace(place, "active", "done")
    assert rules(place.tnotes("check", "--json")) == ["TN204"]
    assert rules(place.tnotes("check", "--staged", "--json")) == []
    place.git("add", "--all")
    replace(place, "done", "active")
    assert rules(place.tnotes("check", "--json")) == []
    assert rules(place.tnotes("check", "--staged", "--json")) == ["TN204"]


def test_a_hook_finds_a_staged_fault_and_no_other(place: Place) -> None:
    write_notes(place, [entry(1)])
    hook(place)
    replace(place, "active", "done")
    place.git("commit", "--quiet", "--allow-empty", "--message=the fault is not staged")
    before = place.head()
    place.git("add", "--all")
    replace(place, "done", "active")
    place.git("commit", "--quiet", "--message=the fault is staged", code=1)
    assert place.head() == before


def test_a_hook_reads_the_index_of_a_partial_commit(place: Place) -> None:
    write_notes(place, [entry(1)])
    write_notes(place, [entry(2)], table="ORDERS")
    hook(place, "--since", "HEAD")
    replace(place, "active", "done")
    orders = place.note_file("ORDERS")
    orders.write_text(orders.read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
    place.git("commit", "--quiet", "--message=one file", "--", str(orders))
    place.git("commit", "--quiet", "--message=all", "--all", code=1)


def test_a_hook_lets_tnotes_write_beside_old_sins(place: Place) -> None:
    write_notes(place, [entry(1, status="done")], table="ORDERS")
    hook(place)
    assert place.add("sales.CUSTOMER", "One row per customer.")
    assert place.tnotes("check").code == 1


def test_the_first_commit_of_a_workspace_passes_its_hook(tmp_path: Path) -> None:
    place = Place(tmp_path / "ws")
    place.root.mkdir()
    place.git("init", "--quiet", "--initial-branch=main")
    place.git("config", "user.name", "kim")
    place.git("config", "user.email", "kim@example.invalid")
    place.tnotes("init").fine()
    hook(place)
    place.git("add", "--all")
    place.git("commit", "--quiet", "--message=first")
    assert place.commits() == 1


def test_the_hook_of_another_repository_does_not_matter(place: Place, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    Place(other).git("init", "--quiet")
    write_notes(place, [entry(1)])
    replace(place, "active", "done")
    env = {"GIT_DIR": str(other / ".git"), "GIT_INDEX_FILE": str(other / ".git" / "index")}
    (other / ".git" / "index").write_bytes((place.root / ".git" / "index").read_bytes())
    answer = place.tnotes("check", "--json", env=env)
    assert rules(answer) == ["TN204"]
    assert answer.json["staged"] is False


def test_a_link_and_a_conflict_are_found_as_staged(place: Place) -> None:
    write_notes(place, [entry(1)])
    path = place.note_file("ORDERS")
    path.symlink_to("CUSTOMER.yaml")
    place.git("add", "--all")
    path.unlink()
    assert rules(place.tnotes("check", "--staged", "--json")) == ["TN104"]
    place.git("rm", "--quiet", "--cached", str(path))
    blob = place.git("hash-object", "-w", "--stdin", given=b"x").strip()
    rows = "".join(f"100644 {blob} {stage}\tnotes/warehouse/sales/ORDERS.yaml\n" for stage in (1, 2, 3))
    place.git("update-index", "--index-info", given=rows.encode())
    assert rules(place.tnotes("check", "--staged", "--json")) == ["TN102"]


def test_without_git_everything_is_checked(place: Place, tmp_path: Path) -> None:
    write_notes(place, [entry(1, status="done")])
    env = {"PATH": str(tmp_path), "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    assert rules(place.tnotes("check", "--json", env=env)) == ["TN204"]
    assert place.tnotes("check", "--since", "HEAD", "--json", env=env).refused().error["code"] == "git_missing"


def test_a_workspace_below_the_top_of_a_repository(tmp_path: Path, place: Place) -> None:
    inner = Place(place.root / "inner")
    inner.root.mkdir()
    inner.tnotes("init").fine()
    commit(place)
    notes = inner.root / "notes" / "warehouse" / "sales" / "ORDERS.yaml"
    notes.parent.mkdir(parents=True)
    notes.write_text(HEAD.replace("notes:", "notez:"), encoding="utf-8")
    assert rules(inner.tnotes("check", "--since", "HEAD", "--json")) == ["TN107"]
    github = place.tnotes("-w", "inner", "check", "--format", "github").out
    assert "file=inner/notes/warehouse/sales/ORDERS.yaml,line=5," in github
    assert rules(place.tnotes("-w", "inner", "check", str(notes.relative_to(place.root)), "--json")) == ["TN107"]
