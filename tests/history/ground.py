"""What the tests of Git's states share: the verbs, and what each must leave behind."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from builders import Answer, Place

SECRET = "Ninety-nine means zanzibar."
CUSTOMER, ORDERS = "notes/warehouse/sales/CUSTOMER.yaml", "notes/warehouse/sales/ORDERS.yaml"
CATALOG = "catalog/warehouse/sales/CUSTOMER.json"
ACTIVE, DELETED = "n_0000000001", "n_0000000002"

NOTES = f"""\
version: 1
connection: warehouse
schema: sales
table: CUSTOMER
notes:
# the first one
- id: {ACTIVE}
  content: "One row per customer."
  status: active
  author: kim
  created: '2026-01-02T03:04:05.006Z'
  updated: '2026-01-02T03:04:05.006Z'
- id: {DELETED}
  content: Was wrong.
  status: active
  author: kim
  created: '2026-01-02T03:04:06.006Z'
  updated: '2026-01-02T03:04:06.006Z'
"""


def take_notes(place: Place) -> None:
    """Two notes on sales.CUSTOMER, the second one deleted by tnotes; and an export that changes one table."""
    path = place.note_file()
    path.parent.mkdir(parents=True)
    path.write_text(NOTES)
    place.git("add", "notes")
    place.git("commit", "--quiet", "--message=two notes by hand")
    place.tnotes("rm", DELETED).fine()
    export = place.root / ".git" / "export.sqlite"
    import sqlite3

    from builders import SCHEMAS

    with closing(sqlite3.connect(export)) as connection, connection:
        for table in SCHEMAS["sales"]:
            connection.execute(table)
        connection.execute("ALTER TABLE CUSTOMER ADD COLUMN CITY TEXT")


class Verb(NamedTuple):
    """A command that writes, and the one file that its commit must hold."""

    arguments: tuple[str, ...]
    file: str


def verbs(export: Path) -> dict[str, Verb]:
    """Every kind of write. `add new` makes the first note of a table."""
    given = (str(export), "-c", "warehouse", "--schema", "sales")
    return {
        "add": Verb(("add", "sales.CUSTOMER", SECRET), CUSTOMER),
        "add new": Verb(("add", "sales.ORDERS", SECRET), ORDERS),
        "edit": Verb(("edit", ACTIVE, SECRET + " Edited."), CUSTOMER),
        "rm": Verb(("rm", ACTIVE), CUSTOMER),
        "restore": Verb(("restore", DELETED), CUSTOMER),
        "import": Verb(("catalog", "import", *given), CATALOG),
    }


ALL = ("add", "add new", "edit", "rm", "restore", "import")
FEW = ("add", "add new", "import")
READS = (("card", "sales.CUSTOMER"), ("ls", "--json"), ("log", "--json"))
FILES_ONLY = READS[:2]  # they need no Git

Run = Callable[..., Answer]


def refused(
    place: Place, names: tuple[str, ...], code: str, says: str, env: Mapping[str, str], run: Run | None = None
) -> None:
    """Each verb says why in one line with a hint, exits 2, and leaves every byte as it was."""
    export = export_of(place)
    for name in names:
        arguments = verbs(export)[name].arguments
        with unchanged(place):
            answer = (run or place.tnotes)(*arguments, "--json", env=env).refused()
        error = answer.error
        assert error["code"] == code, (name, error)
        assert says in error["message"] + "\n" + answer.err, (name, answer.err)
        assert error["hint"], name
        assert "\n" not in error["message"], name
        assert SECRET not in answer.err
        assert leftovers(place) == [], name


def made(place: Place, names: tuple[str, ...], env: Mapping[str, str], run: Run | None = None) -> list[Answer]:
    """Each verb makes one commit of its one file, by the user, without the text; all else stays as it was."""
    export = export_of(place)
    answers = []
    for name in names:
        verb = verbs(export)[name]
        before, others = place.head(), beside(place, verb.file)
        answer = (run or place.tnotes)(*verb.arguments, "--json", env=env).fine()
        head = place.head()
        assert answer.json["commit"] == head, name
        assert place.git("rev-list", f"{before}..HEAD" if before else "HEAD").split() == [head], name
        assert committed_files(place) == [verb.file], name
        says = place.git("log", "-1", "--no-show-signature", "--format=%an <%ae> %cn <%ce>%n%B")
        assert says.startswith("kim <kim@example.invalid> kim <kim@example.invalid>\n"), name
        assert "\nTnotes-Action: " in says, name
        assert "zanzibar" not in says, name
        if name.startswith("add"):
            assert answer.json["note"]["id"] in place.git("show", f"HEAD:./{verb.file}")
        assert beside(place, verb.file) == others, name
        assert place.git("status", "--porcelain", "--ignored", "--", verb.file) == "", name
        assert leftovers(place) == [], name
        answers.append(answer)
    return answers


def beside(place: Place, file: str) -> tuple[list[str], list[str]]:
    """How everything but one file stands: staged, dirty, untracked, announced."""
    status = place.git("status", "--porcelain", "-uall", ":/").splitlines()
    staged = place.git("ls-files", "--stage", ":/").splitlines()
    return [line for line in status if not line.endswith(file)], [line for line in staged if not line.endswith(file)]


def committed_files(place: Place) -> list[str]:
    """The files of the last commit, relative to the workspace; one outside it has no place here."""
    out = place.git("diff-tree", "--root", "-r", "--no-commit-id", "--name-only", "--relative", "-z", "HEAD")
    everything = place.git("diff-tree", "--root", "-r", "--no-commit-id", "--name-only", "-z", "HEAD")
    assert everything.count("\0") == out.count("\0"), everything
    return [name for name in out.split("\0") if name]


def reads(place: Place, asked: tuple[tuple[str, ...], ...], env: Mapping[str, str], run: Run | None = None) -> None:
    """The reading verbs answer, and change nothing."""
    for arguments in asked:
        with unchanged(place):
            (run or place.tnotes)(*arguments, env=env).fine()


@contextmanager
def unchanged(place: Place) -> Iterator[None]:
    """As `place.unchanged()`, also where there is no repository."""
    if git_dir_or_none(place) is not None:
        with place.unchanged():
            yield
        return
    files = lambda: {p: p.read_bytes() if p.is_file() else b"" for p in place.root.rglob("*")}  # noqa: E731
    before = files()
    yield
    assert files() == before


def git_dir(place: Place) -> Path:
    """The Git directory of this work tree."""
    return Path(place.git("rev-parse", "--absolute-git-dir").strip())


def export_of(place: Place) -> Path:
    """The export lies in the Git directory, where it is no part of what is asserted."""
    for base in (place.root, *place.root.parents):
        found = base / ".git" / "export.sqlite"
        if found.exists():
            return found
        found = base / "export.sqlite"
        if found.exists():
            return found
    raise AssertionError("no export")


def leftovers(place: Place) -> list[str]:
    """Temporary files, locks and journals that no finished command leaves."""
    found = [str(path) for path in place.root.rglob(".tnotes-*")]
    for folder in {place.root / ".git", git_dir_or_none(place) or place.root / ".git"}:
        if folder.is_dir():
            found += [str(path) for path in (folder / "tnotes").glob("write/**/*")]
            found += [str(path) for path in (folder / "tnotes").glob("parsed/*.json.*")]
    return found


def git_dir_or_none(place: Place) -> Path | None:
    ran = subprocess.run(
        ["git", "rev-parse", "--absolute-git-dir"], cwd=place.root, capture_output=True, text=True, check=False
    )
    return Path(ran.stdout.strip()) if ran.returncode == 0 else None


def script(path: Path, text: str) -> Path:
    """An executable shell script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    return path


