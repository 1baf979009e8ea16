"""What a check costs where there are many files: `python benchmarks/check.py --help`."""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from measure import Case, floor, interleave, report, tool
from startup import run, workspace

_FACTS = (
    "{n} means that order {t} was cancelled before it was shipped; leave it out of the monthly revenue.",
    "해지 코드 {n}은 {t}번 상품의 취소 요청 접수를 뜻하며 완료가 아니다.",
    "Amounts of type {n} are in thousands of won for branch group {t}; multiply before adding them to others.",
    "Joins to the branch table on BR_CD and the first {n} digits of the product code, not on the name ({t}).",
)


def main() -> None:
    """Make the workspace, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=10_000, help="note files, of ten notes each")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--full-rounds", type=int, default=2, help="rounds of the check of everything")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="tnotes-benchmark-"))
    try:
        root = workspace(folder / "large", asked.files)
        write_notes(root, asked.files)
        tnotes = tool("tnotes")
        short = [
            floor(root),
            Case("check --since HEAD~1, one commit of one note", [tnotes, "check", "--since", "HEAD~1"], root),
            Case("check of one file", [tnotes, "check", "notes/warehouse/sales/CUSTOMER_00003.yaml"], root),
        ]
        interleave(short, asked.rounds)
        report(short, {}, asked.rounds, as_json=asked.json)
        full = [floor(root), Case(f"check of {asked.files} note files", [tnotes, "check"], root)]
        interleave(full, asked.full_rounds)
        report(full, {}, asked.full_rounds, as_json=asked.json)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def write_notes(root: Path, count: int) -> None:
    """Ten notes for each table, committed, and one more note in a commit of its own."""
    for table in range(count):
        lines = [f"version: 1\nconnection: warehouse\nschema: sales\ntable: CUSTOMER_{table:05}\nnotes:\n"]
        for at in range(10):
            lines.append(
                f"- id: n_{table:05}{at:05}\n"
                + ("  column: STAT_CD\n" if at % 2 else "")
                + f"  content: '{_FACTS[at % len(_FACTS)].format(n=at, t=table)}'\n"
                f"  status: active\n  author: kim\n  conversation: chat-{at}\n"
                f"  created: '2026-01-{at + 1:02}T09:12:44.102Z'\n  updated: '2026-01-{at + 1:02}T09:12:44.102Z'\n"
            )
        path = root / "notes" / "warehouse" / "sales" / f"CUSTOMER_{table:05}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(lines), encoding="utf-8")
    run(root, "git", "add", "--all")
    run(root, "git", "commit", "-q", "-m", "notes")
    run(root, tool("tnotes"), "add", "sales.CUSTOMER_00007", "Holds one row per customer and branch.")
    run(root, "git", "gc", "-q")


if __name__ == "__main__":
    main()
