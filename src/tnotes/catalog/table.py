"""A table and its columns as a catalog export describes them."""

from __future__ import annotations

from typing import NamedTuple


class TableName(NamedTuple):
    """The exact place of a table: connection, schema and name, in the catalog's own spelling."""

    connection: str
    schema: str
    table: str


class Reference(NamedTuple):
    """The column that a foreign key points to, in the same connection."""

    schema: str
    table: str
    column: str


class Value(NamedTuple):
    """One value that a column may hold, with its meaning where the export has one."""

    value: str
    meaning: str | None = None


class Column(NamedTuple):
    """`nullable` is None where the export does not say; `key` is `primary`, `unique` or None."""

    name: str
    type: str | None = None
    nullable: bool | None = None
    comment: str | None = None
    key: str | None = None
    references: Reference | None = None
    values: tuple[Value, ...] = ()


class Table(NamedTuple):
    """`kind` is `table`, `view`, `materialized view`, `external table` …; `engine` decides how names fold.

    `part_of` is schema and name of the table that this one is a partition of.
    """

    name: TableName
    kind: str = "table"
    database: str | None = None
    engine: str | None = None
    available: bool = True
    comment: str | None = None
    columns: tuple[Column, ...] = ()
    part_of: tuple[str, str] | None = None
