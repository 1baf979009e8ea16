"""What a command costs that runs before every question: `python benchmarks/startup.py --help`."""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import Case, environment, floor, interleave, report, tool

READ, WRITTEN = "CUSTOMER_00003", "CUSTOMER_00007"  # two, so that a read finds what the last read left in the cache
ANSWERED = 1000


def main() -> None:
    """Make the workspaces, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--tables", type=int, default=10_000, help="tables of the large workspace")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="tnotes-benchmark-"))
    try:
        small, large = workspace(folder / "small", 10), workspace(folder / "large", asked.tables)
        cases = all_cases(folder, small, large)
        interleave(list(cases.values()), asked.rounds)
        report(list(cases.values()), derived(cases), asked.rounds, as_json=asked.json)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def all_cases(folder: Path, small: Path, large: Path) -> dict[str, Case]:
    """Every case by a short name, the floor first."""
    tnotes = tool("tnotes")
    names = folder / "names"
    names.write_text("".join(f"sales.CUSTOMER_{number % 10:05}\n" for number in range(ANSWERED)), encoding="utf-8")
    one = folder / "one"
    one.write_text(f"sales.{READ}\n", encoding="utf-8")
    notes = large / "notes" / "warehouse" / "sales" / f"{WRITTEN}.yaml"
    text = notes.read_text(encoding="utf-8")

    def committed(_: int) -> None:  # the same file before every write: what grew with the rounds would be measured too
        put(large, notes, text)

    def edited(number: int) -> None:
        committed(number)
        notes.write_text(f"{text}# {number}\n", encoding="utf-8")

    def forgotten(_: int) -> None:
        shutil.rmtree(small / ".git" / "tnotes", ignore_errors=True)

    qualified = f"sales.{READ}"
    path = notes.relative_to(large).as_posix()
    say = [tnotes, "add", f"sales.{WRITTEN}", "--column", "STAT_CD", "9 means cancelled.", "--conversation", "chat-1"]
    return {
        "floor": floor(folder),
        "version": Case("tnotes --version", [tnotes, "--version"], folder),
        "card": Case("card, 10 tables", [tnotes, "card", qualified], small),
        "large": Case(f"card, {tables(large)} tables", [tnotes, "card", qualified], large),
        "bare": Case("card by bare name, 10 tables", [tnotes, "card", READ], small),
        "bare large": Case(f"card by bare name, {tables(large)} tables", [tnotes, "card", READ], large),
        "cold": Case("card, 10 tables, no cache", [tnotes, "card", qualified], small, forgotten),
        "one": Case("card --stdin, 1 name", [tnotes, "card", "--stdin"], large, given=one),
        "many": Case(f"card --stdin, {ANSWERED} names", [tnotes, "card", "--stdin"], large, given=names),
        "add": Case(f"add, {tables(large)} tables", say, large, committed),
        "commit": Case(
            "git commit -q -m x -- path, same file", ["git", "commit", "-q", "-m", "x", "--", path], large, edited
        ),
    }


def derived(cases: dict[str, Case]) -> dict[str, float]:
    """The ratios that no single case shows; the middle one of all rounds, and of the minima."""

    def middle(upper: str, lower: str, below: str) -> float:
        rounds = zip(cases[upper].seconds, cases[lower].seconds, cases[below].seconds, strict=True)
        return statistics.median((one - other) / base for one, other, base in rounds)

    write = (cases["add"].minimum - cases["large"].minimum) / cases["commit"].minimum
    return {
        "card in the large workspace / in the small one, median": cases["large"].median / cases["card"].median,
        "card in the large workspace / in the small one, minima": cases["large"].minimum / cases["card"].minimum,
        "(add - card) / bare commit, median of rounds": middle("add", "large", "commit"),
        "(add - card) / bare commit, minima": write,
        f"one more card of --stdin / floor, {ANSWERED} names": middle("many", "one", "floor") / (ANSWERED - 1),
    }


def workspace(root: Path, count: int) -> Path:
    """A workspace with that many tables, from a generated tbls export, and notes on ten of them."""
    root.mkdir()
    run(root, "git", "init", "-q", "-b", "main")
    for name, value in {"user.name": "kim", "user.email": "kim@example.invalid", "gc.auto": "0"}.items():
        run(root, "git", "config", name, value)
    tnotes = tool("tnotes")
    run(root, tnotes, "init")
    export = root.with_name(f"{root.name}.json")
    export.write_text(json.dumps(tbls(count)), encoding="utf-8")
    run(root, tnotes, "catalog", "import", str(export), "-c", "warehouse", "--no-commit")
    run(root, "git", "add", "--all")
    run(root, "git", "commit", "-q", "-m", "workspace")
    batch = root.with_name(f"{root.name}.jsonl")
    lines = [
        {"table": f"sales.CUSTOMER_{at:05}", "column": "STAT_CD", "content": f"{note} means status {note} of {at}."}
        for at in range(10)
        for note in range(10)
    ]
    batch.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    run(root, tnotes, "add", "--batch", str(batch))
    run(root, "git", "gc", "-q")  # as a clone is: no 10,000 loose objects
    return root


def tbls(count: int) -> dict[str, object]:
    """A tbls export of that many tables in one schema."""
    columns = [{"name": "CUST_ID", "type": "int", "nullable": False}, {"name": "STAT_CD", "type": "char(1)"}]
    columns += [{"name": f"FIELD_{at:02}", "type": "varchar(40)", "comment": f"Field {at}"} for at in range(18)]
    tables = [{"name": f"sales.CUSTOMER_{at:05}", "type": "TABLE", "columns": columns} for at in range(count)]
    return {"name": "dw", "tables": tables, "driver": {"name": "postgres"}}


def put(root: Path, path: Path, text: str) -> None:
    """Make the file hold the text, committed."""
    path.write_text(text, encoding="utf-8")
    status = run(root, "git", "status", "--porcelain", "--", str(path))
    if status:
        run(root, "git", "commit", "-q", "-m", "as before", "--", str(path))


def tables(root: Path) -> int:
    """How many tables the workspace has."""
    return sum(1 for _ in (root / "catalog").rglob("*.json"))


def run(root: Path, *command: str) -> str:
    """Run a command that must work and return what it printed."""
    done = subprocess.run(command, cwd=root, env=environment(), capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
