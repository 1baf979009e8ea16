"""The verb `catalog diff`: what an export would change, and which notes that touches."""

from __future__ import annotations

import pytest

from builders import SCHEMAS, make_database
from catalogs import columns_csv

NEW = ("CREATE TABLE CUSTOMER (CUST_ID INTEGER PRIMARY KEY, STATUS_CD CHAR(1) NOT NULL, NAME INTEGER)",)


@pytest.fixture
def export(tmp_path):
    """A new state of schema sales: STAT_CD renamed, NAME retyped, ORDERS gone."""
    return str(make_database(tmp_path / "new.sqlite", NEW))


def diff(place, *arguments, code=0):
    answer = place.tnotes("catalog", "diff", *arguments, "--json")
    assert answer.code == code, answer.err
    return answer.json


def words(found):
    rows = []
    for one in found["changes"]:
        rows += [(one["table"], one["change"], "", one["notes"])] if one["change"] != "changed" else []
        rows += [(one["table"], column["change"], column["column"], column["notes"]) for column in one["columns"]]
    return rows


def test_an_export_touches_the_notes_on_what_it_changes(place, export):
    code = place.add("sales.CUSTOMER", "9 means cancelled.", "--column", "STAT_CD")
    name = place.add("sales.CUSTOMER", "In capitals.", "--column", "NAME")
    place.add("sales.CUSTOMER", "One row per customer.")
    place.add("archive.CUSTOMER", "Old ones.", "--column", "STAT_CD")
    order = place.add("sales.ORDERS", "Without tax.", "--column", "TOTAL")
    place.tnotes("rm", place.add("sales.ORDERS", "Deleted."), "--quiet").fine()
    arguments = (export, "-c", "warehouse", "--schema", "sales")
    with place.unchanged():
        found = diff(place, *arguments)
        assert diff(place, *arguments, "--exit-code", code=1) == found
    assert words(found) == [
        ("CUSTOMER", "added", "STATUS_CD", []),
        ("CUSTOMER", "retyped", "NAME", [name]),
        ("CUSTOMER", "gone", "STAT_CD", [code]),
        ("ORDERS", "unavailable", "", [order]),
    ]
    assert set(found["notes"]) == {code, name, order}
    place.tnotes("catalog", "import", *arguments).fine()
    assert diff(place, *arguments, "--exit-code")["changes"] == []
    assert words(diff(place, "--since", "HEAD~1", "-c", "WAREHOUSE")) == words(found)


def test_changes_that_touch_no_note_are_fine(place, export):
    assert diff(place, export, "-c", "warehouse", "--schema", "sales", "--exit-code")["notes"] == []


def test_a_column_that_comes_back_or_is_spelled_otherwise_touches_its_notes(place, tmp_path, export):
    note = place.add("sales.CUSTOMER", "9 means cancelled.", "--column", "STAT_CD")
    place.tnotes("catalog", "import", export, "-c", "warehouse", "--schema", "sales").fine()
    back = make_database(tmp_path / "back.sqlite", SCHEMAS["sales"])
    found = diff(place, str(back), "-c", "warehouse", "--schema", "sales")
    assert ("CUSTOMER", "added", "STAT_CD", [note]) in words(found)
    place.tnotes("catalog", "import", str(back), "-c", "warehouse", "--schema", "sales").fine()
    lower = make_database(
        tmp_path / "lower.sqlite", tuple(one.replace("STAT_CD", "stat_cd") for one in SCHEMAS["sales"])
    )
    found = diff(place, str(lower), "-c", "warehouse", "--schema", "sales")
    assert words(found) == [("CUSTOMER", "respelled", "stat_cd", [note])]


def test_two_revisions_and_what_a_table_was_called(place, tmp_path):
    note = place.add("sales.ORDERS", "Without tax.")
    place.git("tag", "v1")
    export = columns_csv(tmp_path / "c.csv", [("sales", "Orders"), ("sales", "CUSTOMER")], columns=("ORDER_ID",))
    place.tnotes("catalog", "import", str(export), "-c", "warehouse").fine()
    place.git("tag", "v2")
    place.tnotes("catalog", "import", str(export), "-c", "other").fine()
    found = diff(place, "--since", "v1", "--until", "v2")
    change = next(one for one in found["changes"] if one["change"] == "respelled")
    assert (change["table"], change["was"], change["notes"]) == (
        "Orders",
        {"schema": "sales", "table": "ORDERS"},
        [note],
    )
    assert {one["connection"] for one in found["changes"]} == {"warehouse"}
    assert {one["connection"] for one in diff(place, "--since", "v2")["changes"]} == {"other"}
    assert diff(place, "--since", "v2", "--until", "v2")["changes"] == []


def test_a_role_learns_of_no_hidden_table_or_note(place, export):
    note = place.add("sales.ORDERS", "Without tax.")
    (place.root / "tnotes.yaml").write_text("version: 1\nroles: {analyst: {deny: ['sales.ORDERS']}}\n")
    shown = place.tnotes("catalog", "diff", export, "-c", "warehouse", "--schema", "sales", "--role", "analyst").fine()
    assert "CUSTOMER" in shown.out
    assert "ORDERS" not in shown.out + shown.err
    assert note not in shown.out + shown.err


def test_a_family_of_shards_touches_its_notes(empty, tmp_path):
    export = columns_csv(tmp_path / "c.csv", [("s", "e_20200101"), ("s", "e_20200102")], columns=("A", "B"))
    empty.tnotes("catalog", "import", str(export), "-c", "c").fine()
    note = empty.add("e_*", "A fact.", "--column", "B")
    with export.open("a", encoding="utf-8") as out:
        out.write(",s,e_20200103,A,1,int\n")
    assert words(diff(empty, str(export), "-c", "c")) == [("e_*", "gone", "B", [note]), ("e_20200103", "added", "", [])]


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("usage", ()),
        ("usage", ("FILE",)),
        ("usage", ("FILE", "-c", "c", "--since", "HEAD")),
        ("usage", ("FILE", "-c", "c", "--until", "HEAD")),
        ("usage", ("--since", "HEAD", "--schema", "s")),
        ("unknown_revision", ("--since", "nope")),
        ("unknown_revision", ("--since", "--output=x")),
        ("unknown_revision", ("--since", "HEAD", "--until", "HEAD^{tree}")),
        ("unknown_table", ("--since", "HEAD", "-c", "nope")),
        ("bad_export", ("nope.json", "-c", "c")),
    ],
)
def test_what_cannot_be_compared(place, export, code, arguments):
    with place.unchanged():
        given = [export if one == "FILE" else one for one in arguments]
        assert place.tnotes("catalog", "diff", *given, "--json").refused().error["code"] == code


def test_a_damaged_file_is_left_out_and_named(place, export):
    (place.root / "catalog/warehouse/archive/CUSTOMER.json").write_text("{")
    answer = place.tnotes("catalog", "diff", export, "-c", "warehouse", "--schema", "sales").fine()
    assert "archive/CUSTOMER.json:1" in answer.err


def test_a_workspace_below_the_top_of_its_repository(place, export):
    inner = place.root / "inner"
    inner.mkdir()
    place.git("mv", "catalog", "tnotes.yaml", "inner/")
    place.git("commit", "--quiet", "--message=moved")
    assert place.tnotes("catalog", "diff", "--since", "HEAD", "--json", cwd=inner).fine().json["changes"] == []
    (inner / "catalog/warehouse/sales/ORDERS.json").unlink()
    found = place.tnotes("catalog", "diff", "--since", "HEAD", "--json", cwd=inner).fine().json
    assert words(found) == [("ORDERS", "gone", "", [])]
