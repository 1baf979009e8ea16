"""The verbs that write and read notes."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from tnotes.actions import shapes
from tnotes.actions.add import Line
from tnotes.actions.add import add as add_notes
from tnotes.actions.edit import Change, Edited
from tnotes.actions.edit import edit as edit_note
from tnotes.actions.edit import restore as restore_note
from tnotes.actions.edit import rm as remove_note
from tnotes.actions.look import ALL, Placed
from tnotes.actions.look import log as trail_of
from tnotes.actions.look import ls as list_notes
from tnotes.actions.look import show as show_note
from tnotes.actions.write import Receipt, Writer
from tnotes.catalog.names import paste, quote
from tnotes.cli import complete, inputs, output
from tnotes.cli.flags import Flags, flags
from tnotes.errors import UsageError
from tnotes.notes.note import ACTIVE, STATUSES

Author = Annotated[
    str | None, typer.Option(metavar="NAME", help="Who says it. [env: TNOTES_AUTHOR; default: Git's identity]")
]
Conversation = Annotated[
    str | None, typer.Option(metavar="ID", help="In which conversation. [env: TNOTES_CONVERSATION]")
]
NoCommit = Annotated[bool, typer.Option("--no-commit", help="Write the file and leave the commit to you.")]
NoteId = Annotated[str, typer.Argument(metavar="ID", help="The note's id, such as n_7k3f9q2mxa.", show_default=False)]


def _writer(author: str | None, conversation: str | None, no_commit: bool) -> Writer:
    return Writer(
        author=author or os.environ.get("TNOTES_AUTHOR"),
        conversation=conversation or os.environ.get("TNOTES_CONVERSATION"),
        commit=not no_commit,
    )


def add(
    context: typer.Context,
    table: Annotated[
        str | None,
        typer.Argument(
            metavar="TABLE",
            help="The table, such as sales.CUSTOMER.",
            show_default=False,
            autocompletion=complete.tables,
        ),
    ] = None,
    text: Annotated[
        str | None, typer.Argument(metavar="TEXT", help="The note; - reads standard input.", show_default=False)
    ] = None,
    column: Annotated[
        str | None, typer.Option("--column", "-c", metavar="COL", help="The column that the note is about.")
    ] = None,
    batch: Annotated[
        str | None, typer.Option(metavar="FILE", help="JSON lines with table, column, content; all or none.")
    ] = None,
    author: Author = None,
    conversation: Conversation = None,
    no_commit: NoCommit = False,
) -> None:
    """Leave a note on a table or one of its columns.

    \b
    Examples:
      tnotes add sales.CUSTOMER --column STAT_CD "9 means cancelled."
      tnotes add CUSTOMER "One row per customer and branch."
      echo "Times are UTC." | tnotes add sales.ORDERS -
      tnotes add --batch notes.jsonl
    """
    asked = flags(context)
    lines = _lines(table, text, column, batch)
    result = add_notes(asked.session(), lines, _writer(author, conversation, no_commit), numbered=batch is not None)
    _print_receipts(asked, result.receipts, result.committed.sha)
    if asked.json:
        output.print_json(shapes.added(result, asked.session().zone, batch=batch is not None))


def _lines(table: str | None, text: str | None, column: str | None, batch: str | None) -> tuple[Line, ...]:
    if batch is not None:
        if table is not None or column is not None:
            raise UsageError("--batch takes neither TABLE, TEXT nor --column", hint="put them into the file")
        return inputs.lines(batch)
    if table is None or text is None:
        raise UsageError("TABLE and TEXT are needed", hint='such as: tnotes add sales.CUSTOMER "9 means cancelled."')
    return (Line(table, inputs.text_or_stdin(text), column),)


def edit(
    context: typer.Context,
    note: NoteId,
    text: Annotated[
        str | None, typer.Argument(metavar="TEXT", help="The new text; - reads standard input.", show_default=False)
    ] = None,
    column: Annotated[str | None, typer.Option("--column", "-c", metavar="COL", help="Move it to this column.")] = None,
    no_column: Annotated[bool, typer.Option("--no-column", help="Move it to the whole table.")] = False,
    author: Author = None,
    conversation: Conversation = None,
    no_commit: NoCommit = False,
) -> None:
    """Change the text or the column of a note.

    \b
    Examples:
      tnotes edit n_7k3f9q2mxa "9 means cancellation requested."
      tnotes edit n_7k3f9q2mxa --column STAT_CD
    """
    asked = flags(context)
    change = Change(None if text is None else inputs.text_or_stdin(text), column, no_column)
    _print_edited(asked, edit_note(asked.session(), note, change, _writer(author, conversation, no_commit)))


def rm(
    context: typer.Context,
    note: NoteId,
    author: Author = None,
    conversation: Conversation = None,
    no_commit: NoCommit = False,
) -> None:
    """Delete a note. Its text stays in Git's history, so that it can be restored.

    \b
    Example:
      tnotes rm n_7k3f9q2mxa
    """
    asked = flags(context)
    _print_edited(asked, remove_note(asked.session(), note, _writer(author, conversation, no_commit)))


def restore(
    context: typer.Context,
    note: NoteId,
    author: Author = None,
    conversation: Conversation = None,
    no_commit: NoCommit = False,
) -> None:
    """Bring a deleted or archived note back.

    \b
    Example:
      tnotes restore n_7k3f9q2mxa
    """
    asked = flags(context)
    _print_edited(asked, restore_note(asked.session(), note, _writer(author, conversation, no_commit)))


def ls(
    context: typer.Context,
    table: Annotated[
        str | None,
        typer.Argument(
            metavar="TABLE", help="Only the notes of this table.", show_default=False, autocompletion=complete.tables
        ),
    ] = None,
    status: Annotated[str, typer.Option(metavar="STATUS", help="active, archived, deleted or all.")] = ACTIVE,
) -> None:
    """List notes, newest first.

    \b
    Examples:
      tnotes ls
      tnotes ls sales.CUSTOMER --status all
    """
    if status not in (*STATUSES, ALL):
        raise UsageError(f"there is no status {status!r}", hint=f"one of {', '.join((*STATUSES, ALL))}")
    asked = flags(context)
    found = list_notes(asked.session(), table, status)
    for problem in found.unreadable:
        output.talk(asked, f"warning: left out, since it cannot be read: {problem.message}")
    if asked.json:
        output.print_json(shapes.listed(found))
    else:
        output.print_table(("id", "place", "updated", "status", "note"), [_row(one) for one in found.notes])


def _row(one: Placed) -> tuple[str, ...]:
    return (one.note.id, _place(one), one.note.updated[:10], one.note.status, one.note.content or "")


def _place(one: Placed | Receipt) -> str:
    column = "" if one.note.column is None else f" {quote(one.note.column)}"
    return paste(one.name, connection=True) + column


def show(context: typer.Context, note: NoteId) -> None:
    """Show one note with all that is known of it.

    \b
    Example:
      tnotes show n_7k3f9q2mxa
    """
    asked = flags(context)
    shape = shapes.placed(show_note(asked.session(), note))
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


def _print_edited(asked: Flags, result: Edited) -> None:
    _print_receipts(asked, (result.receipt,), result.committed.sha)
    if asked.json:
        output.print_json(shapes.edited(result, asked.session().zone))


def _print_receipts(asked: Flags, receipts: tuple[Receipt, ...], sha: str | None) -> None:
    for one in receipts:
        if not asked.json:
            output.say(one.note.id if asked.quiet else f"{one.action} {one.note.id} on {_place(one)}")
        output.warn(asked, one.warnings)
    if not asked.json:
        root = asked.session().workspace.root
        output.talk(asked, f"commit {sha[:10]} in {root}" if sha else f"nothing committed in {root}")
