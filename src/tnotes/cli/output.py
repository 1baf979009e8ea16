"""stdout is data, stderr is talk; nothing that stands in a text can act on the terminal."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tnotes.errors import OutputFailed
from tnotes.files.jsons import dumps

if TYPE_CHECKING:
    from tnotes.cli.flags import Flags

# Control characters move the cursor or change colours; the bidirectional ones make a text read as another.
_ACTING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def harmless(text: str) -> str:
    """The text with characters that act on a terminal written as escapes."""
    return _ACTING.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def one_line(text: str) -> str:
    """The text on one line, for lists."""
    return harmless(text.replace("\n", " ⏎ ").replace("\t", " "))


def inline(text: str) -> str:
    """The text on one line, exactly, for names within a sentence."""
    return harmless(text).replace("\n", "\\n").replace("\t", "\\t")


def print_json(value: Any) -> None:
    """One document on one line in UTF-8, whatever the terminal's encoding: programs read it."""
    data = (dumps(value) + "\n").encode()
    with _writing():
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def say(text: str) -> None:
    """A line of the answer for people."""
    with _writing():
        print(harmless(text))


def flush() -> None:
    """Write out what is waiting; a full disk shows itself only here."""
    with _writing():
        sys.stdout.flush()


def talk(flags: Flags, text: str) -> None:
    """A line beside the answer, on stderr."""
    if not flags.quiet:
        flush()  # so that a terminal shows both in the order in which they were said
        print(harmless(text), file=sys.stderr)


def print_table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Rows for a person's terminal in columns, for a pipe as lines with tabs."""
    with _writing():
        if not sys.stdout.isatty():
            for row in rows:
                print("\t".join(one_line(cell) for cell in row))
            return
        _print_columns(headers, [[harmless(cell) for cell in row] for row in rows])


def _print_columns(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if not rows:
        return
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    console = Console(highlight=False, markup=False, emoji=False, color_system=None if plain else "auto")
    fixed = [max(len(cell) for cell in column) + 2 for column in zip(headers, *rows, strict=True)][:-1]
    if sum(fixed) + _LEAST_FOR_TEXT > console.width:  # too narrow for columns: a block for each row, nothing cut
        for row in rows:
            print("\n".join(f"{header}: {cell}" for header, cell in zip(headers, row, strict=True) if cell) + "\n")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for header in headers[:-1]:  # an id is copied, so it is never cut into lines
        table.add_column(header, no_wrap=True)
    table.add_column(headers[-1], overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    console.print(table)


# How many columns of a terminal the last column needs to be worth reading.
_LEAST_FOR_TEXT = 24


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise not_printed(problem) from problem


def not_printed(problem: OSError) -> OutputFailed:
    """The error for an answer that found no room."""
    return OutputFailed(
        f"the answer could not be printed: {(problem.strerror or str(problem)).lower()}",
        hint="what the command wrote to the workspace is written; only its answer is lost",
    )
