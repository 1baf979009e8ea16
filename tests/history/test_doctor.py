"""What ails a workspace, and what mends it: each check well and ill, in real repositories."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from ground import ACTIVE, CUSTOMER, hook

from builders import Place
from tnotes.actions.doctor.patient import FAIL, OK, WARN, Asked, examine
from tnotes.actions.doctor.visit import CHECKS, Visit, _looked, visit
from tnotes.files.journal import begin, put
from tnotes.history.driver import driver_command


def seen(place: Place) -> Visit:
    return visit(Asked(place.root))


def found(place: Place, check: str) -> list[tuple[str, str, str]]:
    """What one check says; all of them are run in a few tests only."""
    look = next(one for one in CHECKS if one.__name__ == {"sparse": "left_out"}.get(check, check))
    return [(one.state, one.message, one.fix) for one in _looked(look, examine(Asked(place.root)))]


def one(place: Place, check: str) -> tuple[str, str, str]:
    (finding,) = found(place, check)
    return finding


@pytest.fixture
def well(noted: Place) -> Place:
    """`init` was run there."""
    return noted


def test_nothing_ails_a_workspace_that_init_made_and_looking_changes_nothing(well: Place) -> None:
    well.tnotes("ls").fine()  # the settings are parsed and kept
    before = {path: path.stat().st_mtime_ns for path in (well.root / ".git").rglob("*")}
    with well.unchanged():
        answer = well.tnotes("doctor", "--json").fine()
    assert {path: path.stat().st_mtime_ns for path in (well.root / ".git").rglob("*")} == before
    assert answer.json["healthy"] is True
    assert answer.json["mended"] == []
    assert {row["state"] for row in answer.json["checks"]} == {"ok"}
    checks = [row["check"] for row in answer.json["checks"]]
    assert len(checks) == len(set(checks)) == 19


def test_a_fresh_clone_is_told_to_run_init(well: Place, tmp_path: Path) -> None:
    well.git("clone", "--quiet", str(well.root), str(tmp_path / "clone"))
    clone = Place(tmp_path / "clone")
    clone.git("config", "user.name", "kim")
    clone.git("config", "user.email", "kim@example.invalid")
    answer = clone.tnotes("doctor")
    assert answer.code == 1
    assert [line.split("\t")[:2] for line in answer.out.splitlines() if not line.startswith("ok")] == [
        ["fail", "driver"]
    ]
    assert "1 failed" in answer.err
    assert "\ttnotes init\n" in answer.out
    clone.tnotes("init").fine()
    assert seen(clone).is_healthy


def test_fix_mends_what_is_local_and_safe_and_says_it(well: Place) -> None:
    (well.root / ".gitattributes").write_text("")
    well.git("config", "merge.tnotes.driver", driver_command().replace("-P", "-P -X importtime"))
    states = {one.check: one.state for one in seen(well).findings if one.state != OK}
    assert states == {"driver": FAIL, "attributes": WARN}
    answer = well.tnotes("doctor", "--fix", "--json").fine()
    assert answer.json["mended"] == ["made .gitattributes", "made the merge driver"]
    assert seen(well).is_healthy
    assert well.git("status", "--porcelain") == ""
    assert well.tnotes("doctor", "--fix", "--json").fine().json["mended"] == []
    well.git("config", "--unset", "merge.tnotes.driver")
    assert well.tnotes("doctor", "--fix", "--mode", "eval", "--json").refused().error["code"] == "read_only_mode"


def test_a_driver_whose_python_is_gone(well: Place) -> None:
    well.git("config", "merge.tnotes.driver", driver_command().replace("python", "nothing", 1))
    state, message, fix = one(well, "driver")
    assert (state, fix) == (FAIL, "tnotes init")
    assert "not there any more" in message or "another command" in message


def test_a_write_that_was_interrupted(well: Place) -> None:
    path = well.root / CUSTOMER
    before = path.read_bytes()
    changes = {path: b"half"}
    journal = begin(changes, well.root, well.root / ".git" / "tnotes" / "write", "notes: added")
    put(journal, changes)
    state, message, fix = one(well, "journal")
    assert (state, message) == (WARN, "notes: added was interrupted and is half done")
    assert "doctor --fix" in fix
    answer = well.tnotes("doctor", "--fix").fine()
    assert "was taken back" in answer.err
    assert path.read_bytes() == before
    assert one(well, "journal")[0] == OK


def test_an_operation_in_progress_and_a_conflict(well: Place) -> None:
    for branch, text in (("side", "Theirs."), ("main", "Ours.")):
        well.git("checkout", "--quiet", *(["-b"] if branch == "side" else []), branch)
        (well.root / "code").write_text(text)
        well.git("add", "code")
        well.git("commit", "--quiet", f"--message={branch}")
    well.git("merge", "--quiet", "side", code=1)
    assert [row[:2] for row in found(well, "operation")] == [
        (FAIL, "a merge is in progress: nothing can be written until it ends"),
        (FAIL, "1 file with unresolved conflicts, such as code"),
    ]


def test_locks_that_stayed(well: Place) -> None:
    lock = well.root / ".git" / "index.lock"
    lock.touch()
    assert one(well, "locks")[0] == WARN
    os.utime(lock, (1, 1))
    state, message, fix = one(well, "locks")
    assert (state, fix) == (FAIL, f"if no git runs: rm {lock}")
    assert f"{lock} is there" in message
    lock.unlink()
    from tnotes.history.lock import lock as writers

    with writers(well.root / ".git"):
        assert one(well, "locks")[:2] == (WARN, "another tnotes command is writing now")


def test_files_that_git_leaves_out(well: Place) -> None:
    (well.root / ".gitignore").write_text("notes/\n*.json\n!catalog/**/*.json\n")
    state, message, fix = one(well, "ignored")
    assert (state, message, fix) == (FAIL, "notes is ignored by Git (.gitignore:1:notes/)", "take it out of .gitignore")
    well.git("update-index", "--assume-unchanged", CUSTOMER)
    assert one(well, "sparse")[::2] == (WARN, f"git update-index --no-assume-unchanged {CUSTOMER}")
    well.git("update-index", "--no-assume-unchanged", CUSTOMER)
    well.git("sparse-checkout", "set", "--no-cone", "/catalog/", "/*.yaml")
    assert one(well, "sparse")[::2] == (FAIL, "git sparse-checkout add notes catalog")


def test_hooks(well: Place) -> None:
    assert "tnotes init --hook" in one(well, "hooks")[1]
    path = hook(well, "pre-commit", "make lint")
    assert "is not ours" in one(well, "hooks")[1]
    path.chmod(0o644)
    assert one(well, "hooks")[::2] == (WARN, f"chmod +x {path}")
    well.git("config", "core.hooksPath", "nowhere")
    state, message, fix = one(well, "hooks")
    assert (state, fix) == (WARN, "git config --local --unset core.hooksPath")
    assert "no hook runs" in message


def test_names_and_links(well: Place) -> None:
    blob = well.git("rev-parse", f"HEAD:{CUSTOMER}").strip()
    well.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{CUSTOMER.replace('CUSTOMER', 'Customer')}")
    state, message, _ = one(well, "names")
    assert (state, "CUSTOMER.yaml" in message, "Customer.yaml" in message) == (FAIL, True, True)
    (well.root / "notes" / "other").symlink_to("/tmp")
    assert one(well, "links")[::2] == (FAIL, "put a real file or folder in place of notes/other")


def test_notes_and_index_and_settings(well: Place) -> None:
    well.tnotes("search", "customer").fine()
    assert one(well, "index")[1] == "3 tables and 1 note file by whoosh"
    path = well.root / CUSTOMER
    path.write_text(path.read_text() + "  status: twice\n")
    state, message, _ = one(well, "notes")
    assert (state, f"{CUSTOMER}:" in message) == (FAIL, True)
    assert "1 file changed since" in one(well, "index")[1]
    for index in (well.root / ".git" / "tnotes").glob("index-*"):
        for file in index.rglob("*"):
            if file.is_file():
                file.write_bytes(b"damaged")
    assert one(well, "index")[::2] == (WARN, "tnotes index rebuild")
    for text, says in (
        ("version: 1\nnots: 1\n", "unknown key"),
        ("version: 1\ntime_zone: Mars\n", "time zone"),
        ("{", ""),
    ):
        (well.root / "tnotes.yaml").write_text(text)
        state, message, _ = one(well, "settings")
        assert (state, says in message) == (FAIL, True)
    assert well.tnotes("doctor").code == 1
    assert found(well, "index") == []


def test_a_hidden_table_is_not_named(well: Place) -> None:
    (well.root / "tnotes.yaml").write_text("version: 1\nroles:\n  guest: {deny: ['sales.CUSTOMER']}\n")
    path = well.root / CUSTOMER
    path.write_text(path.read_text() + "  status: twice\n")
    said = well.tnotes("doctor", "--json", "--role", "guest")
    assert "1 note file unreadable: one that this role may not see" in said.out
    assert f"{CUSTOMER}" not in said.out
    assert CUSTOMER in well.tnotes("doctor").out


def test_what_is_asked_for_in_the_environment(well: Place) -> None:
    answer = well.tnotes("doctor", "--json", env={"TNOTES_MODE": "chatty"})
    assert answer.code == 1
    assert [row for row in answer.json["checks"] if row["state"] == "fail"] == [
        {
            "check": "settings",
            "state": "fail",
            "message": "there is no mode 'chatty'",
            "fix": "modes: chat, playbook, eval",
        }
    ]


def test_history_and_head(well: Place, tmp_path: Path) -> None:
    source = f"file://{well.root}"
    subprocess.run(["git", "clone", "--quiet", "--depth=1", source, tmp_path / "cut"], check=True, capture_output=True)
    assert one(Place(tmp_path / "cut"), "history")[::2] == (WARN, "git fetch --unshallow")
    well.git("checkout", "--quiet", "--detach")
    assert one(well, "repository")[::2] == (WARN, "git switch BRANCH")


def test_no_identity(well: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    well.git("config", "--unset", "user.name")
    well.git("config", "--unset", "user.email")
    well.git("config", "user.useConfigOnly", "true")
    state, _, fix = one(well, "identity")
    assert (state, fix.startswith("git config --global user.name")) == (FAIL, True)


def nothing(place: Place) -> dict[str, Any]:
    """Where nothing can be looked at: an exit code of 1, no traceback, and the rest is still looked at."""
    answer = place.tnotes("doctor", "--json", env={"PATH": os.devnull} if place.root.name == "ws" else None)
    assert answer.code == 1
    assert "Traceback" not in answer.err
    return {row["check"]: row for row in answer.json["checks"]}


def test_without_git(well: Place) -> None:
    rows = nothing(well)
    assert rows["versions"]["message"].endswith("no git on PATH: nothing can be written")
    assert rows["notes"]["state"] == rows["settings"]["state"] == "ok"
    assert "driver" not in rows


def test_where_there_is_no_workspace_or_no_repository(tmp_path: Path) -> None:
    empty = Place(tmp_path / "empty")
    empty.root.mkdir()
    assert nothing(empty)["workspace"]["fix"] == "tnotes init"
    (empty.root / "tnotes.yaml").write_text("version: 1\n")
    rows = nothing(empty)
    assert (rows["workspace"]["state"], rows["repository"]["fix"]) == ("ok", "git init")
    answer = empty.tnotes("doctor", "-w", "nowhere")
    assert (answer.code, "there is no folder nowhere" in answer.out) == (1, True)


def test_a_repository_that_is_damaged_or_of_somebody_else(well: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    state, message, fix = one(well, "repository")
    assert (state, "dubious ownership" in message) == (FAIL, True)
    assert fix == f"git config --global --add safe.directory {well.root}"
    monkeypatch.delenv("GIT_TEST_ASSUME_DIFFERENT_OWNER")
    (well.root / ".git" / "HEAD").write_text("rubbish\n")
    assert one(well, "repository")[0] == FAIL


def test_many_notes_are_better_searched_by_the_other_engine(well: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tnotes.actions.doctor.files._MANY_NOTES", 0)
    well.tnotes("search", "customer").fine()
    assert one(well, "index")[::2] == (WARN, "search: {engine: sqlite} in tnotes.yaml")


def test_a_patient_keeps_what_it_could_open(well: Place) -> None:
    patient = examine(Asked(well.root))
    assert patient.session is not None
    assert patient.session.notes.with_id(ACTIVE) is not None


def test_init_makes_the_hook_and_leaves_those_of_others(well: Place, tmp_path: Path) -> None:
    assert "made the pre-commit hook" in well.tnotes("init", "--hook").fine().out
    assert well.tnotes("init", "--hook").fine().out.endswith("nothing was missing\n")
    assert one(well, "hooks")[1] == "a pre-commit hook checks notes"
    path = well.root / CUSTOMER
    good = path.read_text()
    path.write_text(good + "  status: twice\n")
    well.git("add", "notes")
    path.write_text(good)  # what is staged counts
    well.git("commit", "--message=bad", code=1)
    well.git("add", "notes")
    well.git("commit", "--quiet", "--allow-empty", "--message=good")
    theirs = hook(well, "pre-commit", "make lint")
    answer = well.tnotes("init", "--hook").fine()
    assert "was left as it is; add this line to it: tnotes check" in answer.err
    assert theirs.read_text() == "#!/bin/sh\nmake lint\n"
    (tmp_path / "shared").mkdir()
    well.git("config", "core.hooksPath", str(tmp_path / "shared"))
    assert "no hook was made" in well.tnotes("init", "--hook").fine().err
    assert list((tmp_path / "shared").iterdir()) == []


def test_the_hook_of_a_workspace_within_a_repository(tmp_path: Path) -> None:
    whole = Place(tmp_path / "big")
    whole.root.mkdir()
    whole.git("init", "--quiet", "--initial-branch=main")
    whole.git("config", "user.name", "kim")
    whole.git("config", "user.email", "kim@example.invalid")
    whole.tnotes("init", "한글 ws", "--hook").fine()
    whole.git("add", "--all")
    whole.git("commit", "--quiet", "--message=fine")
    (whole.root / "한글 ws" / "tnotes.yaml").write_text("version: 9\n")
    whole.git("commit", "--all", "--message=bad", code=1)
    assert seen(Place(whole.root / "한글 ws")).findings
