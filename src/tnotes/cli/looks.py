"""The verbs that look at notes: for people and administrators, not for models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tnotes.cli import complete, output
from tnotes.cli.flags import flags
from tnotes.cli.notes import NoteId, place
from tnotes.errors import UsageError

if TYPE_CHECKING:
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
    found = listed(asked.session(), table, status)
    for problem in found.unreadable:
        output.talk(asked, f"warning: left out, since it cannot be read: {problem.message}")
    if asked.json:
        output.print_json(shapes.listed(found))
    else:
        output.print_table(("id", "place", "updated", "status", "note"), [_row(one) for one in found.notes])


def _row(one: Placed) -> tuple[str, ...]:
    return (one.note.id, place(one), one.note.updated[:10], one.note.status, one.note.content or "")


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
        output.say(f"{key + ':':<14}{'' if value is None else value}")


def log(
    context: typer.Context,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="TABLE|ID", help="A table or a note.", show_default=False, autocompletion=complete.tables
        ),
    ] = None,
) -> None:
    """Show who did what to which note, from Git. The text of a note is never shown.

    \b
    Examples:
      tnotes log sales.CUSTOMER
      tnotes log n_7k3f9q2mxa --json
    """
    from tnotes.actions import shapes
    from tnotes.actions.look import log as trail_of
    from tnotes.catalog.names import paste

    asked = flags(context)
    trail = trail_of(asked.session(), what)
    if trail.shallow:
        output.talk(
            asked, "warning: this is a shallow clone; what happened before is not in it (git fetch --unshallow)"
        )
    if asked.json:
        output.print_json(shapes.trail(trail))
        return
    rows = [
        (
            e.commit[:10],
            e.date[:16].replace("T", " "),
            e.author or e.committer,
            e.what,
            e.note,
            paste(e.name, connection=True),
            e.conversation or "",
        )
        for e in trail.events
    ]
    output.print_table(("commit", "date", "who", "what", "note", "table", "conversation"), rows)
