"""Many at once: nothing lost, exit codes true, one commit each, no lock left."""

from __future__ import annotations

import re
import time
from pathlib import Path

from builders import Answer, Place
from soak.crowd import Crowd, account, commit, crowd_in, read, require_all_in, write


def at_once(place: Place, *commands: tuple[str, ...]) -> list[Answer]:
    """All commands started before any has ended."""
    started = [place.start(*arguments) for arguments in commands]
    answers = []
    for process in started:
        out, err = process.communicate(timeout=120)
        answers.append(Answer(process.returncode, out, err))
    return answers


def told(answers: list[Answer]) -> Crowd:
    """What the writers were told, to be accounted for."""
    crowd = Crowd(0)
    crowd.acknowledged = [(a.fine().json["note"]["id"], a.json["commit"]) for a in answers]
    return crowd


def test_eight_writers_on_one_table_at_the_cap(noted: Place) -> None:
    """G11, G12: sixteen notes on a table that holds five active ones."""
    settings = noted.root / "tnotes.yaml"
    settings.write_text("version: 1\nnotes:\n  cap: 5\n")
    noted.git("commit", "--quiet", "--all", "--message=cap")
    first = noted.head()
    for lot in range(2):
        commands = [("add", "sales.CUSTOMER", f"Note {lot}-{number}.", "--json") for number in range(8)]
        crowd = told(at_once(noted, *commands))
        require_all_in(crowd, noted)
        assert len({sha for _, sha in crowd.acknowledged}) == 8
    assert noted.git("rev-list", f"{first}..HEAD").count("\n") == 16
    statuses = re.findall(r"status: (\w+)", noted.note_file().read_text())
    assert sorted(statuses) == ["active"] * 5 + ["archived"] * 12 + ["deleted"]
    assert noted.git("status", "--porcelain") == ""


def test_eight_writers_on_as_many_tables(empty: Place, tmp_path: Path) -> None:
    from builders import make_database

    export = make_database(tmp_path / "many.sqlite", tuple(f"CREATE TABLE T{n} (A INTEGER)" for n in range(8)))
    empty.tnotes("catalog", "import", str(export), "-c", "w").fine()
    crowd = told(at_once(empty, *(("add", f"T{n}", f"First of {n}.", "--json") for n in range(8))))
    account(crowd, empty)
    require_all_in(crowd, empty)
    assert empty.commits() == 2 + 8


def test_a_crowd_with_two_work_trees_a_person_and_readers(place: Place) -> None:
    crowd = crowd_in(place, 4.0, writers=3, beside=2, readers=1)
    assert crowd.counts["reads"] > 0
    assert len({sha for _, sha in crowd.acknowledged}) >= 2


def test_a_writer_waits_for_another_and_says_so_after_its_limit(noted: Place) -> None:
    import fcntl

    path = noted.root / ".git" / "tnotes" / "lock"
    with path.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with noted.unchanged():
            env = {"TNOTES_LOCK_TIMEOUT": "0.2"}
            answer = noted.tnotes("add", "sales.CUSTOMER", "x", "--json", env=env).refused()
        assert answer.error["code"] == "busy"
        assert str(path) in answer.error["message"]
        started = noted.start("add", "sales.CUSTOMER", "x")
        time.sleep(0.5)
        assert started.poll() is None
    assert started.wait(60) == 0
    started.communicate()
    assert path.exists()  # it is the lock's name, not the lock: who holds it is known to the system


def test_the_helpers_notice_a_lost_note(noted: Place) -> None:
    """The accounting above is worth something only if it can fail."""
    import pytest

    crowd = Crowd(time.monotonic() + 60)
    write(crowd, noted, 1, most=2)
    require_all_in(crowd, noted)
    noted.git("reset", "--quiet", "--hard", "HEAD~1")
    with pytest.raises(AssertionError):
        require_all_in(crowd, noted)
    assert callable(read)
    assert callable(commit)
