"""Which names are date shards, and which families they make."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogs import names
from tnotes.catalog.families import families_of, family_name, is_family


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("events_20201101", "events_*"),
        ("events_202011", "events_*"),
        ("events20201101", "events*"),
        ("events_intraday_20201101", "events_intraday_*"),
        ("고객_20240229", "고객_*"),
        ("a.b-20201101", "a.b-*"),
        ("T_19700101", "T_*"),
        ("T_20991231", "T_*"),
    ],
)
def test_a_name_with_a_date_at_its_end(name, family):
    assert family_name(name) == family
    assert is_family(family)


@pytest.mark.parametrize(
    "name",
    [
        "orders_1997_Q4",
        "orders_2020",
        "events_20201301",
        "events_20200230",
        "events_20190229",
        "events_21000101",
        "events_196912",
        "events_000003",
        "events_2020110112",
        "events_1_2020110",
        "events_２０２０１１０１",
        "20201101",
        "_20201101",
        "events_20201101_old",
        "events_*",
        "",
    ],
)
def test_a_name_without_one(name):
    assert family_name(name) is None


def test_the_shards_of_an_analytics_export_and_what_is_none():
    shards = [f"events_202011{day:02}" for day in range(1, 31)]
    others = [
        "events_intraday_20201101",
        "events_intraday_20201102",
        "orders_1997_Q4",
        "orders_1997_Q3",
        "lone_20201101",
    ]
    found = families_of([*others, *shards])
    assert list(found) == ["events_*", "events_intraday_*"]
    assert found["events_*"] == tuple(reversed(shards))


def test_a_table_that_has_the_name_is_itself():
    assert families_of(["events_*", "events_20201101", "events_20201102"]) == {}


def test_stems_are_the_same_letter_by_letter():
    assert families_of(["EVENTS_20201101", "events_20201102", "events20201103"]) == {}


@given(st.lists(names))
def test_a_family_has_two_members_at_least_and_none_of_another(many):
    families = families_of(many)
    members = [member for found in families.values() for member in found]
    assert all(len(found) > 1 for found in families.values())
    assert len(members) == len(set(members))
    assert all(family_name(member) == family for family, found in families.items() for member in found)
