from __future__ import annotations

import json

import pytest

from tnotes.catalog.table import Column, Reference
from tnotes.errors import BadExport


def table(name="t", *columns, **more):
    listed = [{"name": "a", "type_text": "int", "position": 0}] if not columns else list(columns)
    return {"name": name, "catalog_name": "main", "schema_name": "sales", "columns": listed} | more


def only(export):
    assert len(export.tables) == 1
    return export.tables[0]


def test_the_list_of_the_api_a_bare_list_and_one_table(take):
    for written in ({"tables": [table()]}, [table()], table()):
        export = take(written)
        found = only(export)
        assert (export.engine, found.database, found.schema, found.table) == ("databricks", "main", "sales", "t")


def test_columns_in_order_with_keys(take):
    columns = [
        {"name": "b", "type_name": "STRING", "position": 1, "nullable": True, "comment": "이름"},
        {"name": "a", "type_text": "decimal(10,2)", "type_name": "DECIMAL", "position": 0, "nullable": False},
    ]
    constraints = [
        {"primary_key_constraint": {"name": "pk", "child_columns": ["a"]}},
        {
            "foreign_key_constraint": {
                "name": "fk",
                "child_columns": ["b"],
                "parent_table": "main.`odd.schema`.users",
                "parent_columns": ["id"],
            }
        },
        {"named_table_constraint": {"name": "other"}},
    ]
    assert only(take([table("t", *columns, table_constraints=constraints)])).columns == (
        Column("a", "decimal(10,2)", nullable=False, key="primary"),
        Column("b", "STRING", nullable=True, comment="이름", references=Reference("odd.schema", "users", "id")),
    )


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("MANAGED", "table"),
        ("EXTERNAL", "external table"),
        ("VIEW", "view"),
        ("MATERIALIZED_VIEW", "materialized view"),
        ("STREAMING_TABLE", "streaming table"),
        (None, "table"),
    ],
)
def test_kinds(take, written, kind):
    assert only(take([table(table_type=written)])).kind == kind


def test_several_catalogs_keep_their_databases(take):
    export = take([table("t"), table("t", catalog_name="dev")])
    assert [found.database for found in export.tables] == ["main", "dev"]
    assert len(take([table("t"), table("t", catalog_name="dev")], database="dev").tables) == 1


def test_what_is_missing_is_said(take):
    bare = {key: value for key, value in table("bare").items() if key != "columns"}
    export = take({"tables": [table(), bare, table("\ud800")], "next_page_token": "x"})
    assert [item.what for item in export.skipped] == ["sales.bare", "sales.\ufffd", "the pages that follow"]


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        ([table(5)], "name is not a string"),
        ([table(), {"name": "u", "catalog_name": "main"}], "has no schema_name"),
        ([table(columns={})], "columns is not a list"),
        ([table("t", {"name": "a", "nullable": 1})], "nullable is not true or false"),
        ([table(table_constraints=[{"primary_key_constraint": {"child_columns": [1]}}])], "not a list of strings"),
        ({"tables": [table(), []]}, r"tables\[1\] is not an object"),
        (json.dumps([table()])[:-9], "not valid JSON"),
    ],
)
def test_hostile_shapes_are_refused_in_one_line(take, broken, problem):
    with pytest.raises(BadExport, match=problem) as caught:
        take(broken)
    assert "\n" not in caught.value.message
    assert caught.value.hint
