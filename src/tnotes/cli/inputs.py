"""Texts and lines that come from standard input or a file."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from tnotes.errors import BadText, UsageError

if TYPE_CHECKING:
    from tnotes.actions.add import Line

_MOST_BYTES = 1 << 20
_KEYS = ("table", "column", "content", "connection", "author", "conversation")


def stdin() -> IO[bytes]:
    """Standard input as bytes. Raises UsageError where it is closed."""
    if sys.stdin is None or sys.stdin.closed:
        raise UsageError("standard input is closed", hint="give the text as an argument")
    return sys.stdin.buffer


def text_or_stdin(text: str) -> str:
    """The text, or all of standard input where it is `-`."""
    if text != "-":
        return text
    source = stdin()
    if sys.stdin.isatty():
        print("Type the text, then Ctrl-D on a line of its own:", file=sys.stderr)
    data = source.read(_MOST_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise BadText("standard input is not UTF-8", hint="send the text as UTF-8") from problem


def lines(name: str) -> tuple[Line, ...]:
    """The notes of a batch file of JSON lines, `-` being standard input."""
    data = stdin().read() if name == "-" else Path(name).read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        number = data.count(b"\n", 0, problem.start) + 1
        raise UsageError(f"{name}:{number}: not UTF-8", hint="save the file as UTF-8") from problem
    found = tuple(_line(one, f"{name}:{number}") for number, one in enumerate(text.split("\n"), 1) if one.strip())
    if not found:
        raise UsageError(f"{name} holds no notes", hint='one JSON object a line: {"table": …, "content": …}')
    return found


def _line(text: str, where: str) -> Line:
    try:
        given = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as problem:
        raise UsageError(f"{where}: not JSON", hint='one JSON object a line: {"table": …, "content": …}') from problem
    if not isinstance(given, dict):
        raise UsageError(f"{where}: not a JSON object", hint='one JSON object a line: {"table": …, "content": …}')
    for key, value in given.items():
        if key not in _KEYS:
            raise UsageError(f"{where}: unknown key {key!r}", hint=f"known keys: {', '.join(_KEYS)}")
        if not (isinstance(value, str) or (value is None and key not in ("table", "content"))):
            raise UsageError(f"{where}: {key} must be a text in quotes", hint="write it as a JSON string")
    missing = [key for key in ("table", "content") if key not in given]
    if missing:
        raise UsageError(
            f"{where}: {' and '.join(missing)} missing", hint='such as {"table": "sales.CUSTOMER", "content": "…"}'
        )
    from tnotes.actions.add import Line

    return Line(**given)


def names() -> Iterator[str]:
    """The lines of standard input that are not empty, each as soon as it arrives."""
    for raw in stdin():
        name = raw.decode("utf-8", errors="surrogateescape").rstrip("\r\n").removeprefix("\ufeff")
        if name.strip():
            yield name
