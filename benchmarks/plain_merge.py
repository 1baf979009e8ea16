"""How many pairs of additions plain Git merges, without our driver: `python benchmarks/plain_merge.py --help`.

On a server that knows no driver (a merge button), only the order of the notes in the file helps.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from tnotes.catalog.table import TableName
from tnotes.errors import UnreadableFile
from tnotes.notes.file import NoteFile, parse_notes, rewrite
from tnotes.notes.note import Note

PATH = Path("notes/warehouse/sales/CUSTOMER.yaml")
NAME = TableName("warehouse", "sales", "CUSTOMER")
START = datetime(2026, 1, 1, tzinfo=UTC)
SIGNS = "0123456789abcdefghjkmnpqrstvwxyz"
COLUMNS = (None, "STAT_CD", "CUST_ID", "NAME", "BRANCH_CD")
WORDS = ("closed", "cancelled", "branch", "customer", "leave", "out", "join", "before", "status", "code", "when")


def main() -> None:
    """Merge the pairs and print the share of each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--notes", type=int, nargs="*", default=[3, 10, 40], help="notes that the file has before")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = [measure(count, asked.pairs, Random(asked.seed)) for count in asked.notes]  # noqa: S311 - no secret
    if asked.json:
        print(json.dumps(rows))
        return
    print("| notes before | pairs | merged by plain Git | appended at the end instead |\n|---|---|---|---|")
    for row in rows:
        print(f"| {row['notes']} | {row['pairs']} | {row['clean']:.0%} | {row['appended']:.0%} |")


def measure(count: int, pairs: int, random: Random) -> dict[str, float]:
    """The share of pairs that merge cleanly into a file with all notes, as we place them and appended at the end."""
    clean = appended = 0
    with tempfile.TemporaryDirectory(prefix="tnotes-benchmark-") as folder:
        git(folder, "init", "--quiet")
        for _ in range(pairs):
            base = [note(random) for _ in range(count)]
            one, two = note(random), note(random)
            clean += merges(folder, *(text(notes) for notes in (base, [*base, one], [*base, two])), {one.id, two.id})
            ends = (text(base) + text([new], "") for new in (one, two))
            appended += merges(folder, text(base), *ends, {one.id, two.id})
    return {"notes": count, "pairs": pairs, "clean": clean / pairs, "appended": appended / pairs}


def note(random: Random) -> Note:
    """A note as people leave it."""
    said = " ".join(random.sample(WORDS, 6))
    when = (START + timedelta(seconds=random.randrange(10**7))).isoformat(timespec="milliseconds")
    when = when.replace("+00:00", "Z")
    author, place = random.choice(("kim", "lee", "agent")), random.choice(COLUMNS)
    return Note("n_" + "".join(random.choices(SIGNS, k=10)), said, when, when, place, author=author)


def text(notes: Iterable[Note], head: str | None = None) -> str:
    """The file as our writer makes it, adding one note after the other; without its head where one is given."""
    made, file = rewrite(None, PATH, NoteFile(NAME, ()), ())
    for one in notes:
        made, file = rewrite(made, PATH, file, (*file.notes, one))
    return made if head is None else head + made[made.index("- id:") :]


def merges(folder: str, base: str, ours: str, theirs: str, added: set[str]) -> bool:
    """Whether Git merges the three as commits, by itself, and both notes are there then."""
    root = commit(folder, base)
    one, two = commit(folder, ours, root), commit(folder, theirs, root)
    ran = subprocess.run(["git", "merge-tree", "--write-tree", one, two], cwd=folder, capture_output=True, check=False)
    if ran.returncode:
        return False
    merged = git(folder, "show", f"{ran.stdout.split()[0].decode()}:CUSTOMER.yaml")
    try:
        return added <= {found.id for found in parse_notes(merged, PATH).notes}
    except UnreadableFile:
        return False


def commit(folder: str, content: str, *parents: str) -> str:
    """A commit with the file."""
    blob = git(folder, "hash-object", "-w", "--stdin", given=content)
    tree = git(folder, "mktree", given=f"100644 blob {blob}\tCUSTOMER.yaml\n")
    named = ("-c", "user.name=kim", "-c", "user.email=kim@example.invalid")
    return git(folder, *named, "commit-tree", tree, "-m", "x", *(word for one in parents for word in ("-p", one)))


def git(folder: str, *arguments: str, given: str | None = None) -> str:
    """What Git prints."""
    ran = subprocess.run(["git", *arguments], cwd=folder, input=given, capture_output=True, text=True, check=True)
    return ran.stdout.strip()


if __name__ == "__main__":
    main()
