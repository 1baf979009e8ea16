"""Reading dbt's artifacts: strict where a table depends on it, forgiving where the shapes change with each version."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.catalog.sources.assemble import at_most
from tnotes.catalog.sources.clean import shown
from tnotes.catalog.sources.shapes import Node
from tnotes.errors import BadExport

HINT = "make it again with `dbt docs generate`"


def children(parent: Node, key: str, limit: int, what: str) -> Iterator[tuple[str, Node]]:
    """The objects under the keys of the object `key`: nodes by unique id, columns by name; at most `limit`."""
    group = parent.node(key)
    at_most(len(group.fields), limit, what)
    for name, value in group.fields.items():
        where = f"{group.where}.{shown(name)}"
        if not isinstance(value, dict):
            raise BadExport(f"{where} is not an object", hint=HINT)
        yield name, Node(where, value)


def lower_keys(node: Node) -> Node:
    """The object with lower-case keys: Snowflake can be set to hand back dbt's own in upper case (dbt-core#982)."""
    if all(key.islower() for key in node.fields):
        return node
    return Node(node.where, {key.lower(): value for key, value in node.fields.items()})


def obj(value: object) -> dict[str, object]:
    """The object that the value is, or an empty one."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[object]:
    """The list that the value is, or an empty one."""
    return value if isinstance(value, list) else []


def strings(value: object) -> list[str]:
    """The strings in a list."""
    return [item for item in items(value) if isinstance(item, str)]


def string(value: object) -> str | None:
    """The string that the value is, in one line; None for anything else and for an empty one."""
    return " ".join(value.split()) or None if isinstance(value, str) else None


def scalar(value: object) -> str | None:
    """A string as it is, a number or a truth value as people write it, None for anything else."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int | float) else None
