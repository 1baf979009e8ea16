"""What cannot be read or written, and a build that was killed."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from builders import Place
from searching import Heard, by_hand, by_notes, names, session, with_engine
from tnotes.actions.index import rebuilt, status
from tnotes.actions.search import search
from tnotes.context.alone import alone
from tnotes.context.current import ENGINES
from tnotes.errors import Busy, WriteFailed


@pytest.fixture(params=ENGINES)
def ws(request: pytest.FixtureRequest, place: Place) -> Place:
    """The small workspace, searched by each engine in turn."""
    return with_engine(place, request.param)


def test_a_file_that_cannot_be_read_is_named_and_the_rest_is_found(ws):
    by_hand(ws, "ORDERS", "monthly totals")
    by_hand(ws, "CUSTOMER", "monthly customers").write_text("<<<<<<< HEAD\nx\n", encoding="utf-8")
    for _ in range(2):  # the index remembers it
        found = search(session(ws), "monthly totals")
        assert found.tables[0].ranked.name.table == "ORDERS"
        assert [one.startswith("notes/warehouse/sales/CUSTOMER.yaml:1: ") for one in found.unreadable] == [True]
    by_hand(ws, "CUSTOMER", "monthly customers")
    assert search(session(ws), "monthly").unreadable == ()
    assert sorted(by_notes(ws, "monthly")) == ["monthly customers", "monthly totals"]


def test_an_edit_that_breaks_a_file_takes_its_old_words_away(ws):
    path = by_hand(ws, "ORDERS", "monthly totals")
    assert by_notes(ws, "monthly")
    path.write_text("notes: [", encoding="utf-8")
    assert by_notes(ws, "monthly") == []


def test_a_catalog_file_that_cannot_be_read_is_named(ws):
    path = ws.root / "catalog" / "warehouse" / "sales" / "ORDERS.json"
    path.write_text("{", encoding="utf-8")
    found = search(session(ws), "customer")
    assert {one.ranked.name.table for one in found.tables} == {"CUSTOMER"}
    assert len(found.unreadable) == 1


@pytest.mark.parametrize("how", ["deleted", "emptied", "cut", "rubbish", "halved"])
def test_a_damaged_index_is_made_again_with_one_line(ws, how):
    by_hand(ws, "ORDERS", "monthly totals")
    before = names(ws, "monthly")
    folder = Path(status(session(ws)).folder or "")
    files = list(folder.iterdir())
    if how == "deleted":
        shutil.rmtree(folder)
    for path in files if how != "deleted" else ():
        data = path.read_bytes()
        if how == "emptied":
            path.unlink()
        elif how == "halved":
            path.write_bytes(data[: len(data) // 2])
        else:
            path.write_bytes(data[:100] if how == "cut" else b"rubbish" * 200)
    heard = Heard()
    found = search(session(ws), "monthly", talk=heard.talk)
    assert [f"{one.ranked.name.schema}.{one.ranked.name.table}" for one in found.tables] == before
    assert len(heard.lines) == (0 if how in ("deleted", "emptied") else 1)
    heard = Heard()
    search(session(ws), "monthly", talk=heard.talk)
    assert heard.lines == []


def test_while_somebody_writes_a_search_does_without_waiting(ws):
    by_hand(ws, "ORDERS", "monthly totals")
    assert by_notes(ws, "monthly")
    folder = Path(status(session(ws)).folder or "")
    with alone(folder) as may:
        assert may
        by_hand(ws, "ORDERS", "annual totals")
        by_hand(ws, "CUSTOMER", "annual customers")
        assert by_notes(ws, "monthly") == []
        assert sorted(by_notes(ws, "annual")) == ["annual customers", "annual totals"]
        assert names(ws, "annual totals")[0] == "sales.ORDERS"
        shutil.rmtree(folder, ignore_errors=True)  # nothing is there at all, and another holds the lock
        folder.mkdir(exist_ok=True)
    assert sorted(by_notes(ws, "annual")) == ["annual customers", "annual totals"]


def test_a_rebuild_waits_no_longer_than_it_says(ws, monkeypatch):
    monkeypatch.setattr("tnotes.context.current._WAIT", 0.0)
    names(ws, "x")
    with alone(Path(status(session(ws)).folder or "")), pytest.raises(Busy):
        rebuilt(session(ws))
    assert rebuilt(session(ws)).built


@pytest.mark.parametrize("what", ["no git", "a file in the way"])
def test_where_nothing_can_be_written_it_searches_in_memory(ws, what):
    by_hand(ws, "ORDERS", "monthly totals")
    if what == "no git":
        shutil.rmtree(ws.root / ".git")
    else:
        (ws.root / ".git" / "tnotes").mkdir(exist_ok=True)
        for engine in ENGINES:
            (ws.root / ".git" / "tnotes" / f"index-{engine}").write_text("in the way", encoding="utf-8")
    assert by_notes(ws, "monthly") == ["monthly totals"]
    assert names(ws, "monthly") == ["sales.ORDERS", "sales.CUSTOMER"]
    assert status(session(ws)).built is False
    with pytest.raises((WriteFailed, OSError)):
        rebuilt(session(ws))


def test_an_index_in_the_work_tree_is_never_looked_at(ws):
    by_hand(ws, "ORDERS", "monthly totals")
    names(ws, "monthly")
    folder = Path(status(session(ws)).folder or "")
    shutil.copytree(folder, ws.root / "notes" / "tnotes" / folder.name)
    shutil.rmtree(folder)
    by_hand(ws, "ORDERS", "annual totals")
    assert by_notes(ws, "monthly") == []


def test_many_files_are_read_by_several_processes(ws, monkeypatch):
    monkeypatch.setattr("tnotes.files.workers.MANY", 2)
    monkeypatch.setattr("tnotes.files.workers.threading.active_count", lambda: 1)
    by_hand(ws, "ORDERS", "monthly totals")
    by_hand(ws, "CUSTOMER", "x").write_text("notes: [", encoding="utf-8")
    found = search(session(ws), "monthly")
    assert found.tables[0].ranked.name.table == "ORDERS"
    assert len(found.unreadable) == 1


def test_a_killed_build_leaves_nothing_behind_that_answers(ws):
    by_hand(ws, "ORDERS", *(f"monthly totals {at}" for at in range(40)))
    killed = 0
    expected = by_notes(ws, "monthly totals")
    for where in ("texts", "_set_seal", "_look", "to_texts", "write", "gather", "commit"):
        shutil.rmtree(ws.root / ".git" / "tnotes", ignore_errors=True)
        ran = subprocess.run([sys.executable, "-c", KILLED, where], cwd=ws.root, capture_output=True, check=False)
        assert by_notes(ws, "monthly totals") == expected, where
        killed += ran.returncode == -9
    assert killed >= 4  # the other functions are not of this engine


KILLED = """
import os, sys
from pathlib import Path
from tnotes.actions.search import search
from tnotes.actions.session import open_session
session = open_session(Path("."))
sys.setprofile(lambda frame, *_: os.kill(os.getpid(), 9) if frame.f_code.co_name == sys.argv[1] else None)
search(session, "monthly")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of this kind there")
def test_what_the_system_did_not_let_be_read_is_read_when_it_does(ws):
    """Whatever number of open files is allowed: it answers or refuses, and the next search is right."""
    by_hand(ws, "ORDERS", "monthly totals")
    code = """
        import os, resource, sys
        from tnotes.actions.search import search
        from tnotes.actions.session import open_session
        from tnotes.errors import TnotesError
        from pathlib import Path
        ws = open_session(Path(sys.argv[1]))
        search(ws, "monthly")  # all that is imported is imported
        top = max(int(name) for name in os.listdir("/dev/fd"))
        for path in Path(sys.argv[1]).glob("notes/*/*/*.yaml"):
            os.utime(path, ns=(1, 1))
            path.write_bytes(path.read_bytes() + b"# touched\\n")
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (top + int(sys.argv[2]), limit))
        try:
            search(ws, "monthly")
        except (TnotesError, OSError):
            pass
    """
    for more in range(8):
        subprocess.run([sys.executable, "-c", textwrap.dedent(code), str(ws.root), str(more)], check=True)
        found = search(session(ws), "monthly")
        assert (by_notes(ws, "monthly"), found.unreadable) == (["monthly totals"], ())


