"""Values, references and keys out of dbt's tests and constraints."""

from __future__ import annotations

import pytest
from dbt_builders import catalog, column_of, data_test, entry, manifest, model, places, said, source

from tnotes.catalog.table import Reference, Value

ORDERS = model("orders", "id", "status", "customer_id")
CUSTOMERS = model("customers", "id")


def values(export, name="status"):
    return [value.value for value in column_of(export, name).values]


def test_accepted_values(take):
    test = data_test("accepted_values", "status", values=["a", 1, True, None, 2.5, "a", {"x": 1}], quote=False)
    assert values(take(manifest(ORDERS, test))) == ["a", "1", "true", "2.5"]


def test_arguments_under_a_key_of_their_own(take):
    assert values(take(manifest(ORDERS, data_test("accepted_values", "status", arguments={"values": ["a"]})))) == ["a"]


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ({}, ["a"]),
        ({"severity": "warn"}, ["a"]),
        ({"where": "status is not null"}, ["a"]),
        ({"where": "created_at > '2024-01-01'"}, []),
        ({"enabled": False}, []),
    ],
)
def test_values_of_some_rows_are_not_the_values(take, config, expected):
    assert (
        values(take(manifest(ORDERS, data_test("accepted_values", "status", config=config, values=["a"])))) == expected
    )


def test_facts_land_on_the_warehouse_spelling(take):
    test = data_test("accepted_values", "status", values=["a"])
    join = data_test("relationships", "customer_id", to="ref('customers')", field="id")
    there = catalog(
        entry("model.shop.orders", "DW.SALES.ORDERS", "ID", "STATUS", "CUSTOMER_ID"),
        entry("model.shop.customers", "DW.SALES.CUSTOMERS", "ID"),
    )
    export = take(manifest(ORDERS, CUSTOMERS, test, join), there)
    assert column_of(export, "STATUS").values == (Value("a"),)
    assert column_of(export, "CUSTOMER_ID").references == Reference("SALES", "CUSTOMERS", "ID")


def test_a_test_of_a_column_that_is_not_there_says_nothing(take):
    there = catalog(entry("model.shop.orders", "dw.sales.orders", "id"))
    export = take(manifest(ORDERS, data_test("accepted_values", "status", values=["a"])), there)
    assert [column.name for column in export.tables[0].columns] == ["id"]


@pytest.mark.parametrize(
    ("name", "config", "expected"),
    [
        ("not_null", {}, (False, None)),
        ("not_null", {"severity": "warn"}, (None, None)),
        ("not_null", {"where": "id is not null"}, (None, None)),
        ("not_null", {"error_if": ">10"}, (None, None)),
        ("not_null", {"enabled": False}, (None, None)),
        ("not_null", {"severity": None, "error_if": "!= 0"}, (False, None)),
        ("unique", {}, (None, "unique")),
        ("unique", {"severity": "error"}, (None, "unique")),
        ("unique", {"severity": "warn"}, (None, None)),
        ("unique", {"where": '"id" IS NOT NULL'}, (None, "unique")),
        ("unique", {"where": "id > 5"}, (None, None)),
    ],
)
def test_only_a_test_that_stops_dbt_and_sees_all_rows_proves_something(take, name, config, expected):
    column = column_of(take(manifest(ORDERS, data_test(name, "id", config=config))), "id")
    assert (column.nullable, column.key) == expected


def test_tests_of_other_packages_are_others(take):
    other = data_test("unique", "id", namespace="dbt_utils")
    assert column_of(take(manifest(ORDERS, other)), "id").key is None


@pytest.mark.parametrize("to", ["ref('customers')", 'ref("shop", "customers")', "{{ ref( 'customers' ) }}"])
def test_relationships_to_a_model(take, to):
    test = data_test("relationships", "customer_id", config={"where": "x"}, to=to, field="id")
    assert column_of(take(manifest(ORDERS, CUSTOMERS, test)), "customer_id").references == Reference(
        "sales", "customers", "id"
    )


def test_relationships_to_a_source_and_to_the_physical_name(take):
    test = data_test("relationships", "customer_id", to="source('erp', 'people')", field="id")
    export = take(manifest(ORDERS, test, sources=[source("people", "id", identifier="T_PEOPLE")]))
    assert column_of(export, "customer_id").references == Reference("raw", "T_PEOPLE", "id")


