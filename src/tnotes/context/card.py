"""The card of one table: what a model reads about it. The keys are a contract (docs/files.md)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import tzinfo
from typing import Any, NamedTuple

from tnotes.catalog.record import column_fields
from tnotes.catalog.table import Table
from tnotes.notes.attach import Attached
from tnotes.notes.note import Note
from tnotes.notes.times import date_in


class Database(NamedTuple):
    """The database of a connection, as cards name it."""

    name: str | None
    description: str | None


def note_fields(note: Note, zone: tzinfo | None) -> dict[str, Any]:
    """The three fields in which a note reaches a model, and nothing else."""
    return {"id": note.id, "content": note.content, "date": date_in(note.updated, zone)}


def card(table: Table, database: Database, attached: Attached, zone: tzinfo | None) -> dict[str, Any]:
    """The card as JSON."""

    def listed(notes: Iterable[Note]) -> list[dict[str, Any]]:
        return [note_fields(note, zone) for note in notes]

    return {
        "connection": table.name.connection,
        "database": {"name": database.name, "description": database.description},
        "schema": table.name.schema,
        "table": table.name.table,
        "kind": table.kind,
        "available": table.available,
        "comment": table.comment,
        "columns": [
            column_fields(column) | {"notes": listed(attached.columns.get(column.name, ()))} for column in table.columns
        ],
        "notes": listed(attached.table),
        "notes_omitted": attached.omitted,
    }
