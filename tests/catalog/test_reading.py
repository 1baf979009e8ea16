"""A typed TABLE to the ways in which it can be read."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogs import names
from tnotes.catalog.names import Part, Reading, always_quote
from tnotes.catalog.reading import readings
from tnotes.errors import BadName


def read(typed):
    """The readings as tuples of texts: connection, database, schema, table."""
    parts = [(one.connection, one.database, one.schema, one.table) for one in readings(typed)]
    return [tuple(part and part.text for part in one) for one in parts]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("CUSTOMER", (None, None, None, "CUSTOMER")),
        ("  sales.CUSTOMER ", (None, None, "sales", "CUSTOMER")),
        ("dw.sales.CUSTOMER", (None, "dw", "sales", "CUSTOMER")),
        ("srv.dw.sales.CUSTOMER", (None, "dw", "sales", "CUSTOMER")),
        ("wh/sales.CUSTOMER", ("wh", None, "sales", "CUSTOMER")),
        ("wh/CUSTOMER", ("wh", None, None, "CUSTOMER")),
        ("wh.dw/sales.CUSTOMER", ("wh.dw", None, "sales", "CUSTOMER")),
        ('"wh.dw"/sales.CUSTOMER', ("wh.dw", None, "sales", "CUSTOMER")),
        ('"Order Details"', (None, None, None, "Order Details")),
        ("dbo.Order Details", (None, None, "dbo", "Order Details")),
        ("[dbo].[Order Details]", (None, None, "dbo", "Order Details")),
        ('shopify."dim.shop"', (None, None, "shopify", "dim.shop")),
        ("shopify.[dim.shop]", (None, None, "shopify", "dim.shop")),
        ('"a""b"."c"', (None, None, 'a"b', "c")),
        ("[a]]b].c", (None, None, "a]b", "c")),
        ("`a``b`.c", (None, None, "a`b", "c")),
        ("`p-1.ds.t`", (None, "p-1", "ds", "t")),
        ("`p-1.ds`.t", (None, "p-1", "ds", "t")),
        ("`p-1`.ds.t", (None, "p-1", "ds", "t")),
        ("bigquery-public-data.world.t", (None, "bigquery-public-data", "world", "t")),
        ("a[1]", (None, None, None, "a[1]")),
        ('say "hi"', (None, None, None, 'say "hi"')),
        ('"a"b.c', (None, None, '"a"b', "c")),
    ],
)
def test_the_first_reading_is_the_plain_one(typed, first):
    assert read(typed)[0] == first


def test_a_dot_may_belong_to_a_name_that_is_not_quoted():
    assert read("shopify.dim.shop") == [
        (None, "shopify", "dim", "shop"),
        (None, None, "shopify.dim", "shop"),
        (None, None, "shopify", "dim.shop"),
        (None, None, None, "shopify.dim.shop"),
    ]


def test_a_slash_may_belong_to_a_name_too():
    assert read("main.a/b") == [
        ("main.a", None, None, "b"),
        (None, None, "main", "a/b"),
        (None, None, None, "main.a/b"),
    ]


def test_a_dot_between_double_quotes_or_brackets_parts_nothing():
    assert read('"a.b"') == read("[a.b]") == [(None, None, None, "a.b")]


def test_a_dot_between_backticks_may_be_a_path_as_in_bigquery_or_a_name_as_in_mysql():
    assert (None, None, "a", "b") in read("`a.b`")
    assert (None, None, None, "a.b") in read("`a.b`")


def test_only_quoted_parts_are_marked():
    assert readings('s."T"')[0] == Reading(Part("T", quoted=True), Part("s"))


@pytest.mark.parametrize(
    "typed",
    ["", "  ", "a\0b", '"a', "[a", "`a", '""', "[]", "``.``", 'a."', ".".join("abcdefghijklm"), "x" * 20_001],
)
def test_what_is_no_name_is_refused_with_a_hint(typed):
    with pytest.raises(BadName) as caught:
        readings(typed)
    assert caught.value.hint


@given(names, names, names)
def test_a_name_quoted_part_by_part_can_be_read_in_one_way_only(connection, schema, table):
    typed = f"{always_quote(connection)}/{always_quote(schema)}.{always_quote(table)}"
    parts = (Part(table, quoted=True), Part(schema, quoted=True), None, Part(connection, quoted=True))
    assert readings(typed) == (Reading(*parts),)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(typed):
    with suppress(BadName):
        found = readings(typed)
        assert all(one.table.text for one in found)
        assert len(found) == len(set(found)) > 0