def test_namesakes_are_told_apart_by_what_the_test_depends_on(take):
    twin = {"model.other.customers": {**CUSTOMERS["model.shop.customers"], "package_name": "other", "schema": "far"}}
    depends_on = ["model.other.customers", "model.shop.orders"]
    test = data_test("relationships", "customer_id", to="ref('customers')", field="id", depends_on=depends_on)
    export = take(manifest(ORDERS, CUSTOMERS, twin, test))
    assert column_of(export, "customer_id").references == Reference("far", "customers", "id")
    unclear = data_test("relationships", "customer_id", to="ref('customers')", field="id")
    assert column_of(take(manifest(ORDERS, CUSTOMERS, twin, unclear)), "customer_id").references is None


def test_versions_of_a_model(take):
    def version(number):
        node = model("customers", "id", alias=f"customers_v{number}", version=number)["model.shop.customers"]
        return {f"model.shop.customers.v{number}": node}

    test = data_test("relationships", "customer_id", to="ref('customers', v=2)", field="id")
    export = take(manifest(ORDERS, version(1), version(2), test))
    assert column_of(export, "customer_id").references == Reference("sales", "customers_v2", "id")


def test_a_reference_that_cannot_be_kept_is_said_or_silent(take):
    hidden = model("hidden", "id", materialized="ephemeral")
    to_hidden = data_test("relationships", "id", to="ref('hidden')", field="id")
    to_far = data_test("relationships", "status", to="source('erp', 'people')", field="id")
    to_nothing = data_test("relationships", "customer_id", to="ref('customers')", field="gone")
    far = source("people", "id", database="other")
    export = take(manifest(ORDERS, CUSTOMERS, hidden, to_hidden, to_far, to_nothing, sources=[far]))
    assert [column.references for column in export.tables[0].columns] == [None, None, None]
    test = "its relationships test points to"
    assert said(export) == [
        f"sales.orders.status: {test} raw.people in another database",
        f"sales.orders.customer_id: {test} sales.customers.gone, which is no column",
    ]


def test_constraints(take):
    described = {
        "id": {"constraints": [{"type": "primary_key"}, {"type": "not_null"}]},
        "code": {"constraints": [{"type": "unique"}]},
        "customer_id": {"constraints": [{"type": "foreign_key", "to": "ref('customers')", "to_columns": ["id"]}]},
    }
    keyed = model("orders", described=described, contract={"enforced": True})
    id_, code, customer = take(manifest(keyed, CUSTOMERS)).tables[0].columns
    assert (id_.key, id_.nullable) == ("primary", False)
    assert code.key == "unique"
    assert customer.references == Reference("sales", "customers", "id")
    loose = model("orders", described=described)
    assert take(manifest(loose, CUSTOMERS)).tables[0].columns[0].nullable is None


def test_constraints_of_the_whole_table(take):
    constraints = [
        {"type": "primary_key", "columns": ["a", "b"]},
        {"type": "unique", "columns": ["b"]},
        {"type": "unique", "columns": ["c", "d"]},
        {"type": "check", "expression": "a > 0"},
    ]
    export = take(manifest(model("t", *"abcd", constraints=constraints)))
    assert [column.key for column in export.tables[0].columns] == ["primary", "primary", None, None]


def test_tests_of_v1_name_their_model_in_jinja(take):
    test = data_test("accepted_values", "status", values=["a"])
    next(iter(test.values()))["test_metadata"]["kwargs"]["model"] = "{{ ref('orders') }}"
    export = take(manifest(ORDERS, test, version="v1", disabled=[]))
    assert values(export) == ["a"]
    assert places(export) == [("dw", "sales", "orders")]


def test_the_attached_node_is_the_one_tested(take):
    test = data_test("unique", "id", on="something_else(model)")
    next(iter(test.values()))["attached_node"] = "model.shop.customers"
    export = take(manifest(ORDERS, CUSTOMERS, test))
    assert column_of(export, "id").key is None
    assert column_of(export, "id", table=1).key == "unique"
