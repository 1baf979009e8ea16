"""Old sins: problems that were there when checking began, by marks that hold no text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tnotes.checks.chosen import ALWAYS
from tnotes.checks.problem import Problem

VERSION = 1


def mark_of(problem: Problem) -> str:
    """What makes it the same problem after other lines of the file have changed."""
    return "\t".join((problem.rule, problem.path, problem.note or problem.message))


def without(problems: Iterable[Problem], known: Iterable[str]) -> list[Problem]:
    """Those that the baseline does not have, as often as it has each."""
    left = Counter(known)
    kept = []
    for problem in problems:
        mark = mark_of(problem)
        if left[mark] > 0 and problem.rule not in ALWAYS:
            left[mark] -= 1
        else:
            kept.append(problem)
    return kept
