"""stdout is data, stderr is talk; nothing that stands in a text can act on the terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tnotes.files.jsons import dumps

if TYPE_CHECKING:
    from tnotes.actions.write import Warning
    from tnotes.cli.flags import Flags

# Control characters move the cursor or change colours; the bidirectional ones make a text read as another.
_ACTING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def harmless(text: str) -> str:
    """The text with characters that act on a terminal written as escapes."""
    return _ACTING.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def one_line(text: str) -> str:
    """The text on one line, for lists."""
    return harmless(text.replace("\n", " ⏎ ").replace("\t", " "))


def print_json(value: Any) -> None:
    """One document on one line in UTF-8, whatever the terminal's encoding: programs read it."""
    data = (dumps(value) + "\n").encode()
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def say(text: str) -> None:
    """A line of the answer for people."""
    print(harmless(text))


def talk(flags: Flags, text: str) -> None:
    """A line beside the answer, on stderr."""
    if not flags.quiet:
        print(harmless(text), file=sys.stderr)


def warn(flags: Flags, warnings: Iterable[Warning]) -> None:
    """The warnings of a write, unless they stand in its JSON."""
    if flags.json:
        return
    for one in warnings:
        content = f": {one_line(one.note.content or '')}" if one.note else ""
        talk(flags, f"warning: {one.message}{content}")


def print_table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Rows for a person's terminal in columns, for a pipe as lines with tabs."""
    if not sys.stdout.isatty():
        for row in rows:
            print("\t".join(one_line(cell) for cell in row))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for header in headers:
        table.add_column(header, overflow="fold")
    for row in rows:
        table.add_row(*(Text(harmless(cell)) for cell in row))
    Console(highlight=False, markup=False, emoji=False).print(table)
