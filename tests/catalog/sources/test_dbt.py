"""manifest.json and catalog.json, together and alone."""

from __future__ import annotations

import json

import pytest
from dbt_builders import catalog, column_of, entry, manifest, model, places, said, source

from tnotes.catalog.sources import read_export
from tnotes.catalog.sources.export import Options
from tnotes.errors import BadExport


def names(export, table=0):
    return [column.name for column in export.tables[table].columns]


def test_physical_names_are_taken(take):
    export = take(
        manifest(
            model("dim_customers", alias="customers"),
            model("old", alias=None),
            sources=[source("listings", identifier="raw_listings")],
        )
    )
    assert export.format == "dbt"
    assert places(export) == [("dw", "sales", "customers"), ("dw", "sales", "old"), ("dw", "raw", "raw_listings")]


def test_what_has_no_table_is_left_out(take):
    parts = [
        model("kept"),
        model("hidden", materialized="ephemeral", relation_name=None),
        model("off", config={"enabled": False}),
        model("question", kind="analysis"),
        model("on-run-start", kind="operation"),
        model("check", kind="test"),
        model("made_up", kind="function"),
    ]
    assert places(take(manifest(*parts))) == [("dw", "sales", "kept")]


@pytest.mark.parametrize(
    "disabled",
    [[{"unique_id": "model.shop.off", "name": "off"}], {"model.shop.off": [{"name": "off"}]}, None, {}, []],
    ids=["list of v1 to v3", "dict since v4", "null", "empty dict", "empty list"],
)
def test_disabled_is_a_list_or_a_dict(take, disabled):
    there = catalog(entry("model.shop.a", "dw.sales.a", "x"), entry("model.shop.off", "dw.sales.off", "x"))
    export = take(manifest(model("a"), disabled=disabled), there)
    expected = ["a"] if disabled else ["a", "off"]
    assert [table.table for table in export.tables] == expected
    assert said(export) == (["sales.off: in the warehouse, but dbt has it disabled"] if disabled else [])


@pytest.mark.parametrize("version", [f"v{number}" for number in range(1, 13)])
def test_each_version(take, version):
    node = model("a", "x")
    if version == "v1":
        del node["model.shop.a"]["relation_name"]
    assert places(take(manifest(node, version=version))) == [("dw", "sales", "a")]


def test_a_version_to_come_is_taken_as_far_as_its_keys_are_known(take):
    export = take(manifest(model("a"), version="v99"))
    assert places(export) == [("dw", "sales", "a")]
    assert said(export) == [
        "manifest v99: newer than the v1 to v12 that tnotes knows; what has the same keys was taken"
    ]
    with pytest.raises(BadExport, match='without "nodes"'):
        take(manifest(version="v99") | {"nodes": None})


def test_the_spelling_of_the_warehouse_wins(take):
    lower = model("orders", described={"status": {"description": "how far", "data_type": "varchar"}})
    lower["model.shop.orders"]["relation_name"] = "dw.sales.orders"
    upper = entry("model.shop.orders", "DW.SALES.ORDERS", "ID", "STATUS", kind="VIEW")
    export = take(manifest(lower, adapter="snowflake"), catalog(upper))
    assert places(export) == [("DW", "SALES", "ORDERS")]
    assert names(export) == ["ID", "STATUS"]
    assert column_of(export, "STATUS")[1:4] == ("text", None, "how far")
    assert export.tables[0].kind == "view"
    assert export.engine == "snowflake"


def test_a_table_that_the_catalog_lacks_joins_its_database_and_schema(take):
    fresh = model("fresh", "id", relation_name="dw.sales.fresh")
    raw = source("raw", "id", database="dw", schema="Raw", relation_name="dw.Raw.raw")
    export = take(manifest(fresh, sources=[raw]), catalog(entry("model.shop.orders", "DW.SALES.ORDERS", "ID")))
    assert places(export) == [("DW", "SALES", "ORDERS"), ("DW", "SALES", "fresh"), ("DW", "Raw", "raw")]


