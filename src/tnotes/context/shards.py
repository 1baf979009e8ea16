"""Date shards as search sees them: a family stands for its shards, and what is known of one of those is known of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tnotes.catalog.families import families_of, family_name, is_family
from tnotes.catalog.table import TableName
from tnotes.context.documents import Row
from tnotes.context.tokens import pieces


class Together(NamedTuple):
    """Each table once in order, a family in the place of its shards; `home` says for which table another name counts.

    A shard counts for its family, and a family of which one shard is left for that shard.
    """

    rows: list[Row]
    home: dict[TableName, TableName]


def together(rows: Sequence[Row], sees: Callable[[TableName], bool] | None = None) -> Together:
    """The tables that somebody sees with the families among them; whoever may not read a family's name sees tables."""
    wholes: dict[TableName, list[str]] = {}
    for connection, schema, table in (row.name for row in rows):
        family = family_name(table) if table[-1:].isdigit() else None
        if family is not None:
            wholes.setdefault(TableName(connection, schema, family), []).append(table)
    if not wholes:
        return Together(list(rows), {})
    known = {row.name: row for row in rows}
    made: dict[TableName, Row] = {}
    home: dict[TableName, TableName] = {}
    for whole, names in wholes.items():
        if whole in known or not (sees is None or sees(whole)):
            continue
        members = [whole._replace(table=one) for one in families_of(names).get(whole.table, ())]
        if members:
            made[whole] = _whole(whole, [known[one] for one in members])
            home |= dict.fromkeys(members, whole)
        else:
            home[whole] = whole._replace(table=names[0])
    return Together(sorted([*(row for row in rows if row.name not in home), *made.values()]), home)


def may_be_of_a_family(name: str) -> bool:
    """Whether the notes of a table of that name may belong to another table."""
    return is_family(name) or family_name(name) is not None


def _whole(name: TableName, shards: Sequence[Row]) -> Row:
    """What the newest shard is, of those still available if there are any; they come newest first."""
    newest = next((one for one in shards if one.available), shards[0])
    return newest._replace(name=name, key="".join(pieces(name.table)))
