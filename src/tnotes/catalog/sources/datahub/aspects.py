"""The aspects of DataHub's entities out of its two file formats: proposals one aspect each, and old snapshots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tnotes.catalog.sources.export import ExportFile
from tnotes.catalog.sources.shapes import Node, load_objects
from tnotes.errors import BadExport

Aspects = dict[str, Node]  # name of the aspect → what it says

_SNAPSHOTS = re.compile(r"(?:.*\.)?DatasetSnapshot")
# Avro writes a value of several possible types as an object with the type as its one key.
_UNIONS = frozenset({"string", "boolean", "array", "int", "long"})
_HINT = "export it again with the file sink of DataHub"


class Told(NamedTuple):
    """One aspect of one entity; `says` is None where the proposal takes the aspect away."""

    urn: str
    aspect: str
    says: Node | None


def entities(files: tuple[ExportFile, ...]) -> dict[str, Aspects]:
    """The aspects of each entity by its URN; of an aspect told twice, the later one."""
    found: dict[str, Aspects] = {}
    for file in files:
        for item in load_objects(file):
            for urn, aspect, says in _told(item):
                aspects = found.setdefault(urn, {})
                if says is None:
                    aspects.pop(aspect, None)
                else:
                    aspects[aspect] = says
    return found


def _told(item: Node) -> Iterator[Told]:
    if item.fields.get("proposedSnapshot") is not None:
        yield from _of_snapshot(item.node("proposedSnapshot"))
    elif "entityUrn" in item.fields or "aspectName" in item.fields:
        yield from _of_proposal(item)
    elif not ({"entityType", "proposedDelta", "auditHeader"} & set(item.fields)):
        raise BadExport(f"{item.where.removesuffix(': ')} is no change proposal of DataHub", hint=_HINT)


def _of_snapshot(union: Node) -> Iterator[Told]:
    for key in union.fields:
        if _SNAPSHOTS.fullmatch(key):
            snapshot = union.node(key)
            urn = snapshot.text("urn") or ""
            for aspect in snapshot.nodes("aspects"):
                for name in aspect.fields:
                    yield Told(urn, _short(name), aspect.node(name))


def _short(name: str) -> str:
    """`com.linkedin.pegasus2avro.schema.SchemaMetadata` as proposals write it: `schemaMetadata`."""
    last = name.rpartition(".")[2]
    return last[:1].lower() + last[1:]


def _of_proposal(item: Node) -> Iterator[Told]:
    urn, name = item.text("entityUrn"), item.text("aspectName")
    change = (item.text("changeType") or "UPSERT").upper()
    if urn is None or name is None or change == "PATCH":
        return  # a patch changes a part of an aspect that is not here
    if change == "DELETE":
        yield Told(urn, name, None)
        return
    aspect = item.node("aspect")
    if isinstance(aspect.fields.get("value"), str):
        yield from _of_text(urn, name, aspect)
    else:
        yield Told(urn, name, aspect.node("json"))


def _of_text(urn: str, name: str, aspect: Node) -> Iterator[Told]:
    """An aspect as JSON inside a string."""
    import json

    try:
        says = json.loads(aspect.text("value") or "")
    except (ValueError, RecursionError) as error:
        raise BadExport(f"{aspect.where}.value is not valid JSON", hint=_HINT) from error
    if not isinstance(says, dict):
        raise BadExport(f"{aspect.where}.value is not a JSON object", hint=_HINT)
    yield Told(urn, name, Node(f"{aspect.where}.value", says))


def opened(node: Node) -> Node:
    """The object with the values that stand in a union taken out of it."""
    return Node(node.where, {key: _value(value) for key, value in node.fields.items()})


def _value(value: object) -> object:
    if isinstance(value, dict) and len(value) == 1:
        ((key, inner),) = value.items()
        return inner if key in _UNIONS else value
    return value
