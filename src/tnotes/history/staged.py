"""The files as an index has them, and the search for words in many files at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tnotes.history.git import Repository, ask, literal, refused, run

LINK, FILES = "120000", ("100644", "100755")


class Entry(NamedTuple):
    """One file of an index: its mode, the id of its blob, and whether a merge left it to be resolved."""

    mode: str
    blob: str
    unmerged: bool


def staged(repository: Repository, folders: Sequence[str]) -> dict[str, Entry]:
    """Every file of the index below the folders, by its path in the workspace."""
    out = ask(repository, "ls-files", "--stage", "-z", "--", *map(literal, folders))
    found: dict[str, Entry] = {}
    for row in out.decode(errors="surrogateescape").split("\0"):
        head, _, path = row.partition("\t")
        if path:
            mode, blob, stage = head.split(" ")
            found[path] = Entry(mode, blob, stage != "0")
    return found


def holding(repository: Repository, words: Iterable[str], folder: str, *, cached: bool) -> dict[str, set[str]]:
    """Which files below the folder hold which of the words, anywhere in their text."""
    given = "".join(f"{word}\n" for word in words).encode()
    where = ("--cached",) if cached else ("--untracked", "--no-exclude-standard")
    # Each against a setting, or an attribute, that would change what is parsed.
    options = ("--no-color", "--no-line-number", "--no-column", "--no-full-name", "-z", "-o", "-a", "--fixed-strings")
    found = run(repository, "grep", *where, *options, "-f", "-", "--", literal(folder), given=given)
    if found.code not in (0, 1):
        raise refused("grep", found)
    holders: dict[str, set[str]] = {}
    for row in found.out.decode(errors="surrogateescape").splitlines():
        path, _, word = row.partition("\0")
        holders.setdefault(path, set()).add(word)
    return holders
