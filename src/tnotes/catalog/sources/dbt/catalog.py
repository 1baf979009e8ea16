"""dbt's `catalog.json`: what the warehouse itself says of the relations, by dbt's unique id."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.catalog.sources.assemble import COLUMN_LIMIT, TABLE_LIMIT
from tnotes.catalog.sources.clean import shown
from tnotes.catalog.sources.dbt.shapes import HINT, children, items, lower_keys, string
from tnotes.catalog.sources.export import ExportedTable, Options, Skipped
from tnotes.catalog.sources.shapes import Node
from tnotes.catalog.table import Column
from tnotes.errors import BadExport


def read_catalog(catalog: Node, options: Options) -> dict[str, ExportedTable]:
    """The tables in the spelling of the warehouse. A kind that it does not tell is empty."""
    if not {"nodes", "sources"} & set(catalog.fields):
        raise BadExport(f'{catalog.where}a catalog of dbt without "nodes" and "sources"', hint=HINT)
    found: dict[str, ExportedTable] = {}
    for group in ("nodes", "sources"):
        for unique_id, entry in children(catalog, group, TABLE_LIMIT, "tables"):
            found[unique_id] = _table(lower_keys(entry), options)
    return found


def _table(entry: Node, options: Options) -> ExportedTable:
    about = lower_keys(entry.node("metadata"))
    columns = [(_index(column), column.text("name") or name, column) for name, column in _columns(entry)]
    columns.sort(key=lambda numbered: numbered[0])  # by index alone: equal ones stay in the order of the file
    return ExportedTable(
        schema=about.text("schema") or options.schema or "",
        table=about.text("name") or "",
        database=about.text("database") or None,
        kind=about.text("type") or "",
        comment=about.text("comment"),
        columns=tuple(Column(name, column.text("type"), comment=column.text("comment")) for _, name, column in columns),
    )


def _columns(entry: Node) -> Iterator[tuple[str, Node]]:
    columns = children(entry, "columns", COLUMN_LIMIT, "columns in one table")
    return ((name, lower_keys(column)) for name, column in columns)


def _index(column: Node) -> float:
    index = column.fields.get("index")
    return index if isinstance(index, int | float) else float("inf")


def said_errors(catalog: Node) -> Iterator[Skipped]:
    """What went wrong when dbt asked the warehouse: tables are missing because of it."""
    errors = [text for item in items(catalog.fields.get("errors")) if (text := string(item))]
    if errors:
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        yield Skipped("tables that dbt could not ask for", shown(errors[0]) + more)
