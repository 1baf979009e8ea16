from __future__ import annotations

import json

import pytest
from shop_exports import mcp

from tnotes.catalog.sources.datahub.urn import plain_path
from tnotes.catalog.table import Column, Reference
from tnotes.errors import BadExport

URN = "urn:li:dataset:(urn:li:dataPlatform:{},{},PROD)"


def dataset(name="dw.sales.t", platform="postgres", *fields, **aspects):
    """The proposals for one dataset with the aspects given."""
    urn = URN.format(platform, name)
    schema = {"fields": [{"fieldPath": field} if isinstance(field, str) else field for field in fields or ("a",)]}
    return [mcp(urn, aspect, says) for aspect, says in ({"schemaMetadata": schema} | aspects).items()]


def places(export):
    return [(found.database, found.schema, found.table) for found in export.tables]


def only(export):
    assert len(export.tables) == 1
    return export.tables[0]


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("dw.sales.t", ("dw", "sales", "t")),
        ("sales.t", (None, "sales", "t")),
        ("google.com:proj-1.sales.t", ("google.com:proj-1", "sales", "t")),
        ("dw.sales.a%2Cb %28x%29", ("dw", "sales", "a,b (x)")),
    ],
)
def test_names_are_split_and_unescaped(take, name, place):
    assert places(take(dataset(name))) == [place]


def test_the_source_knows_the_spelling_and_where_a_dot_belongs(take):
    spelled = {"name": "ORDERS", "qualifiedName": "DW.SALES.ORDERS"}
    assert places(take(dataset("dw.sales.orders", "snowflake", datasetProperties=spelled))) == [
        ("DW", "SALES", "ORDERS")
    ]
    dotted = {"name": "dim.shop"}
    assert places(take(dataset("dw.sales.dim.shop", datasetProperties=dotted))) == [("dw", "sales", "dim.shop")]


def test_the_instance_is_no_part_of_the_place(take):
    instance = {"instance": "urn:li:dataPlatformInstance:(urn:li:dataPlatform:mysql,eu.1)"}
    export = take(dataset("eu.1.shop.t", "mysql", dataPlatformInstance=instance))
    assert (export.engine, places(export)) == ("mysql", [(None, "shop", "t")])


def test_containers_say_the_schema_of_a_bare_name(take):
    inner, outer = "urn:li:container:s", "urn:li:container:d"
    containers = [
        mcp(inner, "containerProperties", {"name": "web"}, entityType="container"),
        mcp(inner, "container", {"container": outer}, entityType="container"),
        mcp(outer, "containerProperties", {"name": "lake"}, entityType="container"),
        mcp(outer, "container", {"container": outer}, entityType="container"),  # a circle ends
    ]
    found = dataset("t", "hive", container={"container": inner})
    assert places(take([*found, *containers])) == [("lake", "web", "t")]
    assert places(take(found, schema="given")) == [(None, "given", "t")]
    with pytest.raises(BadExport, match="nothing says its schema"):
        take(found)


@pytest.mark.parametrize(
    ("path", "plain"),
    [
        ("name", "name"),
        ("[version=2.0].[type=struct].[type=string].name", "name"),
        ("[version=2.0].[type=struct].[type=array].[type=struct].items.[type=string].sku", "items.sku"),
        ("[version=2.0].[key=True].[type=int].id", "id"),
        ("a.b", "a.b"),
        ("codes[0]", "codes[0]"),
    ],
)
def test_field_paths_are_shown_plainly(path, plain):
    assert plain_path(path) == plain


def test_edited_descriptions_win_and_empty_ones_do_not(take):
    fields = [{"fieldPath": f"[version=2.0].[type=string].{name}", "description": "old"} for name in "abc"]
    edited = [
        {"fieldPath": "[version=2.0].[type=string].a", "description": "new"},
        {"fieldPath": "b", "description": "plain path"},
        {"fieldPath": "c", "description": " "},
    ]
    aspects = {
        "datasetProperties": {"description": "old"},
        "editableDatasetProperties": {"description": "new"},
        "editableSchemaMetadata": {"editableSchemaFieldInfo": edited},
    }
    found = only(take(dataset("d.s.t", "postgres", *fields, **aspects)))
    assert found.comment == "new"
    assert [column.comment for column in found.columns] == ["new", "plain path", "old"]


def test_keys_and_foreign_keys(take):
    field = "urn:li:schemaField:({},{})"
    schema = {
        "primaryKeys": ["id"],
        "foreignKeys": [
            {
                "sourceFields": [field.format(URN.format("postgres", "d.s.t"), "b")],
                "foreignFields": [field.format(URN.format("postgres", "d.s.u"), "id")],
            },
            {"sourceFields": ["odd"], "foreignFields": ["odd"]},
        ],
        "fields": [{"fieldPath": "id"}, {"fieldPath": "a", "isPartOfKey": True}, {"fieldPath": "b", "nullable": True}],
    }
    found = only(take([mcp(URN.format("postgres", "d.s.t"), "schemaMetadata", schema)]))
    assert found.columns == (
        Column("id", key="primary"),
        Column("a", key="primary"),
        Column("b", nullable=True, references=Reference("s", "u", "id")),
    )


