"""Small builders for tests: a workspace and what one run of tnotes answered."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SCHEMAS = {
    "sales": (
        "CREATE TABLE CUSTOMER (CUST_ID INTEGER PRIMARY KEY, STAT_CD CHAR(1) NOT NULL, NAME TEXT)",
        "CREATE TABLE ORDERS (ORDER_ID INTEGER PRIMARY KEY, CUST_ID INTEGER REFERENCES CUSTOMER (CUST_ID), TOTAL REAL)",
    ),
    "archive": ("CREATE TABLE CUSTOMER (CUST_ID INTEGER PRIMARY KEY, STAT_CD CHAR(1) NOT NULL)",),
}


def make_database(path: Path, tables: tuple[str, ...]) -> Path:
    """An SQLite file with these tables."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for table in tables:
            connection.execute(table)
    return path


@dataclass(frozen=True)
class Answer:
    """What one command printed, and its exit code."""

    code: int
    raw: bytes
    raw_err: bytes

    @property
    def out(self) -> str:
        return self.raw.decode("utf-8")

    @property
    def err(self) -> str:
        return self.raw_err.decode("utf-8", errors="replace")

    @property
    def json(self) -> Any:
        """stdout as one JSON document of one line."""
        assert self.out.count("\n") == 1, self.out
        return json.loads(self.out)

    @property
    def error(self) -> Any:
        """The error that a run with --json printed as the last line on stderr."""
        assert self.raw == b"", self.out
        return json.loads(self.err.splitlines()[-1])["error"]

    def fine(self) -> Answer:
        """This answer, which must be a success."""
        assert self.code == 0, f"exit {self.code}\n{self.out}\n{self.err}"
        return self

    def refused(self, code: int = 2) -> Answer:
        """This answer, which must be a failure said in words, with nothing on stdout and no traceback."""
        assert self.code == code, f"exit {self.code}\n{self.out}\n{self.err}"
        assert self.raw == b"", self.out
        assert self.err.strip(), "a failure without a word"
        assert "Traceback" not in self.err, self.err
        return self


@dataclass(frozen=True)
class Place:
    """A workspace and the environment in which commands run there."""

    root: Path
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))

    def make(self) -> None:
        """Git, an identity, the workspace, one commit of it."""
        self.root.mkdir(parents=True)
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("config", "user.name", "kim")
        self.git("config", "user.email", "kim@example.invalid")
        self.tnotes("init").fine()
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=workspace")

    def tnotes(
        self, *arguments: str, given: bytes | None = None, env: Mapping[str, str] | None = None, cwd: Path | None = None
    ) -> Answer:
        """Run tnotes in the workspace."""
        ran = subprocess.run(
            [sys.executable, "-m", "tnotes", *arguments],
            cwd=cwd or self.root,
            env={**self.environment, **(env or {})},
            input=b"" if given is None else given,
            capture_output=True,
            timeout=120,
            check=False,
        )
        return Answer(ran.returncode, ran.stdout, ran.stderr)

    def start(self, *arguments: str, env: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start tnotes in the workspace and do not wait for it."""
        return subprocess.Popen(
            [sys.executable, "-m", "tnotes", *arguments],
            cwd=self.root,
            env={**self.environment, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def git(self, *arguments: str, given: bytes | None = None, code: int = 0) -> str:
        """What git prints in the workspace; it must end with the code."""
        ran = subprocess.run(
            ["git", *arguments],
            cwd=self.root,
            env=dict(self.environment),
            input=given,
            capture_output=True,
            check=False,
        )
        assert ran.returncode == code, f"git {arguments}: {ran.returncode}\n{ran.stdout!r}\n{ran.stderr!r}"
        return ran.stdout.decode(errors="surrogateescape")

    def head(self) -> str:
        """The commit that HEAD names; empty before the first."""
        ran = subprocess.run(["git", "rev-parse", "HEAD"], cwd=self.root, capture_output=True, check=False)
        return ran.stdout.decode().strip() if ran.returncode == 0 else ""

    def commits(self) -> int:
        """How many commits HEAD has."""
        return int(self.git("rev-list", "--count", "HEAD"))

    def add(self, table: str, text: str, *more: str, **env: str) -> str:
        """Record a note and return its id."""
        return str(self.tnotes("add", table, text, "--json", *more, env=env).fine().json["note"]["id"])

    def card(self, table: str, *more: str) -> Any:
        """The card of a table."""
        return self.tnotes("card", table, *more).fine().json

    def note_file(self, table: str = "CUSTOMER", schema: str = "sales", connection: str = "warehouse") -> Path:
        """The path of a table's note file."""
        return self.root / "notes" / connection / schema / f"{table}.yaml"

    def state(self) -> dict[str, bytes]:
        """Every byte that a failed command must leave alone: work tree, index and HEAD."""
        git_dir = Path(self.git("rev-parse", "--absolute-git-dir").strip())
        found = {}
        for path in sorted(self.root.rglob("*")):
            below = path.relative_to(self.root)
            if below.parts[0] == ".git":
                continue
            kind = b"link" if path.is_symlink() else b"folder" if path.is_dir() else path.read_bytes()
            found[str(below)] = kind
        index = git_dir / "index"
        found[".git/index"] = index.read_bytes() if index.exists() else b"none"
        found["HEAD"] = (git_dir / "HEAD").read_bytes() + self.head().encode()
        return found

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Work tree, index and HEAD are byte for byte the same after as before."""
        before = self.state()
        yield
        after = self.state()
        assert before.keys() == after.keys(), before.keys() ^ after.keys()
        assert [name for name in before if before[name] != after[name]] == []
