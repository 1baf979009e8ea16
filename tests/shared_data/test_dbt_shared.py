"""Real artifacts of dbt, which are not ours to commit: set TNOTES_SHARED_DATA to the folder that has them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tnotes.catalog.sources import read_export
from tnotes.catalog.sources.export import Options
from tnotes.catalog.table import Reference

DATA = Path(os.environ.get("TNOTES_SHARED_DATA", "unset"))
pytestmark = pytest.mark.skipif("TNOTES_SHARED_DATA" not in os.environ, reason="TNOTES_SHARED_DATA is not set")

# folder: tables of both files, of the manifest alone, of the catalog alone; metrics; things said
COUNTS = {
    "dbt_airbnb_snowflake_v11": (10, 10, 10, 0, 0),
    "dbt_jaffle_v10_bigquery": (39, 9, 38, 0, 0),
    "dbt_jaffle_v12_112_duckdb": (19, 19, 19, 23, 0),
    "dbt_shopverse_snowflake": (16, 16, 16, 0, 7),
}


def read(*paths):
    return read_export([DATA / "catalogs" / path for path in paths], None, Options())


def table(export, name):
    return next(table for table in export.tables if table.table == name)


def column(export, name, column_name):
    return next(column for column in table(export, name).columns if column.name == column_name)


@pytest.mark.parametrize(("folder", "counts"), COUNTS.items())
def test_all_tables_are_taken(folder, counts):
    whole = read(folder)
    alone = [len(read(f"{folder}/{name}").tables) for name in ("manifest.json", "catalog.json")]
    assert (len(whole.tables), *alone, len(whole.metrics), len(whole.skipped)) == counts
    assert len({table.database for table in whole.tables}) == 1
    assert read(f"{folder}/catalog.json", f"{folder}/manifest.json") == whole


def test_no_folder_is_left_out():
    assert {path.name for path in DATA.glob("catalogs/dbt_*")} == set(COUNTS)


@pytest.mark.parametrize("folder", COUNTS)
def test_columns_are_those_of_the_catalog_in_its_spelling(folder):
    catalog = json.loads((DATA / "catalogs" / folder / "catalog.json").read_text(encoding="utf-8"))
    entries = [*catalog["nodes"].values(), *catalog["sources"].values()]
    expected = {(one["metadata"]["schema"], one["metadata"]["name"]): set(one["columns"]) for one in entries}
    found = {(one.schema, one.table): {column.name for column in one.columns} for one in read(folder).tables}
    assert {place: found[place] for place in expected} == expected


def test_upper_and_lower_case_are_one_column():
    export = read("dbt_shopverse_snowflake")
    assert [name.name for name in table(export, "STG_COUNTRY").columns] == ["COUNTRY", "REGION"]
    assert column(export, "STG_ORDERS", "CUSTOMER_ID").references == Reference("STG", "STG_CUSTOMERS", "CUSTOMER_ID")
    assert column(export, "STG_ORDERS", "ORDER_ID").comment
    assert "SILVER.STG_PAYMENTS.payment_status" in [one.what for one in export.skipped]


def test_values_and_references_of_tests():
    airbnb, jaffle = read("dbt_airbnb_snowflake_v11"), read("dbt_jaffle_v10_bigquery")
    assert len(column(airbnb, "DIM_LISTINGS_CLEANSED", "ROOM_TYPE").values) == 4
    host = column(airbnb, "DIM_LISTINGS_CLEANSED", "HOST_ID")
    assert host.references == Reference("DEV", "DIM_HOSTS_CLEANSED", "HOST_ID")
    assert table(airbnb, "RAW_LISTINGS")  # by its identifier: dbt calls it listings
    assert [value.value for value in column(jaffle, "stg_payments", "payment_method").values][:2] == [
        "credit_card",
        "coupon",
    ]


def test_a_seed_that_is_a_source_too_is_one_table():
    names = [found.table for found in read("dbt_jaffle_v12_112_duckdb").tables]
    assert names.count("raw_products") == 1


def test_metrics_rest_on_their_tables():
    metrics = {one.name: one for one in read("dbt_jaffle_v12_112_duckdb").metrics}
    assert metrics["revenue"].expression == "sum(product_price)"
    assert metrics["revenue"].table == ("main", "order_items")
    assert metrics["order_gross_profit"].table is None
    assert all(one.description for one in metrics.values())
