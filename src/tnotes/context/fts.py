"""The index in SQLite's FTS5: the standard library's own, faster than Whoosh in large workspaces."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tnotes.context.engine import FIELDS, MOST_TIMES, Entry, Reader, Texts, Unusable

FORMAT = 2
_FILE = "index.sqlite"
_WAIT = 30.0

# The tokens are ours: `ascii` only parts them at blanks, since it takes every other character of theirs as a letter.
# How often a word stands in a file is told by words too: one that stands there twice has a second, marked one. So FTS5
# keeps no places (`detail=column`), and reading who has a word takes a third of the time that counting places took.
_TABLES = (
    "CREATE VIRTUAL TABLE entry USING fts5(s, t, c, m, n, tokenize='ascii', detail=column, columnsize=0)",
    "CREATE TABLE kept (name TEXT PRIMARY KEY, text TEXT)",
    f"PRAGMA user_version = {FORMAT}",
)
_HAVING = "SELECT json_group_array(rowid) FROM entry WHERE entry MATCH ?"  # one text reads twice as fast as rows do
_MARK = "\ue000"  # stands in no word of ours, and is a letter to FTS5
_INSERT = "INSERT INTO entry (rowid, s, t, c, m, n) VALUES (?, ?, ?, ?, ?, ?)"


class FtsStore:
    """The index in one file of a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self) -> Reader | None:
        """The index as of its last commit; None where there is none."""
        if not (self._folder / _FILE).is_file():
            return None
        connection = self._open()
        try:
            connection.execute("BEGIN")
            version = _version(connection)
        except sqlite3.Error as problem:
            connection.close()
            raise Unusable(f"SQLite says: {problem}") from problem
        if version == FORMAT:
            return _FtsReader(connection)
        connection.close()
        if version:
            raise Unusable("another version wrote it")
        return None  # its first writer is not done

    def is_latest(self, reader: Reader) -> bool:
        """Whether nobody has written since: each write leaves a mark of its own."""
        latest = self.read()
        if latest is None:
            return False
        try:
            return latest.text("mark") == reader.text("mark")
        finally:
            latest.close()

    def write(
        self, added: Iterable[Entry], gone: Collection[int], texts: Callable[[], Texts], *, before: Reader | None
    ) -> None:
        """Commit it all in one transaction."""
        self._folder.mkdir(parents=True, exist_ok=True)
        connection = self._open()
        try:
            connection.execute("PRAGMA journal_mode = WAL")  # so that nobody who reads waits for who writes
            connection.execute("PRAGMA synchronous = NORMAL")
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                for statement in _TABLES if not _version(connection) else ():
                    connection.execute(statement)
                if before is None:
                    connection.execute("DELETE FROM entry")
                connection.executemany("DELETE FROM entry WHERE rowid = ?", [(number,) for number in gone])
                connection.executemany(_INSERT, _rows(added))
                connection.executemany("REPLACE INTO kept VALUES (?, ?)", zip(Texts._fields, texts(), strict=True))
                connection.execute("REPLACE INTO kept VALUES ('mark', hex(randomblob(8)))")
        except sqlite3.Error as problem:
            raise Unusable(f"SQLite says: {problem}") from problem
        finally:
            connection.close()

    def wipe(self) -> None:
        """Remove the file and then what SQLite keeps beside it: without that, the file alone may be half of a state."""
        for path in sorted(self._folder.glob(f"{_FILE}*")):
            path.unlink(missing_ok=True)

    def _open(self) -> sqlite3.Connection:
        try:
            return sqlite3.connect(self._folder / _FILE, timeout=_WAIT, isolation_level=None)
        except sqlite3.Error as problem:  # the system refuses: what is in the file may be fine, so it is not wiped
            raise OSError(f"SQLite says: {problem}") from problem


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _rows(entries: Iterable[Entry]) -> Iterator[tuple[int | str, ...]]:
    for entry in entries:
        yield entry.number, *(_text(entry.words.get(field, {})) for field in FIELDS)


def _text(words: Mapping[str, int]) -> str:
    return " ".join(_marked(word, level) for word, times in words.items() for level in range(1, times + 1))


def _marked(word: str, level: int) -> str:
    """The word that says that `word` stands there at least so many times."""
    return word if level == 1 else f"{word}{_MARK}{level}"


class _FtsReader:
    """The index within one transaction, so that nothing changes while it answers."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._found: dict[tuple[str, str], dict[int, int]] = {}

    def count(self, field: str, word: str) -> int:
        """In how many files the word stands."""
        return len(self.postings(field, word))

    def postings(self, field: str, word: str) -> Mapping[int, int]:
        """How often the word stands in each file that has it."""
        if (field, word) not in self._found:
            found: dict[int, int] = {}
            for level in range(1, MOST_TIMES + 1):
                having = json.loads(self._rows(_HAVING, f'{field} : "{_marked(word, level)}"')[0][0])
                if not having:
                    break
                found.update(dict.fromkeys(having, level))
            self._found[field, word] = found
        return self._found[field, word]

    def text(self, name: str) -> str:
        """One of the texts kept beside the entries."""
        found = self._rows("SELECT text FROM kept WHERE name = ?", name)
        if not found:
            raise Unusable("it is not complete")
        return str(found[0][0])

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def _rows(self, question: str, about: str) -> list[Any]:
        try:
            return self._connection.execute(question, (about,)).fetchall()
        except sqlite3.Error as problem:
            raise Unusable(f"SQLite says: {problem}") from problem
