"""kill -9 at random moments of every verb that writes; `python tests/soak/crash.py 200` prints what came of it.

After each kill: no half file, no committed note lost, a sound repository, nothing of ours that `git add notes/` would
take; and the next command repairs what was left, or names the lock that only a person may remove.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from builders import Answer, Place
from tnotes.notes.file import parse_notes

TABLES = 300
MARK = "TNOTES_CRASH_TEST"
VERBS = ("add", "add new", "edit", "rm", "batch", "import")
HOWS = ("tnotes alone", "its process group", "everything")


@dataclass
class Scene:
    """A workspace, the notes that were acknowledged, and what happened so far."""

    place: Place
    rng: random.Random
    wide: Path
    unused: list[int] = field(default_factory=lambda: list(range(1, TABLES)))
    took: dict[str, float] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    round: int = 0

    def arguments(self, verb: str) -> tuple[str, ...]:
        """A command line of that verb that really changes something."""
        self.round += 1
        if verb == "add":
            return ("add", "main.T0", f"Note {self.round}.")
        if verb == "add new":
            return ("add", f"main.T{self.unused.pop()}", f"First {self.round}.")
        if verb == "batch":
            tables = ("T0", f"T{self.unused.pop()}", f"T{self.unused.pop()}", "T0")
            lines = (
                json.dumps({"table": f"main.{t}", "content": f"Line {n} of {self.round}."})
                for n, t in enumerate(tables)
            )
            batch = self.wide.with_suffix(".jsonl")
            batch.write_text("\n".join(lines) + "\n")
            return ("add", "--batch", str(batch))
        if verb == "import":
            with closing(sqlite3.connect(self.wide)) as connection, connection:
                for number in self.rng.sample(range(TABLES), 20):
                    connection.execute(f"ALTER TABLE T{number} ADD COLUMN c{self.round} TEXT")
            return ("catalog", "import", str(self.wide), "-c", "w")
        note = self.rng.choice(active(self.place))
        return ("edit", note, f"Edited {self.round}.") if verb == "edit" else ("rm", note)


def make_scene(folder: Path, seed: int) -> Scene:
    """A workspace of 300 tables, with a few notes."""
    wide = folder / "wide.sqlite"
    with closing(sqlite3.connect(wide)) as connection, connection:
        for number in range(TABLES):
            connection.execute(f"CREATE TABLE T{number} (A INTEGER)")
    place = Place(folder / "ws", {**os.environ, MARK: str(folder), "TNOTES_LOCK_TIMEOUT": "5"})
    place.make()
    place.tnotes("catalog", "import", str(wide), "-c", "w").fine()
    for number in range(5):
        place.tnotes("add", "main.T0", f"Start {number}.").fine()
    # Most of the time is Python starting; a slow hook makes the moments around the commit as likely as the others.
    hook = place.root / ".git" / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\nsleep 0.1\n")
    hook.chmod(0o755)
    scene = Scene(place, random.Random(seed), wide)  # noqa: S311 - moments, no secrets
    for verb in VERBS:
        arguments, start = scene.arguments(verb), time.monotonic()
        place.tnotes(*arguments).fine()
        scene.took[verb] = time.monotonic() - start
    return scene


def active(place: Place) -> list[str]:
    """The ids of the active notes in HEAD."""
    found = []
    for text in notes_in_head(place).values():
        found += [note.id for note in parse_notes(text, Path("x")).notes if note.active]
    return found


def notes_in_head(place: Place) -> dict[str, str]:
    """The note files of HEAD."""
    names = [name for name in place.git("ls-tree", "-r", "--name-only", "-z", "HEAD", "notes").split("\0") if name]
    return {name: place.git("show", f"HEAD:{name}") for name in names}


def ids(place: Place) -> set[str]:
    """The ids of all notes in HEAD, which no command ever takes out."""
    return set(re.findall(r"^- id: (\S+)$", "\n".join(notes_in_head(place).values()), re.MULTILINE))


def once(scene: Scene, verb: str, how: str) -> None:
    """One command, killed at a random moment; then everything that must hold."""
    place, before, head = scene.place, ids(scene.place), scene.place.head()
    arguments = scene.arguments(verb)
    process = subprocess.Popen(
        [sys.executable, "-m", "tnotes", *arguments, "--json"],
        cwd=place.root,
        env=dict(place.environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    time.sleep(scene.rng.uniform(0.3, 1.2) * scene.took[verb])
    kill(process, how, place.environment[MARK])
    out = process.communicate()[0]
    acknowledged = process.returncode == 0
    scene.counts["finished before the kill" if acknowledged else "killed"] += 1
    # So that four in five are killed, however busy the machine is by now.
    scene.took[verb] *= 0.7 if acknowledged else 1.08

    require_whole_files(place)
    assert before <= ids(place), "a committed note is lost"
    assert ".tnotes" not in place.git("--no-optional-locks", "status", "--porcelain", "-uall")
    answer = repair(scene)
    for line in answer.err.splitlines():
        if "interrupted" in line:
            scene.counts["the next command said: " + ("stands" if "stands" in line else "was taken back")] += 1

    assert place.git("status", "--porcelain", "-uall") == "", "something is left half done"
    subprocess.run(["git", "fsck", "--strict", "--no-dangling"], cwd=place.root, check=True, capture_output=True)
    assert not list((place.root / ".git" / "tnotes").glob("write/*"))
    after = ids(place)
    assert before <= after
    commits = place.git("rev-list", f"{head}..HEAD").split()
    assert len(commits) in (1, 2)  # that of the repair, and of the killed command if it came so far
    scene.counts["its commit was made" if len(commits) == 2 else "it left no trace"] += 1
    if acknowledged:
        assert len(commits) == 2
        assert json.loads(out).get("commit") == commits[1]
    if verb == "batch":
        assert len(after - before) in (1, 5), "half a batch"


def kill(process: subprocess.Popen[bytes], how: str, mark: str) -> None:
    """kill -9: tnotes alone, its process group, or it and everything it started, git and hooks."""
    if how == "tnotes alone":
        process.kill()
    elif how == "its process group":
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
        for pid in running(mark):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def running(mark: str) -> list[int]:
    """The processes of this scene that still run; they carry its mark in their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if f"{MARK}={mark}\0".encode() in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue  # it ended meanwhile
    return found


