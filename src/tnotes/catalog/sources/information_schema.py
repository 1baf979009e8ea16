"""`information_schema.columns` as CSV or JSON, and `information_schema.tables` beside it where there is that too."""

from __future__ import annotations

from tnotes.catalog.sources.delimited import Header, Row
from tnotes.catalog.sources.export import Export, ExportFile, Options, Source
from tnotes.catalog.sources.row_files import row_header
from tnotes.catalog.sources.row_tables import Way, is_columns, is_tables, read_rows
from tnotes.catalog.sources.values import listed_values
from tnotes.catalog.table import Column

_COLUMN_COMMENTS = ("column_comment", "comment", "column_description", "description")
_KEYS = {"PRI": "primary", "UNI": "unique"}
_YES_NO = {"yes": True, "y": True, "true": True, "1": True, "no": False, "n": False, "false": False, "0": False}
# Headers that only one engine has.
_SIGNS = {
    "column_key": "mysql",
    "udt_name": "postgres",
    "data_type_alias": "snowflake",
    "schema_evolution_record": "snowflake",
    "identity_ordered": "snowflake",
    "auto_clustering_on": "snowflake",
    "full_data_type": "databricks",
    "clustering_ordinal_position": "bigquery",
    "is_partitioning_column": "bigquery",
    "is_system_defined": "bigquery",
    "field_path": "bigquery",
    "default_collation_name": "bigquery",
    "is_fine_grained_mutations_enabled": "bigquery",
}
_SNOWFLAKE_TYPES = ("TIMESTAMP_LTZ", "TIMESTAMP_TZ")


def engine_of(row: Row, top: Header) -> str | None:
    """The engine where something says it for sure."""
    if row.text("table_catalog") == "def":
        return "mysql"
    if signed := next((engine for sign, engine in _SIGNS.items() if sign in top.names), None):
        return signed
    return "snowflake" if row.text("data_type") in _SNOWFLAKE_TYPES else None


def column_of(row: Row) -> Column:
    """The column that the row describes."""
    type_text = row.text("column_type") or _data_type(row)
    return Column(
        name=row.text("field_path") or row.exact("column_name"),  # BigQuery's COLUMN_FIELD_PATHS has nested fields
        type=type_text,
        nullable=_YES_NO.get((row.text("is_nullable") or "").strip().lower()),
        comment=row.text(*_COLUMN_COMMENTS),
        key=_KEYS.get((row.text("column_key") or "").strip().upper()),
        values=listed_values(type_text),
    )


def signs_of(file: ExportFile) -> frozenset[str]:
    """The engines that the headers of the file are signs of."""
    top = row_header(file)
    return frozenset(_SIGNS[name] for name in top.names if name in _SIGNS) if top else frozenset()


def _data_type(row: Row) -> str | None:
    """The type; Postgres says only ARRAY or USER-DEFINED there and has the type itself in udt_name."""
    data_type, udt = row.text("data_type"), row.text("udt_name")
    if udt and data_type == "USER-DEFINED":
        return udt
    if udt and data_type == "ARRAY":
        return udt.removeprefix("_") + "[]"
    return data_type


def _recognises(file: ExportFile) -> bool:
    top = row_header(file)
    if top is None or "null?" in top.names:  # SHOW COLUMNS of Snowflake
        return False
    if not top.separator:  # JSON: that of BigQuery is BigQuery's
        ours = is_columns(top) or (is_tables(top) and "table_schema" in top.names)
        return ours and "bigquery" not in signs_of(file)
    return is_columns(top) or (is_tables(top) and len(top.names) > 1)


def _read(files: tuple[ExportFile, ...], options: Options) -> Export:
    return read_rows(files, options, Way("information-schema", column_of, signs=engine_of))


SOURCE = Source("information-schema", _recognises, _read)
