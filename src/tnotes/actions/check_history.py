"""What history tells a check: texts that a branch had and took away again, and names that the catalog once had."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tnotes.actions.check_ground import Ground, catalog_file
from tnotes.actions.check_tree import NOTES
from tnotes.catalog.record import from_text
from tnotes.checks.problem import Problem
from tnotes.checks.rule import WARNING
from tnotes.checks.wording import refusing, said
from tnotes.checks.words.rule import WordRule
from tnotes.errors import GitFailed, UnreadableFile
from tnotes.history.git import Repository
from tnotes.history.trail import Step, is_shallow, steps, steps_since
from tnotes.notes.store import EXTENSION
from tnotes.notes.survey import survey
from tnotes.words import nfc

_ADVICE = "it is in the history of this branch: take it out before that is merged, with git rebase or tnotes purge"
_TABLE, _COLUMN = "TN111", "TN112"


def past(ground: Ground, revision: str) -> Iterator[Problem]:
    """The texts that commits since the revision brought and that are refused when written, those of now left out."""
    if ground.repository is None or ground.base is None:
        return
    now = {path: _contents(_now(ground, path)) for path in ground.wanted if path.startswith(f"{NOTES}/")}
    rules = refusing()
    seen: set[tuple[str, str, str]] = set()
    for step in steps_since(ground.repository, revision, [NOTES]):
        if not step.path.endswith(EXTENSION) or step.after is None:
            continue
        for text, note in _brought(step).items():
            if text in now.get(step.path, ()):
                continue
            for problem in _problems(step, text, note, rules):
                key = (problem.rule, problem.path, text)
                if key not in seen:
                    seen.add(key)
                    yield problem


def _problems(step: Step, text: str, note: str | None, rules: Sequence[WordRule]) -> Iterator[Problem]:
    for one in said(text, tuple(rules)):
        what = f"{note or 'a text'} had {one.message} in commit {step.commit[:10]}"
        yield Problem(one.rule.id, one.rule.severity, step.path, None, what, _ADVICE, note, commit=step.commit)


def _now(ground: Ground, path: str) -> str:
    try:
        return ground.tree.read(path).decode(errors="replace") if path in set(ground.tree.paths) else ""
    except UnreadableFile:
        return ""


def _brought(step: Step) -> dict[str, str | None]:
    """The texts that the commit has and none of its parents, each with the note's id where it can be told."""
    found = _contents(step.after or "")
    for parent in (step.before, *step.others):
        for text in _contents(parent or ""):
            found.pop(text, None)
    return found


def _contents(text: str) -> dict[str, str | None]:
    """The contents of a file's notes; the lines of one that cannot be read, as where a conflict was committed."""
    if not text:
        return {}
    surveyed = survey(text, Path())
    if surveyed.broken:
        return dict.fromkeys(line.strip() for line in text.splitlines() if line.strip())
    written = ((entry.written.get("content", "").strip(), entry.note.id) for entry in surveyed.entries)
    return {content: note for content, note in written if content}


def once_known(ground: Ground, problems: Sequence[Problem]) -> list[Problem]:
    """The same, those about a name that the catalog once had as warnings. Nothing else is looked up."""
    paths = {problem.path: catalog_file(problem.path) for problem in problems if problem.rule in (_TABLE, _COLUMN)}
    if not paths or ground.repository is None:
        return list(problems)
    known, cut = _names(ground.repository, sorted(set(paths.values()))), is_shallow(ground.repository)
    return [_softened(one, known.get(paths.get(one.path, "")), cut=cut) for one in problems]


def _softened(problem: Problem, columns: set[str] | None, *, cut: bool) -> Problem:
    if problem.rule not in (_TABLE, _COLUMN):
        return problem
    if columns is not None and (problem.rule == _TABLE or nfc(problem.column or "") in columns):
        return problem._replace(severity=WARNING, message=f"{problem.message}; it once was")
    if cut:
        message = f"{problem.message}; whether it once was cannot be told in a shallow clone"
        return problem._replace(severity=WARNING, message=message)
    return problem


def _names(repository: Repository, paths: Sequence[str]) -> dict[str, set[str]]:
    """The columns that each catalog file ever named; a file that never was is not among them."""
    found: dict[str, set[str]] = {}
    try:
        for step in steps(repository, paths):
            for text in (step.before, step.after, *step.others):
                if text is not None:
                    found.setdefault(step.path, set()).update(_columns(text, step.path))
    except GitFailed:  # a partial clone without a connection
        return found
    return found


def _columns(text: str, path: str) -> Iterable[str]:
    try:
        return {nfc(column.name) for column in from_text(text, Path(path)).columns}
    except UnreadableFile:
        return ()
