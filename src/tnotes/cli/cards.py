"""The verb that prints cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tnotes.cli import complete, inputs, output
from tnotes.cli.failures import error_fields
from tnotes.cli.flags import flags
from tnotes.errors import TnotesError, UsageError

if TYPE_CHECKING:
    from tnotes.actions.session import Session

JSON, MARKDOWN = FORMATS = ("json", "markdown")


def card(
    context: typer.Context,
    tables: Annotated[
        list[str] | None,
        typer.Argument(metavar="TABLE…", help="One table or more.", show_default=False, autocompletion=complete.tables),
    ] = None,
    from_stdin: Annotated[
        bool, typer.Option("--stdin", help="Read names, one a line; answer each with one JSON line.")
    ] = False,
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help="json or markdown.")] = JSON,
) -> None:
    """Print what a model reads about a table.

    Its columns with the notes on them, as JSON unless another --format is asked for.

    \b
    Examples:
      tnotes card sales.CUSTOMER
      tnotes card sales.CUSTOMER --format markdown
      printf 'sales.CUSTOMER\\nsales.ORDERS\\n' | tnotes card --stdin
    """
    from tnotes.actions.cards import open_card
    from tnotes.cli.markdown import card_as_markdown

    if form not in FORMATS:
        raise UsageError(f"there is no format {form!r}", hint=f"one of {', '.join(FORMATS)}")
    if bool(tables) == from_stdin:
        raise UsageError("give either TABLE or --stdin", hint="such as: tnotes card sales.CUSTOMER")
    if from_stdin and form != JSON:
        raise UsageError("--stdin answers in JSON only", hint="leave --format out, or give the tables as arguments")
    session = flags(context).session()
    if from_stdin:
        raise typer.Exit(_answer_lines(session))
    for found in [open_card(session, typed) for typed in tables or ()]:
        if form == MARKDOWN:
            output.say(card_as_markdown(found))
        else:
            output.print_json(found)


def _answer_lines(session: Session) -> int:
    """Answer each name with its card or its error; 2 where one could not be answered."""
    from tnotes.actions.cards import open_card

    code = 0
    for typed in inputs.names():
        try:
            output.print_json(open_card(session, typed))
        except TnotesError as problem:
            code = 2
            output.print_json(error_fields(problem))
    return code
