"""One logical table of a semantic model: the base table that it stands on, its columns, what it computes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tnotes.catalog.sources import clean
from tnotes.catalog.sources.assemble import COLUMN_LIMIT, VALUE_LIMIT
from tnotes.catalog.sources.export import Options, Skipped
from tnotes.catalog.sources.shapes import Node
from tnotes.catalog.sources.snowflake.names import physical, plain_column
from tnotes.catalog.table import Column, Value
from tnotes.errors import BadExport

_HINT = "give the YAML of a semantic model, as Cortex Analyst reads it"
_KINDS = ("dimensions", "time_dimensions", "facts", "measures")

Place = tuple[str | None, str, str]  # database, schema, table


@dataclass(frozen=True, slots=True)
class Field:
    """A dimension, fact or measure: `column` is the one that it simply is, None where it computes something."""

    name: str
    kind: str
    expression: str
    column: str | None
    node: Node

    @property
    def shown(self) -> str:
        """`name`, or `name = expression` where it is not simply a column of that name."""
        same = self.column is not None and self.column.casefold() == self.name.casefold()
        return self.name if same else f"{self.name} = {' '.join(self.expression.split())}"


@dataclass(frozen=True, slots=True)
class Logical:
    """`name` is what the model calls the table, `place` where it is."""

    name: str
    place: Place
    node: Node
    fields: tuple[Field, ...]

    def column(self, name: str) -> str:
        """The physical column for a name that may be the model's own."""
        return next((one.column for one in self.fields if one.column and one.name == name), None) or physical(name)


def logical(node: Node, options: Options) -> Logical:
    """The logical table, or BadExport where nothing says where it is."""
    base = node.node("base_table")
    name = required(node, "name", _HINT)
    database, schema, table = base.text("database"), base.text("schema") or options.schema, base.text("table")
    if not table:
        raise BadExport(f"{node.where} has no base_table with a table", hint=_HINT)
    if not schema:
        raise BadExport(f"{base.where}: nothing says the schema of {clean.shown(table)}", hint="give --schema NAME")
    place = (physical(database) if database else None, physical(schema), physical(table))
    return Logical(name, place, node, tuple(_fields(node)))


def required(node: Node, key: str, hint: str = _HINT) -> str:
    """The text under a key that must be there."""
    value = node.scalar(key)
    if not value or not value.strip():
        raise BadExport(f"{node.where} has no {key}", hint=hint)
    return value


def _fields(node: Node) -> Iterator[Field]:
    for kind in _KINDS:
        for field in node.nodes(kind, COLUMN_LIMIT):
            name = required(field, "name")
            expression = field.scalar("expr") or name
            yield Field(name, kind, expression, plain_column(expression), field)


def columns_of(table: Logical) -> Iterator[Column]:
    """The columns of the base table that the model tells of, each once."""
    primary = {table.column(name) for name in table.node.node("primary_key").texts("columns")}
    unique = {table.column(names[0]) for names in _unique(table.node) if len(names) == 1}
    told = set()
    for field in table.fields:
        if field.column is not None and field.column not in told:
            told.add(field.column)
            key = "primary" if field.column in primary else "unique" if field.column in unique else None
            type_text, comment = field.node.text("data_type"), field.node.text("description")
            yield Column(field.column, type_text, comment=comment, key=key, values=_values(field.node))


def _unique(node: Node) -> Iterator[list[str]]:
    yield from (one.texts("columns") for one in node.nodes("unique_keys"))


def _values(field: Node) -> tuple[Value, ...]:
    """The sample values: numbers, dates and truth values may stand there without quotes."""
    samples = field.fields.get("sample_values")
    listed = samples[: VALUE_LIMIT + 1] if isinstance(samples, list) else []
    texts = (Node(field.where, {"value": one}).scalar("value") for one in listed if one is not None)
    return tuple(Value(text) for text in dict.fromkeys(texts) if text is not None)


def computed(table: Logical) -> Iterator[Skipped]:
    """What the table has besides columns and metrics."""
    place = ".".join(table.place[1:])
    for field in table.fields:
        if field.column is None and field.kind != "measures":
            yield Skipped(clean.shown(f"{place}: {field.name}"), "it is computed, no column of the table")
    for condition in table.node.nodes("filters", COLUMN_LIMIT):
        yield Skipped(clean.shown(f"{place}: {condition.text('name')}"), "filters of a semantic model are not kept")
