"""Where each table's file lies: names that differ only in case or composition get a hash, on every platform alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import PurePosixPath

from tnotes.catalog.names import component
from tnotes.catalog.table import TableName
from tnotes.words import fold


def places(names: Iterable[TableName]) -> dict[TableName, PurePosixPath]:
    """The path of each table without an extension, given all tables that lie beside it."""
    names = list(names)
    beside: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for name in names:
        for parents, own in _steps(name):
            beside[*parents, fold(own)].add(own)
    return {
        name: PurePosixPath(
            *(component(own, twin=len(beside[*parents, fold(own)]) > 1) for parents, own in _steps(name))
        )
        for name in names
    }


def _steps(name: TableName) -> tuple[tuple[tuple[str, ...], str], ...]:
    return (
        ((), name.connection),
        ((name.connection,), name.schema),
        ((name.connection, name.schema), name.table),
    )
