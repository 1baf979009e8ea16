"""A text to take out of history: how it can stand in any file, and a note file without it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tnotes.errors import UnreadableFile
from tnotes.files.guard import BOM
from tnotes.files.nodes import Mapping, Scalar
from tnotes.files.splice import set_key
from tnotes.notes.file import outline
from tnotes.notes.note import PURGED

# A shorter text is only looked for in the note itself: "UTC" stands in every second file.
LEAST = 8

# What may stand for a run of blanks and line breaks: any other such run, also of a quoted or commented text.
_SPACE = rb"(?:[ \t\r\n]|\\\r?\n|\\[ntr ]|\\x(?i:09|0a|0d|20)|\\u(?i:0009|000a|000d|0020)|\n[ \t]*[#>+*-])+"
_BLANKS = re.compile("[ \t\r\n]+")
# A line of double quotes may be broken anywhere.
_BREAK = rb"(?:\\\r?\n[ \t]*)?"
_NAMED = {'"': rb'\\"', "\\": rb"\\\\", "/": rb"\\/", "'": rb"''", "\xa0": rb"\\_", "\x85": rb"\\N"}
_NAMED |= {"\x1b": rb"\\e", "\x07": rb"\\a", "\x08": rb"\\b", "\u2028": rb"\\L", "\u2029": rb"\\P"}


def is_short(text: str) -> bool:
    """Whether the text is too short to be looked for outside of its note."""
    return len("".join(text.split())) < LEAST


def pattern_of(texts: Iterable[str]) -> re.Pattern[bytes] | None:
    """What finds any of the texts, quoted, escaped, folded or indented as it may be; None where all are too short."""
    wanted = sorted({text.strip() for text in texts if not is_short(text)}, key=len, reverse=True)
    return re.compile(b"|".join(map(_forms, wanted))) if wanted else None


def _forms(text: str) -> bytes:
    return _SPACE.join(_BREAK.join(map(_form, word)) for word in _BLANKS.split(text.strip()))


def _form(character: str) -> bytes:
    """The character as it is, and by its escapes in YAML and JSON. Nobody escapes letters and digits of ASCII."""
    plain = re.escape(character.encode(errors="surrogatepass"))
    if character.isascii() and character.isalnum():
        return plain
    code = ord(character)
    forms = [plain] if character not in _NAMED else [_NAMED[character], plain]
    if code < 0x100:
        forms.append(rb"\\x" + _hex(code, 2))
    if code < 0x10000:
        forms.append(rb"\\u" + _hex(code, 4))
    else:
        high, low = divmod(code - 0x10000, 0x400)
        forms.append(rb"\\u" + _hex(0xD800 + high, 4) + rb"\\u" + _hex(0xDC00 + low, 4))
    return b"(?:" + b"|".join((*forms, rb"\\U" + _hex(code, 8))) + b")"


def _hex(number: int, digits: int) -> bytes:
    """The number in either case."""
    signs = f"{number:0{digits}x}"
    return "".join(sign if sign.isdigit() else f"[{sign}{sign.upper()}]" for sign in signs).encode()


def contents_of(data: bytes, note_id: str) -> frozenset[str]:
    """The texts that a note of that id has in a version of a file, in one with conflict markers those of each side.

    Raises UnreadableFile where no side can be read.
    """
    text = _decoded(data)
    found: set[str] = set()
    problem: UnreadableFile | None = None
    readable = False
    for side in dict.fromkeys(_sides(text)):
        try:
            found.update(content.text.strip() for _, content in _named(side, note_id))
            readable = True
        except UnreadableFile as trouble:
            problem = trouble
    if problem is not None and not readable:
        raise problem
    return frozenset(found - {PURGED, ""})


def without(data: bytes, note_id: str, pattern: re.Pattern[bytes] | None) -> bytes:
    """The file's bytes with the marker in place of every text of the note, and of what the pattern finds."""
    return _replaced(_note_cleared(data, note_id), pattern)


def _replaced(data: bytes, pattern: re.Pattern[bytes] | None) -> bytes:
    return data if pattern is None else pattern.sub(PURGED.encode(), data)


def _note_cleared(data: bytes, note_id: str) -> bytes:
    if note_id.encode() not in data:
        return data
    try:
        text = _decoded(data)
        while found := next((pair for pair in _named(text, note_id) if pair[1].text != PURGED), None):
            text = set_key(text, found[0], "content", PURGED)
    except UnreadableFile:  # what the pattern finds is all that can be taken out
        return data
    return (BOM if data.startswith(BOM.encode()) else "").encode() + text.encode()


def _named(text: str, note_id: str) -> Iterator[tuple[Mapping, Scalar]]:
    """The notes of that id with their content, those included that say they are deleted and have one all the same."""
    _, items = outline(text, Path("a version"))
    for item in items:
        found = item.get("id") if isinstance(item, Mapping) else None
        content = item.get("content") if isinstance(item, Mapping) else None
        fits = isinstance(found, Scalar) and found.text == note_id
        if isinstance(item, Mapping) and fits and isinstance(content, Scalar):
            yield item, content


def _decoded(data: bytes) -> str:
    try:
        return data.decode().removeprefix(BOM)
    except UnicodeDecodeError as problem:
        raise UnreadableFile("a version", None, "not UTF-8") from problem


def _sides(text: str) -> Iterator[str]:
    """The text; one with conflict markers as ours, as the common base, and as theirs."""
    if "\n<<<<<<< " not in f"\n{text}":
        yield text
        return
    for wanted in ("<", "|", ">"):
        yield "".join(_side(text, wanted))


def _side(text: str, wanted: str) -> Iterator[str]:
    here = ""
    for line in text.splitlines(keepends=True):
        sign = line[0] if line[:7] in ("<<<<<<<", "|||||||", "=======", ">>>>>>>") else ""
        if sign:
            here = {"<": "<", "|": "|", "=": ">", ">": ""}[sign]
        elif here in ("", wanted):
            yield line
