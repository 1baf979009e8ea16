from __future__ import annotations

import json

import pytest

from tnotes.catalog.sources.openmetadata_names import parts_of
from tnotes.catalog.table import Column, Reference
from tnotes.errors import BadExport


def table(name="t", *columns, **more):
    listed = [column("a") if one is None else one for one in columns or (None,)]
    return {"name": name, "fullyQualifiedName": f'svc.db.shop."{name}"', "columns": listed} | more


def column(name, kind="INT", **more):
    return {"name": name, "dataType": kind} | more


def only(export):
    assert len(export.tables) == 1
    return export.tables[0]


@pytest.mark.parametrize(
    ("qualified", "parts"),
    [
        ('sample.db.shopify."dim.shop"', ["sample", "db", "shopify", "dim.shop"]),
        ('s.d."a ""b"".c".t', ["s", "d", 'a "b".c', "t"]),
        ("plain", ["plain"]),
        ("a..b", []),
        ("a.", []),
        ('a."open', []),
        ("", []),
        (None, []),
    ],
)
def test_qualified_names(qualified, parts):
    assert parts_of(qualified) == parts


def test_lists_pages_and_one_table_read_the_same(take):
    for written in (
        {"tables": [table("dim.shop")]},
        {"data": [table("dim.shop")], "paging": {"total": 1}},
        [table("dim.shop")],
        table("dim.shop"),
    ):
        found = only(take(written))
        assert (found.database, found.schema, found.table) == ("db", "shop", "dim.shop")


def test_a_list_that_goes_on_says_so_unless_the_last_page_is_there(take):
    first = {"data": [table("a")], "paging": {"after": "x"}}
    last = {"data": [table("b")], "paging": {}}
    assert "all its pages" in take(first).skipped[0].reason
    assert take(first, last).skipped == ()


def test_the_place_from_references_where_the_name_has_none(take):
    reference = {"databaseSchema": {"name": "svc.db.web"}, "database": {"name": "svc.db"}, "fullyQualifiedName": None}
    found = only(take(table("t", **reference)))
    assert (found.database, found.schema) == ("db", "web")
    plain = {"databaseSchema": {"name": "web"}, "database": {"name": "default"}, "fullyQualifiedName": "svc.t"}
    found = only(take(table("t", **plain)))
    assert (found.database, found.schema) == (None, "web")
    with pytest.raises(BadExport, match="nothing says its schema"):
        take(table("t", fullyQualifiedName="t"))
    assert only(take(table("t", fullyQualifiedName="t"), schema="given")).schema == "given"


def test_nested_fields_constraints_and_types(take):
    address = column(
        "address",
        "STRUCT",
        dataTypeDisplay="struct<city:varchar(9)>",
        children=[column("city", "VARCHAR", dataLength=9, description="City")],
    )
    columns = [
        column("id", constraint="PRIMARY_KEY"),
        column("mail", "VARCHAR", dataTypeDisplay="varchar", dataLength=90, constraint="UNIQUE"),
        column("note", "TEXT", dataLength=1, constraint="NULL", description="<p>See <b>wiki</b></p>"),
        column("day", constraint="NOT_NULL", description=""),
        address,
    ]
    assert only(take(table("t", *columns))).columns == (
        Column("id", "INT", nullable=False, key="primary"),
        Column("mail", "varchar(90)", key="unique"),
        Column("note", "TEXT", nullable=True, comment="<p>See <b>wiki</b></p>"),
        Column("day", "INT", nullable=False),
        Column("address", "struct<city:varchar(9)>"),
        Column("address.city", "VARCHAR(9)", comment="City"),
    )


def test_positions_that_repeat_keep_the_order_of_the_file(take):
    columns = [column(name, ordinalPosition=at) for name, at in (("c", 2), ("b", 1), ("a", 1), ("d", 2))]
    found = only(take(table("t", *columns, column("last"))))
    assert [one.name for one in found.columns] == ["b", "a", "c", "d", "last"]


