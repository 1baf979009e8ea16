"""The schema of a BigQuery table as its API writes it, as columns: nested fields with dots, types as GoogleSQL."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.catalog.sources.assemble import COLUMN_LIMIT
from tnotes.catalog.sources.nested import deeper
from tnotes.catalog.sources.shapes import Node
from tnotes.catalog.table import Column, Reference

# The API still has the names of legacy SQL, INFORMATION_SCHEMA those that queries use.
_TYPES = {
    "INTEGER": "INT64",
    "FLOAT": "FLOAT64",
    "BOOLEAN": "BOOL",
    "RECORD": "STRUCT",
    "DECIMAL": "NUMERIC",
    "BIGDECIMAL": "BIGNUMERIC",
}
_NULLABLE = {"REQUIRED": False, "NULLABLE": True, "REPEATED": False}  # an array may be empty, never NULL


def columns_of(table: Node) -> Iterator[Column]:
    """The columns of a table, nested fields behind the one that they lie in."""
    primary = set(table.node("tableConstraints").node("primaryKey").texts("columns"))
    references = _references(table)
    for field in table.node("schema").nodes("fields", COLUMN_LIMIT):
        for column in _with_fields(field, ()):
            key = "primary" if column.name in primary else None
            yield column._replace(key=key, references=references.get(column.name))


def _with_fields(field: Node, above: tuple[str, ...]) -> Iterator[Column]:
    path = deeper(above, field.text("name"), field.where)
    mode = (field.text("mode") or "NULLABLE").upper()
    name = ".".join(path) if path[-1] else ""
    yield Column(name, _type_of(field, len(above)), _NULLABLE.get(mode), field.text("description"))
    for inner in field.nodes("fields", COLUMN_LIMIT):
        yield from _with_fields(inner, path)


def _type_of(field: Node, depth: int) -> str:
    """The whole type, as INFORMATION_SCHEMA has it: `ARRAY<STRUCT<key STRING, value INT64>>`."""
    written = (field.text("type") or "").upper()
    name = _TYPES.get(written, written)
    if name == "STRUCT" and depth < 64:  # deeper ones are refused as columns
        inner = (f"{one.text('name') or ''} {_type_of(one, depth + 1)}" for one in field.nodes("fields", COLUMN_LIMIT))
        name = f"STRUCT<{', '.join(inner)}>"
    sizes = [size for key in ("maxLength", "precision", "scale") if (size := field.scalar(key))]
    if sizes:
        name = f"{name}({', '.join(sizes)})"
    return f"ARRAY<{name}>" if (field.text("mode") or "").upper() == "REPEATED" else name


def _references(table: Node) -> dict[str, Reference]:
    references: dict[str, Reference] = {}
    for key in table.node("tableConstraints").nodes("foreignKeys"):
        parent = key.node("referencedTable")
        schema, name = parent.text("datasetId"), parent.text("tableId")
        for pair in key.nodes("columnReferences"):
            column, target = pair.text("referencingColumn"), pair.text("referencedColumn")
            if schema and name and column and target:
                references.setdefault(column, Reference(schema, name, target))
    return references
