"""One small schema, written as each format writes it."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing

import pytest

from tnotes.catalog.sources.export import ExportedTable
from tnotes.catalog.table import Column, Reference

DATABASE, SCHEMA = "DW", "SALES"
TABLES = (
    ExportedTable(
        SCHEMA,
        "CUSTOMER",
        DATABASE,
        "table",
        "Who buys.",
        (
            Column("ID", "BIGINT", nullable=False, comment="고객 번호", key="primary"),
            Column("NAME", "VARCHAR", nullable=True),
        ),
    ),
    ExportedTable(
        SCHEMA,
        "ORDERS",
        DATABASE,
        "table",
        "What they buy.",
        (
            Column("ID", "BIGINT", nullable=False, key="primary"),
            Column("CUSTOMER_ID", "BIGINT", nullable=False, references=Reference(SCHEMA, "CUSTOMER", "ID")),
            Column("STAT_CD", "VARCHAR", nullable=True, comment="9 is\nspecial"),
        ),
    ),
    ExportedTable(SCHEMA, "BIG_ORDERS", DATABASE, "view", None, (Column("ID", "BIGINT"),)),
)


def dataset(name):
    return f"urn:li:dataset:(urn:li:dataPlatform:postgres,{DATABASE}.{SCHEMA}.{name},PROD)"


def _path(column):
    return f"[version=2.0].[type=struct].[type=string].{column}"


def _key(table):
    return [column.name for column in table.columns if column.key == "primary"]


def _foreign(table):
    return [(column.name, column.references) for column in table.columns if column.references]


def _schema_metadata(table):
    keys = [
        {
            "name": "fk",
            "sourceFields": [f"urn:li:schemaField:({dataset(table.table)},{_path(name)})"],
            "foreignFields": [f"urn:li:schemaField:({dataset(target.table)},{_path(target.column)})"],
        }
        for name, target in _foreign(table)
    ]
    fields = [
        {"fieldPath": _path(column.name), "nativeDataType": column.type, "isPartOfKey": column.key == "primary"}
        | ({} if column.nullable is None else {"nullable": column.nullable})
        | ({} if column.comment is None else {"description": column.comment})
        for column in table.columns
    ]
    return {"schemaName": "s", "fields": fields, "foreignKeys": keys}


def mcp(urn, aspect, says, **more):
    return {"entityType": "dataset", "entityUrn": urn, "aspectName": aspect, "aspect": {"json": says}} | more


def datahub():
    found = [mcp("urn:li:container:1", "status", {"removed": False}, entityType="container")]
    for table in TABLES:
        urn = dataset(table.table)
        found.append(mcp(urn, "schemaMetadata", _schema_metadata(table)))
        found.append(mcp(urn, "subTypes", {"typeNames": [table.kind.title()]}))
        if table.comment:
            found.append(mcp(urn, "datasetProperties", {"description": table.comment, "customProperties": {}}))
    return found


def _union(value):
    return None if value is None else {"string": value}


def datahub_mce():
    found = [
        {"auditHeader": None, "proposedSnapshot": {"com.linkedin.x.CorpUserSnapshot": {"urn": "urn:li:corpuser:a"}}}
    ]
    for table in TABLES:
        says = _schema_metadata(table)
        says["fields"] = [field | {"description": _union(field.get("description"))} for field in says["fields"]]
        says["foreignKeys"] = {"array": says["foreignKeys"]}
        aspects = [
            {"com.linkedin.pegasus2avro.schema.SchemaMetadata": says},
            {"com.linkedin.pegasus2avro.dataset.DatasetProperties": {"description": _union(table.comment)}},
            {"com.linkedin.pegasus2avro.common.SubTypes": {"typeNames": [table.kind]}},
        ]
        snapshot = {"urn": dataset(table.table), "aspects": aspects}
        found.append({"proposedSnapshot": {"com.linkedin.x.DatasetSnapshot": snapshot}, "proposedDelta": None})
    return found


def openmetadata():
    return {"tables": [_om_table(table) for table in TABLES]}


def _om_table(table):
    def constraint(column):
        known = {"primary": "PRIMARY_KEY", None: {False: "NOT_NULL", True: "NULL"}.get(column.nullable)}
        return known[column.key]

    return {
        "name": table.table,
        "fullyQualifiedName": f"pg.{DATABASE}.{SCHEMA}.{table.table}",
        "description": table.comment or "",
        "tableType": {"table": "Regular", "view": "View"}[table.kind],
        "serviceType": "Postgres",
        "columns": [
            {
                "name": column.name,
                "dataType": column.type,
                "dataTypeDisplay": column.type,
                "description": column.comment or "",
                "constraint": constraint(column),
                "ordinalPosition": number,
            }
            for number, column in enumerate(table.columns, 1)
        ],
        "tableConstraints": [
            {
                "constraintType": "FOREIGN_KEY",
                "columns": [name],
                "referredColumns": [f"pg.{DATABASE}.{target.schema}.{target.table}.{target.column}"],
            }
            for name, target in _foreign(table)
        ],
    }


def unity_catalog():
    return {"tables": [_uc_table(table) for table in TABLES]}


def _uc_table(table):
    foreign = [
        {
            "foreign_key_constraint": {
                "name": "fk",
                "child_columns": [name],
                "parent_table": f"{DATABASE}.{target.schema}.{target.table}",
                "parent_columns": [target.column],
            }
        }
        for name, target in _foreign(table)
    ]
    primary = [{"primary_key_constraint": {"name": "pk", "child_columns": _key(table)}}]
    return {
        "name": table.table,
        "catalog_name": DATABASE,
        "schema_name": SCHEMA,
        "full_name": f"{DATABASE}.{SCHEMA}.{table.table}",
        "table_type": {"table": "MANAGED", "view": "VIEW"}[table.kind],
        "comment": table.comment,
        "columns": [
            {"name": column.name, "type_text": column.type, "position": number, "comment": column.comment}
            | ({} if column.nullable is None else {"nullable": column.nullable})
            for number, column in enumerate(table.columns)
        ],
        "table_constraints": primary + foreign,
    }


def tbls():
    return {
        "name": DATABASE,
        "driver": {"name": "postgres"},
        "tables": [
            {
                "name": f"{SCHEMA}.{table.table}",
                "type": table.kind.upper(),
                "comment": table.comment or "",
                "columns": [
                    {"name": column.name, "type": column.type, "nullable": column.nullable, "comment": column.comment}
                    for column in table.columns
                ],
                "constraints": [{"type": "PRIMARY KEY", "columns": _key(table)}],
            }
            for table in TABLES
        ],
        "relations": [
            {
                "table": f"{SCHEMA}.{table.table}",
                "columns": [name],
                "parent_table": f"{target.schema}.{target.table}",
                "parent_columns": [target.column],
            }
            for table in TABLES
            for name, target in _foreign(table)
        ],
    }


def rows(**more):
    """The rows of information_schema.columns."""
    return [
        {
            "table_catalog": DATABASE,
            "table_schema": SCHEMA,
            "table_name": table.table,
            "column_name": column.name,
            "ordinal_position": str(number),
            "is_nullable": {True: "YES", False: "NO", None: ""}[column.nullable],
            "data_type": column.type,
            "comment": column.comment or "",
        }
        | more
        for table in TABLES
        for number, column in enumerate(table.columns, 1)
    ]


def as_csv(found):
    target = io.StringIO()
    writer = csv.DictWriter(target, list(found[0]))
    writer.writeheader()
    writer.writerows(found)
    return target.getvalue()


def as_lines(found):
    return "".join(json.dumps(row) + "\n" for row in found)


def bigquery():
    return [
        {
            "kind": "bigquery#table",
            "tableReference": {"projectId": DATABASE, "datasetId": SCHEMA, "tableId": table.table},
            "type": table.kind.upper(),
            "description": table.comment,
            "schema": {"fields": [_bq_field(column) for column in table.columns]},
            "tableConstraints": {
                "primaryKey": {"columns": _key(table)},
                "foreignKeys": [
                    {
                        "referencedTable": {"projectId": DATABASE, "datasetId": SCHEMA, "tableId": target.table},
                        "columnReferences": [{"referencingColumn": name, "referencedColumn": target.column}],
                    }
                    for name, target in _foreign(table)
                ],
            },
        }
        for table in TABLES
    ]


def _bq_field(column):
    kind = {"BIGINT": "INTEGER", "VARCHAR": "STRING"}[column.type]
    mode = "REQUIRED" if column.nullable is False else "NULLABLE"
    return {"name": column.name, "type": kind, "mode": mode, "description": column.comment}


def show_columns():
    return [
        {
            "table_name": table.table,
            "schema_name": SCHEMA,
            "column_name": column.name,
            "data_type": json.dumps(_sf_type(column)),
            "null?": "",
            "default": "",
            "kind": "COLUMN",
            "comment": column.comment or "",
            "database_name": DATABASE,
        }
        for table in TABLES
        for column in table.columns
    ]


def _sf_type(column):
    kind = {"type": "FIXED", "precision": 38, "scale": 0} if column.type == "BIGINT" else {"type": "TEXT", "length": 20}
    return kind | ({} if column.nullable is None else {"nullable": column.nullable})


def _quoted(text):
    return json.dumps(text, ensure_ascii=False)


def semantic_model():
    lines = ["name: shop", "tables:"]
    for table in TABLES:
        lines += [f"  - name: {table.table.lower()}", f"    description: {_quoted(table.comment or '')}"]
        lines += [f"    base_table: {{database: {DATABASE}, schema: {SCHEMA}, table: {table.table}}}"]
        lines += [f"    primary_key: {{columns: [{', '.join(_key(table))}]}}", "    dimensions:"]
        for column in table.columns:
            lines += [f"      - name: the_{column.name.lower()}", f"        expr: {column.name}"]
            lines += [f"        data_type: {column.type}", f"        description: {_quoted(column.comment or '')}"]
    lines.append("relationships:")
    for table in TABLES:
        for name, target in _foreign(table):
            lines += [f"  - left_table: {table.table.lower()}", f"    right_table: {target.table.lower()}"]
            lines += ["    relationship_columns:"]
            lines += [f"      - {{left_column: the_{name.lower()}, right_column: {target.column}}}"]
    return "\n".join(lines) + "\n"


def odcs():
    lines = ["apiVersion: v3.1.0", "kind: DataContract", "id: shop", "status: active", "servers:"]
    lines += [f"  - {{server: main, type: postgres, database: {DATABASE}, schema: {SCHEMA}}}", "schema:"]
    for table in TABLES:
        lines += [f"  - name: the_{table.table}", f"    physicalName: {table.table}"]
        lines += [f"    physicalType: {table.kind}", f"    description: {_quoted(table.comment or '')}"]
        lines += ["    properties:"]
        for column in table.columns:
            lines += [f"      - name: {column.name}", f"        physicalType: {column.type}"]
            lines += [f"        description: {_quoted(column.comment or '')}"]
            if column.nullable is not None:
                lines.append(f"        required: {str(not column.nullable).lower()}")
            if column.key:
                lines.append("        primaryKey: true")
            if column.references:
                target = column.references
                lines.append(f"        relationships: [{{to: the_{target.table}.{target.column}}}]")
    return "\n".join(lines) + "\n"


def spider():
    columns = [(number, column) for number, table in enumerate(TABLES) for column in table.columns]
    places = {(number, column.name): at for at, (number, column) in enumerate(columns, 1)}
    names = {table.table: number for number, table in enumerate(TABLES)}
    readable = [[-1, "*"], *([number, column.comment or column.name.lower()] for number, column in columns)]
    return [
        {
            "db_id": DATABASE,
            "table_names_original": [table.table for table in TABLES],
            "table_names": [table.table.lower() for table in TABLES],
            "column_names_original": [[-1, "*"], *([number, column.name] for number, column in columns)],
            "column_names": readable,
            "column_types": ["text", *(column.type for _, column in columns)],
            "primary_keys": [places[number, column.name] for number, column in columns if column.key],
            "foreign_keys": [
                [places[number, column.name], places[names[column.references.table], column.references.column]]
                for number, column in columns
                if column.references
            ],
        }
    ]


def bird():
    header = "original_column_name,column_name,column_description,data_format,value_description\n"
    return header + 'STAT_CD,status,State of the order,text,"1: open\n9: cancelled"\nID,id,,integer,\n'


SQL = """
CREATE SCHEMA SALES;
CREATE TABLE SALES.CUSTOMER (ID BIGINT PRIMARY KEY, NAME VARCHAR);
CREATE TABLE SALES.ORDERS (
    ID BIGINT PRIMARY KEY, CUSTOMER_ID BIGINT NOT NULL REFERENCES SALES.CUSTOMER (ID), STAT_CD VARCHAR
);
CREATE VIEW SALES.BIG_ORDERS AS SELECT ID FROM SALES.ORDERS;
"""


def sqlite_file(folder):
    """SQLite has neither schemas nor comments, and a key does not promise a value."""
    path = folder / "shop.sqlite"
    script = SQL.replace(f"CREATE SCHEMA {SCHEMA};", "").replace(f"{SCHEMA}.", "")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script.replace("BIGINT PRIMARY", "BIGINT NOT NULL PRIMARY"))
    return path


def duckdb_file(folder):
    duckdb = pytest.importorskip("duckdb")
    path = folder / f"{DATABASE}.duckdb"
    with closing(duckdb.connect(str(path))) as connection:
        connection.execute(SQL)
        for table in TABLES:
            kind = table.kind.upper()
            if table.comment:
                connection.execute(f"COMMENT ON {kind} {SCHEMA}.{table.table} IS '{table.comment}'")
            for column in table.columns:
                if column.comment:
                    connection.execute(f"COMMENT ON COLUMN {SCHEMA}.{table.table}.{column.name} IS '{column.comment}'")
    return path


# name of the file: the format it is, what is in it, and what the format does not carry
TEXTS = {
    "datahub.json": ("datahub", datahub, ()),
    "datahub_mce.json": ("datahub", datahub_mce, ()),
    "openmetadata.json": ("openmetadata", openmetadata, ()),
    "unity.json": ("unity-catalog", unity_catalog, ()),
    "tbls.json": ("tbls", tbls, ()),
    "columns.csv": ("information-schema", lambda: as_csv(rows()), ("kind", "table comment", "key", "references")),
    "columns.json": ("information-schema", rows, ("kind", "table comment", "key", "references")),
    "bq_show.json": ("bigquery", bigquery, ("type", "nullable of views")),
    "bq_columns.json": (
        "bigquery",
        lambda: as_lines(rows(is_partitioning_column="NO")),
        ("kind", "table comment", "key", "references"),
    ),
    "show.csv": (
        "snowflake",
        lambda: as_csv(show_columns()),
        ("type", "kind", "table comment", "key", "references"),
    ),
    "show.json": ("snowflake", show_columns, ("type", "kind", "table comment", "key", "references")),
    "model.yaml": ("snowflake", semantic_model, ("kind", "nullable")),
    "contract.yaml": ("odcs", odcs, ()),
    "tables.json": ("spider", spider, ("schema", "kind", "nullable", "table comment")),
}
FILES = {
    "duckdb": (duckdb_file, ()),
    "sqlite": (sqlite_file, ("schema", "database", "comment", "table comment")),
}


def write(folder, name):
    """The file of that name, or of that live format."""
    if name in FILES:
        return FILES[name][0](folder)
    content = TEXTS[name][1]()
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path
