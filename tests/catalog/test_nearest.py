"""The names most like a name that nothing has."""

from __future__ import annotations

import sys

from hypothesis import given
from hypothesis import strategies as st

from tnotes.catalog.nearest import nearest


def test_the_most_similar_comes_first():
    assert nearest("CUSTOMR", ["ORDERS", "CUSTOMERS", "CUSTOMER", "X"])[0] == "CUSTOMER"
    assert nearest("stat_cd", ["STAT_CD_2", "NAME"]) == ("STAT_CD_2",)
    assert nearest("고객정보", ["고객", "주문"]) == ("고객",)


def test_nothing_is_offered_where_nothing_is_like_it():
    assert nearest("zzz", ["CUSTOMER", "ORDERS"]) == ()
    assert nearest("x", []) == ()
    assert nearest("", ["CUSTOMER"]) == ()


@given(st.text(max_size=30), st.lists(st.text(min_size=1, max_size=30)), st.integers(1, 5))
def test_only_what_there_is_is_offered_and_each_once(name, names, limit):
    found = nearest(name, names, limit)
    assert len(found) <= limit
    assert len(set(found)) == len(found)
    assert set(found) <= set(names)


@given(st.text("abcdef_", min_size=3, max_size=20), st.lists(st.text("uvwxyz", min_size=3, max_size=20)))
def test_a_name_with_one_letter_more_is_offered_among_others(name, others):
    assert name in nearest(name + "1", [*others, name])


def test_ten_thousand_names_cost_few_comparisons():
    """Counted, not timed: difflib over all of them makes a hundred times as many calls."""
    names = [f"{area}_{kind}_{number:03}" for area in ("CUST", "ORD") for kind in "ABCDE" for number in range(1000)]
    calls = 0

    def count(_frame, event, _argument):
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        found = nearest("CUST_C_421x", names)
    finally:
        sys.setprofile(None)
    assert found[0] == "CUST_C_421"
    assert calls < 10 * len(names)
    assert nearest("X" * 1_000_000, names) == ()
