from __future__ import annotations

import json

import pytest

from tnotes.catalog.table import Column, Reference
from tnotes.errors import BadExport


def field(name, kind="STRING", mode=None, **more):
    return {"name": name, "type": kind} | ({"mode": mode} if mode else {}) | more


def table(name="t", *fields, **more):
    place = {"projectId": "my-proj", "datasetId": "web", "tableId": name}
    listed = list(fields) or [field("a")]
    return {"kind": "bigquery#table", "tableReference": place, "schema": {"fields": listed}} | more


def row(column, **more):
    place = {"table_catalog": "my-proj", "table_schema": "web", "table_name": "t"}
    return place | {"column_name": column, "is_partitioning_column": "NO"} | more


def lines(*rows):
    return "\n".join(map(json.dumps, rows)) + "\n"


def only(export):
    assert len(export.tables) == 1
    return export.tables[0]


def test_one_file_several_files_and_a_list(take):
    export = take(table())
    found = only(export)
    assert (export.format, export.engine) == ("bigquery", "bigquery")
    assert (found.database, found.schema, found.table, found.kind) == ("my-proj", "web", "t", "table")
    assert [one.table for one in take(table("a"), table("b")).tables] == ["a", "b"]
    assert [one.table for one in take([table("a"), table("b")]).tables] == ["a", "b"]
    assert [one.table for one in take(lines(table("a"), table("b"))).tables] == ["a", "b"]


EVENTS = (
    field("day", "DATE", "REQUIRED", description="날짜"),
    field("ok", "BOOLEAN"),
    field("price", "NUMERIC", precision="10", scale="2"),
    field("tags", "STRING", "REPEATED"),
    field(
        "params",
        "RECORD",
        "REPEATED",
        fields=[field("key", description="Name"), field("value", "RECORD", fields=[field("n", "INTEGER")])],
    ),
)
READ = (
    Column("day", "DATE", nullable=False, comment="날짜"),
    Column("ok", "BOOL", nullable=True),
    Column("price", "NUMERIC(10, 2)", nullable=True),
    Column("tags", "ARRAY<STRING>", nullable=False),
    Column("params", "ARRAY<STRUCT<key STRING, value STRUCT<n INT64>>>", nullable=False),
    Column("params.key", "STRING", nullable=True, comment="Name"),
    Column("params.value", "STRUCT<n INT64>", nullable=True),
    Column("params.value.n", "INT64", nullable=True),
)


def test_nested_and_repeated_fields(take):
    assert only(take(table("t", *EVENTS))).columns == READ


def test_both_views_of_information_schema_say_the_same_together(take):
    kept = [column for column in READ if "." not in column.name]
    columns = [
        row(one.name, ordinal_position=str(at), is_nullable="YES" if one.nullable else "NO", data_type=one.type)
        for at, one in reversed(list(enumerate(kept, 1)))
    ]
    hidden = row("_PARTITIONTIME", is_hidden="YES", data_type="TIMESTAMP")
    paths = [
        row(one.name.partition(".")[0], field_path=one.name, data_type=one.type, description=one.comment)
        for one in READ
    ]
    for files in ((lines(*columns, hidden), lines(*paths)), ([*columns, hidden], paths)):
        export = take(*files)
        assert export.format == "bigquery"
        # nothing there says whether a nested field may be NULL
        assert only(export).columns == tuple(one._replace(nullable=None) if "." in one.name else one for one in READ)
        assert export.skipped == ()


def test_rows_of_tables_say_the_kind(take):
    tables = lines(row("x", is_fine_grained_mutations_enabled="NO") | {"column_name": None, "table_type": "VIEW"})
    tables = tables.replace('"column_name": null, ', "")
    assert only(take(lines(row("a")), tables)).kind == "view"


def test_keys_and_kinds(take):
    constraints = {
        "primaryKey": {"columns": ["a"]},
        "foreignKeys": [
            {
                "name": "fk",
                "referencedTable": {"projectId": "my-proj", "datasetId": "crm", "tableId": "users"},
                "columnReferences": [{"referencingColumn": "b", "referencedColumn": "id"}],
            }
        ],
    }
    found = only(take(table("t", field("a"), field("b"), tableConstraints=constraints, type="MATERIALIZED_VIEW")))
    assert found.kind == "materialized view"
    assert [one.key for one in found.columns] == ["primary", None]
    assert [one.references for one in found.columns] == [None, Reference("crm", "users", "id")]


@pytest.mark.parametrize("bare", [[field("a", mode="REQUIRED", description="x")], {"fields": [field("a")]}])
def test_a_bare_list_of_fields_has_no_name(take, bare):
    with pytest.raises(BadExport, match="nothing names their table") as caught:
        take(bare)
    assert "prettyjson" in caught.value.hint


def test_a_list_of_tables_has_no_columns(take):
    listed = {key: value for key, value in table("listed").items() if key != "schema"}
    assert take([table(), listed]).skipped[0].what == "web.listed"
    with pytest.raises(BadExport, match="no columns for it"):
        take([listed])


def nested(depth):
    inner = field("x")
    for _ in range(depth):
        inner = field("x", "RECORD", fields=[inner])
    return inner


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        (table() | {"tableReference": {}}, "has no tableReference"),
        ([table(), {"kind": "x"}], r"\[1\] has no tableReference"),
        (table("t", field(5)), "name is not a string"),
        (table("t", field("a", fields={})), "fields is not a list"),
        (table("t", nested(100)), "nested deeper"),
        (table() | {"schema": []}, "schema is not an object"),
        (table("t", field("\ud800")), "no table that can be taken"),
        (json.dumps(table())[:-20], "not valid JSON"),
        (lines(row("a")) + "{5}\n", "line 2: not valid JSON"),
        ('[{"tableReference": ' + "[" * 100_000, "nested too deeply"),
    ],
)
def test_hostile_shapes_are_refused_in_one_line(take, broken, problem):
    with pytest.raises(BadExport, match=problem) as caught:
        take(broken)
    assert "\n" not in caught.value.message
    assert caught.value.hint
