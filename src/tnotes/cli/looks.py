"""The verbs that look at notes: for people and administrators, not for models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tnotes.cli import complete, output
from tnotes.cli.flags import flags
from tnotes.cli.notes import NoteId
from tnotes.cli.receipts import place
from tnotes.errors import UsageError

if TYPE_CHECKING:
    from datetime import tzinfo

    from tnotes.actions.look import Placed

STATUSES = ("active", "archived", "deleted", "all")


def ls(
    context: typer.Context,
    table: Annotated[
        str | None,
        typer.Argument(
            metavar="TABLE", help="Only the notes of this table.", show_default=False, autocompletion=complete.tables
        ),
    ] = None,
    status: Annotated[str, typer.Option(metavar="STATUS", help="active, archived, deleted or all.")] = "active",
) -> None:
    """List notes, newest first.

    \b
    Examples:
      tnotes ls
      tnotes ls sales.CUSTOMER --status all
    """
    from tnotes.actions import shapes
    from tnotes.actions.look import ls as listed

    if status not in STATUSES:
        raise UsageError(f"there is no status {status!r}", hint=f"one of {', '.join(STATUSES)}")
    asked = flags(context)
    session = asked.session()
    found = listed(session, table, status)
    for problem in found.unreadable:
        output.talk(asked, f"warning: left out, since it cannot be read: {output.inline(problem.message)}")
    if asked.json:
        output.print_json(shapes.listed(found))
        return
    output.print_table(("id", "place", "updated", "status", "note"), [_row(one, session.zone) for one in found.notes])
    if not found.notes:
        output.talk(asked, "no notes" if status == "all" else f"no {status} notes")


def _row(one: Placed, zone: tzinfo | None) -> tuple[str, ...]:
    from tnotes.notes.times import date_in

    note = one.note
    return (note.id, place(one), date_in(note.updated, zone), note.status, note.content or "")


def show(context: typer.Context, note: NoteId) -> None:
    """Show one note with all that is known of it.

    \b
    Example:
      tnotes show n_7k3f9q2mxa
    """
    from tnotes.actions import shapes
    from tnotes.actions.look import show as found

    asked = flags(context)
    shape = shapes.placed(found(asked.session(), note))
    if asked.json:
        output.print_json(shape)
        return
    for key, value in shape.items():
        if value is not None:
            output.say(f"{key + ':':<14}{str(value).replace(chr(10), chr(10) + ' ' * 14)}")
