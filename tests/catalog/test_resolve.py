"""A typed TABLE to the one table that it means."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from catalogs import NASTY, make_catalog, names, table, table_of
from tnotes.catalog.access import EVERYTHING, Rules, narrow
from tnotes.catalog.names import always_quote
from tnotes.catalog.resolve import Ambiguous, Found, Unknown, resolve
from tnotes.catalog.table import TableName
from tnotes.errors import BadName

EXACT_ONLY = ("bigquery", "clickhouse")
UPPER = ("snowflake", "oracle", "db2")
LOWER = ("postgres", "redshift", "trino")
INSENSITIVE = ("mssql", "sqlite", "mysql", "mariadb", "databricks", "duckdb", None)


@pytest.fixture
def ask(tmp_path):
    """`ask(typed, *tables)`: what the name means among these tables, as the name or the candidates."""
    number = iter(range(10_000))

    def ask(typed, *tables, rules=EVERYTHING, databases=None):
        catalog = make_catalog(tmp_path / str(next(number)), tables)
        found = resolve(typed, narrow(catalog, rules), databases)
        return found.table.name if isinstance(found, Found) else found

    return ask


def meant(place):
    return table(place).name


@pytest.mark.parametrize(
    "typed",
    [
        "Order Details",
        "dbo.Order Details",
        "[dbo].[Order Details]",
        "[Order Details]",
        '"dbo"."Order Details"',
        "`Order Details`",
        "dbo.[Order Details]",
        "order details",
        "DBO.ORDER DETAILS",
        "northwind/dbo.Order Details",
        "NORTHWIND/[Order Details]",
        "northwind.dbo.Order Details",
        "linked.Northwind.dbo.Order Details",
    ],
)
def test_all_spellings_of_one_table(ask, typed):
    there = table("northwind/dbo.Order Details", engine="mssql", database="Northwind")
    assert ask(typed, there, table("northwind/dbo.Orders", engine="mssql")) == there.name


def test_quotes_are_read_before_dots(ask):
    shop, dim = table("c/shopify.dim.shop"), table("c/shopify.dim")
    assert shop.name == TableName("c", "shopify", "dim.shop")
    assert ask('shopify."dim.shop"', shop, dim) == shop.name
    assert ask("shopify.dim.shop", shop, dim) == shop.name
    other = table("c/dim.shop", database="shopify")
    assert ask("shopify.dim.shop", shop, other) == Ambiguous(('"dim"."shop"', 'shopify."dim.shop"'))
    assert ask('shopify."dim.shop"', shop, other) == shop.name


def test_a_path_in_backticks(ask):
    there = table("bq/world_bank.indicators", engine="bigquery", database="bigquery-public-data")
    for typed in (
        "bigquery-public-data.world_bank.indicators",
        "`bigquery-public-data.world_bank.indicators`",
        "`bigquery-public-data`.world_bank.indicators",
        "`bigquery-public-data.world_bank`.indicators",
        "`bigquery-public-data`.`world_bank`.`indicators`",
        "`world_bank.indicators`",
        "world_bank.indicators",
    ):
        assert ask(typed, there) == there.name, typed


def test_a_table_whose_name_has_dots_can_be_named_in_backticks(ask):
    assert ask("`a.b`", table("c/main.a.b", engine="mysql")) == TableName("c", "main", "a.b")


@pytest.mark.parametrize("engine", UPPER)
def test_engines_that_fold_to_upper_case(ask, engine):
    there = table("c/PUBLIC.CUSTOMER", engine=engine)
    for typed in ("CUSTOMER", "customer", "public.Customer", '"CUSTOMER"', '"PUBLIC".customer'):
        assert ask(typed, there) == there.name, typed
    for typed in ('"customer"', "[public].CUSTOMER"):
        assert ask(typed, there) == Unknown(("PUBLIC.CUSTOMER",)), typed
    mixed = table("c/PUBLIC.Customer", engine=engine)
    assert ask("Customer", mixed) == mixed.name
    assert ask("customer", mixed) == Unknown(("PUBLIC.Customer",))


@pytest.mark.parametrize("engine", LOWER)
def test_engines_that_fold_to_lower_case(ask, engine):
    there = table("c/public.customer", engine=engine)
    for typed in ("CUSTOMER", "customer", "PUBLIC.Customer", '"customer"'):
        assert ask(typed, there) == there.name, typed
    assert ask('"CUSTOMER"', there) == Unknown(("public.customer",))
    mixed = table("c/public.Customer", engine=engine)
    assert ask("Customer", mixed) == mixed.name
    assert ask("customer", mixed) == Unknown(("public.Customer",))


@pytest.mark.parametrize("engine", EXACT_ONLY)
def test_engines_that_do_not_fold(ask, engine):
    there = table("c/ds.Events", engine=engine)
    assert ask("Events", there) == ask("ds.`Events`", there) == there.name
    assert ask("events", there) == Unknown(("ds.Events",))
    assert ask("DS.Events", there) == Unknown(("ds.Events",))


@pytest.mark.parametrize("engine", INSENSITIVE)
def test_engines_that_compare_without_case(ask, engine):
    there = table("c/dbo.Customer", engine=engine)
    for typed in ("customer", "CUSTOMER", "[CUSTOMER]", "DBO.customer", '"dbo".CUSTOMER'):
        assert ask(typed, there) == there.name, typed


@pytest.mark.parametrize("engine", [*UPPER, *LOWER, *EXACT_ONLY, *INSENSITIVE])
def test_twins_are_told_apart_by_exact_spelling_only(ask, engine):
    twins = [table(f"c/s.{name}", engine=engine) for name in ("Customer", "CUSTOMER", "customer")][:2]
    for twin in twins:
        for typed in (twin.name.table, f's."{twin.name.table}"', f"S.{twin.name.table}" if engine is None else "s."):
            if typed != "s.":
                assert ask(typed, *twins) == twin.name, typed
    for typed in ("customer", "cUSTOMER", '"customer"', "s.customer"):
        assert ask(typed, *twins) == Ambiguous(("s.CUSTOMER", "s.Customer")), typed


def test_twin_schemas(ask):
    twins = table("c/Sales.T"), table("c/sales.T"), table("c/SALES.OTHER")
    assert ask("sales.T", *twins) == meant("c/sales.T")
    assert ask("Sales.t", *twins) == meant("c/Sales.T")
    assert ask("SALES.T", *twins) == Ambiguous(("Sales.T", "sales.T"))
    assert ask("T", *twins) == Ambiguous(("Sales.T", "sales.T"))
    assert ask("sales.other", *twins) == meant("c/SALES.OTHER")


def test_names_that_differ_in_composition_only_are_two_names(ask):
    composed, decomposed = table("c/s.caf\u00e9"), table("c/s.cafe\u0301")
    assert ask("cafe\u0301", composed) == composed.name
    assert ask("caf\u00e9", decomposed) == decomposed.name
    assert ask("caf\u00e9", composed, decomposed) == composed.name
    assert ask("cafe\u0301", composed, decomposed) == decomposed.name
    assert isinstance(ask("CAF\u00c9", composed, decomposed), Ambiguous)


def test_a_bare_name_is_found_where_it_is_the_only_one(ask):
    assert ask("orders", table("c/sales.ORDERS"), table("c/sales.CUSTOMER")) == meant("c/sales.ORDERS")


def test_a_bare_name_in_several_schemas_lists_them_all(ask):
    tables = [table(f"c/s{number}.USERS") for number in range(24)]
    found = ask("USERS", *tables)
    assert found == Ambiguous(tuple(sorted(f"s{number}.USERS" for number in range(24))))


def test_unavailable_tables_are_found_and_make_a_name_ambiguous(ask):
    gone = table("c/old.T", available=False)
    assert ask("T", gone) == gone.name
    assert ask("T", gone, table("c/new.T")) == Ambiguous(("new.T", "old.T"))


def test_connections_that_share_a_name(ask):
    tables = table("wh/sales.T"), table("lake/sales.T"), table("wh.dw/sales.T")
    found = ask("sales.T", *tables)
    assert found == Ambiguous(("lake/sales.T", "wh/sales.T", '"wh.dw"/sales.T'))
    assert ask("wh/sales.T", *tables) == meant("wh/sales.T")
    assert ask("WH/T", *tables) == meant("wh/sales.T")
    assert ask("wh.dw/sales.T", *tables) == TableName("wh.dw", "sales", "T")
    assert ask("nope/sales.T", *tables) == Unknown(found.candidates)


def test_the_database_part_is_checked(ask):
    there = table("wh/sales.T", database="dw")
    assert ask("dw.sales.T", there) == ask("DW.sales.T", there) == there.name
    assert ask("wh.sales.T", there) == there.name  # the connection stands for its database
    assert ask("other.sales.T", there) == Unknown(("sales.T",))
    assert ask("x.other.sales.T", there) == Unknown(("sales.T",))
    assert ask("x.dw.sales.T", there) == there.name


def test_the_database_may_come_from_the_settings(ask):
    there = table("wh/sales.T")
    assert ask("dw.sales.T", there) == Unknown(("sales.T",))
    assert ask("dw.sales.T", there, databases={"wh": "dw"}) == there.name
    said = table("wh/sales.T", database="real")
    assert ask("dw.sales.T", said, databases={"wh": "dw"}) == Unknown(("sales.T",))


def test_an_unknown_name_offers_the_most_similar_ones_of_that_schema_first(ask):
    tables = [table(f"c/{place}") for place in ("archive.CUSTOMER", "sales.CUSTOMER", "sales.ORDERS", "sales.ITEMS")]
    assert ask("sales.CUSTOMR", *tables).candidates == ("sales.CUSTOMER", "archive.CUSTOMER")
    assert ask("slaes.ORDERS", *tables).candidates == ("sales.ORDERS",)
    assert ask("ORDER", *tables).candidates == ("sales.ORDERS",)
    assert ask("zzz", *tables).candidates == ()


def test_a_damaged_neighbour_does_not_hide_why_a_name_is_unknown(tmp_path):
    catalog = make_catalog(tmp_path, [table("c/s.ORDERS"), table("c/s.ORDERS_2")])
    (tmp_path / "c/s/ORDERS_2.json").write_text("{")
    found = resolve("ORDERZ", narrow(catalog, EVERYTHING))
    assert found == Unknown(("s.ORDERS",))


def test_after_a_merge_two_plain_files_may_differ_in_case_only(tmp_path):
    """Each of two branches knew one of the twins; until the next import no hash tells them apart."""
    for place in ("c/s.Customer", "c/s.CUSTOMER"):
        make_catalog(tmp_path, [table(place)])
    visible = narrow(make_catalog(tmp_path, []), EVERYTHING)
    assert resolve("customer", visible) == Ambiguous(("s.CUSTOMER", "s.Customer"))
    for name in ("Customer", "CUSTOMER"):
        assert resolve(name, visible).table.name.table == name


name_lists = st.lists(st.tuples(st.sampled_from(["c", "C2", "c.d"]), names, names), min_size=1, max_size=5, unique=True)
FILES = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def check_candidates(visible, candidates, expected=None):
    """Every candidate means exactly one table, and no two the same."""
    found = []
    for candidate in candidates:
        one = resolve(candidate, visible)
        assert isinstance(one, Found), (candidate, one)
        found.append(one.table.name)
    assert len(set(found)) == len(found)
    if expected is not None:
        assert set(found) == set(expected)


@FILES
@given(name_lists, st.sampled_from([None, "postgres", "snowflake", "bigquery"]), st.data())
def test_every_candidate_of_every_error_means_one_table_when_pasted_back(tmp_path_factory, tables, engine, data):
    named = [TableName(*one) for one in tables]
    root = tmp_path_factory.mktemp("catalog")
    visible = narrow(make_catalog(root, [table_of(name, engine=engine) for name in named]), EVERYTHING)
    for name in named:
        exactly = ".".join(map(always_quote, name[1:]))
        assert resolve(f"{always_quote(name.connection)}/{exactly}", visible).table.name == name
        spellings = [name.table, name.table.upper(), name.table.lower(), exactly, always_quote(name.table)]
        spellings += [name.table + "x", name.table[1:], f"{name.schema}.{name.table}"]
        typed = data.draw(st.sampled_from(spellings))
        try:
            found = resolve(typed, visible)
        except BadName:
            continue
        if not isinstance(found, Found):
            check_candidates(visible, found.candidates)


def test_every_nasty_name_is_found_by_its_candidates(tmp_path):
    named = [TableName("c", schema, name) for schema in ("s", "a.b") for name in NASTY]
    visible = narrow(make_catalog(tmp_path, map(table_of, named)), EVERYTHING)
    for name in NASTY:
        found = resolve(always_quote(name), visible)
        assert isinstance(found, Ambiguous)
        check_candidates(visible, found.candidates, [TableName("c", schema, name) for schema in ("s", "a.b")])
    assert set(visible.all_names()) >= {one for one in named if one.table.isascii() and len(one.table) < 200}


def test_the_same_name_in_a_thousand_schemas_is_listed_without_looking_everywhere_for_each(tmp_path):
    tables = [table(f"c/tenant{number}.users") for number in range(300)]
    found = resolve("users", narrow(make_catalog(tmp_path, tables), EVERYTHING))
    assert len(found.candidates) == 300


def test_a_hidden_twin_hides_both_since_case_does_not_count_for_rules(ask):
    twins = table("c/s.Customer"), table("c/s.CUSTOMER")
    for typed in ("Customer", "CUSTOMER", "customer"):
        assert ask(typed, *twins, rules=Rules(deny=('s."Customer"',))) == Unknown(())
