"""Metrics and worked examples as a catalog export describes them."""

from __future__ import annotations

from typing import NamedTuple


class Metric(NamedTuple):
    """A number that people agreed how to compute. `table` is schema and table; None where it rests on several or none.

    `expression` is what it computes, in SQL as far as the export has it; `inputs` explains the names in it that stand
    for other metrics. `dimensions` are `name`, or `name = expression` where it is not simply a column.
    """

    name: str
    label: str | None = None
    description: str | None = None
    type: str | None = None
    expression: str | None = None
    database: str | None = None
    table: tuple[str, str] | None = None
    inputs: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()
    dimensions: tuple[str, ...] = ()
    time_dimension: str | None = None


class ExampleDraft(NamedTuple):
    """A question that somebody answered in SQL, for people to look at; `source` says where it came from."""

    name: str
    question: str
    sql: str
    source: str
