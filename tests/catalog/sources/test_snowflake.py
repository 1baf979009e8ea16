from __future__ import annotations

import json

import pytest
from shop_exports import as_csv

from tnotes.catalog.sources.export import ExampleDraft
from tnotes.catalog.table import Column, Reference, Value
from tnotes.errors import BadExport


def show(column, kind="TEXT", **more):
    place = {"table_name": "T", "schema_name": "SALES", "database_name": "DW"}
    said = json.dumps({"type": kind} | more.pop("says", {}))
    return place | {"column_name": column, "data_type": said, "null?": "true", "kind": "COLUMN", "comment": ""} | more


def only(export):
    assert len(export.tables) == 1
    return export.tables[0]


@pytest.mark.parametrize(
    ("says", "shown"),
    [
        ({"type": "FIXED", "precision": 38, "scale": 0}, "NUMBER(38,0)"),
        ({"type": "TEXT", "length": 16, "byteLength": 64, "fixed": False}, "VARCHAR(16)"),
        ({"type": "REAL"}, "FLOAT"),
        ({"type": "TIMESTAMP_NTZ", "precision": 0, "scale": 9}, "TIMESTAMP_NTZ(9)"),
        ({"type": "VARIANT"}, "VARIANT"),
        ({"type": "VECTOR", "vectorElementType": "FLOAT", "dimension": 3}, "VECTOR(FLOAT,3)"),
    ],
)
def test_types_of_show_columns(take, says, shown):
    rows = [show("A") | {"data_type": json.dumps(says)}]
    for written in (rows, as_csv(rows), json.dumps(rows[0])):
        assert only(take(written)).columns[0].type == shown


def test_show_columns_as_csv_and_json(take):
    rows = [
        show("B", says={"nullable": False}, comment='고객, "x"'),
        show("A", **{"null?": "false"}),
        show("C", data_type="VARCHAR(3)", **{"null?": "Y"}),
        show("D", data_type="[" * 100_000, **{"null?": "NOT_NULL"}),
    ]
    for written in (rows, as_csv(rows), as_csv(rows).upper().replace("TRUE", "true").replace("FALSE", "false")):
        export = take(written)
        found = only(export)
        assert (export.format, export.engine) == ("snowflake", "snowflake")
        assert (found.database, found.schema, found.table) == ("DW", "SALES", "T")
        assert [column.name for column in found.columns] == ["B", "A", "C", "D"]
        assert [column.nullable for column in found.columns[1:]] == [False, True, False]
        assert found.columns[2].type == "VARCHAR(3)"


def test_information_schema_is_snowflake_by_sure_signs(take):
    top = "TABLE_CATALOG,TABLE_SCHEMA,TABLE_NAME,COLUMN_NAME,DATA_TYPE,COMMENT"
    plain = take(f"{top}\nDW,S,T,A,NUMBER,Size\n")
    assert (plain.format, plain.engine, only(plain).columns[0].comment) == ("information-schema", None, "Size")
    assert take(f"{top}\nDW,S,T,A,NUMBER,Size\nDW,S,T,B,TIMESTAMP_LTZ,\n").engine == "snowflake"
    assert take(f"{top},DATA_TYPE_ALIAS\nDW,S,T,A,NUMBER,Size,\n").engine == "snowflake"
    assert take(f"{top},FULL_DATA_TYPE\nDW,S,T,A,NUMBER,Size,\n").engine == "databricks"


MODEL = """
name: shop
description: Sales of the shop.
custom_instructions: Be kind.
tables:
  - name: orders
    description: One row an order.
    base_table: {database: dw, schema: sales, table: ORDERS}
    primary_key: {columns: [order_id]}
    dimensions:
      - {name: order_id, expr: id, data_type: NUMBER}
      - name: status
        expr: ORDERS.STAT_CD
        description: State
        sample_values: [007, 1.50, '9', true, 2024-01-01, null]
      - {name: buyer, expr: CUST_ID}
      - {name: odd, expr: '"Mixed Case"'}
      - {name: is_big, expr: AMOUNT > 100}
    time_dimensions:
      - {name: ordered_at, expr: ORDERED_AT, data_type: DATE}
    measures:
      - {name: amount, expr: AMOUNT, default_aggregation: sum, description: Paid.}
      - {name: buyers, expr: CUST_ID, default_aggregation: count_distinct}
      - {name: net, expr: SUM(AMOUNT - TAX)}
    facts:
      - {name: tax, expr: TAX}
    metrics:
      - {name: orders, expr: COUNT(*)}
    filters:
      - {name: open, expr: STAT_CD = '1'}
  - name: customers
    base_table: {database: dw, schema: sales, table: CUSTOMER}
    unique_keys: [{columns: [id]}]
    dimensions:
      - {name: id, expr: CUST_ID}
  - name: orders_again
    base_table: {database: dw, schema: sales, table: orders}
    facts:
      - {name: tax, expr: TAX}
      - {name: extra, expr: EXTRA}
relationships:
  - name: r
    left_table: orders
    right_table: customers
    relationship_columns: [{left_column: buyer, right_column: id}]
metrics:
  - {name: per_head, expr: orders.amount / customers.n}
verified_queries:
  - name: open orders
    question: How many orders are open?
    sql: |
      SELECT count(*)
      FROM __orders
    verified_at: 1714497970
    verified_by: Somebody
"""


