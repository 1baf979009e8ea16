"""Who sees what, and notes switched off."""

from __future__ import annotations

import shutil

import pytest

from builders import Place
from searching import by_hand, by_notes, names, session, with_engine
from tnotes.actions.index import status
from tnotes.actions.search import search
from tnotes.actions.search_shapes import tables
from tnotes.context.current import ENGINES


@pytest.fixture(params=ENGINES)
def ws(request: pytest.FixtureRequest, place: Place) -> Place:
    """The small workspace, searched by each engine in turn."""
    return with_engine(place, request.param)


def with_role(ws: Place) -> None:
    settings = ws.root / "tnotes.yaml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(f'{text}roles:\n  clerk:\n    allow: ["sales.*"]\n', encoding="utf-8")


def test_a_hidden_table_is_found_by_nothing_and_changes_no_score(ws):
    with_role(ws)
    by_hand(ws, "CUSTOMER", "monthly customers")
    seen = tables("q", search(session(ws, role="clerk"), "monthly customer stat"), None)
    assert {one["schema"] for one in seen["tables"]} == {"sales"}
    by_hand(ws, "CUSTOMER", "monthly customers stat", schema="archive")
    assert tables("q", search(session(ws, role="clerk"), "monthly customer stat"), None) == seen
    assert by_notes(ws, "monthly", role="clerk") == ["monthly customers"]
    shutil.rmtree(ws.root / "catalog" / "warehouse" / "archive")
    shutil.rmtree(ws.root / "notes" / "warehouse" / "archive")
    assert tables("q", search(session(ws, role="clerk"), "monthly customer stat"), None) == seen


def test_a_hidden_file_that_cannot_be_read_is_not_named(ws):
    with_role(ws)
    by_hand(ws, "CUSTOMER", "x", schema="archive").write_text("notes: [", encoding="utf-8")
    (ws.root / "catalog" / "warehouse" / "archive" / "CUSTOMER.json").write_text("{", encoding="utf-8")
    assert search(session(ws, role="clerk"), "customer").unreadable == ()
    assert len(search(session(ws), "customer").unreadable) == 2
    assert status(session(ws, role="clerk")).unreadable == ()


# Notes off


def test_in_eval_the_answer_is_that_of_a_workspace_without_notes(ws):
    question = "monthly totals of customer stat cd"
    plain = tables(question, search(session(ws), question), None)
    by_hand(ws, "ORDERS", "monthly totals of customers", "stat cd")
    by_hand(ws, "CUSTOMER", "monthly", schema="archive")
    assert tables(question, search(session(ws), question), None) != plain
    assert tables(question, search(session(ws, mode="eval"), question), None) == plain
    assert by_notes(ws, "monthly", mode="eval") == []
    assert names(ws, "monthly", mode="eval") == []


def test_in_eval_no_note_is_indexed_and_broken_ones_are_not_named(ws):
    by_hand(ws, "ORDERS", "monthly totals")
    by_hand(ws, "CUSTOMER", "x").write_text("notes: [", encoding="utf-8")
    assert search(session(ws, mode="eval"), "customer").unreadable == ()
    assert status(session(ws)).notes == 0
    assert by_notes(ws, "monthly") == ["monthly totals"]
