"""What can be told from the text of a YAML file before it is parsed."""

from __future__ import annotations

import re
from pathlib import Path

from tnotes.errors import UnreadableFile

MAX_SIZE = 8 * 1024 * 1024  # a note file at its cap is 100 KB; what is beyond this was not written by people
BOM = "\ufeff"

_CONFLICT = re.compile(r"^(?:<{7}|>{7}|\|{7})(?: |\r?$)|^={7}\r?$", re.MULTILINE)
LFS = "version https://git-lfs.github.com/spec/"
# What is refused, not what is allowed: a class of huge ranges takes 4 ms to compile, this one none.
_NOT_YAML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_LONE_CR = re.compile(r"\r(?!\n)")


def line_of(text: str, offset: int) -> int:
    """The line of an offset, counted from 1 as an editor does."""
    return text.count("\n", 0, offset) + 1


def shown(text: str) -> str:
    """A text from the file as it can stand in a one-line message."""
    short = text if len(text) <= 60 else text[:59] + "…"
    return short if short.isprintable() else ascii(short)[1:-1]


def refuse_unusable(text: str, path: Path | str) -> None:
    """Raises where the text is no YAML document that anybody meant."""
    if len(text) > MAX_SIZE:
        raise UnreadableFile(path, None, f"is larger than {MAX_SIZE // 1024 // 1024} MiB")
    if text.startswith(LFS):
        hint = "run: git lfs pull"
        raise UnreadableFile(path, 1, "is a Git LFS pointer, its content was not fetched", hint=hint, kind="lfs")
    if marker := _CONFLICT.search(text):
        hint = "keep the blocks of both sides in the file and git add it; git merge --abort takes the merge back"
        line = line_of(text, marker.start())
        raise UnreadableFile(path, line, "unresolved merge conflict", hint=hint, kind="conflict")
    if "\r" in text and (found := _LONE_CR.search(text)):
        problem = "a carriage return without a line feed; end lines with LF or CRLF"
        raise UnreadableFile(path, line_of(text, found.start()), problem)
    if "\x85" in text:  # inside quotes it would be read as a blank
        raise UnreadableFile(path, line_of(text, text.index("\x85")), unescaped("\x85"))


def unescaped(character: str) -> str:
    """The problem of a character that YAML readers take for a line break, and people do not."""
    return f'U+{ord(character):04X} must be written as "\\u{ord(character):04x}" in double quotes'


def refused_character(text: str) -> tuple[int, str]:
    """Offset and problem of the first character that may not stand in a YAML file."""
    found = _NOT_YAML.search(text)
    if found is None:
        return 0, "a character that may not stand in a YAML file"
    return found.start(), f"the control character U+{ord(found.group()):04X} may not stand in a YAML file"
