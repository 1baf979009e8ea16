"""A typed column to the one that it means, in the catalog's spelling."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogs import NASTY, names, table
from tnotes.catalog.columns import AmbiguousColumnName, FoundColumn, UnknownColumnName, resolve_column
from tnotes.catalog.names import always_quote


def ask(typed, *columns):
    return resolve_column(typed, table("c/s.T", *columns))


@pytest.mark.parametrize("typed", ["STAT_CD", "stat_cd", "Stat_Cd", " stat_cd ", '"STAT_CD"', "`stat_cd`", "[Stat_CD]"])
def test_the_spelling_of_the_catalog_is_kept(typed):
    assert ask(typed, "CUST_ID", "STAT_CD") == FoundColumn("STAT_CD")


@pytest.mark.parametrize("name", ["outer.inner", "event_params.key", "Meals (K-12)", "a/b", "T.a", "고객 이름"])
def test_a_column_may_have_dots_and_blanks(name):
    assert ask(name, "inner", "key", "a", name) == FoundColumn(name)
    assert ask(always_quote(name), "inner", name) == FoundColumn(name)


def test_a_dot_does_not_part_table_and_column():
    assert ask("T.STAT_CD", "STAT_CD") == UnknownColumnName(("STAT_CD",))


def test_columns_that_differ_in_case_only_are_told_apart_by_exact_spelling():
    assert ask("Status", "STATUS", "Status") == FoundColumn("Status")
    assert ask('"STATUS"', "STATUS", "Status") == FoundColumn("STATUS")
    assert ask("status", "STATUS", "Status") == AmbiguousColumnName(("STATUS", "Status"))


def test_composition_does_not_count_unless_two_columns_differ_in_it():
    assert ask("cafe\u0301", "caf\u00e9") == FoundColumn("caf\u00e9")
    assert ask("cafe\u0301", "caf\u00e9", "cafe\u0301") == FoundColumn("cafe\u0301")
    assert ask("caf\u00e9", "caf\u00e9", "cafe\u0301") == FoundColumn("caf\u00e9")


def test_an_unknown_column_offers_the_nearest():
    assert ask("STATCD", "CUST_ID", "STAT_CD", "NAME") == UnknownColumnName(("STAT_CD",))
    assert ask("zzz", "CUST_ID") == UnknownColumnName(())
    assert ask("", "CUST_ID") == UnknownColumnName(())


@pytest.mark.parametrize("name", NASTY)
def test_every_column_is_found_by_its_own_name_and_quoted(name):
    assert ask(name, *NASTY) == FoundColumn(name)
    assert ask(always_quote(name), *NASTY) == FoundColumn(name)


@given(st.lists(names, min_size=1, max_size=6, unique=True), st.data())
def test_every_candidate_means_one_column_when_pasted_back(columns, data):
    name = data.draw(st.sampled_from(columns))
    typed = data.draw(st.sampled_from([name.upper(), name.lower(), name + "x", name[1:]]))
    found = ask(typed, *columns)
    if isinstance(found, FoundColumn):
        assert found.name in columns
        return
    meant = [ask(candidate, *columns) for candidate in found.candidates]
    assert all(isinstance(one, FoundColumn) for one in meant)
    assert len(set(meant)) == len(meant)
