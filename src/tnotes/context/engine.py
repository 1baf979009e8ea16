"""What search asks of an index engine: how often which words stand in which files, kept with what it was made from.

A file of the catalog or of the notes is one entry under a number of its own. A changed file gets a new number, so an
old entry can never answer for it, even where the engine still holds it. Ranking is not the engine's: `rank.py` does it
for all of them alike.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple, Protocol

SCHEMA, TABLE, COLUMNS, COMMENTS, NOTES = FIELDS = ("s", "t", "c", "m", "n")

MOST_TIMES = 8  # a word counts so many times in one field: the ninth would move no rank

Words = Mapping[str, Mapping[str, int]]  # by field, how often each word stands there


class Unusable(Exception):
    """The index on disk cannot be used; the text says why. It is made again, never mended."""


class Entry(NamedTuple):
    """The words of one file, under its number."""

    number: int
    words: Words


class Texts(NamedTuple):
    """What is kept beside the entries, one text for each part of `ledger.py`."""

    head: str
    frame: str
    body: str


class Reader(Protocol):
    """An index as it stood at one moment; writers do not disturb it."""

    def text(self, name: str) -> str: ...
    def count(self, field: str, word: str) -> int: ...
    def postings(self, field: str, word: str) -> Mapping[int, int]: ...
    def close(self) -> None: ...


class Store(Protocol):
    """Where an engine keeps its index."""

    def read(self) -> Reader | None:
        """The index; None where there is none. Raises Unusable."""

    def is_latest(self, reader: Reader) -> bool:
        """Whether nobody has written since the reader was made."""

    def write(
        self, added: Iterable[Entry], gone: Collection[int], texts: Callable[[], Texts], *, before: Reader | None
    ) -> None:
        """Take entries in and others out of what the latest reader shows, all at once or not at all.

        Without a reader `before` what was there is dropped. `texts` is asked after the last entry was taken.
        """

    def wipe(self) -> None:
        """Remove what cannot be used."""


class Memory:
    """An index that lives as long as the process: where nothing can be written, and for what somebody is writing."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._found: dict[tuple[str, str], dict[int, int]] = {}
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """Take the words of one file in."""
        for field, words in entry.words.items():
            for word, times in words.items():
                self._found.setdefault((field, word), {})[entry.number] = times

    def count(self, field: str, word: str) -> int:
        """In how many files the word stands."""
        return len(self.postings(field, word))

    def postings(self, field: str, word: str) -> Mapping[int, int]:
        """How often the word stands in each file that has it."""
        return self._found.get((field, word), {})


class Both:
    """An index on disk with what changed since it was written."""

    def __init__(self, reader: Reader, memory: Memory) -> None:
        self._reader = reader
        self._memory = memory

    def count(self, field: str, word: str) -> int:
        """In how many files the word stands, outdated ones included."""
        return self._reader.count(field, word) + self._memory.count(field, word)

    def postings(self, field: str, word: str) -> Mapping[int, int]:
        """How often the word stands in each file that has it."""
        return {**self._reader.postings(field, word), **self._memory.postings(field, word)}


class Postings(Protocol):
    """The part of a reader that ranking uses."""

    def count(self, field: str, word: str) -> int: ...
    def postings(self, field: str, word: str) -> Mapping[int, int]: ...
