"""What people and scripts are told about a write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tnotes.cli import output

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tnotes.actions.commits import Committed
    from tnotes.actions.look import Placed
    from tnotes.actions.session import Session
    from tnotes.actions.warnings import Warning
    from tnotes.actions.who import Writer
    from tnotes.actions.write import Receipt
    from tnotes.cli.flags import Flags

_MOST_OF_A_TEXT = 80


def place(one: Placed | Receipt) -> str:
    """The table of a note, and its column where it has one, as they can be typed."""
    from tnotes.catalog.names import paste, quote

    column = "" if one.note.column is None else f" {quote(one.note.column)}"
    return paste(one.name, connection=True) + column


def print_receipts(
    asked: Flags, session: Session, writer: Writer, receipts: Iterable[Receipt], committed: Committed
) -> None:
    """For people: one line for each note, then the commit. Warnings are said also where they stand in the JSON."""
    for one in receipts:
        if not asked.json:
            output.say(one.note.id if asked.quiet else output.inline(f"{one.action} {one.note.id} on {place(one)}"))
        for warning in one.warnings:
            output.talk(asked, f"warning: {_in_words(session, warning)}")
    if not asked.json:
        output.talk(asked, f"{_commit_in_words(writer, committed)} in {session.workspace.root}")


def _commit_in_words(writer: Writer, committed: Committed) -> str:
    if committed.sha is not None:
        return f"commit {committed.sha[:10]}"
    return "nothing new, nothing committed" if writer.commit else "not committed (--no-commit)"


def _in_words(session: Session, warning: Warning) -> str:
    if warning.note is None:
        return output.inline(warning.message)
    from tnotes.notes.times import date_in

    text = output.one_line(warning.note.content or "")
    short = text if len(text) <= _MOST_OF_A_TEXT else text[: _MOST_OF_A_TEXT - 1] + "…"
    return f"{output.inline(warning.message)} ({date_in(warning.note.updated, session.zone)}): {short}"
