"""Tables out of rows, one row a column, and out of rows that describe a table where a file has those too."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tnotes.catalog.sources import clean
from tnotes.catalog.sources.assemble import COLUMN_LIMIT, TABLE_LIMIT, at_most, finish
from tnotes.catalog.sources.delimited import Header, Misfit, Row
from tnotes.catalog.sources.export import Export, ExportedTable, ExportFile, Options, Skipped
from tnotes.catalog.sources.opened import refusal
from tnotes.catalog.sources.row_files import file_rows, row_header
from tnotes.catalog.table import Column

_SCHEMAS = ("table_schema", "schema_name")  # the second as in Snowflake's SHOW COLUMNS
_TABLE_COMMENTS = ("table_comment", "comment", "table_description", "description")
_ORDINAL = re.compile(r"\s*(\d{1,9})(?:\.0*)?\s*")  # pandas writes 1.0
_UNNUMBERED = 10**9  # rows without a number come last, in the order of the file

_Place = tuple[str | None, str, str]  # database, schema, table


@dataclass(frozen=True, slots=True)
class Way:
    """How one format writes a column into a row; `engine` is that of the format, or `signs` guesses it."""

    name: str
    column: Callable[[Row], Column]
    engine: str | None = None
    signs: Callable[[Row, Header], str | None] | None = None


class _Found(NamedTuple):
    """A column where it was found; `root` is the column that a nested field lies in."""

    ordinal: int | None
    root: str
    file: ExportFile
    column: Column


@dataclass(slots=True)
class _Gathered:
    """What the rows read so far say; filled row by row, since one table's rows may lie anywhere in the file."""

    columns: dict[_Place, list[_Found]] = field(default_factory=dict)
    about: dict[_Place, tuple[str, str | None]] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)
    engine: str | None = None


def is_columns(top: Header) -> bool:
    """Whether the rows are columns."""
    return {"table_name", "column_name"} <= set(top.names)


def is_tables(top: Header) -> bool:
    """Whether the rows are tables."""
    return "table_name" in top.names and not is_columns(top)


def read_rows(files: tuple[ExportFile, ...], options: Options, way: Way) -> Export:
    """The export that the rows of all files give together."""
    gathered = _Gathered(engine=way.engine)
    tops = [(file, _header_of(file)) for file in files]
    if not any(is_columns(top) for _, top in tops):
        raise refusal(files[0].path, "has tables but no columns", "give information_schema.columns too")
    for file, top in tops:
        if not set(_SCHEMAS) & set(top.names) and not options.schema:
            raise refusal(file.path, "has no table_schema column", "say which schema it is with --schema NAME")
        for row in file_rows(file, top):
            _take(row, file, top, options, way, gathered)
    return finish(way.name, _drafts(gathered), options, engine=gathered.engine)


def _header_of(file: ExportFile) -> Header:
    top = row_header(file)
    if top is None or "table_name" not in top.names:
        hint = "export information_schema.columns with its header line"
        raise refusal(file.path, "has no header line with table_name and column_name", hint)
    return top


def _take(row: Row | Misfit, file: ExportFile, top: Header, options: Options, way: Way, gathered: _Gathered) -> None:
    place = _place(row, options)
    if isinstance(place, str) or isinstance(row, Misfit):
        gathered.skipped.append(Skipped(f"{clean.shown(file.path.name)}:{row.line}", str(place)))
        return
    if gathered.engine is None and way.signs is not None:
        gathered.engine = way.signs(row, top)
    comments: tuple[str, ...] = _TABLE_COMMENTS
    if "column_name" in top.names:
        comments = _TABLE_COMMENTS[:1]  # a plain `comment` is the column's here
        columns = gathered.columns.setdefault(place, [])
        if (row.text("is_hidden") or "").upper() != "YES":  # BigQuery's pseudo-columns, such as _PARTITIONTIME
            columns.append(_Found(_ordinal(row), row.exact("column_name"), file, way.column(row)))
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


def _ordinal(row: Row) -> int | None:
    match = _ORDINAL.fullmatch(row.exact("ordinal_position"))
    return int(match[1]) if match else None


def _drafts(gathered: _Gathered) -> Iterator[ExportedTable | Skipped]:
    yield from gathered.skipped
    about = dict(gathered.about)
    for (_, schema, table), said in gathered.about.items():
        about.setdefault((None, schema, table), said)  # the columns may come without their catalog
    for place, found in gathered.columns.items():
        database, schema, table = place
        # without a catalog in the file of the tables, what it says holds for this one
        bare = gathered.about.get((None, schema, table))
        kind, comment = about.get(place) or bare or ("", None)
        yield ExportedTable(schema, table, database, kind, comment, tuple(_in_order(_merged(found))))
    described = {(schema, table) for _, schema, table in gathered.columns}
    for _, schema, table in gathered.about:
        if (schema, table) not in described:
            yield Skipped(clean.shown(f"{schema}.{table}"), "the export has no columns for it")


def _merged(found: Iterable[_Found]) -> list[_Found]:
    """One for each column: BigQuery has a column's type in one view and its description in another."""
    merged: list[_Found] = []
    first: dict[str, int] = {}
    for one in found:
        at = first.setdefault(one.column.name, len(merged))
        if at == len(merged) or merged[at].file == one.file:
            merged.append(one)  # twice in one file is a mistake, which is told later
        else:
            known = merged[at]
            ordinal = one.ordinal if known.ordinal is None else known.ordinal
            merged[at] = known._replace(ordinal=ordinal, column=_filled(known.column, one.column))
    return merged


def _filled(column: Column, other: Column) -> Column:
    """The column, with what only the other says of it."""
    missing = {key: value for key, value in other._asdict().items() if getattr(column, key) in (None, ())}
    return column._replace(**missing)


def _in_order(found: Iterable[_Found]) -> Iterator[Column]:
    """By number, nested fields behind the column that they lie in."""
    listed = list(found)
    numbers = {one.root: one.ordinal for one in reversed(listed) if one.ordinal is not None}
    for one in listed:
        numbers.setdefault(one.root, _UNNUMBERED + len(numbers))
    yield from (one.column for one in sorted(listed, key=lambda one: numbers[one.root]))
