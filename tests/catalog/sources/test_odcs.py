from __future__ import annotations

import json

import pytest

from tnotes.catalog.table import Column, Reference, Value
from tnotes.errors import BadExport

TOP = "apiVersion: v3.1.0\nkind: DataContract\nid: x\nstatus: active\n"
SERVERS = """
servers:
  - {server: dev, type: postgres, environment: dev, database: dw_dev, schema: sales}
  - {server: main, type: postgres, environment: prod, database: dw, schema: sales}
"""
SCHEMA = """
description: {purpose: Orders of the shop., usage: none}
schema:
  - name: orders
    physicalName: orders_v1
    physicalType: view
    description: Orders.
    relationships:
      - {type: foreignKey, from: [orders.part, orders.box], to: [customers.part, nowhere.x]}
      - {type: other, from: [orders.id], to: [customers.id]}
    properties:
      - {name: id, primaryKey: true, required: true, physicalType: int8}
      - {name: part, physicalName: part_no, primaryKey: true, required: false}
      - {name: customer, logicalType: integer, required: false, relationships: [{to: customers.id}, {to: x.y}]}
      - {name: mail, unique: true, required: true, description: 메일}
      - name: state
        logicalType: string
        enum: [{value: 007, label: Open}, {value: 9, label: Off, description: Cancelled.}, plain]
      - name: size
        quality: [{rule: validValues, validValues: [S, 1.50]}, {metric: x, arguments: {validValues: [M]}}]
      - {name: box, logicalType: object, properties: [{name: w, logicalType: number}]}
      - {name: lines, logicalType: array, items: {logicalType: object, properties: [{name: sku}]}}
      - {name: total, semanticType: measure, transformLogic: SUM(x), businessName: Total, description: All.}
      - {name: month, semanticType: dimension, transformLogic: MONTH(d)}
  - name: customers
    properties: [{name: id, primaryKey: true}, {name: part}]
"""


def only(export):
    assert len(export.tables) == 1
    return export.tables[0]


def test_the_columns_of_a_contract(take):
    export = take(TOP + SERVERS + SCHEMA)
    assert (export.format, export.engine) == ("odcs", "postgres")
    orders, customers = export.tables
    assert (orders.database, orders.schema, orders.table, orders.kind) == ("dw", "sales", "orders_v1", "view")
    assert (orders.comment, customers.kind) == ("Orders.", "table")
    assert orders.columns == (
        Column("id", "int8", nullable=False, key="primary"),
        Column("part_no", key="primary", references=Reference("sales", "customers", "part")),
        Column("customer", "integer", nullable=True, references=Reference("sales", "customers", "id")),
        Column("mail", nullable=False, comment="메일", key="unique"),
        Column("state", "string", values=(Value("007", "Open"), Value("9", "Off: Cancelled."), Value("plain"))),
        Column("size", values=(Value("S"), Value("1.50"), Value("M"))),
        Column("box", "object"),
        Column("box.w", "number"),
        Column("lines", "array"),
        Column("lines.sku"),
    )


def test_measures_are_metrics(take):
    (metric,) = take(TOP + SERVERS + SCHEMA).metrics
    assert (metric.name, metric.label, metric.description) == ("total", "Total", "All.")
    assert (metric.expression, metric.database, metric.table) == ("SUM(x)", "dw", ("sales", "orders_v1"))
    assert metric.dimensions == ("month = MONTH(d)",)


def test_production_counts_unless_another_database_is_asked_for(take):
    export = take(TOP + SERVERS + SCHEMA)
    assert [item.what for item in export.skipped] == ["server dev (dw_dev.sales)", "the description of the database"]
    assert take(TOP + SERVERS + SCHEMA, database="dw_dev").tables[0].database == "dw_dev"


@pytest.mark.parametrize(
    ("server", "place"),
    [
        ("{type: bigquery, project: my-proj, dataset: web}", ("bigquery", "my-proj", "web")),
        ("{type: databricks, catalog: main, schema: web}", ("databricks", "main", "web")),
        ("{type: mysql, host: h, database: shop}", ("mysql", None, "shop")),
        ("{type: PostgreSQL, database: dw, schema: s}", ("postgres", "dw", "s")),
        ("{type: sqlserver, database: dw, schema: s}", ("mssql", "dw", "s")),
    ],
)
def test_servers_say_engine_database_and_schema(take, server, place):
    text = f"{TOP}servers:\n  - {server}\nschema: [{{name: t, properties: [{{name: a}}]}}]\n"
    export = take(text)
    assert (export.engine, only(export).database, only(export).schema) == place


def test_a_schema_from_the_name_or_from_the_caller(take):
    text = TOP + "schema: [{name: t, physicalName: web.t, properties: [{name: a}]}]\n"
    assert (only(take(text)).schema, only(take(text)).table) == ("web", "t")
    bare = text.replace("web.t", "t")
    assert only(take(bare, schema="given")).schema == "given"
    with pytest.raises(BadExport, match="nothing says the schema of t"):
        take(bare)


def test_a_contract_as_json(take):
    contract = {"apiVersion": "v3.0.0", "kind": "DataContract", "schema": [{"name": "s.t", "properties": []}]}
    assert only(take(contract)).table == "t"


def test_engines_do_not_mix(take):
    other = TOP + "servers: [{type: mysql, database: d}]\nschema: [{name: t, properties: [{name: a}]}]\n"
    with pytest.raises(BadExport, match="mysql, postgres"):
        take(TOP + SERVERS + SCHEMA, other)


def nested(depth):
    return "[" * depth if depth > 50 else "{name: x, properties: [" * depth + "]}" * depth


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        ("kind: DataContract\napiVersion: v2.2.2\ndataset: []\n", "version v2.2.2, and 3 is what can be read"),
        ("kind: DataContract\nid: x\n", "version unknown"),
        (TOP, "without a schema"),
        (TOP + "schema: {}\n", "without a schema"),
        (TOP + "schema: 5\n", "schema is not a list"),
        (TOP + "schema: [{name: s.t, properties: 5}]\n", "properties is not a list"),
        (TOP + "schema: [{name: s.t, properties: [{name: a, required: maybe}]}]\n", "not true or false"),
        (TOP + "schema: [{name: s.t, properties: [{name: a, enum: [{value: [1]}]}]}]\n", "not a string"),
        (TOP + "schema: [{name: s.t, properties: [{name: [a]}]}]\n", "name is not a string"),
        (TOP + "schema: [" + nested(100) + "\n", "nested deeper"),
        (TOP + "schema: [{name: *x}]\n", "aliases are not supported"),
        (TOP + "schema:\n  - name: s.t\n   bad\n", "line [0-9]+: not valid YAML"),
        (json.dumps({"kind": "DataContract", "apiVersion": "v3", "schema": []}), "without a schema"),
        (TOP + 'schema: [{name: "s.\\ud800", properties: [{name: a}]}]\n', "."),
    ],
)
def test_hostile_shapes_are_refused_in_one_line(take, broken, problem):
    with pytest.raises(BadExport, match=problem) as caught:
        take(broken)
    assert "\n" not in caught.value.message
    assert caught.value.hint
