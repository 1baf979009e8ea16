"""Search over date shards, by both engines: a family is one table, found by its notes and by those of its shards."""

from __future__ import annotations

from pathlib import Path

import pytest

from builders import Place
from catalogs import columns_csv
from searching import by_hand, by_notes, names, session, with_engine
from tnotes.actions.measure import measure
from tnotes.actions.search import search, search_notes
from tnotes.actions.search_shapes import places, tables
from tnotes.context.current import ENGINES

SHARDS = [("ga4", f"events_202011{day:02}") for day in range(1, 31)]
NESTED = [("ga4", f"events_intraday_202011{day:02}") for day in range(1, 4)]
OTHERS = [("ga4", "form_1040"), ("ga4", "form_1099"), ("ga4", "orders_1997_Q4"), ("ga4", "lone_20201101")]


@pytest.fixture(params=ENGINES)
def ws(request: pytest.FixtureRequest, place: Place) -> Place:
    """The small workspace with two families whose names begin alike, searched by each engine in turn."""
    with_engine(place, request.param)
    return imported(place, [*SHARDS, *NESTED, *OTHERS])


def on(place: Place, table: str, text: str) -> Path:
    """A note file by hand in that schema, where the notes of a table of that name lie."""
    written = by_hand(place, table, text, schema="ga4")
    return written.replace(written.with_name(written.name.replace("*", "%2A")))


def imported(place: Place, names: list[tuple[str, str]]) -> Place:
    export = columns_csv(place.root.parent / "columns.csv", names, columns=("event_name", "user_pseudo"))
    place.tnotes("catalog", "import", str(export), "-c", "warehouse", "--no-commit").fine()
    return place


def test_a_family_is_listed_once_and_what_only_looks_like_one_is_not(ws):
    found = names(ws, "event name user pseudo")
    assert found[:2] == ["ga4.events_*", "ga4.events_intraday_*"]
    assert sorted(found[2:6]) == ["ga4.form_1040", "ga4.form_1099", "ga4.lone_20201101", "ga4.orders_1997_Q4"]
    assert names(ws, "events_20201105")[0] == "ga4.events_*"
    first = ws.tnotes("search", "events_20201105", "--json").fine().json["tables"][0]
    assert (first["schema"], first["table"], first["available"]) == ("ga4", "events_*", True)
    assert ws.card(f"ga4.{first['table']}")["kind"] == "family"


def test_the_notes_of_a_family_find_it_and_stand_on_its_line(ws):
    names(ws, "before any note")
    on(ws, "events_*", "purchases of the web shop")
    assert names(ws, "purchases")[0] == "ga4.events_*"
    assert by_notes(ws, "purchases") == ["purchases of the web shop"]
    first = search(session(ws), "purchases").tables[0]
    assert [note.content for note in first.notes] == ["purchases of the web shop"]
    assert first.why[0].startswith("note n_hand")
    assert names(ws, "purchases", mode="eval") == []


def test_an_old_note_on_a_shard_finds_the_family_and_keeps_its_place(ws):
    names(ws, "before any note")
    on(ws, "events_20201103", "outage at noon")
    on(ws, "events_*", "one row per event")
    first = search(session(ws), "outage").tables[0]
    assert (first.ranked.name.table, first.notes[0].content) == ("events_*", "outage at noon")
    found = places("outage", search_notes(session(ws), "outage"), None)["places"]
    assert [one["table"] for one in found] == ["events_20201103"]
    ws.tnotes("index", "rebuild").fine()
    assert search(session(ws), "outage").tables[0] == first
    on(ws, "events_20201103", "x").write_text("notes: [", encoding="utf-8")
    kept = search(session(ws), "event row")
    assert [note.content for note in kept.tables[0].notes] == ["one row per event"]
    assert len(kept.unreadable) == 1


def test_the_only_shard_that_is_left_answers_to_the_familys_notes(ws):
    on(ws, "lone_*", "meteor strikes")
    assert names(ws, "meteor")[0] == "ga4.lone_20201101"
    assert by_notes(ws, "meteor") == ["meteor strikes"]
    imported(ws, [*SHARDS, *NESTED, *OTHERS, ("ga4", "lone_20201102")])
    assert names(ws, "meteor")[0] == "ga4.lone_*"


def test_a_family_is_available_while_one_of_its_shards_is(ws):
    imported(ws, [*SHARDS[:2], *OTHERS])
    found = {one.ranked.name.table: one.ranked.available for one in search(session(ws), "event user").tables}
    assert (found["events_*"], found["events_intraday_*"]) == (True, False)


def test_who_may_not_see_the_family_does_not_find_it(ws):
    roles = {"none": "ga4.events_20*", "name": 'ga4."events_*"', "some": "ga4.events_2020112?"}
    lines = "".join(f"  {role}: {{deny: ['{pattern}']}}\n" for role, pattern in roles.items())
    settings = ws.root / "tnotes.yaml"
    settings.write_text(f"{settings.read_text(encoding='utf-8')}roles:\n{lines}", encoding="utf-8")
    names(ws, "x")
    plain = tables("q", search(session(ws, role="none"), "purchases event"), None)
    on(ws, "events_*", "purchases")
    on(ws, "events_20201121", "refunds")
    assert tables("q", search(session(ws, role="none"), "purchases event"), None) == plain
    for role in ("none", "name"):
        assert by_notes(ws, "purchases", role=role) == []
        assert names(ws, "purchases", role=role) == []
        assert "ga4.events_*" not in names(ws, "event", role=role)
    assert names(ws, "purchases", role="some")[0] == "ga4.events_*"
    assert names(ws, "refunds", role="some") == []
    assert names(ws, "refunds")[0] == "ga4.events_*"


def test_a_question_that_needs_a_shard_is_answered_by_its_family(ws, tmp_path):
    asked = tmp_path / "questions.jsonl"
    asked.write_text('{"question": "events", "tables": ["events_20201105", "events_20201106"]}\n', encoding="utf-8")
    assert [(one.without, one.with_notes) for one in measure(session(ws), asked).outcomes] == [(1, 1)]
