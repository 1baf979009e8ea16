"""The relationships of a data contract as foreign keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tnotes.catalog.sources.assemble import COLUMN_LIMIT
from tnotes.catalog.sources.shapes import Node
from tnotes.catalog.table import Reference

_KINDS = ("", "foreignkey")


class Target(NamedTuple):
    """A table of the contract: where it is, and its columns by the names that the contract uses."""

    schema: str
    table: str
    columns: dict[str, str]

    def reference(self, column: str) -> Reference | None:
        """The foreign key that points to the column."""
        found = self.columns.get(column)
        return Reference(self.schema, self.table, found) if found else None


def target_of(schema: Node, place: str, table: str) -> Target:
    """The table that the schema describes, as others point to it."""
    columns: dict[str, str] = {}
    for node in schema.nodes("properties", COLUMN_LIMIT):
        name, physical = node.scalar("name"), node.scalar("physicalName")
        columns |= {known: physical or known for known in (physical, name) if known}
    return Target(place, table, columns)


def references_of(schema: Node, own: Target, targets: dict[str, Target]) -> dict[str, Reference]:
    """Where the columns of the schema point to, by their physical names; what points nowhere here is left out."""
    references: dict[str, Reference] = {}
    for column, to in (*_of_properties(schema), *_of_schema(schema)):
        table, _, target = to.partition(".")
        found = targets[table].reference(target) if table in targets else None
        name = own.columns.get(column)
        if found and name:
            references.setdefault(name, found)
    return references


def _of_properties(schema: Node) -> Iterator[tuple[str, str]]:
    for node in schema.nodes("properties", COLUMN_LIMIT):
        for relation in _foreign_keys(node):
            for to in _ends(relation, "to")[:1]:
                yield node.scalar("name") or node.scalar("physicalName") or "", to


def _of_schema(schema: Node) -> Iterator[tuple[str, str]]:
    for relation in _foreign_keys(schema):
        pairs = zip(_ends(relation, "from"), _ends(relation, "to"), strict=False)
        yield from ((one.partition(".")[2], other) for one, other in pairs)


def _foreign_keys(node: Node) -> Iterator[Node]:
    yield from (one for one in node.nodes("relationships") if (one.text("type") or "").lower() in _KINDS)


def _ends(relation: Node, key: str) -> list[str]:
    value = relation.fields.get(key)
    return relation.texts(key) if isinstance(value, list) else [text for text in [relation.text(key)] if text]
