"""The entry point: runs a verb and turns whatever went wrong into an exit code."""

from __future__ import annotations

import errno
import gc
import os
import sys

from tnotes.cli import streams
from tnotes.cli.failures import has_flag, tell, usage
from tnotes.errors import TnotesError, UsageError

FINE, NO, COULD_NOT, OUR_BUG, INTERRUPTED = 0, 1, 2, 3, 130


def main() -> None:
    """Run the command line of this process and end it."""
    gc.set_threshold(100_000, 50, 50)  # collecting while typer loads costs half the time of a floor `python -c pass`
    streams.prepare()
    code = run(sys.argv[1:])
    streams.flush()
    os._exit(code)  # all is written and closed; tearing the interpreter down costs as much as starting it


def run(arguments: list[str]) -> int:
    """The exit code of one command."""
    try:
        return _call(arguments)
    except TnotesError as problem:
        return _failed(arguments, problem, COULD_NOT)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # `tnotes ls | head`: what was asked for is done, nobody reads on
        return FINE
    except OSError as problem:
        return _failed(arguments, _in_words(problem), COULD_NOT)
    except Exception as problem:  # noqa: BLE001 - the outermost: a bug of ours is said, not thrown at people
        line = f"a bug in tnotes: {type(problem).__name__}: {problem}"
        said = TnotesError(line, hint="run it again with --debug and report what it prints")
        return _failed(arguments, said, OUR_BUG, code="internal")


def _call(arguments: list[str]) -> int:
    from typer._click.exceptions import ClickException, NoArgsIsHelpError

    from tnotes.cli.app import app
    from tnotes.cli.output import flush

    try:
        result = app(args=arguments, prog_name="tnotes", standalone_mode=False)
    except NoArgsIsHelpError as problem:
        if has_flag(arguments, "--json"):
            raise UsageError("a verb is missing", hint="tnotes --help lists them") from problem
        print(problem.format_message(), file=sys.stderr)
        return COULD_NOT
    except ClickException as problem:
        raise usage(problem) from problem
    except SystemExit as problem:  # Typer makes this of a broken pipe
        if isinstance(problem.__context__, OSError):
            raise problem.__context__ from None
        raise
    flush()
    return result if isinstance(result, int) else FINE


def _in_words(problem: OSError) -> TnotesError:
    if problem.errno == errno.ENOSPC and problem.filename is None:  # Typer prints the help itself
        from tnotes.cli.output import not_printed

        return not_printed(problem)
    where = f"{problem.filename}: " if problem.filename else ""
    return TnotesError(f"{where}{(problem.strerror or str(problem)).lower()}", hint="--debug shows where")


def _failed(arguments: list[str], problem: TnotesError, exit_code: int, code: str | None = None) -> int:
    if has_flag(arguments, "--debug"):
        import traceback

        traceback.print_exc()
    tell(problem, code=code, as_json=has_flag(arguments, "--json"))
    return exit_code
