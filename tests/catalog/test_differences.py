"""What changed between two states of a catalog."""

from hypothesis import given
from hypothesis import strategies as st

from catalogs import names, table, table_of
from tnotes.catalog.differences import ColumnChange, differences
from tnotes.catalog.table import Column, TableName


def changed(before, after):
    return [(change.name.table, change.what, change.columns) for change in differences(before, after)]


def test_tables_that_come_and_go():
    here, off = table("c/s.A"), table("c/s.A", available=False)
    assert changed([], [here]) == [("A", "added", ())]
    assert changed([here], []) == [("A", "gone", ())]
    assert changed([here], [off]) == [("A", "unavailable", ())]
    assert changed([off], [here]) == [("A", "back", ())]
    assert changed([here, off], [here, off]) == []


def test_columns_added_gone_retyped_and_respelled():
    before = table("c/s.A")._replace(columns=(Column("ID", "int"), Column("stat_cd", "int"), Column("OLD", "date")))
    after = before._replace(columns=(Column("NEW", "text"), Column("STAT_CD", "char(1)"), Column("ID", "bigint")))
    assert changed([before], [after]) == [
        (
            "A",
            "changed",
            (
                ColumnChange("NEW", "added", None, "text"),
                ColumnChange("STAT_CD", "respelled", "stat_cd", "STAT_CD"),
                ColumnChange("STAT_CD", "retyped", "int", "char(1)"),
                ColumnChange("ID", "retyped", "int", "bigint"),
                ColumnChange("OLD", "gone", "date", None),
            ),
        )
    ]


def test_comments_values_and_order_are_no_change():
    before = table("c/s.A", "X", "Y")
    assert changed([before], [before._replace(columns=before.columns[::-1], comment="x")]) == []


def test_a_table_that_is_spelled_otherwise_is_one_change():
    before, off, after = table("c/s.Customer"), table("c/s.Customer", available=False), table("c/s.CUSTOMER")
    for later in ([after], [after, off]):
        (change,) = differences([before], later)
        assert (change.name, change.what, change.was) == (after.name, "respelled", before.name)
    assert [what for _, what, _ in changed([before], [before, after])] == ["added"]  # it is beside, not in its place


def test_a_family_is_compared_beside_its_shards():
    day = [table(f"c/s.e_2020010{number}", "A") for number in (1, 2, 3)]
    new = table("c/s.e_20200104", "A", "B")
    assert changed(day, [*day, new]) == [
        ("e_*", "changed", (ColumnChange("B", "added"),)),
        ("e_20200104", "added", ()),
    ]


@given(st.lists(names, unique=True), st.lists(names, unique=True))
def test_what_is_the_same_is_no_change_and_each_name_comes_once(old, new):
    before, after = ([table_of(TableName("c", "s", name)) for name in many] for many in (old, new))
    assert differences(before, before) == ()
    found = [change.name for change in differences(before, after)]
    assert len(found) == len(set(found))
