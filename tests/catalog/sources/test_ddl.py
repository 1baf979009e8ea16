"""SQL dumps: their dialect, and where their tables lie."""

from __future__ import annotations

import pytest

from tnotes.errors import BadExport, UsageError


def places(export):
    return [(found.database, found.schema, found.table) for found in export.tables]


@pytest.mark.parametrize(
    ("engine", "text"),
    [
        ("postgres", "SET search_path = sales, pg_catalog;\nCREATE TABLE T (a serial, b jsonb);"),
        ("postgres", "CREATE TABLE sales.t (a bigserial);\nCOPY sales.t FROM stdin;\n1\n\\.\n"),
        ("mysql", "CREATE TABLE `sales`.`t` (`a` int unsigned) ENGINE=InnoDB;"),
        ("mariadb", "-- MariaDB dump 10.19\nUSE `sales`;\nCREATE TABLE `t` (`a` int) ENGINE=InnoDB;"),
        ("sqlite", "PRAGMA foreign_keys=OFF;\nCREATE TABLE t (a INTEGER PRIMARY KEY AUTOINCREMENT);"),
        ("sqlite", "CREATE TABLE t (day , b);"),
        ("mssql", "CREATE TABLE [sales].[t]([a] [nvarchar](20) NULL)\nGO\n"),
        ("oracle", "PROMPT tables\nCREATE TABLE sales.t (a VARCHAR2(10));\n/\n"),
        ("snowflake", "create or replace TABLE DW.SALES.T (A NUMBER(38,0), B TIMESTAMP_NTZ(9));"),
        ("bigquery", "CREATE TABLE `p.sales.t` (a INT64, b ARRAY<STRING>);"),
        ("db2", "CREATE TABLE sales.t (a CHAR(2) FOR BIT DATA) ORGANIZE BY ROW;"),
        ("duckdb", "CREATE TABLE t (a HUGEINT, b VARCHAR[]);"),
        (None, "CREATE TABLE sales.t (a int);"),
    ],
)
def test_the_dialect_shows_in_the_text(take, engine, text):
    export = take(text)
    assert export.engine == engine
    assert export.format == "ddl"
    assert [table.table.lower() for table in export.tables] == ["t"]


def test_the_dialect_can_be_forced_and_must_be_known(take):
    assert take("CREATE TABLE T (a int);", dialect="Greenplum").engine == "greenplum"
    assert take("CREATE TABLE [T] ([a] int);", dialect="tsql").engine == "mssql"
    with pytest.raises(UsageError, match="dialect foo") as caught:
        take("CREATE TABLE T (a int);", dialect="foo")
    assert caught.value.hint


def test_files_of_two_engines_are_refused(take):
    with pytest.raises(BadExport, match="looks like"):
        take(
            "CREATE TABLE [dbo].[a]([x] [int])\nGO\n",
            "CREATE TABLE `s`.`b` (`x` int) ENGINE=InnoDB;\n-- MySQL dump 1\n",
        )


@pytest.mark.parametrize(
    ("dialect", "text", "place"),
    [
        ("postgres", "CREATE TABLE T (a int)", (None, "public", "t")),
        ("postgres", 'CREATE TABLE "T" (a int)', (None, "public", "T")),
        ("postgres", 'SET search_path TO "$user", Sales; CREATE TABLE t (a int)', (None, "sales", "t")),
        ("postgres", "SELECT pg_catalog.set_config('search_path', '', false); CREATE TABLE x.t ()", (None, "x", "t")),
        ("cockroachdb", "SET database = shop; CREATE TABLE t (a int)", ("shop", "public", "t")),
        ("mysql", "CREATE DATABASE /*!32312 IF NOT EXISTS*/ `Shop`; CREATE TABLE T (a int)", (None, "Shop", "T")),
        ("mysql", "USE a; USE `b`; CREATE TABLE t (a int)", (None, "b", "t")),
        ("sqlite", "CREATE TABLE T (a)", (None, "main", "T")),
        ("duckdb", "USE shop.x; CREATE TABLE T (a int)", ("shop", "x", "T")),
        ("mssql", "USE [Shop]\nGO\nCREATE TABLE Orders (a int)", ("Shop", "dbo", "Orders")),
        ("mssql", "CREATE TABLE Shop..[Order Details] (a int)", ("Shop", "dbo", "Order Details")),
        ("oracle", "ALTER SESSION SET CURRENT_SCHEMA = hr;\nCREATE TABLE Emp (a int)", (None, "HR", "EMP")),
        ("oracle", 'CREATE TABLE hr."Emp" (a int)', (None, "HR", "Emp")),
        ("snowflake", "create database d; create schema s; create table t (a int)", ("D", "S", "T")),
        ("snowflake", "USE DATABASE d; create table t (a int)", ("D", "PUBLIC", "T")),
        ("bigquery", "CREATE TABLE `my-p.ds.t` (a INT64)", ("my-p", "ds", "t")),
        ("bigquery", "CREATE TABLE my-p.ds.t (a INT64)", ("my-p", "ds", "t")),
        ("db2", "SET CURRENT SCHEMA = 'SHOP'; CREATE TABLE t (a int)", (None, "SHOP", "T")),
    ],
)
def test_where_a_table_lies(take, dialect, text, place):
    assert places(take(text, dialect=dialect)) == [place]


@pytest.mark.parametrize("dialect", ["mysql", "oracle", "db2", "bigquery"])
def test_without_a_schema_it_is_asked_for(take, dialect):
    with pytest.raises(BadExport, match="nothing says the schema of table") as caught:
        take("CREATE TABLE t (a int)", dialect=dialect)
    assert "--schema" in caught.value.hint
    assert take("CREATE TABLE t (a int)", dialect=dialect, schema="s").tables[0].schema == "s"
