"""Recall over a file of questions."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from builders import Place
from tnotes.actions.measure import measure, recall
from tnotes.actions.search_shapes import measured
from tnotes.actions.session import open_session
from tnotes.errors import UsageError


def test_recall_counts_questions_that_have_all_their_tables():
    assert recall([1, 2, 4, 10, None]) == {"1": 0.2, "3": 0.4, "5": 0.6, "10": 0.8}
    assert recall([]) == {"1": 0.0, "3": 0.0, "5": 0.0, "10": 0.0}


def test_what_notes_gain_and_lose(place: Place, tmp_path: Path):
    place.add("sales.ORDERS", "monthly figures")
    path = tmp_path / "questions.jsonl"
    lines = [
        {"question": "monthly figures", "tables": ["sales.ORDERS"]},
        {"question": "orders", "tables": ["ORDERS"], "id": 7},
        {"question": "nothing", "tables": ["sales.NOWHERE"]},
    ]
    path.write_text("\n".join(map(json.dumps, lines)) + "\n\n", encoding="utf-8")
    found = measured(measure(open_session(place.root), path))
    assert found["questions"] == 2
    assert found["recall"]["without_notes"]["10"] == 0.5
    assert found["recall"]["with_notes"] == {"1": 1.0, "3": 1.0, "5": 1.0, "10": 1.0}
    gained = {"line": 1, "question": "monthly figures", "tables": ["warehouse/sales.ORDERS"]}
    assert found["gained"] == [gained | {"without_notes": None, "with_notes": 1}]
    assert found["lost"] == []
    assert [one["line"] for one in found["skipped"]] == [3]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"question": "x"}', '{"question": 1, "tables": ["a"]}'])
def test_a_file_that_holds_no_questions_is_refused(place: Place, tmp_path: Path, text: str):
    path = tmp_path / "questions.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError):
        measure(open_session(place.root), path)


def test_a_file_that_is_not_there(place: Place, tmp_path: Path):
    with pytest.raises(UsageError):
        measure(open_session(place.root), tmp_path / "none.jsonl")


@pytest.mark.skipif("TNOTES_SHARED_DATA" not in os.environ, reason="the tuning set lies in shared data")
def test_recall_on_the_tuning_set():
    """The floors that the project set itself; benchmarks/search_recall.py prints the figures."""
    sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
    from search_recall import depths, losses, read, share

    data = read(Path(os.environ["TNOTES_SHARED_DATA"]) / "recall")
    found = {
        (comments, notes): depths(data, comments=comments, notes=notes)
        for comments in (False, True)
        for notes in (False, True)
    }
    assert share(found[True, True], 5) >= 0.90
    assert share(found[True, True], 10) >= 0.985
    assert share(found[False, True], 5) >= 0.87
    assert share(found[False, True], 10) >= 0.975
    for comments in (False, True):
        before, after = found[comments, False], found[comments, True]
        assert all(share(after, cut) >= share(before, cut) for cut in (5, 10))
        assert losses(before, after, 10) <= 3
