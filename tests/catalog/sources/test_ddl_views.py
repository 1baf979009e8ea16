"""Views, queries, copies of other tables, and what is left out or read plainly."""

from __future__ import annotations

import pytest

from tnotes.catalog.table import Column


@pytest.mark.parametrize(
    ("dialect", "text", "kind", "names"),
    [
        ("postgres", "CREATE VIEW v (x, y) AS SELECT 1, 2", "view", ["x", "y"]),
        ("postgres", 'CREATE OR REPLACE VIEW v AS SELECT t.A, b AS "B", count(*) AS n FROM t', "view", ["a", "B", "n"]),
        ("postgres", "CREATE MATERIALIZED VIEW v AS SELECT a FROM t WITH NO DATA", "materialized view", ["a"]),
        ("postgres", "CREATE TABLE v AS WITH q AS (SELECT 1 AS a) SELECT a FROM q", "table", ["a"]),
        ("postgres", "CREATE FOREIGN TABLE v (a int) SERVER s", "foreign table", ["a"]),
        (
            "mssql",
            "CREATE VIEW v WITH SCHEMABINDING AS SELECT a AS [A b] FROM dbo.t WITH CHECK OPTION",
            "view",
            ["A b"],
        ),
        ("snowflake", "create view v (A COMMENT 'x', B) as select 1, 2", "view", ["A", "B"]),
        (
            "sqlite",
            "CREATE VIRTUAL TABLE v USING fts5(title, body, tokenize = 'porter')",
            "virtual table",
            ["title", "body"],
        ),
    ],
)
def test_views_and_tables_made_by_queries(take, dialect, text, kind, names):
    (table,) = take(text, dialect=dialect).tables
    assert (table.kind, [column.name for column in table.columns]) == (kind, names)
    assert kind == "foreign table" or all(column.nullable is None for column in table.columns)


def test_a_query_that_leaves_names_to_the_engine_is_said(take):
    export = take(
        "CREATE TABLE t (a int);CREATE VIEW v AS SELECT * FROM t;CREATE VIEW w AS SELECT ((;", dialect="postgres"
    )
    assert [found.columns for found in export.tables[1:]] == [(), ()]
    assert [one.what for one in export.skipped] == ["part of public.v", "part of public.w"]


def test_like_inherits_and_partitions_have_the_columns_of_the_other(take):
    export = take(
        """CREATE TABLE a (id int NOT NULL PRIMARY KEY, b text) PARTITION BY RANGE (id);
        CREATE TABLE p PARTITION OF a FOR VALUES FROM (1) TO (2);
        CREATE TABLE l (LIKE a INCLUDING ALL, c int);
        CREATE TABLE i (d int, CONSTRAINT x CHECK (d > 0)) INHERITS (a);
        CREATE TABLE loop (LIKE loop);""",
        dialect="postgres",
    )
    names = {found.table: [column.name for column in found.columns] for found in export.tables}
    assert names == {"a": ["id", "b"], "p": ["id", "b"], "l": ["id", "b", "c"], "i": ["id", "b", "d"], "loop": []}
    assert export.tables[1].columns[0] == Column("id", "int", False)


def test_a_partition_that_is_attached_afterwards_as_pg_dump_writes_it(take):
    export = take(
        """CREATE TABLE public.a (id int, b text) PARTITION BY RANGE (id);
        CREATE TABLE public.p (id int, b text);
        CREATE TABLE public.q (id int, b text);
        ALTER TABLE ONLY public.a ATTACH PARTITION public.p FOR VALUES FROM (1) TO (2);
        ALTER TABLE a ATTACH PARTITION q DEFAULT;
        ALTER TABLE a ATTACH PARTITION gone DEFAULT;""",
        dialect="postgres",
    )
    assert {one.table: one.part_of for one in export.tables} == {"a": None, "p": ("public", "a"), "q": ("public", "a")}
    assert [[column.name for column in one.columns] for one in export.tables] == [["id", "b"]] * 3
    export = take(
        "CREATE TABLE t (a Int8) ENGINE = Memory; CREATE TABLE id (a Int8) ENGINE = Memory;"
        "ALTER TABLE t ATTACH PARTITION ID 'x'; ALTER TABLE t ATTACH PARTITION 2020 FROM id;",
        dialect="clickhouse",
    )
    assert [one.part_of for one in export.tables] == [None, None]


def test_temporary_tables_are_left_out(take):
    export = take("CREATE TEMP TABLE x (a int); CREATE TABLE t (a int);", dialect="postgres")
    assert [found.table for found in export.tables] == ["t"]
    assert [(one.what, one.reason) for one in export.skipped] == [("x", "a temporary table")]
    assert [t.table for t in take("CREATE TABLE #x (a int)\nCREATE TABLE t (a int)", dialect="mssql").tables] == ["t"]


def test_what_sqlglot_cannot_read_is_read_plainly_and_said(take):
    export = take("CREATE TABLE t (a int NOT NULL ??, b text);", dialect="postgres")
    assert [(column.name, column.nullable) for column in export.tables[0].columns] == [("a", False), ("b", True)]
    assert export.skipped[0].what == "part of 1 table (public.t)"
    assert "read plainly" in export.skipped[0].reason


def test_a_table_made_twice(take):
    text = "CREATE TABLE t (a int);CREATE TABLE IF NOT EXISTS t (a int);CREATE TABLE IF NOT EXISTS t (b int);"
    export = take(text, dialect="postgres")
    assert [column.name for column in export.tables[0].columns] == ["a"]
    assert [one.reason for one in export.skipped] == ["the dump makes it twice; the first was taken"]
    again = take("CREATE TABLE t (a int);DROP TABLE t;CREATE TABLE t (b int);", dialect="postgres")
    assert [column.name for column in again.tables[0].columns] == ["b"]


def test_the_same_dump_twice_gives_the_same_export(take):
    text = "CREATE TABLE t (a int CHECK (a IN (1, 2)));CREATE VIEW v AS SELECT a FROM t;"
    assert take(text, dialect="postgres") == take(text, dialect="postgres")
