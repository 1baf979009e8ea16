"""What YAML 1.2 takes an unquoted value for. The patterns are ruamel's, so that both agree on every value."""

from __future__ import annotations

import re

FIRST = frozenset("-+.0123456789~nNtTfF<=")  # no other character begins a value that is not a string

PATTERNS = {
    "null": re.compile(r"~|null|Null|NULL|"),
    "bool": re.compile(r"true|True|TRUE|false|False|FALSE"),
    "int": re.compile(r"[-+]?(?:0b[01_]+|0o?[0-7_]+|[0-9_]+|0x[0-9a-fA-F_]+)"),
    "float": re.compile(
        r"[-+]?[0-9][0-9_]*(?:\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)"
        r"|[-+]?\.[0-9_]+(?:[eE][-+][0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
    ),
    "timestamp": re.compile(
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
        r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?"
        r"(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?"
    ),
    "merge": re.compile(r"<<"),
    "value": re.compile(r"="),
}


def resolve(text: str) -> str:
    """The tag of an unquoted value: `str`, `int`, `bool`, `null`, `float`, `timestamp`, `merge` or `value`."""
    if text and text[0] not in FIRST:
        return "str"
    return next((tag for tag, pattern in PATTERNS.items() if pattern.fullmatch(text)), "str")


def convert(text: str, tag: str) -> str | int | float | bool | None:
    """The Python value; a timestamp stays text."""
    if tag == "null":
        return None
    if tag == "bool":
        return text.lower() == "true"
    try:
        if tag == "int":
            return _integer(text)
        if tag == "float":
            return float(text.lower().replace("_", "").replace(".inf", "inf").replace(".nan", "nan"))
    except ValueError:  # `-_` and `0b_` look like numbers to YAML
        return text
    return text


def _integer(text: str) -> int:
    digits = text.replace("_", "")
    base = {"0b": 2, "0o": 8, "0x": 16}.get(digits.lstrip("+-")[:2], 10)
    return int(digits, base)
