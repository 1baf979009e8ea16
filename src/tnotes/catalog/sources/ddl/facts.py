"""What a statement says, before it is known which table it is about."""

from __future__ import annotations

from typing import NamedTuple

from tnotes.catalog.table import Column, Value

Path = tuple[str, ...]  # the parts of a name, as the engine keeps them: table, schema and table, database …


class Foreign(NamedTuple):
    """A foreign key; without `to_columns` it points to the primary key of the other table."""

    columns: tuple[str, ...]
    to: Path
    to_columns: tuple[str, ...] = ()


class Listed(NamedTuple):
    """The values that a CHECK allows one column."""

    column: str
    values: tuple[Value, ...]


class Body(NamedTuple):
    """What lies in the parentheses of CREATE TABLE, or is added by ALTER TABLE."""

    columns: tuple[Column, ...] = ()
    primary: tuple[str, ...] = ()
    unique: tuple[str, ...] = ()
    foreign: tuple[Foreign, ...] = ()
    listed: tuple[Listed, ...] = ()
    copies: tuple[Path, ...] = ()  # tables whose columns come first: LIKE, INHERITS, PARTITION OF


class Creates(NamedTuple):
    """A table or view. `note` says what could not be read of it, `plainly` why sqlglot did not confirm what was."""

    path: Path
    kind: str
    body: Body
    comment: str | None = None
    replaces: bool = False
    note: str | None = None
    plainly: str | None = None
    partition: Path = ()  # of this table


class Changes(NamedTuple):
    """What ALTER TABLE and CREATE UNIQUE INDEX add; `changed` are columns written anew, as MySQL's MODIFY does.

    `partition` is the table of which it becomes a part, as pg_dump writes it.
    """

    path: Path
    body: Body
    changed: tuple[Column, ...] = ()
    note: str | None = None
    partition: Path = ()


class Says(NamedTuple):
    """A comment on a table, or on one of its columns; an empty text takes it away."""

    path: Path
    column: str | None
    text: str


class Lists(NamedTuple):
    """The values of a type, or of a domain."""

    path: Path
    values: tuple[Value, ...]


class Moves(NamedTuple):
    """From here on bare names lie there; None leaves that part as it is, and an empty one is forgotten."""

    database: str | None = None
    schema: str | None = None


class Drops(NamedTuple):
    """The table is gone, unless it is made again."""

    path: Path


class Passed(NamedTuple):
    """A statement about a table that is not taken, and why."""

    path: Path
    reason: str


Fact = Creates | Changes | Says | Lists | Moves | Drops | Passed
