"""Two states of a catalog file to one: the table of the newer export, as a whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tnotes.catalog.record import from_text
from tnotes.errors import UnreadableFile

Age = Callable[[str], int | None]


def merge_tables(path: Path, base: str | None, ours: str | None, theirs: str | None, age: Age) -> str | None:
    """The text of the merged file; None is a file that is not there. `age` tells when a text was imported.

    Where that is not known of both, or is the same, the text decides: whoever merges, it comes out the same.
    A table that one side removed and the other imported again stays. Raises UnreadableFile.
    """
    if ours == theirs or theirs == base:
        return ours
    if ours == base:
        return theirs
    if ours is None or theirs is None:
        return ours or theirs
    if from_text(ours, path).name != from_text(theirs, path).name:
        raise UnreadableFile(path, None, "the two sides describe different tables", hint="import the catalog again")
    mine, yours = age(ours), age(theirs)
    if mine is None or yours is None:
        return max(ours, theirs)
    return max((mine, ours), (yours, theirs))[1]
