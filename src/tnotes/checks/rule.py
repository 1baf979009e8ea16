"""A rule: what it finds, why that matters, and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from tnotes.catalog.table import Table
from tnotes.notes.entry import Survey
from tnotes.notes.note import Note

ERROR, WARNING, OFF = SEVERITIES = ("error", "warning", "off")


class Around(NamedTuple):
    """What stands around a note file. `now` is the time as notes have it.

    `table` is what the catalog says of the table, None where it has none; it counts only where `known`. `base` has the
    notes as they were before the change that is checked, by their ids.
    """

    table: Table | None
    known: bool
    cap: int
    base: Mapping[str, Note]
    now: str


class Found(NamedTuple):
    """One place where a rule is broken: its line, what is there, and the note and column that it is about."""

    line: int | None
    message: str
    note: str | None = None
    column: str | None = None


class Rule(NamedTuple):
    """What `check` refuses. `advice` says how to mend it; `bad` and `good` are examples, tested as such.

    `kinds` are those of the errors of reading that the rule stands for; `find` looks at a file that could be read.
    Where both are empty, the rule is about files beside each other. `mends`: `check --fix` can do it. `refused`: a text
    that breaks it is not accepted when it is written either.
    """

    id: str
    title: str
    why: str
    severity: str
    advice: str
    bad: tuple[str, ...]
    good: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    find: Callable[[Survey, Around], Iterable[Found]] | None = None
    mends: bool = False
    refused: bool = False
