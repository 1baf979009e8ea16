"""Texts and lines that come from standard input or a file."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from tnotes.errors import BadText, UsageError

if TYPE_CHECKING:
    from tnotes.actions.add import Line

_MOST_BYTES = 1 << 20  # far more than a note can be, so that what is too long is said to be too long
_KEYS = ("table", "column", "content", "connection", "author", "conversation")
_FORM = 'one JSON object a line: {"table": "sales.CUSTOMER", "column": "STAT_CD", "content": "…"}'


def stdin(what: str) -> IO[bytes]:
    """Standard input as bytes; a person at a terminal is told `what` to type. Raises UsageError where it is closed."""
    if sys.stdin is None or sys.stdin.closed:
        raise UsageError("standard input is closed", hint=f"pipe {what} in, or give it as an argument")
    if sys.stdin.isatty():
        print(f"Type {what}, then Ctrl-D on a line of its own:", file=sys.stderr)
    return sys.stdin.buffer


def text_or_stdin(text: str) -> str:
    """The text, or all of standard input where it is `-`."""
    if text != "-":
        return text
    data = stdin("the text").read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise BadText("the text on standard input is longer than 1 MB", hint="one fact a note")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise BadText("standard input is not UTF-8", hint="send the text as UTF-8") from problem


def lines(name: str) -> tuple[Line, ...]:
    """The notes of a batch file of JSON lines, `-` being standard input."""
    data = stdin("the JSON lines").read() if name == "-" else _bytes(name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        number = data.count(b"\n", 0, problem.start) + 1
        raise UsageError(f"line {number}: not UTF-8", hint="save the file as UTF-8") from problem
    found = tuple(_line(one, number) for number, one in enumerate(text.split("\n"), 1) if one.strip())
    if not found:
        raise UsageError(f"{'standard input' if name == '-' else name} holds no notes", hint=_FORM)
    return found


def _bytes(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except (OSError, ValueError) as problem:
        words = getattr(problem, "strerror", None) or str(problem)
        raise UsageError(f"{name}: {words.lower()}", hint="give the name of a file, or - for standard input") from None


def _line(text: str, number: int) -> Line:
    from tnotes.actions.add import Line

    where = f"line {number}"
    try:
        given = json.loads(text, object_pairs_hook=lambda pairs: _once(pairs, where))
    except (ValueError, RecursionError) as problem:
        raise UsageError(f"{where}: not JSON", hint=_FORM) from problem
    if not isinstance(given, dict):
        raise UsageError(f"{where}: not a JSON object", hint=_FORM)
    for key, value in given.items():
        if key not in _KEYS:
            raise UsageError(f"{where}: unknown key {key!r}", hint=f"known keys: {', '.join(_KEYS)}")
        if not (isinstance(value, str) or (value is None and key not in ("table", "content"))):
            example = json.dumps(value) if isinstance(value, int | float) else "…"
            raise UsageError(f"{where}: {key} must be a text", hint=f'in quotes, such as "{key}": "{example}"')
    missing = [key for key in ("table", "content") if key not in given]
    if missing:
        raise UsageError(f"{where}: {' and '.join(missing)} missing", hint=_FORM)
    return Line(**given, number=number)


def _once(pairs: list[tuple[str, Any]], where: str) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key in found if [name for name, _ in pairs].count(key) > 1)
        raise UsageError(f"{where}: the key {twice!r} stands there twice", hint="one note a line")
    return found


def names() -> Iterator[str]:
    """The lines of standard input that are not empty, each as soon as it arrives."""
    for raw in stdin("names of tables, one a line"):
        name = raw.decode("utf-8", errors="surrogateescape").rstrip("\r\n").removeprefix("\ufeff")
        if name.strip():
            yield name
