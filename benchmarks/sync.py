"""A team on one repository: `python benchmarks/sync.py --help`. Ends with 1 where a note, clone or exit code is wrong.

Clones of one bare repository, each adding notes to the same few tables and syncing after each; at the end all clones
are equal, every note is accounted for, and no file has a marker. With `--kills` syncs are killed at random moments.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from measure import environment, machine, tool

TNOTES = tool("tnotes")
TABLES = ("CUSTOMER", "ORDERS", "PAYMENT", "ITEM")


class Clone:
    """One person's clone, and every exit code that was not 0."""

    def __init__(self, hub: Path, root: Path) -> None:
        subprocess.run(["git", "clone", "-q", str(hub), str(root)], env=environment(), check=True)
        self.root = root
        self.failures: list[str] = []
        self.texts: list[str] = []
        self.tries: list[int] = []
        for name, value in (("user.name", root.name), ("user.email", f"{root.name}@example.invalid")):
            self.git("config", name, value)

    def git(self, *arguments: str) -> str:
        """What git prints."""
        return subprocess.run(
            ["git", *arguments], cwd=self.root, env=environment(), capture_output=True, encoding="utf-8", check=True
        ).stdout

    def tnotes(self, *arguments: str) -> str:
        """What tnotes prints; a failure is kept."""
        ran = subprocess.run(
            [TNOTES, *arguments],
            cwd=self.root,
            env=environment(),
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if ran.returncode:
            self.failures.append(f"{self.root.name}: {' '.join(arguments[:2])}: {ran.stderr.strip()}")
        return ran.stdout

    def work(self, notes: int) -> None:
        """Add and sync, again and again."""
        choose = random.Random(self.root.name)  # noqa: S311
        for number in range(notes):
            text = f"Fact {number} of {self.root.name}."
            self.tnotes("add", choose.choice(TABLES), text)
            self.texts.append(text)
            done = self.tnotes("sync", "--json")
            if done:
                self.tries.append(json.loads(done)["tries"])


def main() -> None:
    """Measure, or kill."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clones", type=int, action="append", help="default 2, 4 and 8")
    parser.add_argument("--notes", type=int, default=50, help="of each clone")
    parser.add_argument("--kills", type=int, default=0, help="kill so many syncs at random moments instead")
    asked = parser.parse_args()
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    problems: list[str] = []
    for clones in asked.clones or ((2,) if asked.kills else (2, 4, 8)):
        folder = Path(tempfile.mkdtemp(prefix="tnotes-sync-"))
        try:
            team = [Clone(hub_in(folder), folder / f"clone{number}") for number in range(clones)]
            problems += kills(team, asked.kills) if asked.kills else load(team, asked.notes)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print("\n".join(problems) or "nothing went wrong")
    sys.exit(bool(problems))


def hub_in(folder: Path) -> Path:
    """A bare repository with a workspace of four tables and a cap of 40."""
    hub = folder / "hub.git"
    if hub.exists():
        return hub
    start = folder / "start"
    subprocess.run(["git", "init", "-q", "-b", "main", str(start)], env=environment(), check=True)
    first = Clone.__new__(Clone)
    first.root, first.failures = start, []
    for name, value in (("user.name", "start"), ("user.email", "start@example.invalid")):
        first.git("config", name, value)
    first.tnotes("init")
    (start / "all.sql").write_text("".join(f"CREATE TABLE s.{table} (A INT);\n" for table in TABLES), encoding="utf-8")
    first.tnotes("catalog", "import", "all.sql", "-c", "w")
    first.git("add", "--all")
    first.git("commit", "-q", "-m", "workspace")
    subprocess.run(["git", "clone", "-q", "--bare", str(start), str(hub)], env=environment(), check=True)
    return hub


def load(team: list[Clone], notes: int) -> list[str]:
    """All at once; what went wrong."""
    began = time.monotonic()
    threads = [threading.Thread(target=clone.work, args=(notes,)) for clone in team]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.monotonic() - began
    pushes = len(team) * notes
    tries = [one for clone in team for one in clone.tries]
    print(
        f"{len(team)} clones, {notes} notes each: {seconds:.0f} s, {pushes / seconds * 60:.0f} pushes a minute,"
        f" {sum(tries) / max(1, len(tries)):.2f} tries a sync, at most {max(tries, default=0)}"
    )
    for clone in (*team, *team):
        clone.tnotes("sync")
    return [*(failure for clone in team for failure in clone.failures), *accounted(team)]


def accounted(team: list[Clone]) -> list[str]:
    """What is missing, doubled, unequal or half merged."""
    problems = []
    if len({clone.git("rev-parse", "HEAD") for clone in team}) != 1:
        problems.append("the clones are not equal")
    wanted = Counter(text for clone in team for text in clone.texts)
    for clone in team:
        found = json.loads(clone.tnotes("ls", "--status", "all", "--json"))["notes"]
        if Counter(note["content"] for note in found) != wanted:
            problems.append(f"{clone.root.name}: {len(found)} notes of {sum(wanted.values())}")
        for path in (clone.root / "notes").rglob("*.yaml"):
            if "<<<<<<<" in path.read_text(encoding="utf-8"):
                problems.append(f"a marker in {path}")
        if clone.git("status", "--porcelain"):
            problems.append(f"{clone.root.name} is not clean")
    statuses = Counter(note["status"] for note in found)
    print(f"  {sum(wanted.values())} notes: {dict(statuses)}")
    return problems


def kills(team: list[Clone], times: int) -> list[str]:
    """Two clones; the syncs of the second are killed, with all that they started."""
    kim, lee = team
    choose = random.Random()  # noqa: S311
    problems: list[str] = []
    whole, running = 0.4, 0
    for number in range(times):
        for clone in team:
            text = f"Fact {number} of {clone.root.name}."
            clone.tnotes("add", choose.choice(TABLES), text)
            clone.texts.append(text)
        kim.tnotes("sync")
        running += killed(lee.root, choose.uniform(0.03, whole))
        for path in (lee.root / "notes").rglob("*.yaml"):
            text = path.read_text(encoding="utf-8")
            if "<<<<<<<" in text or not text.endswith("\n"):
                problems.append(f"{path} is half written")
        began = time.monotonic()
        said = next_command(lee)
        whole = (whole + time.monotonic() - began) / 2  # about as long as a sync takes just now
        if said:
            problems.append(said)
    kim.tnotes("sync")
    lee.tnotes("sync")
    kim.tnotes("sync")
    print(f"{times} syncs killed, {running} of them before they had ended")
    return [*problems, *kim.failures, *lee.failures, *accounted(team)]


def next_command(clone: Clone) -> str:
    """Sync again; where it names a lock that the killed git left, remove that as it says. Empty where all is well."""
    for _ in range(3):
        ran = subprocess.run(
            [TNOTES, "sync"],
            cwd=clone.root,
            env={**environment(), "TNOTES_LOCK_TIMEOUT": "0.2"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if not ran.returncode:
            return ""
        if ".lock" not in ran.stderr:
            return f"after a kill: {ran.stderr.strip()}"
        for lock in (clone.root / ".git").rglob("*.lock"):
            lock.unlink()
    return f"after a kill, three times: {ran.stderr.strip()}"


def killed(root: Path, after: float) -> bool:
    """A sync that is killed after so many seconds; whether it was still running."""
    process = subprocess.Popen(
        [TNOTES, "sync"],
        cwd=root,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(after)
    alive = process.poll() is None
    for pid in [process.pid, *children(process.pid)]:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    process.wait()
    return alive


def children(pid: int) -> list[int]:
    """All that a process started, from /proc."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == pid:
            child = int(path.parent.name)
            found += [child, *children(child)]
    return found


if __name__ == "__main__":
    main()
