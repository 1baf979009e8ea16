"""Standard input, output and error as every verb may rely on them, whatever the caller made of them."""

from __future__ import annotations

import os
import sys
from contextlib import suppress


def prepare() -> None:
    """Give closed streams a place to go, and let no encoding stop a command that did its work."""
    _leave_ascii()
    _fill()
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # cp949 has no em dash


def flush() -> None:
    """Write out what is waiting; nobody may be reading any more."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):
            stream.flush()


def _leave_ascii() -> None:
    """Start again in UTF-8 mode where names and arguments would be ASCII: `LC_ALL=C` says nothing about the files."""
    if sys.getfilesystemencoding() == "ascii" and not sys.flags.utf8_mode and sys.executable:
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606 - itself, no shell


def _fill() -> None:
    """A closed stream's number would go to the next file that is opened, and print(file=None) goes to stdout."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - for the whole run