def test_the_columns_of_a_semantic_model(take):
    export = take(MODEL)
    assert (export.format, export.engine) == ("snowflake", "snowflake")
    orders, customer = export.tables
    assert (orders.database, orders.schema, orders.table, orders.comment) == (
        "DW",
        "SALES",
        "ORDERS",
        "One row an order.",
    )
    values = tuple(map(Value, ("007", "1.50", "9", "true", "2024-01-01")))
    assert orders.columns == (
        Column("ID", "NUMBER", key="primary"),
        Column("STAT_CD", comment="State", values=values),
        Column("CUST_ID", references=Reference("SALES", "CUSTOMER", "CUST_ID")),
        Column("Mixed Case"),
        Column("ORDERED_AT", "DATE"),
        Column("TAX"),
        Column("AMOUNT", comment="Paid."),
        Column("EXTRA"),
    )
    assert customer.columns == (Column("CUST_ID", key="unique"),)


def test_the_metrics_and_verified_queries_of_a_semantic_model(take):
    export = take(MODEL)
    found = {metric.name: (metric.expression, metric.database, metric.table) for metric in export.metrics}
    place = ("DW", ("SALES", "ORDERS"))
    assert found == {
        "amount": ("SUM(AMOUNT)", *place),
        "buyers": ("COUNT(DISTINCT CUST_ID)", *place),
        "net": ("SUM(AMOUNT - TAX)", *place),
        "orders": ("COUNT(*)", *place),
        "per_head": ("orders.amount / customers.n", None, None),
    }
    amount = export.metrics[0]
    assert (amount.description, amount.type, amount.time_dimension) == ("Paid.", "sum", "ordered_at")
    assert "is_big = AMOUNT > 100" in amount.dimensions
    assert export.examples == (
        ExampleDraft(
            "open orders",
            "How many orders are open?",
            "SELECT count(*)\nFROM __orders",
            "semantic model shop (export1)",
        ),
    )
    assert "Somebody" not in repr(export)
    assert [item.what for item in export.skipped] == [
        "SALES.ORDERS: is_big",
        "SALES.ORDERS: open",
        "export1: custom_instructions",
        "the description of the database",
    ]


def test_a_model_without_a_schema_takes_the_one_given(take):
    text = "name: m\ntables:\n  - name: t\n    base_table: {table: T}\n    facts: [{name: a, expr: A}]\n"
    assert only(take(text, schema="web")).schema == "WEB"
    with pytest.raises(BadExport, match="nothing says the schema"):
        take(text)


def test_a_long_query_is_not_cut_in_half(take):
    long = "verified_queries:\n  - {name: q, question: q, sql: 'SELECT " + "x" * 10_001 + "'}\n"
    export = take(MODEL.partition("verified_queries")[0] + long)
    assert export.examples == ()
    assert export.skipped[-3].reason == "its SQL is longer than 10,000 characters"


def test_metrics_of_a_database_that_was_not_asked_for_are_left_out(take):
    other = MODEL.replace("database: dw", "database: other").replace("name: shop", "name: two")
    export = take(MODEL, other, database="OTHER")
    assert {table.database for table in export.tables} == {"OTHER"}
    assert {metric.database for metric in export.metrics} == {"OTHER", None}


BASE = "tables:\n  - name: t\n    base_table: {database: d, schema: s, table: t}\n"


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        ("tables:\n  - name: t\n    base_table: {database: d, schema: s}\n", "no base_table with a table"),
        ("tables:\n  - base_table: {database: d, schema: s, table: t}\n", "has no name"),
        ("tables:\n  - name: t\n    base_table: &a {database: d}\n", "line 3: anchors are not supported"),
        (BASE + "    facts: [{expr: A}]\n", "has no name"),
        (BASE + "    facts: {}\n", "facts is not a list"),
        (BASE + "    facts: [5]\n", r"facts\[0\] is not an object"),
        (BASE + "    facts: [{name: a, expr: [1]}]\n", "expr is not a string"),
        (BASE + "    metrics: [{name: a}]\n", "has no expr"),
        (BASE + "verified_queries: [{name: q, sql: x}]\n", "has no question"),
        (BASE + "    facts: [{name: a, expr: A\n", "not valid YAML"),
        (BASE + "    name: twice\n", "stands here twice"),
        (BASE + "    facts: " + "[" * 100_000 + "\n", "nested deeper"),
        (BASE.replace("table: t}", 'table: "\\0"}'), "no table that can be taken"),
    ],
)
def test_hostile_shapes_are_refused_in_one_line(take, broken, problem):
    with pytest.raises(BadExport, match=problem) as caught:
        take(broken)
    assert "\n" not in caught.value.message
    assert caught.value.hint


def test_rows_that_cannot_be_kept_are_skipped(take):
    export = take([show("A"), show("B", table_name="\ud800"), show("C", table_name="")])
    assert [column.name for column in only(export).columns] == ["A"]
    assert [item.what for item in export.skipped] == ["export1:3", "SALES.\ufffd"]


def test_the_two_formats_do_not_mix(take):
    with pytest.raises(BadExport, match="differ"):
        take(MODEL, [show("A")])
