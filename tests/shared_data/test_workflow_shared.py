"""Real exports and real notes through the whole of tnotes: import, notes, a card for every table."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

DATA = Path(os.environ.get("TNOTES_SHARED_DATA", "unset"))
pytestmark = pytest.mark.skipif("TNOTES_SHARED_DATA" not in os.environ, reason="TNOTES_SHARED_DATA is not set")

EXPORTS = {"databricks": 8, "mysql": 10, "postgres": 16, "sqlite": 16}


def imported(place, *files, connection):
    paths = [str(DATA / file) for file in files]
    return place.tnotes("catalog", "import", *paths, "-c", connection, "--json").fine().json


def tables(place, connection):
    listed = place.tnotes("catalog", "ls", connection, "--json").fine().json["tables"]
    return [f'"{connection}"/"{one["schema"]}"."{one["table"]}"' for one in listed]


def cards(place, typed):
    given = "".join(one + "\n" for one in typed).encode()
    answer = place.tnotes("card", "--stdin", given=given).fine()
    return [json.loads(line) for line in answer.out.split("\n") if line]


def recall_files():
    return sorted(path.relative_to(DATA).as_posix() for path in (DATA / "recall/tbls").glob("*.json"))


@pytest.mark.parametrize(("driver", "count"), EXPORTS.items())
def test_every_table_of_every_export_shows_as_a_card(empty, driver, count):
    export = f"catalogs/tbls/{driver}/schema.json"
    assert imported(empty, export, connection=driver)["added"] == count
    written = {one["name"]: one for one in json.loads((DATA / export).read_text())["tables"]}
    found = cards(empty, tables(empty, driver))
    assert len(found) == count
    for card in found:
        source = written.get(card["table"]) or written[f"{card['schema']}.{card['table']}"]
        assert [column["name"] for column in card["columns"]] == [column["name"] for column in source["columns"]]
        types = [column["type"] or None for column in source["columns"]]
        assert [column["type"] for column in card["columns"]] == types
        assert (card["available"], card["notes"]) == (True, [])
    again = imported(empty, export, connection=driver)
    assert (again["unchanged"], again["commit"]) == (count, None)


def test_every_bare_name_resolves_or_its_candidates_do(empty):
    for driver in EXPORTS:
        imported(empty, f"catalogs/tbls/{driver}/schema.json", connection=driver)
    everything = [name for driver in EXPORTS for name in tables(empty, driver)]
    bare = sorted({name.rpartition(".")[2] for name in everything})
    given = "".join(one + "\n" for one in bare).encode()
    answers = [json.loads(line) for line in empty.tnotes("card", "--stdin", given=given).out.split("\n") if line]
    candidates = [name for one in answers if "error" in one for name in one["error"]["candidates"]]
    found = cards(empty, candidates) + [one for one in answers if "error" not in one]
    assert len(found) == len(everything) == 50
    assert len({(card["connection"], card["schema"], card["table"]) for card in found}) == 50


def test_the_notes_of_the_recall_set_reach_their_columns(empty):
    assert imported(empty, *recall_files(), connection="bird")["added"] == 32
    answer = empty.tnotes("add", "--batch", str(DATA / "recall/notes.jsonl"), "--json").fine().json
    assert (len(answer["results"]), {one["action"] for one in answer["results"]}) == (128, {"added"})
    assert empty.git("rev-list", "--count", "HEAD").strip() == "3"  # the workspace, the import, the notes
    notes = empty.tnotes("ls", "--status", "all", "--json").fine().json["notes"]
    assert Counter(note["status"] for note in notes) == {"active": 118, "archived": 10}
    found = cards(empty, tables(empty, "bird"))
    assert len(found) == 32
    on_columns = [(column["name"], note) for card in found for column in card["columns"] for note in column["notes"]]
    assert len(on_columns) == 84
    assert [note for card in found for note in card["notes"]] == []
    assert sum(card["notes_omitted"] for card in found) == 118 - 84
    by_id = {note["id"]: note for note in notes}
    assert all(by_id[note["id"]]["column"] == column for column, note in on_columns)
    given = [json.loads(line) for line in (DATA / "recall/notes.jsonl").read_text(encoding="utf-8").splitlines()]
    kept = {(f"{note['schema']}.{note['table']}", note["column"], note["content"]) for note in notes}
    assert kept == {(one["table"], one["column"], one["content"].strip()) for one in given}


def test_both_ways_to_the_same_tables_give_the_same_places(empty):
    imported(empty, *recall_files(), connection="bird")
    assert imported(empty, "recall/columns.csv", connection="bird")["added"] == 0
    places = tables(empty, "bird")
    assert len(places) == 32
    imported(empty, "recall/columns.csv", connection="csv")
    assert [name.replace('"csv"', '"bird"') for name in tables(empty, "csv")] == places
    for one, other in zip(cards(empty, places), cards(empty, tables(empty, "csv")), strict=True):
        assert [column["name"] for column in one["columns"]] == [column["name"] for column in other["columns"]]
