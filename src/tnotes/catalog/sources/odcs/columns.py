"""The properties of a schema in a data contract, as columns and metrics."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.catalog.sources.assemble import COLUMN_LIMIT, VALUE_LIMIT
from tnotes.catalog.sources.nested import deeper
from tnotes.catalog.sources.shapes import Node
from tnotes.catalog.table import Column, Value

_COMPUTED = ("dimension", "measure")  # of version 3.2: what is asked for, not what is stored


def is_computed(node: Node) -> bool:
    """Whether the property is a dimension or a measure, no column."""
    return (node.text("semanticType") or "").lower() in _COMPUTED


def columns_of(schema: Node) -> Iterator[Column]:
    """The columns, properties of objects behind the one that they lie in, with dots."""
    for node in schema.nodes("properties", COLUMN_LIMIT):
        if not is_computed(node):
            yield from _with_properties(node, ())


def _with_properties(node: Node, above: tuple[str, ...]) -> Iterator[Column]:
    path = deeper(above, node.scalar("physicalName") or node.scalar("name"), node.where)
    yield Column(
        name=".".join(path) if path[-1] else "",
        type=node.text("physicalType") or node.text("logicalType"),
        nullable=_nullable(node),
        comment=node.text("description"),
        key="primary" if node.flag("primaryKey") else "unique" if node.flag("unique") else None,
        values=tuple(_values(node)),
    )
    for inner in (node, node.node("items")):
        for field in inner.nodes("properties", COLUMN_LIMIT):
            yield from _with_properties(field, path)


def _nullable(node: Node) -> bool | None:
    required = node.flag("required")
    if node.flag("primaryKey"):
        return False if required else None  # contracts say `required: false` of every column that they do not check
    return None if required is None else not required


def _values(node: Node) -> Iterator[Value]:
    """The values that the contract allows: an enum, or a quality rule that lists valid ones."""
    for item in _list(node, "enum"):
        if isinstance(item, dict):
            one = Node(node.where, item)
            label, description = one.scalar("label"), one.text("description")
            meaning = ": ".join(part for part in (label, description) if part)
            yield from (Value(text, meaning or None) for text in _texts(node, [one.fields.get("value")]))
        else:
            yield from (Value(text) for text in _texts(node, [item]))
    yield from map(Value, _texts(node, _list(node, "validValues")))
    for rule in node.nodes("quality", COLUMN_LIMIT):
        listed = _list(rule, "validValues") or _list(rule.node("arguments"), "validValues")
        yield from map(Value, _texts(node, listed))


def _list(node: Node, key: str) -> list[object]:
    value = node.fields.get(key)
    return value[: VALUE_LIMIT + 1] if isinstance(value, list) else []


def _texts(node: Node, items: list[object]) -> Iterator[str]:
    for item in items:
        if (text := Node(node.where, {"value": item}).scalar("value")) is not None:
            yield text
