"""Killed at any moment: no file is half written, no committed note is lost, and the next command works or says why."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from builders import Place

KILLS = 6


def grown(team) -> set[str]:
    """Both have written to the same tables; kim's notes are there to be fetched."""
    texts = set()
    for place in (team.kim, team.lee):
        lines = [
            f'{{"table": "sales.{table}", "content": "{place.root.name} {number} on {table}."}}'
            for number in range(15)
            for table in ("CUSTOMER", "ORDERS")
        ]
        given = "\n".join(lines).encode()
        place.tnotes("add", "--batch", "-", given=given).fine()
        texts |= {line.split('"content": "')[1][:-2] for line in lines}
    team.kim.tnotes("sync").fine()
    return texts


def killed(place: Place, after: float) -> None:
    """A sync that is killed with all that it started, git included."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tnotes", "sync"],
        cwd=place.root,
        env=dict(place.environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    time.sleep(after)
    family = [process.pid, *children(process.pid)]
    for pid in family:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    process.wait()


def children(pid: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            child = int(path.parent.name)
            found += [child, *children(child)]
    return found


def recovered(place: Place) -> None:
    """What a person does after a crash: the next command, and what it asks for."""
    for _ in range(3):
        answer = place.tnotes("sync")
        if answer.code == 0:
            return
        lock = place.root / ".git" / "index.lock"
        assert answer.code == 2, answer.err
        assert "index.lock" in answer.err or "lock" in answer.err, answer.err
        for stale in (place.root / ".git").rglob("*.lock"):
            stale.unlink()
        assert not lock.exists()
    raise AssertionError(answer.err)


def notes_of(place: Place) -> set[str]:
    listed = place.tnotes("ls", "--json").fine().json["notes"]
    return {note["content"] for note in listed}


@pytest.mark.skipif(sys.platform != "linux", reason="the children of a process are found in /proc")
def test_a_sync_killed_at_any_moment(team):
    texts = grown(team)
    started = time.monotonic()
    probe = team.clone("probe")
    probe.tnotes("sync").fine()
    whole = max(0.4, (time.monotonic() - started) * 1.5)
    choose = random.Random()  # noqa: S311 - another moment in each run
    for _ in range(KILLS):
        killed(team.lee, choose.uniform(0.05, whole))
        for path in (team.lee.root / "notes").rglob("*.yaml"):
            assert b"<<<<<<<" not in path.read_bytes()
            assert path.read_bytes().endswith(b"\n")
    recovered(team.lee)
    team.kim.tnotes("sync").fine()
    assert notes_of(team.kim) == notes_of(team.lee) == texts
    assert team.lee.git("status", "--porcelain") == ""
    assert team.lee.git("fsck", "--no-dangling") == ""


def half(place: Place, before: str, theirs: str) -> None:
    import json

    path = place.root / ".git" / "tnotes" / "merge" / "half.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"before": before, "theirs": theirs}))


def test_a_merge_that_git_had_begun_is_taken_back_by_the_next_write(team):
    grown(team)
    team.lee.git("fetch", "--quiet")
    before, theirs = team.lee.head(), team.lee.git("rev-parse", "origin/main").strip()
    half(team.lee, before, theirs)
    team.lee.git("merge", "--no-commit", "--no-ff", "--quiet", "-Xours", "origin/main")
    answer = team.lee.tnotes("add", "sales.ORDERS", "After the crash.").fine()
    assert "a sync was interrupted in its merge, which was taken back" in answer.err
    assert team.lee.git("rev-parse", "HEAD~1").strip() == before
    assert team.lee.git("status", "--porcelain") == ""


def test_files_that_git_had_written_before_it_noted_the_merge_are_put_back(team):
    """Killed while git put files into the work tree: they are whole, and nothing says that there was a merge."""
    grown(team)
    (team.kim.root / "report.md").write_text("new\n")
    team.kim.git("add", "report.md")
    team.kim.git("commit", "--quiet", "--message=report")
    team.kim.tnotes("sync").fine()
    team.lee.git("fetch", "--quiet")
    before, theirs = team.lee.head(), team.lee.git("rev-parse", "origin/main").strip()
    half(team.lee, before, theirs)
    for path in ("report.md", "notes/warehouse/sales/CUSTOMER.yaml"):
        (team.lee.root / path).write_text(team.lee.git("show", f"origin/main:{path}"))
    orders = team.lee.note_file("ORDERS")
    orders.write_text(orders.read_text() + "# by hand since\n")
    answer = team.lee.tnotes("add", "archive.CUSTOMER", "After the crash.").fine()
    assert "taken back" in answer.err
    assert "notes/warehouse/sales/ORDERS.yaml was changed since and is left as it is" in answer.err
    assert team.lee.git("status", "--porcelain") == " M notes/warehouse/sales/ORDERS.yaml\n"
    assert not (team.lee.root / "report.md").exists()


def test_a_merge_that_was_committed_stands(team):
    grown(team)
    before = team.lee.head()
    team.lee.tnotes("sync").fine()
    half(team.lee, before, team.kim.head())
    answer = team.lee.tnotes("add", "sales.ORDERS", "After the crash.").fine()
    assert "after its merge, which stands" in answer.err


def test_a_merge_that_a_person_began_since_is_theirs(team):
    grown(team)
    team.lee.git("fetch", "--quiet")
    half(team.lee, team.lee.head(), team.lee.head())
    team.lee.git("merge", "--no-commit", "--no-ff", "--quiet", "-Xours", "origin/main")
    answer = team.lee.tnotes("add", "sales.ORDERS", "Not now.").refused()
    assert "a merge is in progress" in answer.err
    assert (team.lee.root / ".git" / "MERGE_HEAD").exists()


def test_doctor_tells_of_a_merge_that_was_cut_short_and_settles_it(team):
    grown(team)
    team.lee.git("fetch", "--quiet")
    half(team.lee, team.lee.head(), team.lee.git("rev-parse", "origin/main").strip())
    team.lee.git("merge", "--no-commit", "--no-ff", "--quiet", "-Xours", "origin/main")
    checks = team.lee.tnotes("doctor", "--json").json["checks"]
    found = [one for one in checks if one["check"] == "journal"]
    assert [(one["state"], one["message"]) for one in found] == [("warn", "a sync was interrupted in its merge")]
    team.lee.tnotes("doctor", "--fix").fine()
    assert not (team.lee.root / ".git" / "MERGE_HEAD").exists()
    assert team.lee.git("status", "--porcelain") == ""
