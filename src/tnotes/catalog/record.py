"""A table to its JSON file and back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tnotes.catalog.table import Column, Reference, Table, TableName, Value
from tnotes.errors import UnreadableFile
from tnotes.files.jsons import dumps, parse

VERSION = 1


def to_text(table: Table) -> str:
    """The file's text: one key a line, one column a line, so that a changed column is a changed line."""
    shape = {"version": VERSION} | table_fields(table)
    columns = ",\n".join(f"  {dumps(column)}" for column in shape.pop("columns"))
    lines = [f" {dumps(key)}: {dumps(value)}," for key, value in shape.items()]
    body = f"[\n{columns}\n ]" if columns else "[]"
    return "{\n" + "\n".join(lines) + f'\n "columns": {body}\n}}\n'


def table_fields(table: Table) -> dict[str, Any]:
    """A table as JSON, in the key order of its file."""
    return {
        "connection": table.name.connection,
        "database": table.database,
        "engine": table.engine,
        "schema": table.name.schema,
        "table": table.name.table,
        "kind": table.kind,
        **_part_of(table),
        "available": table.available,
        "comment": table.comment,
        "columns": [column_fields(column) for column in table.columns],
    }


def _part_of(table: Table) -> dict[str, Any]:
    """Only partitions have the key."""
    if table.part_of is None:
        return {}
    schema, name = table.part_of
    return {"part_of": {"schema": schema, "table": name}}


def column_fields(column: Column) -> dict[str, Any]:
    """A column as JSON, in the key order of files and cards."""
    target = column.references
    return {
        "name": column.name,
        "type": column.type,
        "nullable": column.nullable,
        "comment": column.comment,
        "key": column.key,
        "references": None
        if target is None
        else {"schema": target.schema, "table": target.table, "column": target.column},
        "values": [{"value": value.value, "meaning": value.meaning} for value in column.values],
    }


def from_text(text: str, path: Path) -> Table:
    """The table in a file's text. Raises UnreadableFile where it is not a catalog file of a version we know."""
    data = parse(text, path)
    if not isinstance(data, dict):
        raise UnreadableFile(path, 1, "not a catalog file", hint="import the catalog again")
    if data.get("version") != VERSION:
        problem = f"catalog version {data.get('version')!r} is not known here"
        raise UnreadableFile(path, 1, problem, hint="upgrade tnotes, or import the catalog again")
    try:
        return _table(data)
    except (KeyError, TypeError) as problem:
        what = f"no {problem}" if isinstance(problem, KeyError) else str(problem)
        raise UnreadableFile(path, None, f"not a catalog file: {what}", hint="import the catalog again") from problem


def _table(data: dict[str, Any]) -> Table:
    return Table(
        name=TableName(_text(data["connection"]), _text(data["schema"]), _text(data["table"])),
        kind=_text(data["kind"]),
        database=_maybe(data["database"]),
        engine=_maybe(data["engine"]),
        available=_flag(data["available"]),
        comment=_maybe(data["comment"]),
        columns=tuple(_column(one) for one in data["columns"]),
        part_of=(_text(data["part_of"]["schema"]), _text(data["part_of"]["table"])) if "part_of" in data else None,
    )


def _column(data: dict[str, Any]) -> Column:
    target = data["references"]
    return Column(
        name=_text(data["name"]),
        type=_maybe(data["type"]),
        nullable=None if data["nullable"] is None else _flag(data["nullable"]),
        comment=_maybe(data["comment"]),
        key=_maybe(data["key"]),
        references=None
        if target is None
        else Reference(_text(target["schema"]), _text(target["table"]), _text(target["column"])),
        values=tuple(Value(_text(one["value"]), _maybe(one["meaning"])) for one in data["values"]),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def _maybe(value: object) -> str | None:
    return None if value is None else _text(value)


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is not true or false")
    return value
