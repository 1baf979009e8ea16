"""Unity Catalog of Databricks: what `databricks tables list` and its API answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tnotes.catalog.sources import clean
from tnotes.catalog.sources.assemble import COLUMN_LIMIT, TABLE_LIMIT, at_most, finish
from tnotes.catalog.sources.export import Export, ExportedTable, ExportFile, Options, Skipped, Source
from tnotes.catalog.sources.outline import outline
from tnotes.catalog.sources.pages import missing_page
from tnotes.catalog.sources.shapes import Node, load_objects
from tnotes.catalog.table import Column, Reference
from tnotes.errors import BadExport

_TABLE = {"name", "catalog_name", "schema_name"}
_NAME_PART = re.compile(r"`((?:[^`]|``)+)`|([^.`]+)")
_LAST = 10**9


def _recognises(file: ExportFile) -> bool:
    found = outline(file)
    return any(found.at(path) >= _TABLE for path in ("tables[]", "[]", ""))


def _read(files: tuple[ExportFile, ...], options: Options) -> Export:
    tops = [top for file in files for top in load_objects(file)]
    tables = [table for top in tops for table in _listed(top)]
    at_most(len(tables), TABLE_LIMIT, "tables")
    pages = [top.text("next_page_token") for top in tops]
    drafts = [*(_draft(table) for table in tables), *missing_page(pages)]
    return finish("unity-catalog", drafts, options, engine="databricks")


def _listed(top: Node) -> list[Node]:
    return top.nodes("tables", TABLE_LIMIT) if "tables" in top.fields else [top]


def _draft(table: Node) -> ExportedTable | Skipped:
    name, schema = table.text("name") or "", table.text("schema_name")
    if schema is None:
        hint = "give what `databricks tables list CATALOG SCHEMA -o json` prints"
        raise BadExport(f"{table.where.removesuffix(': ')} has no schema_name", hint=hint)
    if "columns" not in table.fields:
        return Skipped(clean.shown(f"{schema}.{name}"), "the export has no columns for it")
    kind = (table.text("table_type") or "").lower().replace("_", " ")
    return ExportedTable(schema, name, table.text("catalog_name"), kind, table.text("comment"), tuple(_columns(table)))


def _columns(table: Node) -> Iterator[Column]:
    primary, references = _constraints(table)
    for column in sorted(table.nodes("columns", COLUMN_LIMIT), key=_position):
        name = column.text("name") or ""
        yield Column(
            name=name,
            type=column.text("type_text") or column.text("type_name"),
            nullable=column.flag("nullable"),
            comment=column.text("comment"),
            key="primary" if name in primary else None,
            references=references.get(name),
        )


def _position(column: Node) -> int:
    number = column.fields.get("position")
    return number if isinstance(number, int) else _LAST


def _constraints(table: Node) -> tuple[set[str], dict[str, Reference]]:
    primary: set[str] = set()
    references: dict[str, Reference] = {}
    for constraint in table.nodes("table_constraints"):
        primary.update(constraint.node("primary_key_constraint").texts("child_columns"))
        foreign = constraint.node("foreign_key_constraint")
        parent = [quoted.replace("``", "`") or plain for quoted, plain in _parts(foreign.text("parent_table"))]
        if len(parent) >= 2:
            pairs = zip(foreign.texts("child_columns"), foreign.texts("parent_columns"), strict=False)
            for column, target in pairs:
                references.setdefault(column, Reference(parent[-2], parent[-1], target))
    return primary, references


def _parts(name: str | None) -> list[tuple[str, str]]:
    return _NAME_PART.findall(name or "")


SOURCE = Source("unity-catalog", _recognises, _read)
