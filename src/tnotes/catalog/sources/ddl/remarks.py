"""Comments of people in a dump, told from those of the tools that wrote it."""

from __future__ import annotations

import re
from collections.abc import Sequence

_RULER = re.compile(r"[\s\-=*#_~+/|.]*")
_EDGE = " \t\n-=*#/"
_LIMIT = 2_000
# What dump tools write above a table. Everything else is taken for somebody's words.
_TOOL = re.compile(
    r"""(?:\w+\ )?(?:table|view)\ (?:structure|data)\b | (?:temporary\ )?(?:table|view)\ [`"\[]?[\w.`"\[\]]+$
    | (?:dumping|final|temporary)\ .*\b(?:structure|data)\b | .*\bName:\ .*;\ Type:\ | Object:\s | .*\bScript\ Date:
    | .*\bauto-generated\b | [\w."`\[\]]+\ definition$ | (?:drop|create|alter|insert|select|delete|update|grant)\b.*
    | .*\bDDL\ for\ | (?:테이블|뷰)\ ?구조\b | (?:tabellenstruktur|structure\ de\ la\ table|estructura\ de\ tabla)\b
    | table:\ [\w.`"\[\]]+\ *[*=\-]*$ | todo\b | fk\ constraints?$ | partitions?$""",
    re.IGNORECASE | re.VERBOSE,
)
# A piece of the definition that somebody switched off.
_CODE = re.compile(
    r"\s*,|\s*(?:not\s+null|null|default|primary\s+key|foreign\s+key|unique|references|constraint|check|comment|index)\b"
    r"(?:\s*[(,']|\s+\w+\s*[(,]|\s*$)|.*[,;]\s*$",
    re.IGNORECASE,
)


def text_of(comment: str) -> str:
    """The words of a comment, without its marks."""
    inside = comment[2:].removesuffix("*/") if comment.startswith("/*") else comment.lstrip("-#/")
    lines = [line.strip(_EDGE) for line in inside.split("\n")]
    return "\n".join(line for line in lines if line)


def above(comments: Sequence[str], name: str) -> str | None:
    """What the comments directly above a CREATE TABLE say about the table; None where only a tool speaks."""
    lines = [line for comment in comments for line in text_of(comment).split("\n")]
    said = [line for line in lines if not _RULER.fullmatch(line) and not _TOOL.match(line)]
    bare = name.casefold()
    said = [line for line in said if line.strip("`\"[]'").casefold() != bare]
    return "\n".join(said) or None


def beside(comment: str) -> str | None:
    """What the comment at the end of a column's line says about the column."""
    text = text_of(comment[:_LIMIT])
    return None if not text or _RULER.fullmatch(text) or _CODE.match(text) else text
