"""Many writers at once beside a person and readers; `python tests/soak/crowd.py 60` prints what came of a minute.

Eight processes write to shared tables of one work tree and two to another; a person commits files of their own all the
time; readers ask for cards. Every note that was acknowledged must be in history once, in a commit of its own.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from builders import Answer, Place

TABLES = ("sales.CUSTOMER", "sales.ORDERS", "archive.CUSTOMER")


@dataclass
class Crowd:
    """What everybody did. Lists and counters are only appended to, so that threads may share them."""

    ends: float
    acknowledged: list[tuple[str, str]] = field(default_factory=list)  # note, commit
    by_person: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    @property
    def goes_on(self) -> bool:
        """Whether time is left and nothing went wrong."""
        return time.monotonic() < self.ends and not self.problems


def write(crowd: Crowd, place: Place, who: int, most: int | None = None) -> None:
    """Add, edit and delete until the end, or so many times."""
    mine: list[str] = []
    number = 0
    while crowd.goes_on and number != most:
        number += 1
        if number % 4 == 3:
            arguments = ("edit", mine[-1], f"{who} changed its mind {number} times.")
        elif number % 8 == 0:
            arguments = ("rm", mine.pop())
        else:
            arguments = ("add", TABLES[(who + number) % len(TABLES)], f"{who} says {number}.")
        start = time.monotonic()
        answer = place.tnotes(*arguments, "--json")
        crowd.seconds.append(time.monotonic() - start)
        if answer.code == 2 and '"wrong_status"' in answer.err:  # others pushed it over the cap meanwhile
            crowd.counts["archived by others before its edit"] += 1
            mine = []
            number -= number % 4
            continue
        if answer.code != 0:
            crowd.problems.append(f"{arguments}: exit {answer.code}: {answer.err}")
            return
        note, sha = answer.json["note"]["id"], answer.json["commit"]
        if arguments[0] == "add":
            mine.append(note)
        crowd.acknowledged.append((note, sha))
        crowd.counts[arguments[0]] += 1


def commit(crowd: Crowd, place: Place) -> None:
    """A person who commits a file of their own; git itself refuses where another git is at it, and they try again."""
    number = 0
    while crowd.goes_on:
        number += 1
        (place.root / "mine.txt").write_text(f"{number}\n")
        for arguments in (("add", "mine.txt"), ("commit", "--quiet", "--message=mine")):
            ran = subprocess.run(
                ["git", *arguments], cwd=place.root, env=dict(place.environment), capture_output=True, check=False
            )
            crowd.counts["a person's git, refused for a lock" if ran.returncode else "a person's git"] += 1
        if ran.returncode == 0:
            crowd.by_person.append(f"{number}\n")
        time.sleep(0.05)


def read(crowd: Crowd, place: Place) -> None:
    """Cards and lists, which never fail."""
    while crowd.goes_on:
        for arguments in (("card", "sales.CUSTOMER"), ("card", *TABLES), ("ls", "--json")):
            answer: Answer = place.tnotes(*arguments)
            if answer.code != 0 or answer.err:
                crowd.problems.append(f"{arguments}: exit {answer.code}: {answer.err}")
                return
            for line in answer.out.splitlines():
                json.loads(line)
            crowd.counts["reads"] += 1


def account(crowd: Crowd, place: Place) -> None:
    """Every acknowledged write is a commit of its own with one note file; nothing is left over."""
    assert crowd.problems == []
    commits = [sha for _, sha in crowd.acknowledged]
    assert len(set(commits)) == len(commits), "one commit each"
    log = place.git("log", "--all", "--no-renames", "--format=%x1e%H%x1f%s", "--name-only")
    files = {}
    for record in log.split("\x1e")[1:]:
        head, *names = [line for line in record.splitlines() if line]
        files[head.split("\x1f")[0]] = names
    for note, sha in crowd.acknowledged:
        assert len(files[sha]) == 1, (sha, files[sha])
        assert files[sha][0].startswith("notes/")
        assert note in place.git("show", f"{sha}:{files[sha][0]}")
    ours = {sha for sha, names in files.items() if names and names[0].startswith("notes/")}
    assert ours == set(commits), "a commit that nobody was told of"
    person = [sha for sha, names in files.items() if names == ["mine.txt"]]
    assert len(person) == len(crowd.by_person), "a person's commit is lost, or holds other files"
    assert place.git("status", "--porcelain", "--", "notes", "catalog") == ""
    subprocess.run(["git", "fsck", "--strict"], cwd=place.root, check=True, capture_output=True)
    git_dir = place.root / ".git"
    assert [path for path in git_dir.rglob("*.lock") if path.name != "lock"] == []
    assert list(git_dir.glob("**/tnotes/write/*")) == []


def require_all_in(crowd: Crowd, *places: Place) -> None:
    """Every acknowledged note is in a work tree's HEAD, whatever its status."""
    found = set()
    for place in places:
        found |= set(re.findall(r"- id: (\S+)", place.git("grep", "-h", "id:", "HEAD", "--", "notes")))
    assert {note for note, _ in crowd.acknowledged} <= found


def crowd_in(place: Place, seconds: float, writers: int = 8, beside: int = 2, readers: int = 2) -> Crowd:
    """Let them all loose for so long."""
    other = Place(place.root.parent / "other", place.environment)
    place.git("worktree", "add", "--quiet", "-b", "other", str(other.root))
    crowd = Crowd(time.monotonic() + seconds)
    threads = [threading.Thread(target=write, args=(crowd, place, who)) for who in range(writers)]
    threads += [threading.Thread(target=write, args=(crowd, other, 100 + who)) for who in range(beside)]
    threads += [threading.Thread(target=read, args=(crowd, place)) for _ in range(readers)]
    threads.append(threading.Thread(target=commit, args=(crowd, place)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    account(crowd, place)
    require_all_in(crowd, place, other)
    return crowd


def make_place(folder: Path) -> Place:
    """A workspace with three tables."""
    from builders import SCHEMAS, make_database

    environment = {k: v for k, v in os.environ.items() if not k.startswith(("TNOTES_", "GIT_"))}
    place = Place(folder / "ws", environment)
    place.make()
    for schema, tables in SCHEMAS.items():
        export = make_database(folder / f"{schema}.sqlite", tables)
        place.tnotes("catalog", "import", str(export), "-c", "warehouse", "--schema", schema).fine()
    return place


if __name__ == "__main__":
    long = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    with tempfile.TemporaryDirectory() as there:
        came = crowd_in(make_place(Path(there)), long)
    cuts = statistics.quantiles(came.seconds, n=20)
    print(f"{len(came.acknowledged):5}  writes acknowledged, each one commit, all accounted for")
    print(f"{len(came.by_person):5}  commits of a person beside them, all there")
    for what, count in sorted(came.counts.items()):
        print(f"{count:5}  {what}")
    print(f"a write took {statistics.median(came.seconds):.2f} s (median), {cuts[-1]:.2f} s (p95)")
