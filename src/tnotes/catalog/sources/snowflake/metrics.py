"""The metrics and verified queries of a semantic model."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.catalog.metric import ExampleDraft, Metric
from tnotes.catalog.sources import clean
from tnotes.catalog.sources.export import Skipped
from tnotes.catalog.sources.shapes import Node
from tnotes.catalog.sources.snowflake.logical import Field, Logical, required

_METRIC_LIMIT = 5_000
_EXAMPLE_LIMIT = 5_000
_AGGREGATES = {"count_distinct": "COUNT(DISTINCT {})", "average": "AVG({})"}
_ROW_BY_ROW = (None, "", "none")


def metrics_of(table: Logical) -> Iterator[Metric]:
    """The metrics on one table: those called so, and measures that aggregate."""
    for field in table.fields:
        if field.kind == "measures" and (formula := _aggregated(field)):
            yield _metric(field.node, formula, table)
    for node in table.node.nodes("metrics", _METRIC_LIMIT):
        yield _metric(node, required(node, "expr"), table)


def metrics_of_model(model: Node) -> Iterator[Metric]:
    """The metrics that rest on several tables."""
    for node in model.nodes("metrics", _METRIC_LIMIT):
        yield _metric(node, required(node, "expr"), None)


def _aggregated(field: Field) -> str | None:
    """What the measure computes; None for one that is simply a column."""
    how = (field.node.text("default_aggregation") or "").strip().lower()
    if how not in _ROW_BY_ROW:
        return _AGGREGATES.get(how, f"{how.upper()}({{}})").format(field.expression)
    return field.expression if field.column is None else None


def _metric(node: Node, expression: str, table: Logical | None) -> Metric:
    dimensions = [one for one in table.fields if one.kind == "dimensions"] if table else []
    times = [one for one in table.fields if one.kind == "time_dimensions"] if table else []
    return Metric(
        name=_line(required(node, "name")),
        description=clean.text(node.text("description")),
        type=clean.text(node.text("default_aggregation")),
        expression=clean.text(expression),
        database=table.place[0] if table else None,
        table=(table.place[1], table.place[2]) if table else None,
        dimensions=tuple(_line(one.shown) for one in [*dimensions, *times]),
        time_dimension=_line(times[0].name) if len(times) == 1 else None,
    )


def _line(raw: str) -> str:
    return " ".join((clean.text(raw) or "").split())


def examples_of(model: Node, source: str) -> Iterator[ExampleDraft | Skipped]:
    """The verified queries. Who verified one is left out: the people of this workspace look at it anew."""
    for node in model.nodes("verified_queries", _EXAMPLE_LIMIT):
        question, sql = clean.text(required(node, "question")) or "", required(node, "sql")
        name = _line(node.scalar("name") or question)
        if len(sql) > clean.TEXT_LIMIT:  # half a query answers nothing
            yield Skipped(clean.shown(name), f"its SQL is longer than {clean.TEXT_LIMIT:,} characters")
        else:
            yield ExampleDraft(name, question, clean.text(sql) or "", source)