def test_upper_case_keys_of_a_catalog(take):
    written = {
        "METADATA": {"TYPE": "BASE TABLE", "DATABASE": "DW", "SCHEMA": "SALES", "NAME": "ORDERS", "COMMENT": "all"},
        "COLUMNS": {"ID": {"TYPE": "NUMBER", "INDEX": 1, "NAME": "ID", "COMMENT": "key"}},
    }
    export = take(manifest(model("orders", "id")), catalog({"model.shop.orders": written}))
    assert places(export) == [("DW", "SALES", "ORDERS")]
    assert export.tables[0].comment == "all"
    assert column_of(export, "ID")[:4] == ("ID", "NUMBER", None, "key")


def test_a_stale_pair_is_the_union(take):
    export = take(
        manifest(model("a", "x"), model("only_here", "y")),
        catalog(entry("model.shop.a", "dw.sales.a", "x"), entry("model.old.b", "dw.sales.b", "z")),
    )
    assert places(export) == [("dw", "sales", "a"), ("dw", "sales", "b"), ("dw", "sales", "only_here")]
    assert [names(export, table) for table in range(3)] == [["x"], ["z"], ["y"]]


def test_a_renamed_project_finds_its_tables_by_their_names(take):
    there = catalog(entry("model.old.orders", "DW.SALES.ORDERS", "ID"))
    export = take(manifest(model("orders", "id", relation_name="dw.sales.orders", description="all")), there)
    assert places(export) == [("DW", "SALES", "ORDERS")]
    assert export.tables[0].comment == "all"


def test_a_seed_and_a_source_of_one_relation_are_one_table(take):
    seed = model("products", "sku", kind="seed", schema="raw")
    named = source("products", "sku", "price", description="One record per SKU.")
    export = take(
        manifest(seed, sources=[named]),
        catalog(
            entry("seed.shop.products", "dw.raw.products", "sku", "price"),
            sources=[entry("source.shop.erp.products", "dw.raw.products", "sku", "price")],
        ),
    )
    assert places(export) == [("dw", "raw", "products")]
    assert export.tables[0].comment == "One record per SKU."
    assert export.skipped == ()
    alone = take(manifest(seed, sources=[named]))
    assert places(alone) == [("dw", "raw", "products")]
    assert names(alone) == ["sku", "price"]


def test_without_a_catalog_case_counts_only_where_dbt_quotes(take):
    def pair(relation_name):
        raw = source("Orders", database="DW", schema="SALES", relation_name=relation_name)
        return take(manifest(model("orders", relation_name=relation_name), sources=[raw]))

    assert places(pair("dw.sales.orders")) == [("dw", "sales", "orders")]
    assert places(pair('"dw"."sales"."orders"')) == [("dw", "sales", "orders"), ("dw", "SALES", "Orders")]


def test_columns_documented_and_missing_are_said(take):
    export = take(
        manifest(model("orders", "id", "payment_status")), catalog(entry("model.shop.orders", "dw.sales.orders", "id"))
    )
    assert names(export) == ["id"]
    reason = "documented in dbt, but the warehouse has no such column"
    assert said(export) == [f"sales.orders.payment_status: {reason}"]


def test_columns_of_the_manifest_where_the_catalog_has_none(take):
    export = take(manifest(model("orders", "id")), catalog(entry("model.shop.orders", "dw.sales.orders")))
    assert names(export) == ["id"]
    assert export.skipped == ()


def test_columns_that_differ_in_case_alone_stay_apart(take):
    there = catalog(entry("model.shop.t", "dw.sales.t", "Id", "ID"))
    described = {"ID": {"description": "exact"}, "id": {"description": "either"}}
    export = take(manifest(model("t", described=described)), there)
    assert [(column.name, column.comment) for column in export.tables[0].columns] == [("Id", None), ("ID", "exact")]
    assert [one.what for one in export.skipped] == ["sales.t.id"]


