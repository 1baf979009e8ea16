"""The verb `catalog ls`."""

from __future__ import annotations

from typing import NamedTuple

from tnotes.actions.session import Session
from tnotes.catalog.nearest import nearest
from tnotes.catalog.table import Table
from tnotes.errors import UnknownTable, UnreadableFile
from tnotes.words import fold


class Listed(NamedTuple):
    """The tables that were asked for, and the catalog files that could not be read."""

    tables: tuple[Table, ...]
    unreadable: tuple[UnreadableFile, ...] = ()


def list_tables(session: Session, connection: str | None = None, schema: str | None = None) -> Listed:
    """The visible tables, of one connection or schema where it is given."""
    visible = session.visible
    everything = list(visible.all_names())
    wanted = [name for name in everything if _is(name.connection, connection) and _is(name.schema, schema)]
    if not wanted and (connection is not None or schema is not None):
        known = dict.fromkeys(name.connection for name in everything)
        near = nearest(connection or "", known)
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
    return Listed(tuple(tables), tuple(unreadable))


def _is(name: str, asked: str | None) -> bool:
    return asked is None or fold(name) == fold(asked)
