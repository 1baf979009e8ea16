"""The metrics of a manifest: those of dbt 1.0 to 1.5, and since then those of the semantic layer."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tnotes.catalog.metric import Metric
from tnotes.catalog.sources.assemble import at_most
from tnotes.catalog.sources.clean import text
from tnotes.catalog.sources.dbt.formula import aggregate, filters_of, formula, inputs_of, line, plain
from tnotes.catalog.sources.dbt.shapes import items, obj, scalar, string, strings
from tnotes.catalog.sources.shapes import Node

METRIC_LIMIT = 5_000
DIMENSION_LIMIT = 1_000
_RELATIONS = ("model.", "seed.", "snapshot.", "source.")

_Object = dict[str, object]


@dataclass(frozen=True, slots=True)
class _Semantic:
    """A semantic model: the relation it is on, what it can be grouped by, its default time, its measures by name."""

    relation: str | None
    dimensions: tuple[str, ...]
    time: str | None
    measures: dict[str, _Object]


def metrics_of(manifest: Node) -> tuple[tuple[Metric, str | None], ...]:
    """Each metric with the unique id of the one relation that it rests on."""
    metrics, models = obj(manifest.fields.get("metrics")), obj(manifest.fields.get("semantic_models"))
    at_most(len(metrics), METRIC_LIMIT, "metrics")
    semantic = {unique_id: _semantic(obj(model)) for unique_id, model in models.items()}
    by_name = {string(obj(model).get("name")) or "": semantic[unique_id] for unique_id, model in models.items()}
    by_measure = {name: one for one in semantic.values() for name in one.measures}
    rests_on = _relations(metrics, semantic)
    found = []
    for unique_id, metric in ((unique_id, obj(metric)) for unique_id, metric in metrics.items()):
        if line(metric.get("name")) is None or obj(metric.get("config")).get("enabled") is False:
            continue
        read = _new(metric, by_name, by_measure) if "type_params" in metric else _old(metric)
        relations = rests_on[unique_id]
        found.append((read, next(iter(relations)) if len(relations) == 1 else None))
    return tuple(found)


def _semantic(model: _Object) -> _Semantic:
    listed = items(model.get("dimensions"))
    at_most(len(listed), DIMENSION_LIMIT, "dimensions in one semantic model")
    named = ((string(measure.get("name")), measure) for measure in map(obj, items(model.get("measures"))))
    return _Semantic(
        relation=next((one for one in _depends_on(model) if one.startswith(_RELATIONS)), None),
        dimensions=tuple(filter(None, (_dimension(obj(one)) for one in listed))),
        time=line(obj(model.get("defaults")).get("agg_time_dimension")),
        measures={name: measure for name, measure in named if name},
    )


def _dimension(dimension: _Object) -> str | None:
    name, expression = line(dimension.get("name")), plain(scalar(dimension.get("expr")))
    return name if name is None or expression in (None, name) else f"{name} = {expression}"


def _depends_on(node: _Object) -> list[str]:
    return strings(obj(node.get("depends_on")).get("nodes"))


def _relations(metrics: _Object, semantic: dict[str, _Semantic]) -> dict[str, set[str]]:
    """The relations that each metric rests on, through other metrics too; of several, two are enough to know that."""
    users: dict[str, list[str]] = defaultdict(list)
    found: dict[str, set[str]] = {unique_id: set() for unique_id in metrics}
    for unique_id, metric in metrics.items():
        for needed in _depends_on(obj(metric)):
            users[needed].append(unique_id)
            relation = semantic[needed].relation if needed in semantic else needed
            if relation and relation.startswith(_RELATIONS) and len(found[unique_id]) < 2:
                found[unique_id].add(relation)
    waiting = [unique_id for unique_id, relations in found.items() if relations]
    while waiting:  # each metric comes here twice at most for each of two relations, so that circles end too
        given = waiting.pop()
        for user in users[given]:
            if len(found[user]) < 2 and not found[given] <= found[user]:
                found[user] |= found[given]
                waiting.append(user)
    return found


def _old(metric: _Object) -> Metric:
    """As dbt 1.0 to 1.5 has them; before 1.3 the keys were called `type` and `sql`."""
    method = line(metric.get("calculation_method")) or line(metric.get("type"))
    expression = scalar(metric.get("expression")) or scalar(metric.get("sql"))
    if expression and method not in (None, "derived", "expression"):
        expression = f"{method}({expression})"
    filters = (obj(one) for one in items(metric.get("filters")))
    parts = ([scalar(one.get(key)) for key in ("field", "operator", "value")] for one in filters)
    return _named(metric)._replace(
        type=method,
        expression=plain(expression),
        filters=tuple(filter(None, (plain(" ".join(filter(None, part))) for part in parts))),
        dimensions=tuple(filter(None, map(line, items(metric.get("dimensions"))))),
        time_dimension=line(metric.get("timestamp")),
    )


def _new(metric: _Object, by_name: dict[str, _Semantic], by_measure: dict[str, _Semantic]) -> Metric:
    """As the semantic layer has them: on a measure of a semantic model, or since 1.12 with the aggregation itself."""
    params, kind = obj(metric.get("type_params")), line(metric.get("type"))
    own, given = obj(params.get("metric_aggregation_params")), params.get("measure")
    measure_name = string(given) or string(obj(given).get("name")) or ""
    model = by_name.get(string(own.get("semantic_model")) or "") or by_measure.get(measure_name)
    measure = {"name": metric.get("name"), "expr": params.get("expr"), **own} if own else {}
    if not own and model:
        measure = model.measures.get(measure_name, {})
    return _named(metric)._replace(
        type=kind,
        expression=formula(kind, params, aggregate(measure)),
        inputs=inputs_of(params),
        filters=(*filters_of(metric.get("filter")), *filters_of(obj(given).get("filter"))),
        dimensions=model.dimensions if model else (),
        time_dimension=line(measure.get("agg_time_dimension")) or (model.time if model else None),
    )


def _named(metric: _Object) -> Metric:
    description = metric.get("description")
    return Metric(
        name=line(metric.get("name")) or "",
        label=line(metric.get("label")),
        description=text(description) if isinstance(description, str) else None,
    )
