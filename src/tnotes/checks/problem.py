"""One broken rule in one place, as it is reported."""

from __future__ import annotations

from typing import NamedTuple

from tnotes.checks.rule import ERROR, Found, Rule
from tnotes.errors import MEND, UnreadableFile


class Problem(NamedTuple):
    """`path` is that in the workspace. `commit` is the one that brought a text which a later one took away again."""

    rule: str
    severity: str
    path: str
    line: int | None
    message: str
    advice: str
    note: str | None = None
    column: str | None = None
    mends: bool = False
    commit: str | None = None

    @property
    def is_error(self) -> bool:
        """Whether it makes the check fail."""
        return self.severity == ERROR


def of_found(rule: Rule, path: str, found: Found) -> Problem:
    """What a rule found in a file."""
    return Problem(
        rule.id, rule.severity, path, found.line, found.message, rule.advice, found.note, found.column, rule.mends
    )


def of_error(rule: Rule, path: str, error: UnreadableFile) -> Problem:
    """What could not be read."""
    advice = rule.advice if error.hint == MEND else error.hint
    return Problem(rule.id, rule.severity, path, error.line, error.problem, advice, mends=rule.mends)


def in_order(problems: list[Problem]) -> list[Problem]:
    """By file, line and rule."""
    return sorted(problems, key=lambda one: (one.path, one.line or 0, one.rule, one.message))
