"""The verbs that write notes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from tnotes.cli import complete, inputs, output
from tnotes.cli.flags import Flags, flags
from tnotes.cli.receipts import print_receipts
from tnotes.errors import UsageError

if TYPE_CHECKING:  # actions are imported where they are called: each verb pays for its own only
    from tnotes.actions.add import Line
    from tnotes.actions.edit import Edited
    from tnotes.actions.session import Session
    from tnotes.actions.who import Writer

Author = Annotated[
    str | None, typer.Option(metavar="NAME", help="Who says it. [env: TNOTES_AUTHOR; default: Git's identity]")
]
Conversation = Annotated[
    str | None, typer.Option(metavar="ID", help="In which conversation. [env: TNOTES_CONVERSATION]")
]
NoCommit = Annotated[bool, typer.Option("--no-commit", help="Write the file and leave the commit to you.")]
NoteId = Annotated[str, typer.Argument(metavar="ID", help="The note's id, such as n_7k3f9q2mxa.", show_default=False)]


def writer_of(author: str | None, conversation: str | None, no_commit: bool) -> Writer:
    """The writer whom the options and the environment name."""
    from tnotes.actions.who import Writer

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
        str | None,
        typer.Option(
            metavar="FILE", help="JSON lines with table, column, content; all or none. - reads standard input."
        ),
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
    from tnotes.actions import shapes
    from tnotes.actions.add import add as record

    asked = flags(context)
    session = asked.session()
    session.require_writes("add")  # before anybody types a text that is not accepted
    writer = writer_of(author, conversation, no_commit)
    result = record(session, _lines(table, text, column, batch), writer)
    print_receipts(asked, session, writer, result.receipts, result.committed)
    if asked.json:
        output.print_json(shapes.added(result, session.zone, batch=batch is not None))


def _lines(table: str | None, text: str | None, column: str | None, batch: str | None) -> tuple[Line, ...]:
    from tnotes.actions.add import Line

    if batch is not None:
        if table is not None or column is not None:
            raise UsageError("--batch takes neither TABLE, TEXT nor --column", hint="put them into the file")
        return inputs.lines(batch)
    if table is not None and text is None:
        raise UsageError("TEXT is missing", hint="give it in quotes; - reads standard input")
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
    from tnotes.actions import edit as action

    asked = flags(context)
    session = asked.session()
    session.require_writes("edit")
    change = action.Change(None if text is None else inputs.text_or_stdin(text), column, no_column)
    writer = writer_of(author, conversation, no_commit)
    _print_edited(asked, session, writer, action.edit(session, note, change, writer))


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
    from tnotes.actions.edit import rm as remove

    asked = flags(context)
    session = asked.session()
    writer = writer_of(author, conversation, no_commit)
    _print_edited(asked, session, writer, remove(session, note, writer))


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
    from tnotes.actions.edit import restore as bring_back

    asked = flags(context)
    session = asked.session()
    writer = writer_of(author, conversation, no_commit)
    _print_edited(asked, session, writer, bring_back(session, note, writer))


def _print_edited(asked: Flags, session: Session, writer: Writer, result: Edited) -> None:
    from tnotes.actions import shapes

    print_receipts(asked, session, writer, (result.receipt,), result.committed)
    if asked.json:
        output.print_json(shapes.edited(result, session.zone))
