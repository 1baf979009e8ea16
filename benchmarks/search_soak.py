"""Search under attack, for minutes: `python benchmarks/search_soak.py --help`. Ends with 1 where anything went wrong.

Two writers and four readers at once; builds killed at any moment; thousands of questions of several words that
must not hang. Smaller versions are in the tests.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from measure import environment, tool
from search_workspace import ENGLISH, KOREAN, make, word

from tnotes.actions.search import search
from tnotes.actions.session import open_session

TNOTES = tool("tnotes")


def main() -> None:
    """Run what was asked for with each engine."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="of writers and readers at once")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--questions", type=int, default=3000)
    parser.add_argument("--notes", type=int, default=100_000, help="for the questions")
    parser.add_argument("--engine", choices=("whoosh", "sqlite"), action="append")
    asked = parser.parse_args()
    problems: list[str] = []
    for engine in asked.engine or ("whoosh", "sqlite"):
        folder = Path(tempfile.mkdtemp(prefix="tnotes-soak-"))
        try:
            problems += crowd(workspace(folder / "crowd", engine, 400), asked.seconds)
            problems += kills(workspace(folder / "kills", engine, 4000), asked.kills)
            if asked.questions:
                problems += questions(workspace(folder / "questions", engine, asked.notes), asked.questions)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print("\n".join(problems) or "nothing went wrong")
    sys.exit(bool(problems))


def workspace(root: Path, engine: str, notes: int) -> Path:
    """A large workspace for that engine."""
    make(root, notes, 10)
    (root / "tnotes.yaml").write_text(f"version: 1\nsearch:\n  engine: {engine}\n", encoding="utf-8")
    for name, value in {"user.name": "kim", "user.email": "kim@example.invalid"}.items():
        subprocess.run(["git", "config", name, value], cwd=root, env=environment(), check=True)
    return root


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command there."""
    return subprocess.run(
        [TNOTES, *arguments], cwd=root, env=environment(), capture_output=True, encoding="utf-8", check=False
    )


def crowd(root: Path, seconds: int) -> list[str]:
    """Two writers, four readers; in the end the answers are those of a fresh build."""
    tables = sorted(path.stem for path in (root / "catalog").rglob("*.json"))
    deadline = time.monotonic() + seconds
    problems: list[str] = []
    counts = {"writes": 0, "searches": 0}

    def work(seed: int, *, writes: bool) -> None:
        choose = random.Random(seed)  # noqa: S311
        while time.monotonic() < deadline:
            text = f"soak {choose.choice(KOREAN)} {word(choose)} {choose.randrange(10**9)}"
            arguments = ("add", f"s000.{choose.choice(tables)}", text, "--no-commit") if writes else ("search", text)
            answer = run(root, *arguments, "--json")
            counts["writes" if writes else "searches"] += 1
            if answer.returncode or (answer.stderr and not writes):
                problems.append(f"{' '.join(arguments)}: exit {answer.returncode}: {answer.stderr}")

    workers = [threading.Thread(target=work, args=(seed,), kwargs={"writes": seed < 2}) for seed in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    asked = ["soak", *KOREAN[:6], *ENGLISH[:6]]
    before = [run(root, "search", one, "--json").stdout for one in asked]
    rebuilt = run(root, "index", "rebuild")
    after = [run(root, "search", one, "--json").stdout for one in asked]
    problems += [f"exit {rebuilt.returncode} of the fresh build: {rebuilt.stderr}"] if rebuilt.returncode else []
    for one, other, question in zip(before, after, asked, strict=True):
        if one != other:
            problems.append(f"a fresh build answers {question} otherwise:\n{one}{other}")
    print(
        f"{root.parent.name}: {counts['writes']} writes and {counts['searches']} searches at once, {problems or 'fine'}"
    )
    return problems


def kills(root: Path, times: int) -> list[str]:
    """Builds killed at any moment; the next search is right."""
    began = time.monotonic()
    expected = run(root, "search", "해지 status", "--json").stdout
    whole = time.monotonic() - began
    choose = random.Random(9)  # noqa: S311
    problems = []
    for at in range(times):
        if at % 2:
            shutil.rmtree(root / ".git" / "tnotes", ignore_errors=True)
        else:
            for path in list((root / "notes").rglob("*.yaml"))[:100]:
                path.touch()
                path.write_text(path.read_text(encoding="utf-8") + f"# {at}\n", encoding="utf-8")
        asked = subprocess.Popen(
            [TNOTES, "search", "x"], cwd=root, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(choose.random() * whole * 1.1)
        asked.kill()
        asked.wait()
        answer = run(root, "search", "해지 status", "--json")
        if answer.stdout != expected:
            problems.append(f"after kill {at}: {json.dumps(answer.stderr)}")
    print(f"{times} builds of {whole:.1f} s killed: {problems or 'the next search was right each time'}")
    return problems


def questions(root: Path, count: int) -> list[str]:
    """Many questions of several words in one process; the slowest is printed."""
    session = open_session(root)
    began = time.monotonic()
    search(session, "build")
    print(f"build {time.monotonic() - began:.1f} s")
    choose = random.Random(11)  # noqa: S311
    slowest = 0.0
    for _ in range(count):
        text = " ".join(word(choose) for _ in range(choose.randrange(1, 9)))
        began = time.monotonic()
        search(session, text)
        slowest = max(slowest, time.monotonic() - began)
    print(f"{count} questions, the slowest took {slowest:.2f} s")
    return [f"a question took {slowest:.1f} s"] if slowest > 20 else []


if __name__ == "__main__":
    main()
