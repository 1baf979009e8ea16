"""Search measured beside its peers with the same tokens: `python benchmarks/search.py --help`.

Whoosh and SQLite as tnotes runs them, bare FTS5 (one row a note, bm25, no cache, no ranking of ours) and tantivy where
it is installed: build, one changed note, a hundred, a question in a fresh process, peak memory. Take the ratios: a busy
machine is busy for all of them.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from measure import environment, machine, tool
from search_workspace import make, sentence, word

TNOTES = tool("tnotes")
PEERS = Path(__file__).with_name("search_peers.py")


def main() -> None:
    """Measure each engine at each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, action="append", help="sizes; default 10,000 and 100,000")
    parser.add_argument("--per-table", type=int, default=10)
    parser.add_argument("--questions", type=int, default=25)
    asked = parser.parse_args()
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    for notes in asked.notes or (10_000, 100_000):
        folder = Path(tempfile.mkdtemp(prefix="tnotes-search-"))
        try:
            root = make(folder / "ws", notes, asked.per_table)
            report(root, notes, asked.questions)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def report(root: Path, notes: int, count: int) -> None:
    """One table of figures."""
    choose = random.Random(3)  # noqa: S311
    questions = [" ".join(word(choose) for _ in range(choose.randrange(1, 6))) for _ in range(count)]
    version = [timed([TNOTES, "--version"], root) for _ in range(10)]
    print(f"\n{notes:,} notes on {sum(1 for _ in (root / 'notes').rglob('*.yaml')):,} tables; ", end="")
    print(f"tnotes --version {statistics.median(version) * 1000:.0f} ms")
    head = ("build s", "notes/s", "peak MB", "q p50 ms", "q p95 ms", "beyond --version", "1 note ms", "100 ms")
    print(f"{'':10}" + "".join(f"{name:>17}" for name in head))
    for name, (build, question, change) in engines(root).items():
        peak, seconds = build()
        question(questions[0])
        settled = [question(one) for one in questions]
        plain = statistics.median(settled)
        single = statistics.median(change(1) - plain for _ in range(5))
        hundred = change(100) - plain
        figures = (
            seconds,
            notes / seconds,
            peak,
            plain * 1000,
            statistics.quantiles(settled, n=20)[-1] * 1000,
            (plain - statistics.median(version)) * 1000,
            single * 1000,
            hundred * 1000,
        )
        print(f"{name:10}" + "".join(f"{figure:>17,.1f}" for figure in figures), flush=True)


Engine = tuple[Callable[[], tuple[float, float]], Callable[[str], float], Callable[[int], float]]


def engines(root: Path) -> dict[str, Engine]:
    """How each engine builds, answers in a fresh process, and answers after so many note files changed."""
    found = {name: ours(root, name) for name in ("whoosh", "sqlite")}
    found |= {name: peer(root, name) for name in ("fts5", "tantivy") if name != "tantivy" or find_spec("tantivy")}
    return found


def ours(root: Path, engine: str) -> Engine:
    """tnotes with that engine."""

    def build() -> tuple[float, float]:
        (root / "tnotes.yaml").write_text(f"version: 1\nsearch:\n  engine: {engine}\n", encoding="utf-8")
        shutil.rmtree(root / ".git" / "tnotes", ignore_errors=True)
        return measured([TNOTES, "index", "rebuild", "--quiet"], root)

    def question(text: str) -> float:
        return timed([TNOTES, "search", "--json", "--", text], root)

    def change(count: int) -> float:
        touch(root, count)
        return question("해지 status")

    return build, question, change


def peer(root: Path, name: str) -> Engine:
    """A bare engine, driven by search_peers.py with our tokens."""
    run = [sys.executable, str(PEERS), name, str(root)]

    def change(count: int) -> float:
        return timed([*run, "change", str(count)], root)

    return lambda: measured([*run, "build"], root), lambda text: timed([*run, "ask", text], root), change


def touch(root: Path, count: int) -> None:
    """Change the text of a note in so many files."""
    choose = random.Random(time.time())  # noqa: S311
    for path in choose.sample(sorted((root / "notes").rglob("*.yaml")), count):
        text = path.read_text(encoding="utf-8")
        at = text.index("  content: ")
        end = text.index("\n", at)
        path.write_text(f"{text[:at]}  content: '{sentence(choose)}'{text[end:]}", encoding="utf-8")


def timed(command: Sequence[str], root: Path) -> float:
    """The seconds that a command takes."""
    began = time.perf_counter()
    subprocess.run(command, cwd=root, env=environment(), capture_output=True, check=True)
    return time.perf_counter() - began


def measured(command: Sequence[str], root: Path) -> tuple[float, float]:
    """Peak memory in MB of a command (the largest of its processes), and its seconds."""
    code = (
        "import resource, subprocess, sys, time; began = time.perf_counter();"
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024, time.perf_counter() - began)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, *command],
        cwd=root,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    peak, seconds = map(float, ran.stdout.split())
    return peak, seconds


if __name__ == "__main__":
    main()
