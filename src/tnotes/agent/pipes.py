"""Standard input and output for the protocol alone."""

from __future__ import annotations

import os
import sys
from typing import IO, Any, Protocol


def taken(number: int, mode: str) -> IO[str]:
    """Standard input or output, which nobody else has any more: others read nothing, and print to stderr."""
    sys.stdout.flush()
    wire = os.dup(number)
    other = os.open(os.devnull, os.O_RDONLY) if number == 0 else os.dup(2)
    os.dup2(other, number)
    os.close(other)
    # what is no UTF-8 becomes a character that JSON refuses or keeps; the next message is read all the same
    return open(wire, mode, encoding="utf-8", errors="replace", newline="\n")  # noqa: PTH123 - a number


class Sink(Protocol):
    """A file whose writing does not hold up the loop."""

    async def write(self, text: str, /) -> Any: ...
    async def flush(self) -> None: ...


class Answers:
    """Where the SDK writes. `busy` while a line waits for a client that reads slowly."""

    def __init__(self, file: Sink) -> None:
        self._file = file
        self.busy = False

    async def write(self, text: str) -> None:
        """Write a line; it is sent by the flush."""
        self.busy = True
        await self._file.write(text)

    async def flush(self) -> None:
        """Send what was written."""
        await self._file.flush()
        self.busy = False
