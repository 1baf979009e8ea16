"""OpenMetadata's fully qualified names and types."""

from __future__ import annotations

import re

from tnotes.catalog.sources import clean
from tnotes.catalog.sources.shapes import Node

_PART = re.compile(r'(?:"((?:[^"]|"")+)"|([^".]+))(\.|$)')
_ENGINES = {"unitycatalog": "databricks", "azuresql": "mssql", "synapse": "mssql"}
_NO_ENGINES = ("databaseservice", "sampledata", "customdatabase")
_KINDS = {
    "regular": "table",
    "local": "table",
    "iceberg": "table",
    "transient": "table",
    "partitioned": "table",
    "external": "external table",
    "foreign": "foreign table",
    "secureview": "view",
    "materializedview": "materialized view",
}
_SIZED = ("VARCHAR", "CHAR", "BINARY", "VARBINARY")
_NO_DATABASE = "default"  # what OpenMetadata writes for engines without databases, such as MySQL


def parts_of(qualified: str | None) -> list[str]:
    """`service.database.schema."dim.shop"` as its parts; empty where it cannot be read."""
    parts, position, text = [], 0, qualified or ""
    while position < len(text):
        match = _PART.match(text, position)
        if match is None:
            return []
        parts.append((match[1] or "").replace('""', '"') or match[2])
        position = match.end()
    return parts if not text.endswith(".") else []


def place_of(table: Node) -> tuple[str | None, str | None]:
    """Database and schema: the table's own name says both, or its references do."""
    own = parts_of(table.text("fullyQualifiedName"))
    database, schema = (own[-3], own[-2]) if len(own) >= 4 else _of_references(table)
    if schema is None and len(own) == 3:
        schema = own[1]
    return (None if database == _NO_DATABASE else database), schema


def _of_references(table: Node) -> tuple[str | None, str | None]:
    schema, database = (_reference(table.node(key)) for key in ("databaseSchema", "database"))
    inside = schema[-2] if len(schema) >= 3 else None
    return (database[-1] if database else inside), (schema[-1] if schema else None)


def _reference(entity: Node) -> list[str]:
    """The parts of its name; older exports have the qualified one under `name`."""
    qualified, name = entity.text("fullyQualifiedName"), entity.text("name")
    return parts_of(qualified) or parts_of(name) or ([name] if name else [])


def engine_of(table: Node) -> str | None:
    """The engine of the service that the table was read from."""
    kind = (table.text("serviceType") or table.node("service").text("type") or "").lower()
    return None if kind in _NO_ENGINES else _ENGINES.get(kind, clean.engine(kind))


def kind_of(table: Node) -> str:
    """`table`, `view`, `materialized view` …"""
    kind = (table.text("tableType") or "").lower()
    return _KINDS.get(kind, kind)


def type_of(column: Node) -> str | None:
    """The type as it is shown, with its length where only the field beside it has that."""
    kind, length = column.text("dataType"), column.scalar("dataLength")
    text = column.text("dataTypeDisplay") or kind
    sized = text and "(" not in text and (kind or "").upper() in _SIZED
    return f"{text}({length})" if sized and length and length.isdigit() and length != "0" else text
