"""`search` and `index` as people run them: processes, several at once, and what they import."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading

import pytest

from builders import Place
from searching import by_hand, with_engine
from tnotes.context.current import ENGINES


@pytest.fixture(params=ENGINES)
def ws(request: pytest.FixtureRequest, place: Place) -> Place:
    """The small workspace, searched by each engine in turn."""
    return with_engine(place, request.param)


def imported(place: Place, *arguments: str) -> set[str]:
    """The modules that a run imports."""
    ran = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "tnotes", *arguments],
        cwd=place.root,
        env=dict(place.environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return set(re.findall(r"^import time: +\d+ \| +\d+ \| +(\S+)$", ran.stderr, re.MULTILINE))


def test_the_answer_in_json(ws):
    note = ws.add("sales.CUSTOMER", "9 means cancelled.", "--column", "STAT_CD")
    found = ws.tnotes("search", "cancelled", "--json").fine().json
    assert found["question"] == "cancelled"
    assert found["tables"][0]["table"] == "CUSTOMER"
    assert found["tables"][0]["why"] == [f"note {note} matched 'cancelled'"]
    assert list(found["tables"][0]["notes"][0]) == ["id", "content", "date"]
    found = ws.tnotes("search", "--notes", "cancelled", "--json").fine().json
    assert [(one["table"], one["column"]) for one in found["places"]] == [("CUSTOMER", "STAT_CD")]


def test_several_arguments_are_one_question(ws):
    ws.add("sales.ORDERS", "monthly totals")
    assert ws.tnotes("search", "monthly", "totals", "--json").fine().json["question"] == "monthly totals"
    assert ws.tnotes("search", "-9 means", "--json").fine().json["question"] == "-9 means"


def test_how_many(ws):
    assert len(ws.tnotes("search", "cust id", "-k", "2", "--json").fine().json["tables"]) == 2
    ws.tnotes("search", "cust id", "-k", "0").refused()


@pytest.mark.parametrize("arguments", [[], ["x", "--measure", "y"], ["--measure", "none.jsonl"]])
def test_arguments_that_do_not_fit(place, arguments):
    assert ws_error(place, *arguments)["code"] == "usage"


def ws_error(place: Place, *arguments: str) -> dict[str, str]:
    return dict(place.tnotes("search", *arguments, "--json").refused().error)


def test_an_unknown_engine_is_an_error_with_its_line(place):
    (place.root / "tnotes.yaml").write_text("version: 1\nsearch:\n  engine: lucene\n", encoding="utf-8")
    error = ws_error(place, "x")
    assert error["code"] == "bad_settings"
    assert "tnotes.yaml:3" in error["message"]
    assert "whoosh, sqlite" in error["message"]


def test_measure(ws, tmp_path):
    ws.add("sales.ORDERS", "monthly figures")
    path = tmp_path / "questions.jsonl"
    path.write_text(json.dumps({"question": "monthly figures", "tables": ["ORDERS"]}), encoding="utf-8")
    said = ws.tnotes("search", "--measure", str(path)).fine().out
    assert said == (
        "without notes\t0.000\t0.000\t0.000\t0.000\n"
        "with notes\t1.000\t1.000\t1.000\t1.000\n"
        "gained\tline 1\tnot found → 1\tmonthly figures\n"
    )


def test_a_text_cannot_act_on_the_terminal(ws):
    by_hand(ws, "ORDERS", "monthly \x9b31m totals [bold]")
    for arguments in (("search", "monthly \x1b[31m"), ("search", "--notes", "monthly")):
        answer = ws.tnotes(*arguments).fine()
        assert "\x9b" not in answer.out + answer.err
        assert "\x1b" not in answer.out + answer.err


def test_no_bar_where_nobody_looks(ws):
    ws.add("sales.ORDERS", "monthly totals")
    assert ws.tnotes("index", "rebuild").fine().err == ""


def test_the_mode_eval_is_that_of_a_workspace_without_notes(ws):
    question = ("search", "monthly totals cust id", "--mode", "eval", "--json")
    before = ws.tnotes(*question).fine().raw
    ws.add("sales.ORDERS", "monthly totals")
    assert ws.tnotes(*question).fine().raw == before
    assert ws.tnotes("search", "--notes", "monthly", "--json", "--mode", "eval").fine().json["places"] == []


@pytest.mark.parametrize(
    "arguments", [("search", "--help"), ("index", "--help"), ("--help",), ("card", "sales.ORDERS")]
)
def test_no_engine_is_imported_before_it_is_needed(place, arguments):
    names = imported(place, *arguments)
    assert {name for name in names if name.partition(".")[0] in ("whoosh", "sqlite3")} == set()


def test_a_search_imports_one_engine_and_nothing_of_the_network(ws):
    ws.tnotes("search", "customer").fine()
    names = imported(ws, "search", "customer", "--json")
    engines = {"whoosh", "sqlite3"} & names
    assert engines == ({"whoosh"} if "engine: whoosh" in (ws.root / "tnotes.yaml").read_text() else {"sqlite3"})
    unwanted = ("urllib.request", "http.client", "ssl", "asyncio", "email", "git", "rich", "ruamel.yaml", "sqlglot")
    assert names & set(unwanted) == set()


def test_writers_and_readers_at_once(ws):
    """Two people add, two ask: nobody fails, and in the end all is found."""
    problems: list[str] = []

    def adds(who: str) -> None:
        for at in range(4):
            answer = ws.tnotes("add", "sales.ORDERS", f"told by {who} as {who}{at}", "--no-commit")
            problems.extend([answer.err] if answer.code else [])
            asks()

    def asks() -> None:
        answer = ws.tnotes("search", "told", "--json")
        problems.extend([answer.err] if answer.code or answer.err else [])

    workers = [threading.Thread(target=adds, args=(who,)) for who in ("kim", "lee")]
    workers += [threading.Thread(target=lambda: [asks() for _ in range(4)]) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert problems == []
    found = ws.tnotes("search", "--notes", "told", "--json").fine().json
    assert sum(len(place["notes"]) for place in found["places"]) == 8
    ws.tnotes("index", "rebuild").fine()
    assert ws.tnotes("search", "--notes", "told", "--json").fine().json == found


def test_a_question_killed_while_it_builds(ws):
    by_hand(ws, "ORDERS", *(f"monthly totals {at}" for at in range(40)))
    for seconds in (0.1, 0.2, 0.3, 0.4):
        asked = ws.start("search", "monthly")
        try:
            asked.wait(seconds)
        except subprocess.TimeoutExpired:
            asked.kill()
        asked.communicate()
    found = ws.tnotes("search", "--notes", "monthly", "-k", "50", "--json").fine().json
    assert sum(len(place["notes"]) for place in found["places"]) == 40
