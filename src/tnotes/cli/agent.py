"""What an agent gets: its tools, its prompt, one call, and the server."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from tnotes.cli import inputs, output
from tnotes.cli.flags import Flags, Verb, flags, new_app
from tnotes.cli.notes import Author, Conversation
from tnotes.errors import MissingExtra, UsageError

if TYPE_CHECKING:
    from tnotes.agent.caller import Caller

app = new_app("What an agent gets: tools, a prompt, and a server that speaks MCP. An agent is never an administrator.")


@app.command(cls=Verb)
def tools(
    context: typer.Context,
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help="openai, anthropic or mcp.")] = "mcp",
) -> None:
    """Print the tools that a mode offers, as JSON for a model.

    \b
    Examples:
      tnotes agent tools --format anthropic
      tnotes agent tools --format openai --mode playbook
    """
    from tnotes.actions.session import mode_of
    from tnotes.agent.formats import FORMATS, printed
    from tnotes.agent.tools import offered
    from tnotes.context.modes import may_write

    if form not in FORMATS:
        raise UsageError(f"there is no format {form!r}", hint=f"one of {', '.join(FORMATS)}")
    mode = mode_of(flags(context).mode)
    output.print_json(printed(offered(mode, writes=may_write(mode)), form))


@app.command(cls=Verb)
def prompt(context: typer.Context) -> None:
    """Print what a model should know about notes, dates and time zones.

    \b
    Example:
      tnotes agent prompt --tz Asia/Seoul
    """
    from tnotes.actions.instructions import instructions

    asked = flags(context)
    text = instructions(asked.session())
    if asked.json:
        output.print_json({"instructions": text})
    else:
        output.say(text)


@app.command(cls=Verb)
def call(
    context: typer.Context,
    tool: Annotated[str, typer.Argument(metavar="TOOL", help="The tool, such as open_card.", show_default=False)],
    arguments: Annotated[
        str, typer.Argument(metavar="JSON", help="Its arguments as one JSON object; - reads standard input.")
    ] = "{}",
    author: Author = None,
    conversation: Conversation = None,
) -> None:
    """Call one tool and print its answer as JSON. An error is an answer too: with a code, and exit code 1.

    \b
    Examples:
      tnotes agent call open_card '{"table": "sales.CUSTOMER"}'
      echo '{"question": "해지 고객"}' | tnotes agent call search_tables -
    """
    from tnotes.agent.calls import call_json

    caller = _caller(flags(context), author, conversation)
    answer = call_json(caller, tool, inputs.text_or_stdin(arguments))
    output.print_json(answer.fields)
    if answer.failed:
        raise typer.Exit(1)


@app.command(cls=Verb)
def serve(context: typer.Context, author: Author = None, conversation: Conversation = None) -> None:
    """Answer one client over MCP on standard input and output, until it closes them.

    Workspace, role, mode, zone, author and conversation are fixed here. Without a conversation no tool that
    writes is offered.

    \b
    Example:
      tnotes agent serve --role analyst --conversation chat-8812
    """
    asked = flags(context)
    caller = _caller(asked, author, conversation)
    if find_spec("mcp") is None or find_spec("mcp_types") is None:
        command = "pip install 'tnotes[mcp]'"
        raise MissingExtra(f"agent serve needs the MCP SDK: {command}", hint="the other agent verbs work without it")
    from tnotes.agent.server import serve as answer_client

    if not caller.may_write:
        why = f"mode {caller.mode} only reads" if caller.conversation else "no --conversation is given"
        output.talk(asked, f"tools that write are not offered: {why}")
    answer_client(caller)


def _caller(asked: Flags, author: str | None, conversation: str | None) -> Caller:
    from tnotes.agent.caller import caller_of

    return caller_of(
        asked.session(),
        author or os.environ.get("TNOTES_AUTHOR"),
        conversation or os.environ.get("TNOTES_CONVERSATION"),
    )
