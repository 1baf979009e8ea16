"""OpenMetadata: lists of tables as its API and its sample data have them, or one table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tnotes.catalog.sources import clean
from tnotes.catalog.sources.assemble import COLUMN_LIMIT, TABLE_LIMIT, at_most, finish
from tnotes.catalog.sources.engines import Known, of_one_engine
from tnotes.catalog.sources.export import Export, ExportedTable, ExportFile, Options, Skipped, Source
from tnotes.catalog.sources.nested import deeper
from tnotes.catalog.sources.opened import refusal
from tnotes.catalog.sources.openmetadata_names import engine_of, kind_of, parts_of, place_of, type_of
from tnotes.catalog.sources.outline import outline
from tnotes.catalog.sources.pages import missing_page
from tnotes.catalog.sources.shapes import Node, load_objects
from tnotes.catalog.table import Column, Reference

_LISTS = ("tables[]", "data[]", "[]", "")
_HINT = "give a list of tables, as GET /api/v1/tables?fields=columns,tableConstraints answers"
_LAST = 10**9  # columns without a position come last, in the order of the file


def _recognises(file: ExportFile) -> bool:
    found = outline(file)
    for path in _LISTS:
        keys = found.at(path)
        inside = found.at(f"{path}.columns[]".lstrip("."))
        if "fullyQualifiedName" in keys or ("columns" in keys and "dataType" in inside):
            return True
    return _other_entity(found.at(""), found.at("service")) is not None


def _other_entity(keys: frozenset[str], service: frozenset[str]) -> str | None:
    """What an object that is no table describes."""
    if "serviceConnection" in keys or ("serviceName" in keys and "type" in keys):
        return "a service"
    return "a database or schema" if "name" in keys and {"id", "type"} <= service else None


def _read(files: tuple[ExportFile, ...], options: Options) -> Export:
    tops = [(file, load_objects(file)) for file in files]
    tables = [table for file, objects in tops for table in _tables(file, objects)]
    at_most(len(tables), TABLE_LIMIT, "tables")
    engine, drafts = of_one_engine((Known(engine_of(table), _draft(table, options)) for table in tables), options)
    pages = [top.node("paging").text("after") for _, objects in tops for top in objects]
    return finish("openmetadata", [*drafts, *missing_page(pages)], options, engine=engine)


def _tables(file: ExportFile, objects: list[Node]) -> Iterable[Node]:
    """The tables in the file, or a refusal that says what it describes instead."""
    tables = []
    for top in objects:
        listed = [top.nodes(key, TABLE_LIMIT) for key in ("tables", "data") if key in top.fields]
        tables += [table for part in listed for table in part] if listed else [top]
    if tables and not any("columns" in table.fields for table in tables):
        keys = frozenset(tables[0].fields)
        what = _other_entity(keys, frozenset(tables[0].node("service").fields)) or "something else"
        raise refusal(file.path, f"describes {what} of OpenMetadata, no tables with columns", _HINT)
    return tables


def _draft(table: Node, options: Options) -> ExportedTable | Skipped:
    name = table.text("name") or next(iter(parts_of(table.text("fullyQualifiedName"))[-1:]), "")
    if table.flag("deleted"):
        return Skipped(clean.shown(name), "OpenMetadata has it as deleted")
    if "columns" not in table.fields:
        return Skipped(clean.shown(name), "the export has no columns for it; ask the API with fields=columns")
    database, schema = place_of(table)
    schema = schema or options.schema
    if schema is None:
        return Skipped(clean.shown(name), "nothing says its schema; give it with --schema NAME")
    columns = tuple(_columns(table, _keys(table), _references(table)))
    return ExportedTable(schema, name, database, kind_of(table), table.text("description"), columns)


def _columns(table: Node, keys: dict[str, str], references: dict[str, Reference]) -> Iterator[Column]:
    for column in _in_order(table.nodes("columns", COLUMN_LIMIT)):
        yield from _with_children(column, (), keys, references)


def _in_order(columns: list[Node]) -> list[Node]:
    """By position; equal positions, which do occur, keep the order of the file."""

    def position(column: Node) -> int:
        number = column.fields.get("ordinalPosition")
        return number if isinstance(number, int) else _LAST

    return sorted(columns, key=position)


def _with_children(
    column: Node, above: tuple[str, ...], keys: dict[str, str], references: dict[str, Reference]
) -> Iterator[Column]:
    path = deeper(above, column.text("name"), column.where)
    name, constraint = ".".join(path), (column.text("constraint") or "").upper()
    own = {"PRIMARY_KEY": "primary", "UNIQUE": "unique"}.get(constraint)
    required = constraint in ("PRIMARY_KEY", "NOT_NULL")
    yield Column(
        name=name if path[-1] else "",
        type=type_of(column),
        nullable=False if required else True if constraint == "NULL" else None,
        comment=column.text("description"),
        key=own or keys.get(name),
        references=references.get(name),
    )
    for child in column.nodes("children", COLUMN_LIMIT):
        yield from _with_children(child, path, keys, references)


def _keys(table: Node) -> dict[str, str]:
    keys: dict[str, str] = {}
    for constraint in table.nodes("tableConstraints"):
        kind, columns = constraint.text("constraintType"), constraint.texts("columns")
        if kind == "PRIMARY_KEY":
            keys |= dict.fromkeys(columns, "primary")
        elif kind == "UNIQUE" and len(columns) == 1:
            keys.setdefault(columns[0], "unique")
    return keys


def _references(table: Node) -> dict[str, Reference]:
    references: dict[str, Reference] = {}
    for constraint in table.nodes("tableConstraints"):
        pairs = zip(constraint.texts("columns"), constraint.texts("referredColumns"), strict=False)
        for column, target in pairs:
            parts = parts_of(target)
            if len(parts) >= 4:  # service, database, schema, table and column
                references.setdefault(column, Reference(parts[-3], parts[-2], parts[-1]))
    return references


SOURCE = Source("openmetadata", _recognises, _read)
