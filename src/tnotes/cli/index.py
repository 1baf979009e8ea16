"""The verbs that look after the search index."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from tnotes.cli import output
from tnotes.cli.flags import Flags, Verb, flags, new_app
from tnotes.cli.progress import talk

if TYPE_CHECKING:
    from tnotes.actions.index import Status

app = new_app("Look after the search index. It is a cache: deleting it loses nothing.")


@app.command(cls=Verb)
def rebuild(context: typer.Context) -> None:
    """Make the search index anew.

    \b
    Example:
      tnotes index rebuild
    """
    from tnotes.actions.index import rebuilt

    asked = flags(context)
    _print_status(asked, rebuilt(asked.session(), talk(asked)))


@app.command(cls=Verb)
def status(context: typer.Context) -> None:
    """Show how the search index stands, and what the next search would read again and why.

    \b
    Example:
      tnotes index status
    """
    from tnotes.actions.index import status as found

    asked = flags(context)
    _print_status(asked, found(asked.session()))


def _print_status(asked: Flags, found: Status) -> None:
    from tnotes.actions import search_shapes as shapes

    if asked.json:
        output.print_json(shapes.status(found))
        return
    state = f"damaged: {found.damaged}" if found.damaged else "built" if found.built else "not built yet"
    output.say(f"engine:  {found.engine}")
    output.say(f"folder:  {found.folder or 'none, searches work in memory'}")
    output.say(f"state:   {state}")
    output.say(f"holds:   {found.tables} tables, notes of {found.notes} tables")
    output.say(f"stale:   {len(found.stale)} {'file' if len(found.stale) == 1 else 'files'}")
    output.print_table(("file", "why"), found.stale)
    for problem in found.unreadable:
        output.talk(asked, f"warning: cannot be read: {output.inline(problem)}")