def test_a_column_documented_with_its_quotes(take):
    quoted = manifest(model("t", described={'"Order Id"': {"description": "key"}}))
    export = take(quoted, catalog(entry("model.shop.t", "dw.sales.t", "Order Id")))
    assert column_of(export, "Order Id").comment == "key"


def test_columns_are_in_the_order_of_the_warehouse(take):
    one = entry("model.shop.t", "dw.sales.t", "b", "a", "c")
    one["model.shop.t"]["columns"]["b"]["index"] = 9
    del one["model.shop.t"]["columns"]["c"]["index"]
    assert names(take(catalog(one))) == ["a", "b", "c"]


def test_a_catalog_alone(take):
    export = take(catalog(entry("model.shop.t", "dw.sales.t", "a", kind=None, comment="it")), dialect="BigQuery")
    assert places(export) == [("dw", "sales", "t")]
    assert (export.tables[0].kind, export.tables[0].comment, export.engine) == ("table", "it", "bigquery")


@pytest.mark.parametrize(
    ("materialized", "kind"),
    [
        ("table", "table"),
        ("view", "view"),
        ("incremental", "table"),
        ("materialized_view", "materialized view"),
        ("snapshot", "table"),
        ("seed", "table"),
        ("dynamic_table", "dynamic table"),
        ("our_own", "table"),
    ],
)
def test_kind_by_materialization_where_the_catalog_is_silent(take, materialized, kind):
    written = manifest(model("t", materialized=materialized))
    assert take(written).tables[0].kind == kind
    assert take(written, catalog(entry("model.shop.t", "dw.sales.t", "a", kind=None))).tables[0].kind == kind
    external = catalog(entry("model.shop.t", "dw.sales.t", "a", kind="external"))
    assert take(written, external).tables[0].kind == "external table"


def test_errors_of_the_catalog_are_said(take):
    there = entry("model.shop.t", "dw.sales.t", "a")
    assert said(take(catalog(there, errors=["no\nrights", "more"]))) == [
        "tables that dbt could not ask for: no rights (and 1 more)"
    ]
    for nothing in (None, [], {}):
        assert take(catalog(there, errors=nothing)).skipped == ()


def test_several_databases(take):
    export = take(manifest(model("t"), sources=[source("s", database="erp-db")]))
    assert places(export) == [("dw", "sales", "t"), ("erp-db", "raw", "s")]
    assert places(take(manifest(model("t"), sources=[source("s", database="erp")]), database="ERP")) == [
        ("erp", "raw", "s")
    ]


def test_engines_without_databases(take):
    there = {"model.shop.t": {"metadata": {"type": "table", "schema": "sales", "name": "t"}, "columns": {}}}
    export = take(manifest(model("t"), model("u"), adapter="spark"), catalog(there))
    assert places(export) == [(None, "sales", "t"), (None, "sales", "u")]
    assert places(take(manifest(model("t", database="")))) == [(None, "sales", "t")]


def test_descriptions_are_kept_within_bounds(take):
    long = "| a |\n" * 5_000
    docs = {
        "doc.shop.x": {"name": "x", "package_name": "shop", "block_contents": "이 표는 [주문]"},
        "doc.other.x": {"name": "x", "package_name": "other", "block_contents": "other"},
    }
    described = {
        "a": {"description": long},
        "b": {"description": "{{ doc('x') }} and {{ doc(\"other\", 'x') }}"},
        "c": {"description": "{{ doc('gone') }} [b] \ud800"},
        "d": {"description": ""},
    }
    export = take(manifest(model("t", described=described, description="{{ doc('x') }}"), docs=docs))
    a, b, c, d = (column.comment for column in export.tables[0].columns)
    assert len(a) == 10_000
    assert (b, c, d) == ("이 표는 [주문] and other", "{{ doc('gone') }} [b] \ufffd", None)
    assert export.tables[0].comment == "이 표는 [주문]"


