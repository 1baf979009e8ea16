"""What the tests of search share: a workspace for each engine, notes written by hand, what a question finds."""

from __future__ import annotations

import json
from pathlib import Path

from builders import Place
from tnotes.actions.search import search, search_notes
from tnotes.actions.session import Session, open_session
from tnotes.context.current import Talk


class Heard:
    """What a search said beside its answer."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.talk = Talk(self.lines.append, lambda _, __: None)


def with_engine(place: Place, engine: str) -> Place:
    """The small workspace, searched by that engine."""
    settings = place.root / "tnotes.yaml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(f"{text}search:\n  engine: {engine}\n", encoding="utf-8")
    place.git("commit", "-qam", "engine")
    return place


def session(ws: Place, **options: str) -> Session:
    return open_session(ws.root, **options)


def names(ws: Place, question: str, **options: str) -> list[str]:
    """The tables that a question finds, best first."""
    found = search(session(ws, **options), question)
    return [f"{one.ranked.name.schema}.{one.ranked.name.table}" for one in found.tables]


def by_notes(ws: Place, question: str, **options: str) -> list[str]:
    """The texts of the notes that match, best first."""
    found = search_notes(session(ws, **options), question)
    return [str(note.content) for one in found.places for note in one.notes]


def by_hand(ws: Place, table: str, *texts: str, schema: str = "sales", status: str = "active") -> Path:
    """A note file as a person writes one."""
    path = ws.note_file(table, schema)
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ["version: 1", "connection: warehouse", f"schema: {schema}", f"table: {table}", "notes:"]
    for at, text in enumerate(texts):
        lines += [f"- id: n_hand{at:06}", f"  content: {json.dumps(text, ensure_ascii=False)}", f"  status: {status}"]
        lines += ["  created: '2026-11-30T09:12:44.102Z'", "  updated: '2026-11-30T09:12:44.102Z'"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
