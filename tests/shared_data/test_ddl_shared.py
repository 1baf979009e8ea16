"""Real dumps, which are not ours to commit: set TNOTES_SHARED_DATA to the folder that has them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tnotes.catalog.sources import read_export
from tnotes.catalog.sources.export import Options

DATA = Path(os.environ.get("TNOTES_SHARED_DATA", "unset")) / "catalogs"
pytestmark = pytest.mark.skipif("TNOTES_SHARED_DATA" not in os.environ, reason="TNOTES_SHARED_DATA is not set")

ENGINES = {
    "ddl_egov_korean/com_DDL_mysql.sql": "mysql",
    "ddl_egov_korean/com_DDL_postgres.sql": "postgres",
    "ddl_northwind_mssql/instnwnd.sql": "mssql",
    "ddl_northwind_mssql/instpubs.sql": "mssql",
    "ddl_oracle_samples/co_create.sql": "oracle",
    "ddl_oracle_samples/hr_create.sql": "oracle",
    "ddl_pagila_postgres/pagila-schema.sql": "postgres",
    "ddl_sakila_multi/cockroachdb-sakila-schema.sql": "cockroachdb",
    "ddl_sakila_multi/db2-sakila-schema.sql": "db2",
    "ddl_sakila_multi/mysql-sakila-schema.sql": "mysql",
    "ddl_sakila_multi/oracle-sakila-schema.sql": "oracle",
    "ddl_sakila_multi/postgres-sakila-schema.sql": "postgres",
    "ddl_sakila_multi/sql-server-sakila-schema.sql": "mssql",
    "ddl_sakila_multi/sqlite-sakila-schema.sql": "sqlite",
    "ddl_sakila_multi/yugabytedb-sakila-schema.sql": "postgres",
}
COMMENTS = "ddl_egov_korean/egov_postgres_comment.sql"  # goes with com_DDL_postgres.sql


def taken(*names):
    return read_export([DATA / name for name in names], None, Options(schema="S"))


def tables(export):
    return {found.table.casefold() for found in export.tables if not found.kind.endswith("view")}


@pytest.mark.parametrize(("name", "engine"), ENGINES.items())
def test_every_dump_gives_the_tables_that_it_has(name, engine):
    export = taken(name)
    expected = json.loads((DATA / "expected_tables.json").read_text(encoding="utf-8"))
    assert export.engine == engine
    assert tables(export) == {parts[-1].casefold() for parts in expected[name]}
    assert all(found.columns for found in export.tables if not found.kind.endswith("view"))
    assert [one for one in export.skipped if "SELECT *" not in one.reason and "read plainly" not in one.reason] == []


def test_no_dump_is_left_out():
    found = {path.relative_to(DATA).as_posix() for path in DATA.glob("ddl_*/*.sql")}
    assert found == {*ENGINES, COMMENTS}


@pytest.mark.parametrize("backwards", [False, True])
def test_the_korean_comments_of_the_second_file_land(backwards):
    names = ["ddl_egov_korean/com_DDL_postgres.sql", COMMENTS]
    export = taken(*(reversed(names) if backwards else names))
    on_tables = [found.comment for found in export.tables if found.comment]
    on_columns = [column.comment for found in export.tables for column in found.columns if column.comment]
    assert (len(on_tables), len(on_columns)) == (182, 1942)
    assert next(found for found in export.tables if found.table == "comtcadministcode").comment == "행정코드"
    assert "," not in "".join(one.what for one in export.skipped if one.what.startswith("comment"))


# What the ports of Sakila changed themselves, besides film_text and partitions, which not every port has.
CHANGED = {
    ("customer", "active"),  # activebool beside it in Postgres
    ("customer", "activebool"),
    ("customer", "create_date"),
    ("film", "fulltext"),  # only Postgres searches it
    ("address", "location"),
    ("payment", "last_update"),  # not in Postgres
    ("staff", "picture"),
}
SAKILA = [name for name in ENGINES if "sakila_multi" in name]


@pytest.mark.parametrize("name", SAKILA)
def test_sakila_is_the_same_in_every_dialect(name):
    first, other = (
        {
            (found.table.casefold(), column.name.casefold())
            for found in taken(one).tables
            if found.kind == "table" and found.table.casefold() != "film_text" and "_p2007_" not in found.table
            for column in found.columns
        }
        for one in ("ddl_sakila_multi/mysql-sakila-schema.sql", name)
    )
    assert first ^ other <= CHANGED


@pytest.mark.parametrize("name", SAKILA)
def test_sakila_has_its_keys_in_every_dialect(name):
    export = taken(name)
    film = next(found for found in export.tables if found.table.casefold() == "film")
    found = {column.name.casefold(): column for column in film.columns}
    assert found["film_id"].key == "primary"
    assert found["language_id"].references is not None
    assert found["language_id"].references.table.casefold() == "language"
    assert not found["title"].nullable
