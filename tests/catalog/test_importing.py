"""What an import makes of the files of one connection."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogs import names, table, table_of
from tnotes.catalog.importing import take
from tnotes.catalog.record import from_text
from tnotes.catalog.table import TableName
from tnotes.errors import UnreadableFile

ROOT = Path("catalog")


def file_of(parts):
    return ROOT.joinpath(*parts[:-1], parts[-1] + ".json")


def after(files, *new, complete=False):
    """The files after an import, and what it says."""
    taken = take(files, new, complete=complete, file_of=file_of)
    there = dict(files)
    for path, data in taken.changes.items():
        if data is None:
            del there[path]
        else:
            there[path] = from_text(data.decode(), path)
    return there, taken


def counts(taken):
    return {what: number for what, number in taken.counts.items() if number}


def test_an_export_speaks_for_the_schemas_that_it_contains():
    files, _ = after({}, table("c/a.X"), table("c/a.Y"), table("c/b.Z"))
    files, taken = after(files, table("c/a.X"))
    assert counts(taken) == {"unchanged": 1, "unavailable": 1}
    assert taken.gone == (table("c/a.Y").name,)
    assert {one.name.table: one.available for one in files.values()} == {"X": True, "Y": False, "Z": True}


def test_a_complete_export_speaks_for_the_connection():
    files, _ = after({}, table("c/a.X"), table("c/b.Z"))
    files, taken = after(files, table("c/a.X"), complete=True)
    assert taken.gone == (table("c/b.Z").name,)
    files, taken = after(files, table("c/a.X"), complete=True)
    assert not taken.changes  # gone before, so not said again


def test_a_table_that_returns_is_available_again():
    files, _ = after({}, table("c/a.X"), table("c/a.Y"))
    files, _ = after(files, table("c/a.X"))
    files, taken = after(files, table("c/a.X"), table("c/a.Y"))
    assert counts(taken) == {"unchanged": 1, "changed": 1}
    assert all(one.available for one in files.values())


def test_a_twin_moves_the_file_of_the_first():
    files, _ = after({}, table("c/s.Customer"), table("c/s.ORDERS"))
    assert set(files) == {ROOT / "c/s/Customer.json", ROOT / "c/s/ORDERS.json"}
    files, taken = after(files, table("c/s.Customer"), table("c/s.CUSTOMER"), table("c/s.ORDERS"))
    assert counts(taken) == {"unchanged": 2, "added": 1}
    assert ROOT / "c/s/Customer.json" not in files
    assert sorted(one.name.table for one in files.values()) == ["CUSTOMER", "Customer", "ORDERS"]
    assert len({str(path).lower() for path in files}) == 3


def test_a_twin_schema_moves_the_folder_of_the_first():
    files, _ = after({}, table("c/Sales.A"), table("c/Sales.B"))
    files, taken = after(files, table("c/sales.A"))
    assert counts(taken) == {"added": 1}
    assert {one.name: one.available for one in files.values()} == dict.fromkeys(
        (table(place).name for place in ("c/Sales.A", "c/Sales.B", "c/sales.A")), True
    )
    assert len({str(path.parent).lower() for path in files}) == 2


def test_files_that_a_merge_left_over_are_put_right():
    plain, moved = ROOT / "c/s/Customer.json", ROOT / "c/s/CUSTOMER.json"
    both = {plain: table("c/s.Customer"), moved: table("c/s.CUSTOMER"), ROOT / "c/s/copy.json": table("c/s.Customer")}
    files, taken = after(both, table("c/s.Customer"), table("c/s.CUSTOMER"))
    assert counts(taken) == {"unchanged": 2}
    assert len(files) == 2
    assert not {plain, moved, ROOT / "c/s/copy.json"} & set(files)


def test_a_damaged_file_of_an_imported_table_is_replaced_and_said():
    path = ROOT / "c/s/X.json"
    bad = UnreadableFile(path, 3, "not JSON")
    files, taken = after({path: bad}, table("c/s.X"))
    assert files == {path: table("c/s.X")}
    assert taken.replaced == (bad,)
    assert counts(taken) == {"changed": 1}


def test_a_damaged_file_where_a_twin_moves_its_table_is_removed():
    path = ROOT / "c/s/X.json"
    files, taken = after({path: UnreadableFile(path, 3, "not JSON")}, table("c/s.X"), table("c/s.x"))
    assert path not in files
    assert len(files) == 2
    assert len(taken.replaced) == 1


def test_a_damaged_file_that_the_export_says_nothing_of_stops_the_import():
    path = ROOT / "c/s/Y.json"
    with pytest.raises(UnreadableFile) as caught:
        after({path: UnreadableFile(path, 3, "not JSON")}, table("c/s.X"))
    assert caught.value.message == f"{path}:3: not JSON"
    assert "remove it" in caught.value.hint


place_lists = st.lists(st.tuples(st.sampled_from(["s", "S", "t"]), names), max_size=6, unique=True)


@given(place_lists, place_lists, place_lists, st.booleans())
def test_any_imports_one_after_another(first, second, third, complete):
    files = {}
    for places in (first, second, third):
        new = [table_of(TableName("c", *place)) for place in places]
        files, taken = after(files, *new, complete=complete)
        assert {one.name for one in new} <= {one.name for one in files.values() if one.available}
        assert len({one.name for one in files.values()}) == len(files)  # no table twice
        assert len({str(path).casefold() for path in files}) == len(files)  # and no file twice on Windows
        assert set(taken.gone) <= {one.name for one in files.values() if not one.available}
        again, nothing = after(files, *new, complete=complete)
        assert (again, dict(nothing.changes)) == (files, {})
    everything = {("c", *place) for places in (first, second, third) for place in places}
    assert {tuple(one.name) for one in files.values()} == everything
