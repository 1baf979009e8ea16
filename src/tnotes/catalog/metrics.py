"""The metrics of a connection as `catalog/<connection>/metrics.json`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tnotes.catalog.metric import Metric
from tnotes.files.jsons import dumps

FILE = "metrics.json"
VERSION = 1


def to_text(connection: str, metrics: Iterable[Metric]) -> str:
    """The file's text: sorted by name, one metric a line, so that a changed metric is a changed line."""
    ordered = sorted(metrics, key=lambda metric: (metric.name, dumps(metric_fields(metric))))
    lines = ",\n".join(f"  {dumps(metric_fields(metric))}" for metric in ordered)
    body = f"[\n{lines}\n ]" if lines else "[]"
    return f'{{\n "version": {VERSION},\n "connection": {dumps(connection)},\n "metrics": {body}\n}}\n'


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
