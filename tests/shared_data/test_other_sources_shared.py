"""Real exports of DataHub and OpenMetadata, not ours to commit: set TNOTES_SHARED_DATA to the folder that has them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tnotes.catalog.sources import SOURCES, read_export
from tnotes.catalog.sources.export import Options
from tnotes.catalog.sources.opened import open_file
from tnotes.errors import BadExport

DATA = Path(os.environ.get("TNOTES_SHARED_DATA", "unset")) / "catalogs"
pytestmark = pytest.mark.skipif("TNOTES_SHARED_DATA" not in os.environ, reason="TNOTES_SHARED_DATA is not set")

DATAHUB, OPENMETADATA = DATA / "datahub_bootstrap_mce", DATA / "openmetadata_sample"
NO_EXPORTS = {"SOURCE", "expected_tables.json", "tbls.schema.json_schema.json"}


def take(path, **options):
    return read_export([path], None, Options(**options))


def places(export):
    return {(found.database, found.schema, found.table) for found in export.tables}


def test_every_json_file_has_exactly_one_source():
    for path in DATA.rglob("*.json"):
        if path.name not in NO_EXPORTS:
            assert len([source for source in SOURCES if source.recognises(open_file(path))]) == 1, path


def test_datahub_has_several_engines_and_names_without_a_schema():
    with pytest.raises(BadExport, match="hdfs, hive, kafka, s3"):
        take(DATAHUB / "bootstrap_mce.json")
    export = take(DATAHUB / "bootstrap_mce.json", dialect="hive")
    assert places(export) == {("datahub_db", "datahub_schema", "SampleHiveDataset")}  # a container says it
    assert {item.what for item in export.skipped} >= {"logging_events", "fct_users_created", "fct_users_deleted"}


def test_datahub_with_a_schema_given():
    export = take(DATAHUB / "bootstrap_mce.json", dialect="hive", schema="web")
    assert len(export.tables) == 4
    users = next(found for found in export.tables if found.table == "fct_users_created")
    assert users.comment == "table containing all the users created on a single day"
    assert [column.name for column in users.columns] == ["user_id", "user_name"]
    assert users.columns[0].references == ("web", "fct_users_deleted", "user_id")
    (topic,) = take(DATAHUB / "bootstrap_mce.json", dialect="kafka", schema="topics").tables
    assert [column.name for column in topic.columns] == ["field_foo_2", "field_bar", "id"]


def test_all_tables_of_openmetadata():
    export = take(OPENMETADATA / "tables.json")
    assert len(export.tables) == 16
    assert export.skipped == ()
    assert ("ecommerce_db", "shopify", "dim.shop") in places(export)
    assert {place[:2] for place in places(export)} == {("ecommerce_db", "shopify")}
    location = next(found for found in export.tables if found.table == "dim_location")
    assert [column.name for column in location.columns][-2:] == [
        "address.country.country_code",
        "address.country.country_name",
    ]


@pytest.mark.parametrize("name", ["database.json", "database_schema.json", "service.json"])
def test_what_describes_no_tables_is_refused_saying_so(name):
    with pytest.raises(BadExport, match="no tables with columns"):
        take(OPENMETADATA / name)


def test_no_file_is_left_out():
    found = {path.name for folder in (DATAHUB, OPENMETADATA) for path in folder.iterdir()} - NO_EXPORTS
    assert found == {"bootstrap_mce.json", "tables.json", "database.json", "database_schema.json", "service.json"}
