"""One string as a YAML scalar that every reader, of YAML 1.1 or 1.2, takes for exactly that string.

Nothing is ever folded: one changed word is one changed line.
"""

from __future__ import annotations

import re

from tnotes.errors import BadText

# Plain is for text that no reader could take for anything else: more is quoted than the standard asks.
_SAFE_START = re.compile(r"[^\s\-?:,\[\]{}#&*!|>'\"%@`=<~.+^$\\/]")
_NUMBER_LIKE = re.compile(r"[0-9][0-9a-fA-F_:.,+\-TtZzxXoO\s]*")
_WORDS = frozenset(["y", "n", "yes", "no", "on", "off", "true", "false", "null", "none", "nan", "inf"])

# NEL, LS and PS are breaks to YAML 1.1; the rest is what may not stand in a file, or what nobody can see
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufeff\ufffe\uffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SHORT = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
_NONCHARACTERS = frozenset(plane * 0x10000 + low for plane in range(1, 17) for low in (0xFFFE, 0xFFFF))


def emit(text: str, indent: int) -> str:
    """The scalar for a block context; the lines of a literal block begin at column `indent`, joined by "\\n"."""
    if _needs_escapes(text):
        return emit_flow(text)
    if "\n" in text:
        return _literal(text, indent) if _literal_is_exact(text) else emit_flow(text)
    if "\t" in text:
        return emit_flow(text)
    return text if is_plain(text) else "'" + text.replace("'", "''") + "'"


def emit_flow(text: str) -> str:
    """The scalar in double quotes, on one line; JSON where the text has no noncharacters beyond U+FFFF."""
    if surrogate := _SURROGATE.search(text):
        raise BadText(f"the text has a lone surrogate, U+{ord(surrogate.group()):04X}")
    return '"' + "".join(_escaped(character) for character in text) + '"'


def is_plain(text: str) -> bool:
    """Whether the text can stand without quotes in a block context, for every reader."""
    return (
        bool(_SAFE_START.match(text))
        and text == text.strip()
        and "\n" not in text
        and "\t" not in text
        and ": " not in text
        and " #" not in text
        and not text.endswith(":")
        and text.lower() not in _WORDS
        and not _NUMBER_LIKE.fullmatch(text)
        and not _needs_escapes(text)
    )


def _needs_escapes(text: str) -> bool:
    if text.isascii() and text.isprintable():
        return False
    return bool(_UNSAFE.search(text)) or any(ord(character) in _NONCHARACTERS for character in text)


def _escaped(character: str) -> str:
    if character in _SHORT:
        return _SHORT[character]
    if ord(character) in _NONCHARACTERS:
        return f"\\U{ord(character):08x}"
    return f"\\u{ord(character):04x}" if _UNSAFE.match(character) else character


def _literal_is_exact(text: str) -> bool:
    """Blanks at the ends of lines are kept by YAML, but not by people's editors and hooks."""
    lines = text.split("\n")
    return bool(lines[0]) and not lines[0][0].isspace() and bool(lines[-1]) and all(ln == ln.rstrip() for ln in lines)


def _literal(text: str, indent: int) -> str:
    pad = " " * indent
    return "\n".join(["|-", *(pad + line if line else "" for line in text.split("\n"))])
