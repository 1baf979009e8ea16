"""The JSON of `search` and `index`. Keys and their order are a contract."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import tzinfo
from typing import Any

from tnotes.actions.index import Status
from tnotes.actions.measure import CUTS, Measured, Outcome, recall
from tnotes.actions.search import Answer
from tnotes.catalog.names import paste
from tnotes.catalog.table import TableName
from tnotes.context.card import note_fields
from tnotes.notes.note import Note


def tables(question: str, answer: Answer, zone: tzinfo | None) -> dict[str, Any]:
    """The candidates."""
    found = [
        _place(one.ranked.name)
        | {"available": one.ranked.available, "score": one.ranked.score, "why": list(one.why)}
        | {"notes": _notes(one.notes, zone)}
        for one in answer.tables
    ]
    return {"question": question, "tables": found}


def places(question: str, answer: Answer, zone: tzinfo | None) -> dict[str, Any]:
    """The notes that match, by place."""
    found = [_place(one.name) | {"column": one.column, "notes": _notes(one.notes, zone)} for one in answer.places]
    return {"question": question, "places": found}


def measured(found: Measured) -> dict[str, Any]:
    """The figures, and each question that notes helped or hurt at any cut."""
    return {
        "questions": len(found.outcomes),
        "recall": {
            "without_notes": recall(one.without for one in found.outcomes),
            "with_notes": recall(one.with_notes for one in found.outcomes),
        },
        "gained": [_outcome(one) for one in found.outcomes if _cuts(one.with_notes) > _cuts(one.without)],
        "lost": [_outcome(one) for one in found.outcomes if _cuts(one.with_notes) < _cuts(one.without)],
        "skipped": [{"line": line, "problem": problem} for line, problem in found.skipped],
    }


def status(found: Status) -> dict[str, Any]:
    """How the index stands."""
    return found._asdict() | {
        "stale": [{"path": path, "why": why} for path, why in found.stale],
        "unreadable": list(found.unreadable),
    }


def _outcome(one: Outcome) -> dict[str, Any]:
    return {
        "line": one.question.number,
        "question": one.question.text,
        "tables": [paste(name, connection=True) for name in sorted(one.question.tables)],
        "without_notes": one.without,
        "with_notes": one.with_notes,
    }


def _cuts(depth: int | None) -> int:
    return sum(depth is not None and depth <= cut for cut in CUTS)


def _place(name: TableName) -> dict[str, Any]:
    return dict(name._asdict())


def _notes(notes: Iterable[Note], zone: tzinfo | None) -> list[dict[str, Any]]:
    return [note_fields(note, zone) for note in notes]
