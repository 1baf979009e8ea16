from __future__ import annotations

import pytest

from tnotes.catalog.sql import Identifier, Unread, created, selected


def test_the_columns_of_create_table():
    found = created('CREATE TABLE t (a int, "B" text, PRIMARY KEY (a), CONSTRAINT c CHECK (a > 0))', "postgres")
    assert found == (Identifier("a", False), Identifier("B", True))
    assert created("CREATE TABLE t (day , b)", "sqlite") == (Identifier("day", False), Identifier("b", False))


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ('SELECT t.a, b AS "B", f(c) d FROM t', ["a", "B", "d"]),
        ("WITH x AS (SELECT 1 AS a) SELECT a FROM x UNION SELECT 2", ["a"]),
        ("(SELECT a FROM t)", ["a"]),
        ("SELECT * FROM t", None),
        ("SELECT t.*, a FROM t", None),
        ("SELECT 1", None),
    ],
)
def test_the_names_that_a_query_gives(query, names):
    found = selected(query, "postgres")
    assert (None if found is None else [one.text for one in found]) == names


@pytest.mark.parametrize(
    "text",
    [
        "CREATE TABLE t (a int",
        "SELECT 1; SELECT 2",
        "",
        "'unclosed",
        "SELECT " + "(" * 500 + "1" + ")" * 500,
        "SELECT " + "STRUCT(" * 30 + "1" + ")" * 30,
        "SELECT " + "DIV0(a, " * 30 + "1" + ")" * 30,
        "SELECT " + "a," * 300_000 + "b",
        "\ud800",
    ],
)
def test_what_it_cannot_read_is_an_answer(text, capfd):
    for dialect in ("postgres", "snowflake", "tsql", ""):
        assert isinstance(created(text, dialect), Unread)
    assert capfd.readouterr().err == ""
