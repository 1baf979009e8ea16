"""Whatever went wrong as one line, a hint and, with --json, one object; user's text in it acts on no terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tnotes.errors import GitFailed, TnotesError, UsageError, closest
from tnotes.files.jsons import dumps

if TYPE_CHECKING:
    from typer._click.exceptions import ClickException


def has_flag(arguments: Sequence[str], flag: str) -> bool:
    """Whether a flag was typed; behind `--` stand only texts. Also where the arguments cannot be read otherwise."""
    end = list(arguments).index("--") if "--" in arguments else len(arguments)
    return flag in arguments[:end]


def error_fields(problem: TnotesError, code: str | None = None) -> dict[str, Any]:
    """The error as the JSON that scripts read."""
    fields = {"code": code or problem.code, "message": problem.message}
    return {"error": fields | {"hint": problem.hint, "candidates": list(problem.candidates)}}


def tell(problem: TnotesError, *, code: str | None = None, as_json: bool) -> None:
    """Print the error on stderr, Git's or a hook's own words above it."""
    from tnotes.cli.output import harmless, inline

    with suppress(OSError):  # nobody reads
        for line in problem.detail if isinstance(problem, GitFailed) else ():
            print(harmless(line), file=sys.stderr)
        if as_json:
            sys.stderr.flush()
            sys.stderr.buffer.write((dumps(error_fields(problem, code)) + "\n").encode())
            sys.stderr.buffer.flush()
            return
        print(f"error: {inline(problem.message)}", file=sys.stderr)
        if problem.hint:
            print(f"hint: {inline(problem.hint)}", file=sys.stderr)


def usage(problem: ClickException) -> UsageError:
    """Typer's complaint about the arguments, in our words."""
    from typer._click.exceptions import MissingParameter, NoSuchOption

    context = getattr(problem, "ctx", None)
    command = context.command_path if context else "tnotes"
    if isinstance(problem, NoSuchOption):
        known = [name for parameter in context.command.params for name in parameter.opts] if context else []
        near = closest(problem.option_name, [name for name in known if name.startswith("--")], 1)
        hint = (
            f"did you mean {near[0]}?"
            if near
            else f"{command} --help lists them; a text that begins with - goes behind --"
        )
        return UsageError(f"{command} has no option {problem.option_name}", hint=hint)
    if isinstance(problem, MissingParameter) and problem.param is not None:
        name = problem.param.metavar or problem.param.human_readable_name
        options = [option for option in problem.param.opts if option.startswith("-")]
        return UsageError(f"{options[0] if options else name} is missing", hint=f"{command} --help shows an example")
    message = problem.format_message().rstrip(".")
    if message.startswith("Got unexpected extra argument"):
        extra = message.partition("(")[2].partition("(")[2].rstrip(")")
        return UsageError(f"{command} takes no more arguments: {extra}", hint="put a text of several words in quotes")
    if message == "Missing command":
        message = "a verb is missing"
    return UsageError(message[:1].lower() + message[1:], hint=f"{command} --help says what it takes")
