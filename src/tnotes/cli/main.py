"""The entry point: runs a verb and turns whatever went wrong into one line, a hint and an exit code."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress

from tnotes.errors import GitFailed, TnotesError, UsageError
from tnotes.files.jsons import dumps

FINE, NO, COULD_NOT, OUR_BUG, INTERRUPTED = 0, 1, 2, 3, 130


def main() -> None:
    """Run the command line of this process and end it."""
    gc.set_threshold(100_000, 50, 50)  # collecting while typer loads costs half the time of a floor `python -c pass`
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # cp949 has no em dash; saving went well
    code = run(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):
            stream.flush()
    os._exit(code)  # all is written and closed; tearing the interpreter down costs as much as starting it


def run(arguments: list[str]) -> int:
    """The exit code of one command."""
    try:
        return _call(arguments)
    except TnotesError as problem:
        return _fail(arguments, problem, COULD_NOT)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # `tnotes ls | head`: what was asked for is done, nobody reads on
        return FINE
    except OSError as problem:
        where = f"{problem.filename}: " if problem.filename else ""
        return _fail(arguments, TnotesError(f"{where}{(problem.strerror or str(problem)).lower()}"), COULD_NOT)
    except Exception as problem:  # noqa: BLE001 - the outermost: a bug of ours is said, not thrown at people
        line = f"a bug in tnotes: {type(problem).__name__}: {problem}"
        return _fail(arguments, TnotesError(line, hint="run it again with --debug and report what it prints"), OUR_BUG)


def _call(arguments: list[str]) -> int:
    from typer._click.exceptions import ClickException

    from tnotes.cli.app import app

    try:
        result = app(args=arguments, prog_name="tnotes", standalone_mode=False)
    except ClickException as problem:
        raise UsageError(problem.format_message().rstrip("."), hint="tnotes --help lists the verbs") from problem
    sys.stdout.flush()  # a full disk shows itself only here
    return result if isinstance(result, int) else FINE


def _fail(arguments: list[str], problem: TnotesError, code: int) -> int:
    from tnotes.cli.output import harmless

    if "--debug" in arguments:
        import traceback

        traceback.print_exc()
    name = "internal" if code == OUR_BUG else problem.code
    with suppress(BrokenPipeError, AttributeError):
        for line in problem.detail if isinstance(problem, GitFailed) else ():
            print(harmless(line), file=sys.stderr)
        if "--json" in arguments:
            error = {"code": name, "message": problem.message, "hint": problem.hint, "candidates": problem.candidates}
            sys.stderr.buffer.write((dumps({"error": error}) + "\n").encode())
            sys.stderr.flush()
        else:
            print(f"error: {harmless(problem.message)}", file=sys.stderr)
            if problem.hint:
                print(f"hint: {harmless(problem.hint)}", file=sys.stderr)
    return code
