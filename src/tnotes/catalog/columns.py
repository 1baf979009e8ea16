"""A typed column to the one that it means, or to why it means none."""

from __future__ import annotations

from typing import NamedTuple

from tnotes.catalog.folding import spelled_best
from tnotes.catalog.names import quote
from tnotes.catalog.table import Table


class FoundColumn(NamedTuple):
    """The column in the catalog's spelling."""

    name: str


class AmbiguousColumnName(NamedTuple):
    """Several columns differ only in case."""

    candidates: tuple[str, ...]


class UnknownColumnName(NamedTuple):
    """No such column; the candidates are the nearest."""

    candidates: tuple[str, ...]


def resolve_column(typed: str, table: Table) -> FoundColumn | AmbiguousColumnName | UnknownColumnName:
    """The column that `typed` names, plain or quoted. A dot belongs to the name: columns may be nested."""
    names = [column.name for column in table.columns]
    text = _unquoted(typed.strip())
    found = spelled_best(typed, names) or spelled_best(text, names)
    if len(found) == 1:
        return FoundColumn(found[0])
    if found:
        return AmbiguousColumnName(tuple(quote(name) for name in found))
    from tnotes.catalog.nearest import nearest  # only errors need it

    return UnknownColumnName(nearest(text, names))


def _unquoted(text: str) -> str:
    for opening, closing in ('""', "``", "[]"):
        if len(text) > 2 and text[0] == opening and text[-1] == closing:
            return text[1:-1].replace(closing * 2, closing)
    return text
