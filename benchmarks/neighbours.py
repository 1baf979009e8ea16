"""`--help` of tnotes beside that of other tools on PATH: `python benchmarks/neighbours.py pre-commit dbt`."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from measure import Case, floor, interleave, report, tool

KNOWN = (
    "pre-commit",
    "amnesic",
    "mem0",
    "wren",
    "basic-memory",
    "datahub",
    "dbt",
    "dbt-mcp",
    "sqlite-utils",
    "zk",
    "ruff",
)


def main() -> None:
    """Measure those of the tools that are here; install none."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tools", nargs="*", default=KNOWN)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    here = Path.cwd()
    cases = [floor(here), Case("tnotes --help", [tool("tnotes"), "--help"], here)]
    for name in asked.tools:
        found = shutil.which(name) or shutil.which(name, path=str(Path(sys.executable).parent))
        if found is None:
            print(f"{name}: not here, left out", file=sys.stderr)
        else:
            cases.append(Case(f"{name} --help", [found, "--help"], here))
    interleave(cases, asked.rounds)
    report(cases, {}, asked.rounds, as_json=asked.json)


if __name__ == "__main__":
    main()
