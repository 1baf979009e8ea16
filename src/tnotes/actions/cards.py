"""The verb `card`."""

from __future__ import annotations

from typing import Any

from tnotes.actions.find import find_table, notes_on
from tnotes.actions.session import Session
from tnotes.catalog.table import Table
from tnotes.context.card import Database, card
from tnotes.context.modes import shows_notes
from tnotes.notes.attach import attach


def open_card(session: Session, typed: str) -> dict[str, Any]:
    """The card of the table that `typed` names, as JSON."""
    table = find_table(session, typed)
    notes = notes_on(session, table) if shows_notes(session.mode) else ()
    return card(table, database_of(session, table), attach(table, notes), session.zone)


def database_of(session: Session, table: Table) -> Database:
    """The table's database: its name from the export or the settings, its description from the settings."""
    said = session.settings.connections.get(table.name.connection)
    if said is None:
        return Database(table.database, None)
    return Database(table.database or said.database, said.description)
