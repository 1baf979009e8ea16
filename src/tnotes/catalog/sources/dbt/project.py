"""What a dbt project says of its relations, whether a manifest or schema.yml files told it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tnotes.catalog.metric import Metric
from tnotes.catalog.sources.export import ExportedTable, Skipped
from tnotes.catalog.table import Value

Place = tuple[str | None, str, str]  # database, schema, table


@dataclass(frozen=True, slots=True)
class Relation:
    """A table or view by dbt's unique id. `folds` where dbt writes its name without quotes: its case says nothing."""

    id: str
    table: ExportedTable
    folds: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """What a test or a constraint says of one column; `target` is the unique id of a relation, and a column of it."""

    of: str
    column: str
    key: str | None = None
    required: bool = False
    values: tuple[Value, ...] = ()
    target: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Project:
    """`out` has what dbt knows and does not build, with the reason; metrics come with the id of their relation."""

    relations: tuple[Relation, ...] = ()
    facts: tuple[Fact, ...] = ()
    out: Mapping[str, str] = field(default_factory=dict)
    metrics: tuple[tuple[Metric, str | None], ...] = ()
    skipped: tuple[Skipped, ...] = ()
    engine: str | None = None


def place_of(table: ExportedTable) -> Place:
    """Where the table is."""
    return table.database, table.schema, table.table