def require_whole_files(place: Place) -> None:
    """Every file in the work tree can be read to its end."""
    for path in (place.root / "notes").rglob("*.yaml"):
        parse_notes(path.read_text(), path)
    for path in (place.root / "catalog").rglob("*.json"):
        json.loads(path.read_text())


def repair(scene: Scene) -> Answer:
    """The next command. Where git was killed with a lock in its hand, it must name that lock."""
    place = scene.place
    for _ in range(4):
        answer = place.tnotes("add", "main.T0", f"After {scene.round}.", "--json")
        if answer.code == 0:
            return answer
        error = answer.refused().error
        assert error["code"] == "busy", error
        named = re.search(r"remove (\S+\.lock)$", error["hint"])
        assert named, error
        assert not running(place.environment[MARK]), "git still runs, and was called crashed"
        Path(named[1]).unlink()
        scene.counts[f"stale {Path(named[1]).name}, named and removed by hand"] += 1
    raise AssertionError("no command works any more")


def soak(folder: Path, rounds: int, seed: int, tell: Callable[[str], None] = lambda _: None) -> Scene:
    """So many kills, every verb and every way of killing in turn."""
    scene = make_scene(folder, seed)
    for number in range(rounds):
        verb, how = VERBS[number % len(VERBS)], HOWS[number // len(VERBS) % len(HOWS)]
        scene.counts[f"{verb}, killed: {how}"] += 1
        once(scene, verb, how)
        if number % 20 == 19:
            tell(f"{number + 1} of {rounds}")
    return scene


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    chosen = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(10**6)
    print(f"seed {chosen}")
    with tempfile.TemporaryDirectory() as there:
        done = soak(Path(there), many, chosen, print)
    for what, count in sorted(done.counts.items()):
        print(f"{count:5}  {what}")
