"""Metrics of every generation of dbt."""

from __future__ import annotations

import json

import pytest
from dbt_builders import catalog, entry, manifest, model

from tnotes.catalog.metric import Metric
from tnotes.catalog.metrics import to_text
from tnotes.errors import BadExport

ORDERS = model("orders", "id", "amount", "ordered_at")
USERS = model("users", "id")


def semantic(name="orders", **more):
    return {
        f"semantic_model.shop.{name}": {
            "name": name,
            "depends_on": {"nodes": [f"model.shop.{name}"]},
            "defaults": {"agg_time_dimension": "ordered_at"},
            "dimensions": [
                {"name": "ordered_at", "type": "time", "expr": None},
                {"name": "big", "type": "categorical", "expr": "amount >\n 20"},
            ],
            "measures": [{"name": "revenue", "agg": "sum", "expr": "amount"}, {"name": "id", "agg": "count_distinct"}],
            **more,
        }
    }


def metric(name, kind="simple", depends_on=("semantic_model.shop.orders",), filter_=None, **params):
    return {
        f"metric.shop.{name}": {
            "name": name,
            "label": name.title(),
            "description": f"About {name}.\n",
            "type": kind,
            "type_params": params,
            "filter": filter_,
            "depends_on": {"nodes": list(depends_on)},
        }
    }


def take_metrics(take, *metrics, models=None, **options):
    joined = {key: value for one in metrics for key, value in one.items()}
    parts = manifest(ORDERS, USERS, metrics=joined, semantic_models=semantic() if models is None else models)
    return {one.name: one for one in take(parts, **options).metrics}


def test_a_metric_on_a_measure(take):
    found = take_metrics(take, metric("revenue", measure={"name": "revenue", "filter": None}))
    assert found["revenue"] == Metric(
        name="revenue",
        label="Revenue",
        description="About revenue.",
        type="simple",
        expression="sum(amount)",
        database="dw",
        table=("sales", "orders"),
        dimensions=("ordered_at", "big = amount > 20"),
        time_dimension="ordered_at",
    )
    assert take_metrics(take, metric("ids", measure="id"))["ids"].expression == "count_distinct(id)"


def test_a_metric_with_its_own_aggregation(take):
    own = {
        "semantic_model": "orders",
        "agg": "percentile",
        "agg_params": {"percentile": 0.9},
        "agg_time_dimension": "x",
    }
    found = take_metrics(take, metric("p90", expr="amount", metric_aggregation_params=own, measure=None))["p90"]
    assert (found.expression, found.time_dimension) == ("percentile(amount, 0.9)", "x")
    plain = take_metrics(take, metric("amount", metric_aggregation_params={"semantic_model": "orders", "agg": "sum"}))
    assert plain["amount"].expression == "sum(amount)"


def test_the_table_is_in_the_warehouse_spelling(take):
    parts = manifest(ORDERS, metrics=metric("revenue", measure="revenue"), semantic_models=semantic())
    export = take(parts, catalog(entry("model.shop.orders", "DW.SALES.ORDERS", "ID")))
    assert (export.metrics[0].database, export.metrics[0].table) == ("DW", ("SALES", "ORDERS"))


def test_what_is_not_additive_over_time(take):
    balance = {"name": "balance", "agg": "sum", "non_additive_dimension": {"name": "day", "window_choice": "max"}}
    found = take_metrics(take, metric("balance", measure="balance"), models=semantic(measures=[balance]))
    assert found["balance"].expression == "sum(balance) at the last day"


@pytest.mark.parametrize(
    ("kind", "params", "expression", "inputs"),
    [
        ("ratio", {"numerator": {"name": "a"}, "denominator": "b"}, "a / b", ()),
        (
            "ratio",
            {"numerator": {"name": "a", "filter": {"where_filters": [{"where_sql_template": "x = 1"}]}}},
            "a / ?",
            ("a = a where x = 1",),
        ),
        (
            "derived",
            {
                "expr": "now -\n before",
                "metrics": [
                    {"name": "r", "alias": "now"},
                    {"name": "r", "alias": "before", "offset_window": {"count": 1, "granularity": "month"}},
                    {"name": "s", "offset_to_grain": "year"},
                    {"name": "t"},
                ],
            },
            "now - before",
            ("now = r", "before = r 1 month earlier", "s = s at the start of the year"),
        ),
        ("cumulative", {"measure": "revenue", "window": "7 days"}, "sum(amount) over 7 days", ()),
        (
            "cumulative",
            {"measure": "revenue", "grain_to_date": "month"},
            "sum(amount) since the start of the month",
            (),
        ),
        ("cumulative", {"cumulative_type_params": {"metric": {"name": "r"}, "window": None}}, "r over all time", ()),
        (
            "conversion",
            {
                "conversion_type_params": {
                    "base_measure": {"name": "visits"},
                    "conversion_measure": {"name": "buys"},
                    "entity": "user",
                    "window": {"count": 7, "granularity": "day"},
                }
            },
            "share of visits followed by buys of the same user within 7 day",
            (),
        ),
        ("simple", {"measure": "gone"}, None, ()),
        ("simple", {}, None, ()),
        ("unheard of", {"expr": "x"}, None, ()),
    ],
)
def test_formulas(take, kind, params, expression, inputs):
    found = take_metrics(take, metric("m", kind, **params))["m"]
    assert (found.type, found.expression, found.inputs) == (kind, expression, inputs)


