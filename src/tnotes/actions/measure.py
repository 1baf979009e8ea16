"""The verb `search --measure`: how many of a user's own questions find all their tables, with notes and without."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from tnotes.actions.find import find_table
from tnotes.actions.index import SILENT, asked_of_index
from tnotes.actions.session import Session
from tnotes.catalog.table import TableName
from tnotes.context.current import Corpus, Talk
from tnotes.context.frame import Frame
from tnotes.context.modes import EVAL
from tnotes.context.rank import rank
from tnotes.context.tokens import asked
from tnotes.errors import AmbiguousTable, BadName, UnknownTable, UsageError

CUTS = (1, 3, 5, 10)
_FORM = 'one JSON object a line: {"question": "…", "tables": ["sales.CUSTOMER"]}'


class Question(NamedTuple):
    """A question and the tables that its answer needs. `number` is its line."""

    number: int
    text: str
    tables: frozenset[TableName]


class Outcome(NamedTuple):
    """A question and after how many candidates all its tables stood there; None where not within the last cut."""

    question: Question
    without: int | None
    with_notes: int | None


class Measured(NamedTuple):
    """All outcomes, and the lines whose tables are not in the catalog."""

    outcomes: tuple[Outcome, ...]
    skipped: tuple[tuple[int, str], ...]


def measure(session: Session, path: Path, *, talk: Talk = SILENT) -> Measured:
    """Ask every question of the file twice."""
    questions, skipped = _read(session, path)
    without = _depths(session._replace(mode=EVAL), questions, talk)
    noted = _depths(session, questions, talk)
    return Measured(tuple(map(Outcome, questions, without, noted)), tuple(skipped))


def recall(depths: Iterable[int | None]) -> dict[str, float]:
    """The share of questions all of whose tables are among the first so many."""
    known = list(depths)
    return {str(cut): round(sum(d is not None and d <= cut for d in known) / max(1, len(known)), 4) for cut in CUTS}


def _depths(session: Session, questions: list[Question], talk: Talk) -> list[int | None]:
    def all_of_them(frame: Frame, corpus: Corpus) -> list[int | None]:
        ranked = (rank(frame, corpus.postings, asked(question.text), CUTS[-1]) for question in questions)
        return [
            _depth(question, [one.name for one in found]) for question, found in zip(questions, ranked, strict=True)
        ]

    return asked_of_index(session, talk, all_of_them)


def _depth(question: Question, names: list[TableName]) -> int | None:
    if not question.tables <= set(names):
        return None
    return 1 + max(names.index(name) for name in question.tables)


def _read(session: Session, path: Path) -> tuple[list[Question], list[tuple[int, str]]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError, ValueError) as problem:
        raise UsageError(f"{path}: cannot be read as a text", hint=_FORM) from problem
    known: dict[str, TableName | str] = {}
    questions: list[Question] = []
    skipped: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        asked_for, typed = _line(line, f"{path.name}:{number}")
        found = [
            known.setdefault(name, _resolved(session, name)) if name not in known else known[name] for name in typed
        ]
        missing = [name for name in found if isinstance(name, str)]
        if missing:
            skipped.append((number, missing[0]))
        else:
            names = frozenset(name for name in found if isinstance(name, TableName))
            questions.append(Question(number, asked_for, names))
    if not questions and not skipped:
        raise UsageError(f"{path} holds no questions", hint=_FORM)
    return questions, skipped


def _resolved(session: Session, typed: str) -> TableName | str:
    try:
        name = find_table(session, typed).name
        return session.visible.family_of(name) or name  # which search lists in the place of its shards
    except (UnknownTable, AmbiguousTable, BadName) as problem:
        return problem.message


def _line(line: str, where: str) -> tuple[str, list[str]]:
    try:
        given: Any = json.loads(line)
    except (ValueError, RecursionError) as problem:
        raise UsageError(f"{where}: not JSON", hint=_FORM) from problem
    question = given.get("question") if isinstance(given, dict) else None
    tables = given.get("tables") if isinstance(given, dict) else None
    fine = isinstance(question, str) and isinstance(tables, list) and all(isinstance(one, str) for one in tables)
    if not fine or not tables:
        raise UsageError(f"{where}: question and tables are needed", hint=_FORM)
    return str(question), [str(one) for one in tables]
