"""`tables.json` of Spider, and of the benchmarks made like it (KaggleDBQA, BIRD): many SQLite databases in one file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from tnotes.catalog.sources import clean
from tnotes.catalog.sources.assemble import COLUMN_LIMIT, TABLE_LIMIT, at_most, finish
from tnotes.catalog.sources.export import Export, ExportedTable, ExportFile, Options, Source
from tnotes.catalog.sources.outline import outline
from tnotes.catalog.sources.readable import says_more
from tnotes.catalog.sources.shapes import Node, load_objects
from tnotes.catalog.table import Column, Reference
from tnotes.errors import BadExport

_HINT = "give the tables.json of the benchmark as it is"

_Place = tuple[int, str]  # number of the table, name of the column


def _recognises(file: ExportFile) -> bool:
    return {"db_id", "column_names_original"} <= outline(file).at("[]", "")


def _read(files: tuple[ExportFile, ...], options: Options) -> Export:
    databases = [database for file in files for database in load_objects(file)]
    drafts = chain.from_iterable(_tables(database, options.schema or "main") for database in databases)
    return finish("spider", drafts, options, engine="sqlite")


def _tables(database: Node, schema: str) -> Iterator[ExportedTable]:
    name, tables = database.text("db_id"), database.texts("table_names_original")
    at_most(len(tables), TABLE_LIMIT, "tables")
    written = _pairs(database, "column_names_original")
    readable = _pairs(database, "column_names") if "column_names" in database.fields else written
    types = database.texts("column_types")
    if not len(written) == len(readable) == len(types):
        raise BadExport(f"{database.where} has lists of columns of different length", hint=_HINT)
    primary = _numbers(database, "primary_keys", len(written))
    references = _references(database, tables, written, schema)
    columns: dict[int, list[Column]] = {}
    for number, ((table, column), (_, said), type_text) in enumerate(zip(written, readable, types, strict=True)):
        key = "primary" if number in primary else None
        found = Column(column, type_text, comment=says_more(said, column), key=key, references=references.get(number))
        columns.setdefault(table, []).append(found)
    for number, table_name in enumerate(tables):
        yield ExportedTable(schema, table_name, name, columns=tuple(columns.get(number, ())))


def _pairs(database: Node, key: str) -> list[_Place]:
    """The number of the table and the name of each column; -1 is the `*` that stands before them all."""
    value = database.fields.get(key)
    if not isinstance(value, list):
        raise BadExport(f"{database.where}.{key} is not a list", hint=_HINT)
    at_most(len(value), COLUMN_LIMIT * 10, "columns in one database")
    found = []
    for item in value:
        match item:
            case [int(table), str(column)]:
                found.append((table, column))
            case _:
                raise BadExport(f"{database.where}.{key} has {clean.shown(item)}", hint=_HINT)
    return found


def _numbers(database: Node, key: str, most: int) -> set[int]:
    """Column numbers; BIRD has a list in the list where several columns make one key."""
    value = database.fields.get(key)
    items = value if isinstance(value, list) else []
    flat = chain.from_iterable(item if isinstance(item, list) else [item] for item in items)
    return {item for item in flat if isinstance(item, int) and 0 <= item < most}


def _references(database: Node, tables: list[str], columns: list[_Place], schema: str) -> dict[int, Reference]:
    references: dict[int, Reference] = {}
    value = database.fields.get("foreign_keys")
    for item in value if isinstance(value, list) else []:
        match item:
            case [int(column), int(target)] if 0 <= target < len(columns):
                table, name = columns[target]
                if 0 <= table < len(tables):
                    references.setdefault(column, Reference(schema, tables[table], name))
            case _:
                raise BadExport(f"{database.where}.foreign_keys has {clean.shown(item)}", hint=_HINT)
    return references


SOURCE = Source("spider", _recognises, _read)
