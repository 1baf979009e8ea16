"""`tnotes demo`: the story of the first page, run for real in a temporary folder."""

from __future__ import annotations

import os
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from tnotes.cli.output import say
from tnotes.errors import TnotesError

_TABLE = "CREATE TABLE CUSTOMER (CUST_ID INTEGER PRIMARY KEY, REGION TEXT NOT NULL, STAT_CD CHAR(1) NOT NULL)"
_SALES = [("north", "1"), ("north", "9"), ("south", "1"), ("south", "2"), ("south", "9"), ("west", "1"), ("west", "2")]
_ARCHIVE = [("north", "1"), ("west", "9")]
_ALL = "SELECT count(*) FROM CUSTOMER"
_WITHOUT_9 = "SELECT count(*) FROM CUSTOMER WHERE STAT_CD <> '9'"
_GIT_HOME = "GIT_EXEC_PATH"  # where an unusual installation of Git has its programs
_NOTE = "9 means cancelled; leave it out when counting active customers."


def run_demo(*, keep: bool) -> None:
    """Print every command of the story with its real output."""
    folder = Path(tempfile.mkdtemp(prefix="tnotes-demo-"))
    try:
        _story(_Stage(folder))
        if keep:
            say(f"\nThe workspace is kept in {folder}")
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)


def _story(stage: _Stage) -> None:
    _database(stage.folder / "sales.sqlite", _SALES)
    _database(stage.folder / "archive.sqlite", _ARCHIVE)
    stage.tell("Two databases become one connection with the schemas sales and archive.")
    stage.tnotes("init", shown=False)
    stage.git_as_for_a_demo()
    stage.tnotes("catalog", "import", "sales.sqlite", "-c", "warehouse", "--schema", "sales")
    stage.tnotes("catalog", "import", "archive.sqlite", "-c", "warehouse", "--schema", "archive")
    stage.tell("How many active customers are there? The first answer is wrong.")
    stage.sql(_ALL)
    stage.tell("Somebody corrects it once.")
    stage.tnotes("add", "sales.CUSTOMER", "--column", "STAT_CD", _NOTE, "--conversation", "chat-1")
    stage.tell("The same correction from another conversation moves the date; there is still one note.")
    stage.tnotes("add", "sales.CUSTOMER", "--column", "stat_cd", _NOTE, "--conversation", "chat-2")
    stage.tell("A note goes to an exact table or nowhere.")
    stage.tnotes("add", "CUSTOMER", "One row per customer.", refused=True)
    stage.tell(
        "The next question about that table, from anyone, starts with this card (JSON for a model, without --format)."
    )
    stage.tnotes("card", "sales.CUSTOMER", "--format", "markdown")
    stage.tell("So the next answer is right.")
    stage.sql(_WITHOUT_9)
    stage.tell("And Git knows who said what, when, in which conversation.")
    stage.tnotes("log", "sales.CUSTOMER")


def _database(path: Path, rows: list[tuple[str, str]]) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(_TABLE)
        database.executemany("INSERT INTO CUSTOMER (REGION, STAT_CD) VALUES (?, ?)", rows)


class _Stage:
    """The folder in which the story plays."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def tell(self, text: str) -> None:
        """A line of the story."""
        say(f"\n# {text}")

    def git_as_for_a_demo(self) -> None:
        """Somebody who commits here, also where nobody has told Git who they are."""
        for name, value in {"user.name": "demo", "user.email": "demo@example.invalid"}.items():
            self._run("git", "config", name, value)

    def tnotes(self, *arguments: str, shown: bool = True, refused: bool = False) -> None:
        """Run one tnotes command as it would be typed, and print it with its output."""
        ran = self._run(sys.executable, "-m", "tnotes", *arguments)
        if shown:
            say(f"$ {shlex.join(['tnotes', *arguments])}\n{ran.stdout.rstrip()}")
        if ran.returncode != (2 if refused else 0):
            raise TnotesError(f"the demo stopped at tnotes {arguments[0]}", hint=ran.stdout.strip().partition("\n")[0])

    def sql(self, query: str) -> None:
        """Ask the sales database."""
        with closing(sqlite3.connect(self.folder / "sales.sqlite")) as database:
            (count,) = database.execute(query).fetchone()
        say(f"sql> {query}\n{count}")

    def _run(self, *command: str) -> subprocess.CompletedProcess[str]:
        # Signing, hooks and templates are for the user's real commits, not for this play.
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("TNOTES_", "GIT_")) or k == _GIT_HOME}
        environment |= {"PYTHONIOENCODING": "utf-8", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        return subprocess.run(
            command,
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
