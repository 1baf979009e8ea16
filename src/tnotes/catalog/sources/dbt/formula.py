"""How a metric of dbt's semantic layer is computed, in one line."""

from __future__ import annotations

import re

from tnotes.catalog.sources.clean import text
from tnotes.catalog.sources.dbt.shapes import items, obj, scalar, string

_METRIC_CALL = re.compile(r"\{\{\s*metric\s*\(\s*['\"]([^'\"]*)['\"]\s*\)\s*\}\}")

# The names that the semantic layer itself gives: `order__status`, `metric_time__day`.
_DIMENSION_CALL = re.compile(
    r"\{\{\s*(?:Dimension|TimeDimension|Entity)\s*\(\s*['\"](\w+)['\"]\s*(?:,\s*['\"](\w+)['\"]\s*)?\)\s*\}\}"
)

_Object = dict[str, object]


def line(value: object) -> str | None:
    """The string that the value is, in one clean line."""
    return text(string(value))


def plain(expression: str | None) -> str | None:
    """The expression in one line, of a bounded length, with `x` for `{{ metric('x') }}`."""
    return text(" ".join(_METRIC_CALL.sub(r"\1", expression).split())) if expression else None


def aggregate(measure: _Object) -> str | None:
    """`sum(amount)`; a measure without an expression aggregates the column that has its name."""
    method, inside = string(measure.get("agg")), scalar(measure.get("expr")) or string(measure.get("name"))
    if method is None or inside is None:
        return plain(inside)
    share = scalar(obj(measure.get("agg_params")).get("percentile"))
    whole = f"{method}({inside}, {share})" if share else f"{method}({inside})"
    # a balance must not be added up over time: one value of the period counts
    over = obj(measure.get("non_additive_dimension"))
    name = string(over.get("name"))
    pick = {"max": "last", "min": "first"}.get(string(over.get("window_choice")) or "", "one")
    return plain(f"{whole} at the {pick} {name}" if name else whole)


def formula(kind: str | None, params: _Object, aggregated: str | None) -> str | None:
    """What the metric computes, out of its parameters and the aggregate that it rests on."""
    if kind == "ratio":
        parts = [_name(params.get(key)) for key in ("numerator", "denominator")]
        return " / ".join(part or "?" for part in parts) if any(parts) else None
    if kind == "cumulative":
        return _cumulative(params, aggregated)
    if kind == "conversion":
        return _conversion(obj(params.get("conversion_type_params")))
    return plain(scalar(params.get("expr"))) if kind == "derived" else aggregated


def _cumulative(params: _Object, aggregated: str | None) -> str | None:
    more = obj(params.get("cumulative_type_params"))
    base = _name(more.get("metric")) or aggregated
    window = _period(more.get("window")) or _period(params.get("window"))
    to_date = string(more.get("grain_to_date")) or string(params.get("grain_to_date"))
    span = f"over {window}" if window else f"since the start of the {to_date}" if to_date else "over all time"
    return f"{base} {span}" if base else None


def _conversion(params: _Object) -> str | None:
    base = _name(params.get("base_measure")) or _name(params.get("base_metric"))
    converted = _name(params.get("conversion_measure")) or _name(params.get("conversion_metric"))
    if base is None or converted is None:
        return None
    entity, window = string(params.get("entity")), _period(params.get("window"))
    ending = (f" of the same {entity}" if entity else "") + (f" within {window}" if window else "")
    counts = string(params.get("calculation")) == "conversions"
    return f"{converted} after {base}{ending}" if counts else f"share of {base} followed by {converted}{ending}"


def _name(value: object) -> str | None:
    return string(value) or string(obj(value).get("name"))


def _period(value: object) -> str | None:
    count, grain = scalar(obj(value).get("count")), string(obj(value).get("granularity"))
    return f"{count} {grain}" if count and grain else string(value)


def inputs_of(params: _Object) -> tuple[str, ...]:
    """What the formula's names stand for, where that is more than the metric of the name."""
    listed = [params.get("numerator"), params.get("denominator"), *items(params.get("metrics"))]
    return tuple(filter(None, map(_input, map(obj, listed))))


def _input(given: _Object) -> str | None:
    name, alias = string(given.get("name")), string(given.get("alias"))
    earlier, grain = _period(given.get("offset_window")), string(given.get("offset_to_grain"))
    filters = filters_of(given.get("filter"))
    if name is None or not (alias or earlier or grain or filters):
        return None
    words = [f"{alias or name} = {name}"]
    words += [f"{earlier} earlier"] if earlier else []
    words += [f"at the start of the {grain}"] if grain else []
    words += [f"where {' and '.join(filters)}"] if filters else []
    return plain(" ".join(words))


def filters_of(value: object) -> tuple[str, ...]:
    """The conditions of a filter: a text, a list of texts, or objects around them."""
    listed = items(value) or items(obj(value).get("where_filters")) or [value]
    texts = (line(one) or line(obj(one).get("where_sql_template")) for one in listed)
    return tuple(_DIMENSION_CALL.sub(_dimension_name, one) for one in texts if one)


def _dimension_name(call: re.Match[str]) -> str:
    return "__".join(filter(None, call.groups()))