@pytest.mark.parametrize(
    ("written", "filters"),
    [
        (None, ()),
        ("x = 1", ("x = 1",)),
        (["x = 1", "y"], ("x = 1", "y")),
        ({"where_sql_template": "x = 1"}, ("x = 1",)),
        ({"where_filters": [{"where_sql_template": "{{ Dimension('order__big') }} = 1\n"}]}, ("order__big = 1",)),
        ("{{ TimeDimension('metric_time', 'day') }} > '2024'", ("metric_time__day > '2024'",)),
        ("{{ Metric('x', group_by=['y']) }} > 1", ("{{ Metric('x', group_by=['y']) }} > 1",)),
    ],
)
def test_filters(take, written, filters):
    assert take_metrics(take, metric("m", measure="revenue", filter_=written))["m"].filters == filters


def test_tables_are_found_through_other_metrics_and_in_circles(take):
    found = take_metrics(
        take,
        metric("twice", "derived", depends_on=["metric.shop.once"]),
        metric("once", measure="revenue"),
        metric("mixed", "ratio", depends_on=["metric.shop.twice", "metric.shop.people"]),
        metric("people", depends_on=["semantic_model.shop.users"]),
        metric("round", depends_on=["metric.shop.about"]),
        metric("about", depends_on=["metric.shop.round", "metric.shop.once"]),
        metric("nothing", depends_on=[]),
        models=semantic() | semantic("users", measures=[]),
    )
    orders, users = ("sales", "orders"), ("sales", "users")
    assert {name: one.table for name, one in found.items()} == {
        "twice": orders,
        "once": orders,
        "mixed": None,
        "people": users,
        "round": orders,
        "about": orders,
        "nothing": None,
    }


def test_metrics_before_the_semantic_layer(take):
    new = {
        "name": "buyers",
        "label": "Buyers",
        "calculation_method": "count_distinct",
        "expression": "user_id",
        "timestamp": "ordered_at",
        "time_grains": ["day"],
        "dimensions": ["region"],
        "filters": [{"field": "status", "operator": "!=", "value": "'void'"}],
        "model": "ref('orders')",
        "depends_on": {"nodes": ["model.shop.orders"]},
    }
    old = {"name": "sold", "type": "sum", "sql": "amount", "depends_on": {"nodes": ["model.shop.orders"]}}
    derived = {"name": "each", "calculation_method": "derived", "expression": "{{metric('sold')}} / {{ metric('b') }}"}
    found = take_metrics(take, {"m.a": new, "m.b": old, "m.c": derived}, models={})
    assert found["buyers"] == Metric(
        name="buyers",
        label="Buyers",
        type="count_distinct",
        expression="count_distinct(user_id)",
        database="dw",
        table=("sales", "orders"),
        filters=("status != 'void'",),
        dimensions=("region",),
        time_dimension="ordered_at",
    )
    assert (found["sold"].type, found["sold"].expression) == ("sum", "sum(amount)")
    assert (found["each"].expression, found["each"].table) == ("sold / b", None)


def test_a_metric_of_another_database_is_left_out(take):
    far = {**USERS["model.shop.users"], "database": "far"}
    parts = manifest(
        ORDERS,
        {"model.shop.users": far},
        metrics=metric("revenue", measure="revenue") | metric("people", depends_on=["model.shop.users"]),
        semantic_models=semantic(),
    )
    assert [one.name for one in take(parts, database="dw").metrics] == ["revenue"]
    assert [one.database for one in take(parts).metrics] == ["dw", "far"]


def test_odd_metrics_do_not_stop_the_import(take):
    odd = {"a": 5, "b": {"name": 5}, "c": {"name": "c", "type_params": [], "filter": 5, "depends_on": 7}}
    off = {"d": {"name": "d", "config": {"enabled": False}}}
    found = take_metrics(take, odd, off, models={"s": {"dimensions": [5, {"name": None}], "measures": "x"}})
    assert found == {"c": Metric("c")}
    with pytest.raises(BadExport, match="5,000 metrics"):
        take_metrics(take, {str(number): {} for number in range(5_001)})


def test_the_file_is_stable_and_one_metric_a_line():
    one = Metric("b", "비", table=("s", "t"), filters=("x",))
    text = to_text("warehouse", [one, Metric("a")])
    assert text == to_text("warehouse", [Metric("a"), one])
    lines = text.splitlines()
    assert len(lines) == 8
    assert '"label": "비"' in lines[5]
    read = json.loads(text)
    assert read["connection"] == "warehouse"
    assert [found["name"] for found in read["metrics"]] == ["a", "b"]
    assert (read["metrics"][1]["schema"], read["metrics"][1]["table"]) == ("s", "t")
    assert json.loads(to_text("w", []))["metrics"] == []
