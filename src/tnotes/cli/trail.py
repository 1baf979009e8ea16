"""The verb `log`: who said what when, from Git."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tnotes.cli import complete, output
from tnotes.cli.flags import Flags, flags
from tnotes.errors import UsageError

if TYPE_CHECKING:
    from datetime import tzinfo

    from tnotes.actions.log import Event
    from tnotes.actions.session import Session

# What stands behind the word for what happened.
_BY_WAY = {"tnotes": "", "hand": "by hand", "squash": "in a squash", "merge": "in a merge", "cut": "or before"}


def log(
    context: typer.Context,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="TABLE|ID", help="A table or a note.", show_default=False, autocompletion=complete.tables
        ),
    ] = None,
    blame: Annotated[
        bool, typer.Option("--blame", help="Each active note of TABLE with the commit that last touched it.")
    ] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", metavar="N", help="The newest N only.", min=1, show_default=False)
    ] = None,
) -> None:
    """Show who did what to which note, from Git. The text of a deleted note is never shown.

    \b
    Examples:
      tnotes log sales.CUSTOMER
      tnotes log n_7k3f9q2mxa --json
      tnotes log sales.CUSTOMER --blame
    """
    asked = flags(context)
    session = asked.session()
    if blame and (what is None or limit is not None):
        raise UsageError("--blame takes a TABLE and no --limit", hint="such as: tnotes log sales.CUSTOMER --blame")
    if blame and what is not None:
        _print_blame(asked, session, what)
    else:
        _print_trail(asked, session, what, limit)


def _print_trail(asked: Flags, session: Session, what: str | None, limit: int | None) -> None:
    from tnotes.actions import shapes
    from tnotes.actions.log import log as trail_of
    from tnotes.catalog.names import paste

    trail = trail_of(session, what, limit)
    _say_shallow(asked, trail.shallow)
    if asked.json:
        output.print_json(shapes.trail(trail))
        return
    rows = [
        (*_made(e, session.zone), e.note, paste(e.name, connection=True), e.conversation or "") for e in trail.events
    ]
    output.print_table(("commit", "date", "who", "what", "note", "table", "conversation"), rows)
    if not rows:
        output.talk(asked, "nothing has happened to notes here yet")
    if trail.more:
        output.talk(asked, f"there is more; these are the newest {limit}")


def _print_blame(asked: Flags, session: Session, what: str) -> None:
    from tnotes.actions import shapes
    from tnotes.actions.blame import blame as blamed

    found = blamed(session, what)
    _say_shallow(asked, found.shallow)
    if asked.json:
        output.print_json(shapes.blame(found))
        return
    uncommitted = ("not committed", "", "", "")
    rows = [
        (*(uncommitted if e is None else _made(e, session.zone)), note.id, note.column or "", note.content or "")
        for note, e in found.notes
    ]
    output.print_table(("commit", "date", "who", "what", "note", "column", "text"), rows)
    if not rows:
        output.talk(asked, "no active notes")


def _made(event: Event, zone: tzinfo | None) -> tuple[str, str, str, str]:
    from tnotes.notes.times import minute_in

    way = _BY_WAY[event.via]
    whose = "" if event.of is None else f"note of {event.of}"
    role = "" if event.role is None else f"as {event.role}"
    more = ", ".join(filter(None, (way, whose, role)))
    return (
        event.commit[:10],
        minute_in(event.date, zone),
        event.author or event.committer,
        f"{event.what} ({more})" if more else event.what,
    )


def _say_shallow(asked: Flags, shallow: bool) -> None:
    if shallow:
        output.talk(
            asked, "warning: this is a shallow clone; what happened before is not in it (git fetch --unshallow)"
        )
