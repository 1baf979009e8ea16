"""Whatever changed the files, the next search sees it."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from builders import Place, make_database
from searching import by_hand, by_notes, names, session, with_engine
from tnotes.actions.index import status
from tnotes.actions.search import search
from tnotes.actions.search_shapes import tables
from tnotes.context.current import ENGINES


@pytest.fixture(params=ENGINES)
def ws(request: pytest.FixtureRequest, place: Place) -> Place:
    """The small workspace, searched by each engine in turn."""
    return with_engine(place, request.param)


def test_an_added_edited_and_removed_note(ws):
    note = ws.add("sales.ORDERS", "quarterly totals")
    assert by_notes(ws, "quarterly") == ["quarterly totals"]
    ws.tnotes("edit", note, "monthly totals").fine()
    assert by_notes(ws, "quarterly") == []
    assert by_notes(ws, "monthly") == ["monthly totals"]
    ws.tnotes("rm", note).fine()
    assert by_notes(ws, "monthly") == []
    assert "monthly" not in json.dumps(tables("x", search(session(ws), "monthly totals"), None))


@pytest.mark.parametrize("state", ["archived", "deleted"])
def test_a_note_that_is_not_active_is_never_found(ws, state):
    by_hand(ws, "ORDERS", "quarterly totals", status=state)
    assert by_notes(ws, "quarterly") == []
    assert names(ws, "quarterly") == []


def test_an_edit_by_hand_of_the_same_size_with_the_old_times(ws):
    path = by_hand(ws, "ORDERS", "monthly totals")
    assert by_notes(ws, "monthly")
    before = path.stat()
    path.write_text(path.read_text(encoding="utf-8").replace("monthly", "annuals"), encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    assert by_notes(ws, "monthly") == []
    assert by_notes(ws, "annuals") == ["annuals totals"]


def test_a_deleted_and_a_returned_file(ws):
    path = by_hand(ws, "ORDERS", "monthly totals")
    assert by_notes(ws, "monthly")
    kept = path.rename(path.with_suffix(".bak"))
    assert by_notes(ws, "monthly") == []
    kept.rename(path)
    assert by_notes(ws, "monthly") == ["monthly totals"]


def test_switch_stash_and_pull(ws):
    ws.add("sales.ORDERS", "told on main")
    assert by_notes(ws, "told") == ["told on main"]
    ws.git("switch", "-q", "-c", "other", "HEAD~1")
    ws.add("sales.CUSTOMER", "told on other")
    assert by_notes(ws, "told") == ["told on other"]
    ws.git("switch", "-q", "main")
    assert by_notes(ws, "told") == ["told on main"]
    path = ws.note_file("ORDERS")
    path.write_text(path.read_text(encoding="utf-8").replace("told on main", "told by hand"), encoding="utf-8")
    assert by_notes(ws, "told") == ["told by hand"]
    ws.git("stash", "-q")
    assert by_notes(ws, "told") == ["told on main"]
    ws.git("stash", "pop", "-q")
    assert by_notes(ws, "told") == ["told by hand"]
    ws.git("commit", "-qam", "by hand")
    ws.git("pull", "-q", "--no-rebase", "--no-edit", ".", "other")
    assert sorted(by_notes(ws, "told")) == ["told by hand", "told on other"]


def test_a_clone_has_an_index_of_its_own(ws, tmp_path):
    ws.add("sales.ORDERS", "monthly totals")
    assert by_notes(ws, "monthly")
    subprocess.run(["git", "clone", "-q", str(ws.root), str(tmp_path / "clone")], check=True)
    for path in (tmp_path / "clone").rglob("*.*"):
        os.utime(path, ns=(1, 1), follow_symlinks=False)
    clone = Place(tmp_path / "clone")
    assert by_notes(clone, "monthly") == ["monthly totals"]
    assert not any("index-" in str(path) for path in clone.root.rglob("*") if ".git" not in path.parts)


def test_a_catalog_that_changes(ws, tmp_path):
    assert names(ws, "shipment") == []
    make_database(tmp_path / "more.sqlite", ("CREATE TABLE SHIPMENT (ID INTEGER)",))
    ws.tnotes("catalog", "import", str(tmp_path / "more.sqlite"), "-c", "warehouse", "--schema", "depot").fine()
    assert names(ws, "shipment") == ["depot.SHIPMENT"]


def test_an_unavailable_table_comes_last_with_its_notes(ws, tmp_path):
    by_hand(ws, "CUSTOMER", "monthly customers", schema="archive")
    make_database(tmp_path / "archive.sqlite", ("CREATE TABLE OTHER (ID INTEGER)",))
    ws.tnotes("catalog", "import", str(tmp_path / "archive.sqlite"), "-c", "warehouse", "--schema", "archive").fine()
    found = search(session(ws), "monthly customer").tables
    assert [one.ranked.available for one in found][-1] is False
    assert found[-1].ranked.name.schema == "archive"
    assert [note.content for note in found[-1].notes] == ["monthly customers"]


def test_only_what_changed_is_read_again(ws):
    by_hand(ws, "CUSTOMER", "one")
    path = by_hand(ws, "ORDERS", "two")
    assert status(session(ws)).stale[0] == ("catalog/warehouse/archive/CUSTOMER.json", "new")
    names(ws, "one")
    assert status(session(ws)).stale == ()
    by_hand(ws, "ORDERS", "three")
    assert status(session(ws)).stale == (("notes/warehouse/sales/ORDERS.yaml", "changed"),)
    path.unlink()
    assert status(session(ws)).stale == (("notes/warehouse/sales/ORDERS.yaml", "deleted"),)
    names(ws, "one")
    assert status(session(ws)).stale == ()
