"""Real exports, which are not ours to commit: set TNOTES_SHARED_DATA to the folder that has them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tnotes.catalog.sources import read_export
from tnotes.catalog.sources.export import Options

DATA = Path(os.environ.get("TNOTES_SHARED_DATA", "unset"))
pytestmark = pytest.mark.skipif("TNOTES_SHARED_DATA" not in os.environ, reason="TNOTES_SHARED_DATA is not set")

COUNTS = {
    "catalogs/tbls/databricks/schema.json": 8,
    "catalogs/tbls/mysql/schema.json": 10,
    "catalogs/tbls/postgres/schema.json": 16,
    "catalogs/tbls/sqlite/schema.json": 16,
    "recall/columns.csv": 32,
    "recall/tbls/california_schools.json": 3,
    "recall/tbls/card_games.json": 6,
    "recall/tbls/debit_card_specializing.json": 5,
    "recall/tbls/financial.json": 8,
    "recall/tbls/superhero.json": 10,
}


def columns_by_place(export):
    return {(found.schema, found.table): [column.name for column in found.columns] for found in export.tables}


@pytest.mark.parametrize(("path", "count"), COUNTS.items())
def test_all_tables_are_taken(path, count):
    export = read_export([DATA / path], None, Options())
    assert len(export.tables) == count
    assert {one.what for one in export.skipped} <= {"the description of the database"}
    assert all(found.columns for found in export.tables)


def test_no_file_is_left_out():
    found = [*DATA.glob("catalogs/tbls/*/schema.json"), *DATA.glob("recall/tbls/*.json"), DATA / "recall/columns.csv"]
    assert {path.relative_to(DATA).as_posix() for path in found} == set(COUNTS)


def test_both_ways_to_the_same_tables_give_the_same_names():
    together = read_export(sorted((DATA / "recall/tbls").glob("*.json")), None, Options())
    assert columns_by_place(together) == columns_by_place(read_export([DATA / "recall/columns.csv"], None, Options()))
