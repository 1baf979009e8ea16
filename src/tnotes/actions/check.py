"""The verb `check`: what CI refuses."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.check_ground import Ground, Order, ground_of, in_hook
from tnotes.actions.check_history import once_known, past
from tnotes.actions.check_look import How, look
from tnotes.actions.session import Session, open_session
from tnotes.actions.write import now
from tnotes.catalog.access import EVERYTHING
from tnotes.catalog.names import exact
from tnotes.catalog.table import TableName
from tnotes.checks.baseline import VERSION, mark_of, without
from tnotes.checks.chosen import ALWAYS, chosen, unknown, weighed
from tnotes.checks.problem import Problem, in_order
from tnotes.context.modes import CHAT, MODES
from tnotes.errors import BadSettings, UsageError
from tnotes.project.settings import Settings
from tnotes.project.workspace import SETTINGS, find_workspace


class Report(NamedTuple):
    """The problems that are shown, how many files were looked at, and what was mended.

    `old` were in the baseline. `hidden` are in files that the role may not see. `prefix` is the workspace's path in its
    repository.
    """

    problems: tuple[Problem, ...]
    files: int
    mended: tuple[tuple[str, str], ...] = ()
    old: int = 0
    hidden: tuple[Problem, ...] = ()
    is_staged: bool = False
    prefix: str = ""

    @property
    def errors(self) -> int:
        """How many of those shown are errors."""
        return sum(problem.is_error for problem in self.problems)

    @property
    def warnings(self) -> int:
        """How many of those shown are warnings."""
        return len(self.problems) - self.errors

    def failed(self, *, strict: bool) -> bool:
        """Whether the answer is no, hidden problems included."""
        every = (*self.problems, *self.hidden)
        return bool(every) if strict else any(problem.is_error for problem in every)


def session_for_check(start: Path, *, role: str | None, mode: str | None) -> Session:
    """The session; where the settings cannot be used, one that has none, so that the check can say what is wrong."""
    try:
        return open_session(start, role=role, mode=mode)
    except BadSettings:
        if role is not None or mode not in (None, *MODES):
            raise
        return Session(find_workspace(start), Settings(), EVERYTHING, True, mode or CHAT, None)


def check(
    session: Session,
    order: Order,
    known: Sequence[str] = (),
    tick: Callable[[int, int], None] = lambda _, __: None,
) -> Report:
    """All that is wrong; `known` are the marks of problems that were there before, and are left out."""
    if order.fix:
        session.require_writes("check --fix")
        if order.staged:
            raise UsageError("--fix and --staged exclude each other", hint="--fix writes the files of the work tree")
    _require_known((*order.select, *order.ignore))
    order = in_hook(session, order)
    ground = ground_of(session, order)
    problems = _problems(session, order, ground, tick)
    mended: tuple[tuple[str, str], ...] = ()
    if order.fix:
        from tnotes.actions.check_fix import mend

        mended = mend(session, ground, problems)
        if mended:
            ground = ground_of(session, order)
            problems = _problems(session, order, ground, tick)
    left = without(problems, known)
    seen = {path: _may_see(session, path) for path in {one.path for one in left}}
    shown = [one for one in left if seen[one.path]]
    return Report(
        problems=tuple(in_order(shown)),
        files=len(ground.wanted),
        mended=mended,
        old=len(problems) - len(left),
        hidden=tuple(one for one in left if not seen[one.path]),
        is_staged=ground.is_staged,
        prefix="" if ground.repository is None else ground.repository.prefix,
    )


def _problems(session: Session, order: Order, ground: Ground, tick: Callable[[int, int], None]) -> list[Problem]:
    rules = chosen(order.select, order.ignore)
    ids = {rule.id for rule in rules}
    how = How(rules, session.settings.cap, now(), order.since is not None, session.settings.severity)
    found = look(ground, how, tick)
    if order.since is not None and not order.fix:
        found += past(ground, order.since)
    counted = [problem for problem in found if problem.rule in ids]
    return in_order(weighed(once_known(ground, counted), session.settings.severity))


def _require_known(names: Sequence[str]) -> None:
    for name in unknown(names):
        raise UsageError(f"there is no rule {name!r}", hint="a rule's id or its beginning, such as TN202 or TN3")


def _may_see(session: Session, path: str) -> bool:
    """Whether a problem of that file may be named: its header may be unreadable, its path is known."""
    if session.rules is EVERYTHING or path == SETTINGS:
        return True
    names = [exact(part) for part in Path(path).with_suffix("").parts[1:]]
    known = [name for name in names if name is not None]
    return len(names) == len(known) == len(TableName._fields) and session.visible.sees(TableName(*known))


def write_baseline(report: Report, path: Path) -> int:
    """How many problems the file then lets pass. It names rules, files and ids, and repeats no text."""
    marks = sorted(mark_of(one) for one in (*report.problems, *report.hidden) if one.rule not in ALWAYS)
    shape = {"version": VERSION, "problems": marks}
    path.write_text(json.dumps(shape, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return len(marks)


def read_baseline(path: Path) -> tuple[str, ...]:
    """The marks in such a file. Raises UsageError where it is none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        marks = found["problems"] if found["version"] == VERSION else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        marks = None
    if not isinstance(marks, list) or not all(isinstance(mark, str) for mark in marks):
        raise UsageError(f"{path} is no baseline", hint=f"tnotes check --write-baseline {path} makes one")
    return tuple(marks)
