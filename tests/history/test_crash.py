"""kill -9, and what the next command makes of what was left (G13)."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from ground import CUSTOMER, ORDERS, hook, leftovers

from builders import Answer, Place
from soak.crash import MARK, running, soak

WAITS = "echo $$ > .git/waits; while [ -e .git/waits ]; do sleep 0.05; done"


def test_random_moments(tmp_path: Path) -> None:
    """The seed is that of the day; `python tests/soak/crash.py 12 SEED` repeats a failure."""
    seed = int(time.time()) // 86_400
    print(f"seed {seed}")
    scene = soak(tmp_path, 12, seed)
    assert scene.counts["killed"] > 0


def stopped(place: Place, name: str, arguments: tuple[str, ...], how: str = "everything") -> None:
    """Start a command, and kill it while it is in that hook; `how`: with its git or without."""
    path = hook(place, name, WAITS)
    waits = place.root / ".git" / "waits"
    mark = str(place.root)
    process = place.start(*arguments, env={MARK: mark})
    deadline = time.monotonic() + 60
    while not waits.exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.kill()
    process.communicate()
    if how == "everything":
        for pid in running(mark):
            os.kill(pid, signal.SIGKILL)
        while running(mark):
            time.sleep(0.02)
        waits.unlink()
    path.unlink()


def next_one(place: Place) -> Answer:
    """The next write, after each lock that it names was removed by hand; what all of them said is in its stderr."""
    said = b""
    for _ in range(4):
        env = {"TNOTES_LOCK_TIMEOUT": "0.3"}
        answer = place.tnotes("add", "archive.CUSTOMER", "After.", "--json", env=env)
        said += answer.raw_err
        if answer.code == 0:
            return Answer(0, answer.raw, said)
        assert answer.refused().error["code"] == "busy"
        lock = Path(re.fullmatch(r".*; if no git is running there, remove (.*\.lock)", answer.error["hint"])[1])
        assert lock.exists()
        lock.unlink()
    raise AssertionError(said)


@pytest.mark.parametrize("table", ["sales.CUSTOMER", "sales.ORDERS"])
def test_before_its_commit_it_is_taken_back(noted: Place, table: str) -> None:
    """Also out of the index, to which `git add --intent-to-add` told the new file."""
    files = {path: path.read_bytes() for path in (noted.root / "notes").rglob("*.yaml")}
    stopped(noted, "pre-commit", ("add", table, "Never committed."))
    answer = next_one(noted)
    assert "was taken back" in answer.err
    assert "notes: added was interrupted" in answer.err
    for path, data in files.items():
        assert path.read_bytes() == data
    assert not (noted.root / ORDERS).exists()
    assert noted.git("status", "--porcelain") == ""
    assert noted.git("ls-files", ORDERS) == ""
    assert leftovers(noted) == []


@pytest.mark.parametrize(("name", "table"), [("post-commit", "sales.CUSTOMER"), ("post-commit", "sales.ORDERS")])
def test_after_its_commit_it_stands(noted: Place, name: str, table: str) -> None:
    stopped(noted, name, ("add", table, "Committed."))
    answer = noted.tnotes("add", "archive.CUSTOMER", "After.", "--json").fine()
    assert "which stands" in answer.err
    assert "Committed." in noted.git("grep", "-h", "content", "HEAD", "--", "notes")
    assert noted.git("status", "--porcelain") == ""
    assert leftovers(noted) == []


@pytest.mark.parametrize("table", ["sales.CUSTOMER", "sales.ORDERS"])
def test_between_the_commit_and_the_index_the_index_is_mended(noted: Place, table: str) -> None:
    """git moves HEAD first and its index after: killed between them, the index would take the note out again."""
    stopped(noted, "reference-transaction", ("add", table, "x"))  # "prepared": nothing has moved yet
    next_one(noted)
    wait = f'[ "$1" != committed ] || {{ {WAITS}; }}'
    stop = hook(noted, "reference-transaction", wait)
    process = noted.start("add", table, "In HEAD only.", env={MARK: str(noted.root)})
    while not (noted.root / ".git" / "waits").exists():
        time.sleep(0.02)
    for pid in (process.pid, *running(str(noted.root))):
        os.kill(pid, signal.SIGKILL)
    process.communicate()
    stop.unlink()
    (noted.root / ".git" / "waits").unlink()
    assert "In HEAD only." in noted.git("grep", "-h", "content", "HEAD", "--", "notes")
    assert noted.git("status", "--porcelain") != ""
    (noted.root / ".git" / "index.lock").unlink()
    answer = noted.tnotes("rm", "n_0000000001").fine()
    assert "which stands" in answer.err
    assert noted.git("status", "--porcelain") == ""
    assert "In HEAD only." in noted.git("grep", "-h", "content", "HEAD", "--", "notes")


def test_a_git_that_outlives_its_tnotes_is_waited_for(noted: Place) -> None:
    stopped(noted, "pre-commit", ("add", "sales.CUSTOMER", "By a git of its own."), "tnotes alone")
    started = noted.start("add", "archive.CUSTOMER", "After.", "--json")
    with pytest.raises(subprocess.TimeoutExpired):
        started.wait(1.0)
    (noted.root / ".git" / "waits").unlink()
    _, err = started.communicate(timeout=60)
    assert started.returncode == 0
    assert b"which stands" in err
    assert noted.git("log", "--format=%s", "-2").splitlines() == [
        "notes: added on warehouse/archive.CUSTOMER",
        "notes: added on warehouse/sales.CUSTOMER",
    ]
    assert noted.git("status", "--porcelain") == ""


def test_what_somebody_changed_after_the_crash_is_left_alone(noted: Place) -> None:
    stopped(noted, "pre-commit", ("add", "sales.CUSTOMER", "Never committed."))
    path = noted.root / CUSTOMER
    path.write_text(path.read_text() + "# by hand, after\n")
    answer = next_one(noted)
    assert "was changed since and is left as it is" in answer.err
    assert path.read_text().endswith("# by hand, after\n")
    assert noted.git("status", "--porcelain") == f" M {CUSTOMER}\n"


def test_a_hand_edit_from_before_the_crash_waits_again(noted: Place) -> None:
    path = noted.root / CUSTOMER
    edited = path.read_text().replace("One row per customer.", "One row per head.")
    path.write_text(edited)
    stopped(noted, "pre-commit", ("add", "sales.CUSTOMER", "Never committed."))
    next_one(noted)
    assert path.read_text() == edited


def test_what_somebody_committed_after_the_crash_stands(noted: Place) -> None:
    stopped(noted, "pre-commit", ("add", "sales.CUSTOMER", "Committed by hand."))
    (noted.root / ".git" / "index.lock").unlink()
    noted.git("commit", "--quiet", "--all", "--message=by hand")
    assert "which stands" in noted.tnotes("add", "archive.CUSTOMER", "After.").fine().err
    assert "Committed by hand." in (noted.root / CUSTOMER).read_text()
    assert noted.git("status", "--porcelain") == ""


def test_reading_does_not_wait_for_what_was_interrupted(noted: Place) -> None:
    stopped(noted, "pre-commit", ("add", "sales.CUSTOMER", "Never committed."))
    with noted.unchanged():
        noted.tnotes("card", "sales.CUSTOMER").fine()
        noted.tnotes("log").fine()


def test_a_batch_and_an_import_are_taken_back_whole(noted: Place, tmp_path: Path) -> None:
    batch = tmp_path / "batch.jsonl"
    tables = ("sales.CUSTOMER", "sales.ORDERS", "archive.CUSTOMER")
    batch.write_text("".join(f'{{"table": "{table}", "content": "In a batch."}}\n' for table in tables))
    before = noted.state()
    export = (str(noted.root / ".git" / "export.sqlite"), "-c", "warehouse", "--schema", "sales")
    for arguments in (("add", "--batch", str(batch)), ("catalog", "import", *export)):
        stopped(noted, "pre-commit", arguments)
        (noted.root / ".git" / "index.lock").unlink()
        noted.tnotes("rm", "n_0000000002").refused()  # deleted already: the writer before it repairs all the same
        after = noted.state()
        assert {k: v for k, v in after.items() if k != ".git/index"} == {
            k: v for k, v in before.items() if k != ".git/index"
        }
        assert noted.git("status", "--porcelain") == ""


def test_an_unreadable_plan_stops_nobody(noted: Place) -> None:
    """As a power cut leaves it."""
    folder = noted.root / ".git" / "tnotes" / "write"
    for text in ("", "{", "[]", '{"root": 1}'):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "plan.json").write_text(text)
        (folder / ".tnotes-1-2.tmp").write_text("orphan")
        noted.tnotes("add", "sales.CUSTOMER", f"After {text!r}.").fine()
        assert leftovers(noted) == []


@pytest.mark.parametrize(("sign", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_request_to_end_while_a_hook_runs_takes_all_back(noted: Place, sign: str, code: int) -> None:
    if signal.getsignal(getattr(signal, sign)) is signal.SIG_IGN:
        pytest.skip(f"{sign} is ignored here, as under nohup, and what we start inherits that")
    for table in ("sales.CUSTOMER", "sales.ORDERS"):
        hook(noted, "pre-commit", "touch .git/started; sleep 30")
        with noted.unchanged():
            assert interrupted(noted, table, sign) == code
        assert not (noted.root / ".git" / "index.lock").exists()
        assert leftovers(noted) == []
    (noted.root / ".git" / "hooks" / "pre-commit").unlink()
    assert "interrupted" not in noted.tnotes("add", "sales.CUSTOMER", "After.").fine().err


def test_a_request_to_end_after_the_commit_leaves_the_commit(noted: Place) -> None:
    hook(noted, "post-commit", "touch .git/started; sleep 30")
    head = noted.head()
    assert interrupted(noted, "sales.ORDERS", "SIGINT") == 130
    assert noted.git("rev-parse", "HEAD~1").strip() == head
    assert re.search(r"content: Interrupted", (noted.root / ORDERS).read_text())
    assert noted.git("status", "--porcelain") == ""
    assert leftovers(noted) == []


def interrupted(place: Place, table: str, sign: str) -> int:
    """The exit code of a command that got the signal while a hook ran."""
    started = place.root / ".git" / "started"
    process = place.start("add", table, "Interrupted.")
    while not started.exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    process.send_signal(getattr(signal, sign))
    process.communicate(timeout=60)
    started.unlink()
    return process.returncode
