"""What a large catalog costs: import, import again, diff, cleanup: `python benchmarks/catalog.py --help`."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from measure import environment, machine, tool
from startup import run, tbls

# The greatest resident size of one run, as its parent is told; the runs are started by a small process of their own.
_WATCH = (
    "import json, resource, subprocess, sys, time\n"
    "start = time.perf_counter()\n"
    "code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode\n"
    "seconds = time.perf_counter() - start\n"
    "print(json.dumps([code, seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss]))\n"
)


def main() -> None:
    """Make the exports, run each step, print seconds and memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3, help="of the steps that write nothing")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="tnotes-benchmark-"))
    try:
        rows = measured(folder, asked.tables, asked.rounds)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if asked.json:
        print(json.dumps({"machine": machine(), "tables": asked.tables, "steps": rows}, indent=1))
        return
    print(", ".join(f"{name} {value}" for name, value in machine().items()) + f"; {asked.tables:,} tables")
    for name, found in rows.items():
        print(f"{name:44} {found['seconds']:7.2f} s {found['memory_mb']:6.0f} MB")


def measured(folder: Path, count: int, rounds: int) -> dict[str, dict[str, float]]:
    """Seconds (the least of the rounds) and memory of each step."""
    root = folder / "ws"
    root.mkdir()
    run(root, "git", "init", "-q", "-b", "main")
    for name, value in {"user.name": "kim", "user.email": "kim@example.invalid", "gc.auto": "0"}.items():
        run(root, "git", "config", name, value)
    run(root, tool("tnotes"), "init")
    same, other = _exports(folder, count)
    imports = ("catalog", "import", "-c", "warehouse")
    return {
        "floor: --version": _least(root, rounds, "--version"),
        "import, all new": _least(root, 1, *imports, same),
        "import again, nothing changed": _least(root, rounds, *imports, same),
        "diff, nothing changed": _least(root, rounds, "catalog", "diff", same, "-c", "warehouse"),
        "diff, every tenth table changed": _least(root, rounds, "catalog", "diff", other, "-c", "warehouse"),
        "import, every tenth table changed": _least(root, 1, *imports, other),
        "diff --since HEAD~1": _least(root, rounds, "catalog", "diff", "--since", "HEAD~1"),
        "catalog ls": _least(root, rounds, "catalog", "ls"),
        "cleanup of every twentieth table": _least(root, 1, "catalog", "cleanup", "--yes"),
    }


def _exports(folder: Path, count: int) -> tuple[str, str]:
    """An export, and a later one in which every tenth table lost a column or is gone itself."""
    export: dict[str, Any] = tbls(count)
    same, other = folder / "same.json", folder / "other.json"
    same.write_text(json.dumps(export), encoding="utf-8")
    tables = [table for number, table in enumerate(export["tables"]) if number % 20]
    tables = [one | {"columns": one["columns"][1:]} if at % 19 == 9 else one for at, one in enumerate(tables)]
    other.write_text(json.dumps(export | {"tables": tables}), encoding="utf-8")
    return str(same), str(other)


def _least(root: Path, rounds: int, *arguments: str) -> dict[str, float]:
    found = []
    for _ in range(rounds):
        command = [sys.executable, "-c", _WATCH, tool("tnotes"), *arguments]
        ran = subprocess.run(command, cwd=root, env=environment(), stdout=subprocess.PIPE, check=True)
        code, seconds, kilobytes = json.loads(ran.stdout)
        if code != 0:
            sys.exit(f"{' '.join(arguments)}: exit {code}")
        found.append((seconds, kilobytes / (1024 * 1024 if sys.platform == "darwin" else 1024)))
    return {"seconds": round(min(found)[0], 2), "memory_mb": round(max(memory for _, memory in found), 1)}


if __name__ == "__main__":
    main()
