"""Partitions: tables that a dump makes as a part of another. Their kind says of which: `partition of schema.table`."""

from __future__ import annotations

from tnotes.catalog.names import quote
from tnotes.catalog.pieces import split

_KIND = "partition of "


def partition_of(schema: str, table: str) -> str:
    """The kind of a partition of that table."""
    return f"{_KIND}{quote(schema)}.{quote(table)}"


def parent_of(kind: str) -> tuple[str, str] | None:
    """Schema and table of what a table of that kind is a partition of, case aside; None where it is no partition."""
    if not kind.startswith(_KIND):
        return None
    pieces = split(kind.removeprefix(_KIND))
    return (pieces[0].text, pieces[1].text) if len(pieces) == 2 else None
