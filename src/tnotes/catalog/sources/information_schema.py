"""`information_schema.columns` as CSV, and `information_schema.tables` beside it where somebody exported that too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tnotes.catalog.sources import clean
from tnotes.catalog.sources.assemble import COLUMN_LIMIT, TABLE_LIMIT, at_most, finish
from tnotes.catalog.sources.delimited import Header, Misfit, Row, header, rows
from tnotes.catalog.sources.export import Export, ExportedTable, ExportFile, Options, Skipped, Source
from tnotes.catalog.sources.opened import refusal
from tnotes.catalog.sources.values import listed_values
from tnotes.catalog.table import Column

_SCHEMAS = ("table_schema", "schema_name")  # the second as in Snowflake's SHOW COLUMNS
_COLUMN_COMMENTS = ("column_comment", "comment", "column_description", "description")
_TABLE_COMMENTS = ("table_comment", "comment", "table_description", "description")
_KEYS = {"PRI": "primary", "UNI": "unique"}
_YES_NO = {"yes": True, "y": True, "true": True, "1": True, "no": False, "n": False, "false": False, "0": False}
_ORDINAL = re.compile(r"\s*(\d{1,9})(?:\.0*)?\s*")  # pandas writes 1.0

_Place = tuple[str | None, str, str]  # database, schema, table


@dataclass(slots=True)
class _Gathered:
    """What the rows read so far say; filled row by row, since one table's rows may lie anywhere in the file."""

    columns: dict[_Place, list[tuple[int, Column]]] = field(default_factory=dict)
    about: dict[_Place, tuple[str, str | None]] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)
    engine: str | None = None


def _is_columns(top: Header) -> bool:
    return {"table_name", "column_name"} <= set(top.names)


def _is_tables(top: Header) -> bool:
    return "table_name" in top.names and not _is_columns(top)


def _recognises(file: ExportFile) -> bool:
    top = header(file)
    return top is not None and (_is_columns(top) or (_is_tables(top) and len(top.names) > 1))


def _read(files: tuple[ExportFile, ...], options: Options) -> Export:
    gathered = _Gathered()
    tops = [(file, _header_of(file)) for file in files]
    if not any(_is_columns(top) for _, top in tops):
        raise refusal(files[0].path, "has tables but no columns", "give the CSV of information_schema.columns too")
    for file, top in tops:
        if not set(_SCHEMAS) & set(top.names) and not options.schema:
            raise refusal(file.path, "has no table_schema column", "say which schema it is with --schema NAME")
        for row in rows(file, top):
            _take(row, file, top, options, gathered)
    return finish("information-schema", _drafts(gathered), options, engine=gathered.engine)


def _header_of(file: ExportFile) -> Header:
    top = header(file)
    if top is None or "table_name" not in top.names:
        hint = "export information_schema.columns with its header line"
        raise refusal(file.path, "has no header line with table_name and column_name", hint)
    return top


def _take(row: Row | Misfit, file: ExportFile, top: Header, options: Options, gathered: _Gathered) -> None:
    place = _place(row, options)
    if isinstance(place, str) or isinstance(row, Misfit):
        gathered.skipped.append(Skipped(f"{clean.shown(file.path.name)}:{row.line}", str(place)))
        return
    gathered.engine = gathered.engine or _engine(row, top)
    comments: tuple[str, ...] = _TABLE_COMMENTS
    if "column_name" in top.names:
        comments = _TABLE_COMMENTS[:1]  # a plain `comment` is the column's here
        columns = gathered.columns.setdefault(place, [])
        columns.append((_ordinal(row), _column(row)))
        at_most(len(columns), COLUMN_LIMIT, "columns in one table")
        at_most(len(gathered.columns), TABLE_LIMIT, "tables")
    kind, comment = row.text("table_type"), row.text(*comments)
    if kind or comment or "column_name" not in top.names:
        gathered.about.setdefault(place, (kind or "", comment))


def _place(row: Row | Misfit, options: Options) -> _Place | str:
    """Where the row belongs, or why that cannot be said."""
    if isinstance(row, Misfit):
        return "the row has more cells than the header"
    schema, table = row.text(*_SCHEMAS) or options.schema, row.exact("table_name")
    if schema is None or not table.strip():
        return f"the row names no {'schema' if schema is None else 'table'}"
    return _database(row), schema, table


def _database(row: Row) -> str | None:
    database = row.text("table_catalog", "database_name")
    return None if database == "def" else database  # MySQL has no catalogs and writes `def` in their place


def _engine(row: Row, top: Header) -> str | None:
    """The engine where something says it for sure."""
    if "column_key" in top.names or row.text("table_catalog") == "def":
        return "mysql"
    return "postgres" if "udt_name" in top.names else None


def _ordinal(row: Row) -> int:
    match = _ORDINAL.fullmatch(row.exact("ordinal_position"))
    return int(match[1]) if match else 10**9  # rows without a number come last, in the order of the file


def _column(row: Row) -> Column:
    type_text = row.text("column_type") or _data_type(row)
    return Column(
        name=row.text("field_path") or row.exact("column_name"),  # BigQuery's COLUMN_FIELD_PATHS has nested fields
        type=type_text,
        nullable=_YES_NO.get((row.text("is_nullable") or "").strip().lower()),
        comment=row.text(*_COLUMN_COMMENTS),
        key=_KEYS.get((row.text("column_key") or "").strip().upper()),
        values=listed_values(type_text),
    )


def _data_type(row: Row) -> str | None:
    """The type; Postgres says only ARRAY or USER-DEFINED there and has the type itself in udt_name."""
    data_type, udt = row.text("data_type"), row.text("udt_name")
    if udt and data_type == "USER-DEFINED":
        return udt
    if udt and data_type == "ARRAY":
        return udt.removeprefix("_") + "[]"
    return data_type


def _drafts(gathered: _Gathered) -> Iterator[ExportedTable | Skipped]:
    yield from gathered.skipped
    about = dict(gathered.about)
    for (_, schema, table), said in gathered.about.items():
        about.setdefault((None, schema, table), said)  # the columns may come without their catalog
    for place, numbered in gathered.columns.items():
        database, schema, table = place
        # without a catalog in the file of the tables, what it says holds for this one
        bare = gathered.about.get((None, schema, table))
        kind, comment = about.get(place) or bare or ("", None)
        columns = tuple(column for _, column in sorted(numbered, key=lambda item: item[0]))
        yield ExportedTable(schema, table, database, kind, comment, columns)
    described = {(schema, table) for _, schema, table in gathered.columns}
    for _, schema, table in gathered.about:
        if (schema, table) not in described:
            yield Skipped(clean.shown(f"{schema}.{table}"), "the export has no columns for it")


SOURCE = Source("information-schema", _recognises, _read)