def test_table_constraints(take):
    constraints = [
        {"constraintType": "PRIMARY_KEY", "columns": ["a", "b"]},
        {"constraintType": "UNIQUE", "columns": ["c"]},
        {"constraintType": "UNIQUE", "columns": ["a", "c"]},
        {"constraintType": "FOREIGN_KEY", "columns": ["b"], "referredColumns": ['svc.db.shop."x.y".id']},
        {"constraintType": "FOREIGN_KEY", "columns": ["c"], "referredColumns": ["odd"]},
    ]
    found = only(take(table("t", *map(column, "abc"), tableConstraints=constraints)))
    assert [one.key for one in found.columns] == ["primary", "primary", "unique"]
    assert [one.references for one in found.columns] == [None, Reference("shop", "x.y", "id"), None]


def test_kinds_engines_and_deleted_tables(take):
    tables = [
        table("a", tableType="MaterializedView", serviceType="BigQuery"),
        table("b", tableType="SecureView", serviceType="BigQuery"),
        table("c", tableType="External", serviceType="BigQuery"),
        table("d", deleted=True),
        table("e") | {"columns": None},
        {"name": "f", "fullyQualifiedName": "s.d.s.f"},
    ]
    export = take({"tables": tables})
    assert export.engine == "bigquery"
    assert [found.kind for found in export.tables] == ["materialized view", "view", "external table", "table"]
    assert [item.what for item in export.skipped] == ["d", "f"]
    with pytest.raises(BadExport, match="bigquery, mysql"):
        take({"tables": [*tables, table("g", serviceType="Mysql")]})


@pytest.mark.parametrize(
    ("entity", "what"),
    [
        ({"name": "d", "description": "x", "service": {"id": "1", "type": "databaseService"}}, "a database or schema"),
        ({"type": "bigquery", "serviceName": "s", "serviceConnection": {"config": {}}}, "a service"),
        ({"name": "p", "fullyQualifiedName": "s.p", "tasks": []}, "something else"),
        ({"data": [{"name": "d", "fullyQualifiedName": "s.d", "service": {"id": "1", "type": "x"}}]}, "a database"),
    ],
)
def test_what_describes_no_tables_is_refused_saying_what_it_is(take, entity, what):
    with pytest.raises(BadExport, match=f"describes {what}.*no tables") as caught:
        take(entity)
    assert "fields=columns" in caught.value.hint


def nested(depth):
    inner = column("x")
    for _ in range(depth):
        inner = column("x", "STRUCT", children=[inner])
    return inner


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        ({"tables": [table(5)]}, "name is not a string"),
        ({"tables": [table("t"), 5]}, r"tables\[1\] is not an object"),
        ({"tables": [table("t", column([]))]}, r"columns\[0\].name is not a string"),
        ({"tables": [table("t", column("a", children={}))]}, "children is not a list"),
        ({"tables": [table("t", nested(100))]}, "nested deeper"),
        ({"tables": [table("t", tableConstraints=[{"constraintType": "UNIQUE", "columns": "a"}])]}, "not a list"),
        ({"tables": [table("")]}, "no table that can be taken"),
        (json.dumps({"tables": [table()]})[:-5], "not valid JSON"),
    ],
)
def test_hostile_shapes_are_refused_in_one_line(take, broken, problem):
    with pytest.raises(BadExport, match=problem) as caught:
        take(broken)
    assert "\n" not in caught.value.message
    assert caught.value.hint


def test_what_cannot_be_kept_is_skipped_and_named(take):
    export = take({"tables": [table("t", column(""), column("a")), table("bad\ud800"), table("u", column("\udfff"))]})
    assert [found.table for found in export.tables] == ["t"]
    assert [item.what for item in export.skipped] == ["shop.t, column 1", "shop.bad\ufffd", "shop.u"]
