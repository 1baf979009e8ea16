"""Many notes at once: all or none, one commit."""

import json

import pytest

from notefiles import listed, only

GOOD = {"table": "sales.CUSTOMER", "content": "fact"}


def run(place, *lines, **more):
    text = "\n".join(line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines)
    return place.tnotes("add", "--batch", "-", "--json", given=text.encode(), **more)


def test_a_batch_is_one_commit_in_the_order_of_its_lines(place):
    answer = run(
        place,
        GOOD | {"column": "stat_cd"},
        {"table": "orders", "content": "b"},
        {"table": "archive.CUSTOMER", "content": "c", "column": None},
    ).fine()
    assert list(answer.json) == ["results", "commit"]
    assert [(one["schema"], one["table"], one["column"]) for one in answer.json["results"]] == [
        ("sales", "CUSTOMER", "STAT_CD"),
        ("sales", "ORDERS", None),
        ("archive", "CUSTOMER", None),
    ]
    assert all("commit" not in one for one in answer.json["results"])
    assert answer.json["commit"] == place.head()
    assert place.git("show", "--stat", "--format=", "HEAD").count("|") == 3


def test_a_file_is_read_with_a_byte_order_mark_and_windows_line_ends(place, tmp_path):
    path = tmp_path / "notes.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(GOOD).encode() + b"\r\n\r\n" + json.dumps(GOOD).encode() + b"\r\n")
    answer = place.tnotes("add", "--batch", str(path), "--json").fine().json
    assert [one["action"] for one in answer["results"]] == ["added", "touched"]
    assert len(listed(place)) == 1


def test_each_line_may_name_connection_author_and_conversation(place):
    answer = run(
        place,
        {"table": "sales.ORDERS", "content": "a", "connection": "warehouse", "author": "lee", "conversation": "c1"},
        {"table": "sales.ORDERS", "content": "b"},
        env={"TNOTES_AUTHOR": "kim", "TNOTES_CONVERSATION": "c0"},
    ).fine()
    first, second = (only(place, one["note"]["id"]) for one in answer.json["results"])
    assert (first["author"], first["conversation"]) == ("lee", "c1")
    assert (second["author"], second["conversation"]) == ("kim", "c0")
    events = {one["note"]: one for one in place.tnotes("log", "--json").fine().json["events"]}
    assert (events[first["id"]]["author"], events[first["id"]]["conversation"]) == ("lee", "c1")
    assert (events[second["id"]]["author"], events[second["id"]]["conversation"]) == ("kim", "c0")


def test_a_batch_that_is_retried_writes_nothing_line_by_line(place):
    lines = [GOOD | {"author": "lee"}, GOOD | {"content": "b", "author": "박", "conversation": "c 1"}]
    run(place, GOOD).fine()
    run(place, *lines).fine()  # lee touches, 박 adds
    with place.unchanged():
        again = run(place, *lines).fine().json
    assert ([one["action"] for one in again["results"]], again["commit"]) == (["touched", "touched"], None)


BAD = [
    ({"table": "CUSTOMER", "content": "x"}, "ambiguous_table", "names 2 tables"),
    ({"table": "sales.NOPE", "content": "x"}, "unknown_table", "no table sales.NOPE"),
    ({"table": "sales.ORDERS", "content": "x", "connection": "nope"}, "unknown_table", ""),
    (GOOD | {"column": "NOPE"}, "unknown_column", "no column NOPE"),
    (GOOD | {"content": " "}, "bad_text", "empty"),
    (GOOD | {"content": "a\u0000"}, "bad_text", "U+0000"),
    ('{"table": "sales.CUSTOMER", "content": "\\ud800"}', "bad_text", "lone surrogate"),
    (GOOD | {"content": 9}, "usage", "content must be a text"),
    (GOOD | {"content": None}, "usage", "content must be a text"),
    (GOOD | {"author": ["x"]}, "usage", "author must be a text"),
    (GOOD | {"author": "x" * 201}, "usage", "the author"),
    (GOOD | {"colunm": "STAT_CD"}, "usage", "unknown key 'colunm'"),
    ({"table": "sales.CUSTOMER"}, "usage", "content missing"),
    ('{"table": "sales.CUSTOMER", "content": "a", "content": "b"}', "usage", "'content' stands there twice"),
    ('{"table": "sales.CUSTOMER", "content": "a"', "usage", "not JSON"),
    ("[1]", "usage", "not a JSON object"),
    ("[" * 100_000, "usage", "not JSON"),
]


def test_one_bad_line_refuses_all_and_is_named_as_it_is_counted_in_the_file(place):
    with place.unchanged():
        for line, code, words in BAD:
            error = run(place, GOOD, "", GOOD | {"content": "other"}, line, GOOD).refused().error
            assert (line, error["code"]) == (line, code)
            assert error["message"].startswith("line 4: ")
            assert words in error["message"]


def test_a_line_that_is_not_utf8_is_named(place):
    with place.unchanged():
        answer = place.tnotes("add", "--batch", "-", given=json.dumps(GOOD).encode() + b"\n\xff\n").refused()
    assert "line 2: not UTF-8" in answer.err


@pytest.mark.parametrize("given", [b"", b"\n \n"])
def test_a_batch_without_notes_is_refused(place, given):
    with place.unchanged():
        assert "holds no notes" in place.tnotes("add", "--batch", "-", given=given).refused().err


@pytest.mark.parametrize("name", ["nope.jsonl", "."])
def test_a_file_that_cannot_be_read_is_named(place, name):
    error = place.tnotes("add", "--batch", name, "--json").refused().error
    assert (error["code"], error["message"].split(":")[0]) == ("usage", name)


@pytest.mark.parametrize("more", [("sales.CUSTOMER",), ("sales.CUSTOMER", "x"), ("-c", "STAT_CD")])
def test_a_batch_takes_nothing_beside_the_file(place, more):
    with place.unchanged():
        place.tnotes("add", *more, "--batch", "-", given=json.dumps(GOOD).encode()).refused()
