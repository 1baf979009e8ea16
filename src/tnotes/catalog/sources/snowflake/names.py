"""Names as a semantic model writes them, and as Snowflake then has them."""

from __future__ import annotations

import re

# A plain column: one identifier, with the name of its table before it or not.
_IDENTIFIER = r'(?:[A-Za-z_][\w$]*|"(?:[^"]|"")+")'
_COLUMN = re.compile(rf"\s*(?:{_IDENTIFIER}\s*\.\s*)?({_IDENTIFIER})\s*")
_QUOTED = re.compile(r'\s*"((?:[^"]|"")+)"\s*')


def physical(name: str) -> str:
    """The name in the database: as it is where it is quoted, in upper case where it is not."""
    quoted = _QUOTED.fullmatch(name)
    return quoted[1].replace('""', '"') if quoted else name.strip().upper()


def plain_column(expression: str) -> str | None:
    """The column that the expression is, or None where it computes something."""
    match = _COLUMN.fullmatch(expression)
    return physical(match[1]) if match else None
