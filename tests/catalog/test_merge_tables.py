"""Two states of a catalog file: the newer export per table, whoever merges."""

from __future__ import annotations

from pathlib import Path

import pytest

from tnotes.catalog.merge import merge_tables
from tnotes.catalog.record import to_text
from tnotes.catalog.table import Column, Table, TableName
from tnotes.errors import UnreadableFile

PATH = Path("catalog/warehouse/sales/CUSTOMER.json")
NAME = TableName("warehouse", "sales", "CUSTOMER")


def text(column: str, name: TableName = NAME, available: bool = True) -> str:
    return to_text(Table(name, available=available, columns=(Column(column),)))


OLD, A, B, GONE = text("OLD"), text("A"), text("B"), text("OLD", available=False)


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "ages", "merged"),
    [
        (OLD, A, OLD, {}, A),
        (OLD, A, A, {}, A),
        (OLD, A, B, {A: 5, B: 4}, A),
        (OLD, A, B, {A: 4, B: 5}, B),
        (OLD, A, B, {A: 5, B: 5}, B),
        (OLD, A, B, {A: 5}, B),
        (None, A, B, {A: 5, B: 4}, A),
        (OLD, GONE, A, {GONE: 5, A: 4}, GONE),
        (OLD, GONE, A, {GONE: 4, A: 5}, A),
        (OLD, None, OLD, {}, None),
        (OLD, None, A, {}, A),
        (None, None, A, {}, A),
        (OLD, None, None, {}, None),
    ],
)
def test_the_newer_export_wins(base, ours, theirs, ages, merged):
    assert merge_tables(PATH, base, ours, theirs, ages.get) == merged
    assert merge_tables(PATH, base, theirs, ours, ages.get) == merged


def test_what_is_no_table_or_another_one_is_not_chosen():
    for other in ("{}", "<<<<<<< ours\n", text("A", TableName("warehouse", "sales", "ORDERS"))):
        with pytest.raises(UnreadableFile):
            merge_tables(PATH, OLD, other, B, {}.get)