@pytest.mark.parametrize("name", ["../../x", "a/b", "CON", "한글", 'it\'s "quoted"', "a.b"])
def test_odd_names_are_names(take, name):
    assert places(take(manifest(model("t", alias=name)))) == [("dw", "sales", name)]


def test_a_schema_is_asked_for_where_none_is_written(take):
    with pytest.raises(BadExport, match="schema"):
        take(manifest(model("t", schema=None)))
    assert places(take(manifest(model("t", schema=None)), schema="s")) == [("dw", "s", "t")]


def test_a_folder_stands_for_its_artifacts(tmp_path):
    target = tmp_path / "target"
    target.mkdir()
    (target / "manifest.json").write_text(json.dumps(manifest(model("t"))))
    (target / "run_results.json").write_text("{}")
    assert names(read_export([tmp_path], None, Options())) == []
    (target / "catalog.json").write_text(json.dumps(catalog(entry("model.shop.t", "dw.sales.t", "a"))))
    for folder in (tmp_path, target):
        assert names(read_export([folder], "dbt", Options())) == ["a"]


def test_a_folder_without_artifacts(tmp_path):
    with pytest.raises(BadExport, match=r"is a directory without manifest.json or catalog.json") as caught:
        read_export([tmp_path], None, Options())
    assert "dbt docs generate" in caught.value.hint


def test_artifacts_are_known_by_their_content(take):
    late = manifest(model("t", "a"))
    late["metadata"] = late.pop("metadata")
    assert take(late).format == "dbt"
    assert take(manifest(model("t")) | {"metadata": {}}).format == "dbt"
    assert take(catalog(entry("model.shop.t", "d.s.t", "a")) | {"metadata": {}}).format == "dbt"


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ([manifest(model("a")), manifest(model("b"))], "second manifest"),
        ([{"metadata": {"dbt_schema_version": "https://schemas.getdbt.com/dbt/run-results/v6.json"}}], "run-results"),
        ([{"metadata": {"dbt_schema_version": "x"}}], "of another kind"),
        ([manifest()], "no table"),
        ([catalog()], "no table"),
        ([json.dumps(manifest(model("a")))[:-40]], "not valid JSON"),
        (['{"dbt_schema_version": ' + "[" * 100_000], "nested too deeply"),
        ([b'{"dbt_schema_version": "\xff\xfe"}'], "not UTF-8"),
        ([manifest(model("a")) | {"nodes": []}], 'without "nodes"'),
        ([manifest(model("a")) | {"sources": []}], "sources is not an object"),
        ([manifest(model("a")) | {"nodes": {"model.a\n.b": 5}}], r"nodes.model.a .b is not an object"),
        ([manifest(model("a", columns=[]))], "columns is not an object"),
        ([manifest(model("a", columns={"x": None}))], "columns.x is not an object"),
        ([manifest(model("a", alias=5))], "alias is not a string"),
        ([manifest(model("a", description=["x"]))], "description is not a string"),
        ([catalog({"model.a.b": {"metadata": []}})], "metadata is not an object"),
        ([catalog({"model.a.b": {"metadata": {"name": {}}}})], "name is not a string"),
        ([manifest(model("a", *map(str, range(20_001))))], "more than 20,000 columns"),
        ([catalog(entry("model.a.b", "d.s.t", *map(str, range(20_001))))], "more than 20,000 columns"),
    ],
)
def test_hostile_files_are_refused_in_one_line(take, files, problem):
    with pytest.raises(BadExport, match=problem) as caught:
        take(*files)
    assert "\n" not in caught.value.message
    assert caught.value.hint


def test_shapes_that_no_table_depends_on_do_not_stop_the_import(take):
    odd = {"config": [], "constraints": 5, "depends_on": "x", "contract": [], "meta": 7}
    weird_test = {"test.a.b": {"resource_type": "test", "test_metadata": [], "config": 1, "depends_on": []}}
    export = take(manifest(model("a", **odd), weird_test, metrics=[], semantic_models=5, disabled="x"))
    assert places(export) == [("dw", "sales", "a")]
