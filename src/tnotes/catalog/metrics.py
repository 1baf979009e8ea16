"""What an export knows beside its tables: `catalog/<connection>/metrics.json` and `examples.json`, for later scopes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tnotes.catalog.metric import ExampleDraft, Metric
from tnotes.files.jsons import dumps

FILE = "metrics.json"
EXAMPLES = "examples.json"
VERSION = 1


def to_text(connection: str, metrics: Iterable[Metric]) -> str:
    """The text of the file of metrics: sorted by name, one metric a line."""
    return _text(connection, "metrics", [metric_fields(metric) for metric in metrics])


def examples_to_text(connection: str, examples: Iterable[ExampleDraft]) -> str:
    """The text of the file of example drafts: sorted by name, one a line. None of them is certified."""
    fields = [{"name": e.name, "question": e.question, "sql": e.sql, "source": e.source} for e in examples]
    return _text(connection, "examples", fields)


def _text(connection: str, what: str, fields: list[dict[str, Any]]) -> str:
    """One a line, so that a changed one is a changed line."""
    lines = ",\n".join(f"  {dumps(one)}" for one in sorted(fields, key=lambda one: (one["name"], dumps(one))))
    body = f"[\n{lines}\n ]" if lines else "[]"
    return f'{{\n "version": {VERSION},\n "connection": {dumps(connection)},\n {dumps(what)}: {body}\n}}\n'


def metric_fields(metric: Metric) -> dict[str, Any]:
    """A metric as JSON, in the key order of the file."""
    schema, table = metric.table or (None, None)
    return {
        "name": metric.name,
        "label": metric.label,
        "description": metric.description,
        "type": metric.type,
        "expression": metric.expression,
        "schema": schema,
        "table": table,
        "inputs": list(metric.inputs),
        "filters": list(metric.filters),
        "dimensions": list(metric.dimensions),
        "time_dimension": metric.time_dimension,
    }