def hook(place: Place, name: str, text: str) -> Path:
    """A hook of the workspace's repository."""
    return script(place.root / ".git" / "hooks" / name, text)


NOBODY = 65534


def as_nobody(place: Place) -> Run:
    """tnotes as another user, since tests run as root."""
    python, paths = _python_of_nobody()

    def run(*arguments: str, env: Mapping[str, str] | None = None) -> Answer:
        whole = {**place.environment, "HOME": "/nonexistent", **paths, **(env or {})}
        ran = _nobody([python, "-m", "tnotes", *arguments], place.root, whole)
        return Answer(ran.returncode, ran.stdout, ran.stderr)

    return run


def _nobody(command: list[str], cwd: Path, env: Mapping[str, str]) -> subprocess.CompletedProcess[bytes]:
    who = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    return subprocess.run(command, cwd=cwd, env=dict(env), input=b"", capture_output=True, check=False, **who)


@cache
def _python_of_nobody() -> tuple[str, dict[str, str]]:
    """An interpreter that another user can run; ours may lie in root's home."""
    paths = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "PYTHONDONTWRITEBYTECODE": "1"}
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for python in (sys.executable, f"/usr/bin/{version}", f"/usr/local/bin/{version}"):
        with suppress(OSError):
            if _nobody([python, "-c", "import tnotes.cli.app"], Path("/"), {**os.environ, **paths}).returncode == 0:
                return python, paths
    pytest.skip("no interpreter that another user can run")


def give(folder: Path, user: int = NOBODY) -> None:
    """Let it and all below it belong to that user."""
    for path in (folder, *folder.rglob("*")):
        os.chown(path, user, user, follow_symlinks=False)
