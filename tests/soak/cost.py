"""What a write costs beside git's own commit, in a repository of 10,000 files; `python tests/soak/cost.py 25`.

Each round runs in turn: a bare `git commit -- file`, a card, an add to that table, a first add to a new one.
"""

from __future__ import annotations

import os
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from builders import Place

FILES = 10_000


def make(folder: Path, rounds: int) -> Place:
    """A workspace in a repository of many files, with a table of twenty notes and one untouched table a round."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("TNOTES_", "GIT_"))}
    place = Place(folder / "ws", environment)
    place.make()
    for number in range(FILES):
        path = place.root / "code" / f"{number // 100}" / f"{number}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{number}\n" * 20)
    place.git("add", "--all")
    place.git("commit", "--quiet", "--message=code")
    export = folder / "e.sqlite"
    with closing(sqlite3.connect(export)) as connection, connection:
        for number in range(rounds + 2):
            connection.execute(f"CREATE TABLE T{number} (A INTEGER)")
    place.tnotes("catalog", "import", str(export), "-c", "w").fine()
    lines = "".join(f'{{"table": "main.T0", "content": "Note {n}."}}\n' for n in range(20))
    place.tnotes("add", "--batch", "-", given=lines.encode()).fine()
    return place


class Took(NamedTuple):
    """Milliseconds by the clock, and of the processor: the latter say more on a machine that others use too."""

    clock: float
    processor: float


def timed(call: Callable[[], object]) -> Took:
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    call()
    clock, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Took(clock * 1000, (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000)


def measure(place: Place, rounds: int) -> dict[str, list[Took]]:
    """What each took, interleaved."""
    tnotes = [sys.executable, "-m", "tnotes"]
    if (Path(sys.executable).parent / "tnotes").exists():
        tnotes = [str(Path(sys.executable).parent / "tnotes")]
    quiet = {"cwd": place.root, "env": dict(place.environment), "capture_output": True, "check": True}
    file = place.root / "code" / "0" / "0.txt"
    took: dict[str, list[Took]] = {"bare commit": [], "card": [], "add": [], "add, first of a table": []}
    for number in range(rounds):
        file.write_text(f"round {number}\n" * 20)
        commit = ["git", "commit", "--quiet", "--message=x", "--", "code/0/0.txt"]
        took["bare commit"].append(timed(lambda: subprocess.run(commit, **quiet)))  # noqa: B023
        took["card"].append(timed(lambda: subprocess.run([*tnotes, "card", "main.T0"], **quiet)))
        add = [*tnotes, "add", "main.T0", f"Round {number}."]
        took["add"].append(timed(lambda: subprocess.run(add, **quiet)))  # noqa: B023
        first = [*tnotes, "add", f"main.T{number + 1}", "First."]
        took["add, first of a table"].append(timed(lambda: subprocess.run(first, **quiet)))  # noqa: B023
    return took


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    with tempfile.TemporaryDirectory() as there:
        came = measure(make(Path(there), many), many)
    for kind in Took._fields:
        print(kind)
        of = {what: [getattr(one, kind) for one in values] for what, values in came.items()}
        for what, values in of.items():
            print(f"  {what:22} median {statistics.median(values):6.1f} ms   minimum {min(values):6.1f} ms")
        for what in ("add", "add, first of a table"):
            ratios = [(a - c) / b for a, c, b in zip(of[what], of["card"], of["bare commit"], strict=True)]
            low = (min(of[what]) - min(of["card"])) / min(of["bare commit"])
            print(f"  ({what} - card) / bare commit: median {statistics.median(ratios):.2f}, of the minima {low:.2f}")