@pytest.mark.parametrize("again", [1, 2])
def test_a_file_that_could_not_be_read_is_tried_at_each_search(ws, monkeypatch, again):
    """Another user's rights, a share that went away: no stamp tells when that has passed."""
    path = by_hand(ws, "ORDERS", "monthly totals")
    os.utime(path, ns=(10**18 + 1, 10**18 + 1))
    real = os.open

    def refusing(name: object, *given: int, **more: int) -> int:
        if Path(str(name)) == path:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
        return real(name, *given, **more)

    time.sleep(0.03)  # so that it is old enough for its stamp to be trusted
    monkeypatch.setattr(os, "open", refusing)
    for _ in range(again):
        assert len(search(session(ws), "monthly").unreadable) == 1
    monkeypatch.undo()
    assert by_notes(ws, "monthly") == ["monthly totals"]
    assert search(session(ws), "monthly").unreadable == ()


def test_something_else_in_the_place_of_its_files_only_costs_the_index(ws):
    by_hand(ws, "ORDERS", "monthly totals")
    before = names(ws, "monthly")
    folder = Path(status(session(ws)).folder or "")
    for path in list(folder.iterdir()):
        if path.is_file():
            path.unlink()
            path.mkdir()
    assert names(ws, "monthly") == before
    assert by_notes(ws, "monthly") == ["monthly totals"]