def test_removed_and_empty_datasets_are_named(take):
    gone = dataset("d.s.gone", status={"removed": True})
    bare = [mcp(URN.format("postgres", "d.s.bare"), "status", {"removed": False})]
    export = take([*dataset("d.s.t", status={"removed": False}), *gone, *bare])
    assert places(export) == [("d", "s", "t")]
    assert [item.what for item in export.skipped] == ["d.s.gone", "d.s.bare"]


def test_the_later_proposal_counts_and_a_deleted_aspect_is_gone(take):
    urn = URN.format("postgres", "d.s.t")
    later = [
        mcp(urn, "datasetProperties", {"description": "one"}),
        mcp(urn, "datasetProperties", {"description": "two"}),
        mcp(urn, "datasetProperties", [{"op": "add"}], changeType="PATCH"),
        mcp(urn, "status", {"removed": True}),
        mcp(urn, "status", {}, changeType="DELETE"),
    ]
    assert only(take([*dataset("d.s.t"), *later])).comment == "two"


def test_an_aspect_as_text_and_one_proposal_a_line(take):
    (proposal,) = dataset("d.s.t")
    text = proposal | {"aspect": {"value": json.dumps(proposal["aspect"]["json"]), "contentType": "application/json"}}
    assert places(take([text])) == [("d", "s", "t")]
    lines = "\n".join(json.dumps(one) for one in [*dataset("d.s.t"), *dataset("d.s.u")])
    assert len(take(lines).tables) == 2


def test_of_several_engines_one_is_chosen(take):
    found = [*dataset("d.s.t", "snowflake"), *dataset("d.s.t", "dbt"), *dataset("d.s.u", "dbt")]
    with pytest.raises(BadExport, match="dbt, snowflake"):
        take(found)
    export = take(found, dialect="snowflake")
    assert (export.engine, places(export)) == ("snowflake", [("d", "s", "t")])
    assert [item.what for item in export.skipped] == ["2 of dbt"]
    assert take(dataset("d.s.t", "unity-catalog")).engine == "databricks"


def test_kinds(take):
    assert only(take(dataset(subTypes={"typeNames": ["View", "other"]}))).kind == "view"
    assert only(take(dataset(viewProperties={"materialized": True}))).kind == "materialized view"
    assert only(take(dataset(viewProperties={"materialized": False}))).kind == "view"


def test_a_name_that_is_no_unicode_is_skipped(take):
    export = take([*dataset("d.s.t"), *dataset("d.s.\ud800"), *dataset("d.s.u", "postgres", "\udfff")])
    assert places(export) == [("d", "s", "t")]
    assert len(export.skipped) == 2


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        ([{"entityUrn": 5, "aspectName": "status"}], "entityUrn is not a string"),
        ([{"entityUrn": "u", "aspectName": "status", "aspect": []}], "aspect is not an object"),
        ([{"entityUrn": "u", "aspectName": "status", "aspect": {"value": "{"}}], "not valid JSON"),
        ([{"entityUrn": "u", "aspectName": "status", "aspect": {"value": "[" * 100_000}}], "not valid JSON"),
        ([{"entityUrn": "u", "aspectName": "status", "aspect": {"value": "[]"}}], "not a JSON object"),
        ([{"proposedSnapshot": 5}], "proposedSnapshot is not an object"),
        ([{"proposedSnapshot": {"x.DatasetSnapshot": {"urn": "u", "aspects": {}}}}], "aspects is not a list"),
        ([*dataset(), {"something": "else"}], r"\[1\] is no change proposal"),
        ([*dataset(), 5], r"\[1\] is not a JSON object"),
        (dataset("d.s.t", "postgres", {"fieldPath": []}), "fieldPath is not a string"),
        (dataset("d.s.t", "postgres", {"fieldPath": "a", "nullable": "no"}), "nullable is not true or false"),
        (dataset(schemaMetadata={"fields": "x"}), "fields is not a list"),
        ([mcp("urn:li:dataset:broken", "schemaMetadata", {"fields": []})], "no table"),
        (json.dumps(dataset())[:-20], "not valid JSON"),
    ],
)
def test_hostile_shapes_are_refused_in_one_line(take, broken, problem):
    with pytest.raises(BadExport, match=problem) as caught:
        take(broken)
    assert "\n" not in caught.value.message
    assert caught.value.hint
