"""The verb `catalog ls`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tnotes.actions.session import Session
from tnotes.catalog.access import VisibleCatalog
from tnotes.catalog.nearest import nearest
from tnotes.catalog.table import Table, TableName
from tnotes.errors import UnknownTable, UnreadableFile
from tnotes.words import fold


class Listed(NamedTuple):
    """The tables that were asked for, how many shards each family has, and the catalog files that cannot be read."""

    tables: tuple[Table, ...]
    unreadable: tuple[UnreadableFile, ...] = ()
    shards: Mapping[TableName, int] = {}


def list_tables(session: Session, connection: str | None = None, schema: str | None = None) -> Listed:
    """The visible tables, of one connection or schema where it is given. A family stands for its shards."""
    visible = session.visible
    everything, shards = _families_once(visible)
    wanted = [name for name in everything if _is(name.connection, connection) and _is(name.schema, schema)]
    if not wanted and (connection is not None or schema is not None):
        there = [name for name in everything if _is(name.connection, connection)]
        known = dict.fromkeys(name.schema for name in there) or dict.fromkeys(name.connection for name in everything)
        near = nearest((schema if there else connection) or "", known)
        hint = f"did you mean {' or '.join(near)}?" if near else "tnotes catalog ls lists all of them"
        what = " ".join(part for part in (connection, schema and f"schema {schema}") if part)
        raise UnknownTable(f"no tables in {what}", hint=hint, candidates=near)
    tables: list[Table] = []
    unreadable: list[UnreadableFile] = []
    for name in wanted:
        try:
            table = visible.load(name)
        except UnreadableFile as problem:
            unreadable.append(problem)
        else:
            tables += [table] if table is not None else []
    return Listed(tuple(tables), tuple(unreadable), shards)


def table_names(session: Session) -> list[TableName]:
    """The visible tables by name, a family in the place of its shards. Reads no file."""
    return _families_once(session.visible)[0]


def _families_once(visible: VisibleCatalog) -> tuple[list[TableName], dict[TableName, int]]:
    """Every table with each family in the place of its shards, and how many shards that has."""
    families = dict(visible.all_families())
    inside = {shard for shards in families.values() for shard in shards}
    names = [name for name in visible.all_names() if name not in inside]
    return sorted([*names, *families]) if families else names, {one: len(many) for one, many in families.items()}


def _is(name: str, asked: str | None) -> bool:
    return asked is None or fold(name) == fold(asked)
