"""BigQuery: `bq show --format=prettyjson`, and the views of INFORMATION_SCHEMA as JSON."""

from __future__ import annotations

from tnotes.catalog.sources import clean
from tnotes.catalog.sources.assemble import TABLE_LIMIT, at_most, finish
from tnotes.catalog.sources.bigquery_fields import columns_of
from tnotes.catalog.sources.export import Export, ExportedTable, ExportFile, Options, Skipped, Source
from tnotes.catalog.sources.information_schema import column_of, signs_of
from tnotes.catalog.sources.opened import refusal
from tnotes.catalog.sources.outline import is_json, outline
from tnotes.catalog.sources.row_files import row_header
from tnotes.catalog.sources.row_tables import Way, read_rows
from tnotes.catalog.sources.shapes import Node, load_objects
from tnotes.errors import BadExport

_SHOW = "give what `bq show --format=prettyjson DATASET.TABLE` prints, one file for each table or a list of them"
# What a field has besides its name and type; a list of nothing else is what `bq show --schema` prints.
_OF_FIELDS = {"name", "type", "mode", "description", "fields", "policyTags", "dataPolicies", "maxLength", "precision"}
_OF_FIELDS |= {"scale", "collation", "defaultValueExpression", "roundingMode", "rangeElementType", "timestampPrecision"}


def _recognises(file: ExportFile) -> bool:
    return is_json(file) and (_is_table(file) or _is_bare(file) or _is_rows(file))


def _is_table(file: ExportFile) -> bool:
    return "tableReference" in outline(file).at("", "[]")


def _is_bare(file: ExportFile) -> bool:
    found = outline(file)
    return any({"name", "type"} <= found.at(path) <= _OF_FIELDS for path in ("[]", "fields[]"))


def _is_rows(file: ExportFile) -> bool:
    top = row_header(file)
    return top is not None and "table_name" in top.names and "bigquery" in signs_of(file)


def _read(files: tuple[ExportFile, ...], options: Options) -> Export:
    tops = [row_header(file) for file in files]
    if all(top is not None and "table_name" in top.names for top in tops):
        return read_rows(files, options, Way("bigquery", column_of, "bigquery"))
    tables = [table for file in files for table in _tables(file)]
    at_most(len(tables), TABLE_LIMIT, "tables")
    return finish("bigquery", map(_draft, tables), options, engine="bigquery")


def _tables(file: ExportFile) -> list[Node]:
    if _is_bare(file):
        raise refusal(file.path, "is a list of fields, as `bq show --schema` prints; nothing names their table", _SHOW)
    return load_objects(file)


def _draft(table: Node) -> ExportedTable | Skipped:
    place = table.node("tableReference")
    project, dataset, name = (place.text(key) for key in ("projectId", "datasetId", "tableId"))
    if not dataset or not name:
        raise BadExport(f"{table.where.removesuffix(': ')} has no tableReference with its names", hint=_SHOW)
    if "schema" not in table.fields:
        return Skipped(clean.shown(f"{dataset}.{name}"), "the export has no columns for it, as a list of `bq ls`")
    kind = (table.text("type") or "").lower().replace("_", " ")
    return ExportedTable(dataset, name, project, kind, table.text("description"), tuple(columns_of(table)))


SOURCE = Source("bigquery", _recognises, _read)
