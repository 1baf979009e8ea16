"""Tolerant where models slip, strict where a slip would misfile (cases A2 and A4)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tnotes.agent.arguments import MOST, parsed, read
from tnotes.agent.tools import TOOLS
from tnotes.errors import BadArguments

FORMS = {tool.name: tool.form for tool in TOOLS}
T, X = "sales.CUSTOMER", "x"


def record(**given):
    return read(FORMS["record_note"], {"table": T, "content": X} | given)


def edit(**given):
    return read(FORMS["edit_note"], {"id": "n_1"} | given)


def search(**given):
    return read(FORMS["search_tables"], {"question": X} | given)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *((9, "9"), (0, "0"), (-1, "-1"), (9.5, "9.5"), (True, "true"), (False, "false")),
        *(("9", "9"), ("true", "true"), ("null", "null"), ("None", "None"), (" x ", " x ")),
        # what looks like JSON is what somebody wanted to note
        *(('{"a": 1}', '{"a": 1}'), ("[1, 2]", "[1, 2]"), ('"quoted"', '"quoted"')),
    ],
)
def test_a_scalar_is_the_text_that_it_spells_and_a_text_stays_itself(value, text):
    assert record(content=value)["content"] == text
    assert edit(content=value)["content"] == text
    assert record(column=value)["column"] == text
    assert record(table=value)["table"] == text


@pytest.mark.parametrize("value", [["x"], {"text": "x"}, [], {}])
@pytest.mark.parametrize("name", ["table", "column", "content"])
def test_a_list_or_an_object_is_no_text(name, value):
    with pytest.raises(BadArguments) as raised:
        record(**{name: value})
    assert raised.value.message == f"{name} must be a text; got {json.dumps(value)}"
    example = json.dumps(FORMS["record_note"].example, ensure_ascii=False)
    assert raised.value.hint == f"call record_note again, such as with {example}"


@pytest.mark.parametrize("value", [None, "", " ", "\n"])
def test_no_column_in_a_new_note_is_the_whole_table(value):
    assert record(column=value)["column"] is None
    assert record()["column"] is None


@pytest.mark.parametrize("value", [None, "", " "])
@pytest.mark.parametrize("name", ["content", "column", "to_table"])
def test_in_a_change_nothing_leaves_alone(name, value):
    assert edit(**{name: value}) == edit() == {"id": "n_1", "content": None, "column": None, "to_table": None}


@pytest.mark.parametrize(
    ("value", "number"),
    [(5, 5), ("5", 5), (" 5 ", 5), ("+5", 5), (5.0, 5), ("5.0", 5), (1, 1), (50, 50), (51, MOST), ("1000", MOST)],
)
def test_a_number_may_come_as_a_text(value, number):
    assert search(limit=value)["limit"] == number


@pytest.mark.parametrize("value", [None, "", " "])
def test_no_number_is_the_default(value):
    assert search(limit=value)["limit"] is None


@pytest.mark.parametrize(
    "value", [0, -1, "0", 5.5, "5.5", "five", "5 tables", True, [5], {"n": 5}, float("nan"), 1e400]
)
def test_what_is_no_number_is_said_with_what_was_given(value):
    with pytest.raises(BadArguments) as raised:
        search(limit=value)
    assert raised.value.message == f"limit must be a whole number from 1 to 50; got {json.dumps(value)}"
    assert '"limit": 10' in raised.value.hint


@pytest.mark.parametrize(
    ("value", "flag"), [(True, True), (False, False), ("true", True), ("True", True), ("false", False)]
)
def test_a_flag_may_come_as_a_text(value, flag):
    assert edit(to_table=value)["to_table"] is flag


@pytest.mark.parametrize("value", [1, 0, "yes", "1", "STAT_CD", [True]])
def test_what_is_no_flag_detaches_nothing(value):
    with pytest.raises(BadArguments, match="to_table must be true or false; got "):
        edit(to_table=value)


@pytest.mark.parametrize(
    ("tool", "name", "meant"),
    [
        *(
            ("record_note", "text", ""),
            ("record_note", "columns", "; did you mean column?"),
            ("open_card", "Table", ""),
        ),
        *(("record_note", "conversation", ""), ("record_note", "author", ""), ("open_card", "role", "")),
        *(("search_tables", "mode", ""), ("edit_note", "table", ""), ("delete_note", "reason", "")),
    ],
)
def test_an_unknown_argument_is_refused_by_name(tool, name, meant):
    with pytest.raises(BadArguments) as raised:
        read(FORMS[tool], dict(FORMS[tool].example) | {name: "x"})
    assert raised.value.message.startswith(f'{tool} has no argument "{name}"; it takes ')
    assert meant in raised.value.message


@pytest.mark.parametrize("tool", FORMS)
def test_what_is_missing_or_null_is_named(tool):
    form = FORMS[tool]
    for one in form.parameters:
        if one.needed:
            rest = {name: value for name, value in form.example.items() if name != one.name}
            with pytest.raises(BadArguments, match=f"{one.name} is missing"):
                read(form, rest)
            with pytest.raises(BadArguments, match=f"{one.name} must be a text; got null"):
                read(form, rest | {one.name: None})


@pytest.mark.parametrize("tool", FORMS)
def test_the_example_of_an_error_is_right(tool):
    found = read(FORMS[tool], FORMS[tool].example)
    assert {name: value for name, value in found.items() if value is not None} == FORMS[tool].example


@pytest.mark.parametrize("given", [None, [], "x", 5, [{"table": "x"}], '{"table": "x"}'])
def test_arguments_are_one_object(given):
    with pytest.raises(BadArguments, match="must be one JSON object; got "):
        read(FORMS["open_card"], given)


@pytest.mark.parametrize(
    "text", ["", "{", "{'table': 'x'}", "{table: x}", "[" * 100_000, '{"a": 1} {"b": 2}', "9" * 5000]
)
def test_what_is_no_json_is_said(text):
    with pytest.raises(BadArguments, match="the arguments are not JSON: ") as raised:
        parsed(FORMS["open_card"], text)
    assert len(raised.value.message) < 200


def test_a_key_that_stands_there_twice_is_refused():
    with pytest.raises(BadArguments, match='the key "column" stands there twice'):
        parsed(FORMS["record_note"], '{"table": "t", "column": "A", "content": "x", "column": "B"}')


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(sorted(FORMS)),
    st.dictionaries(
        st.sampled_from(["id", "table", "column", "content", "limit", "to_table", "question"]), json_values
    ),
)
def test_anything_is_read_or_refused_in_one_line(tool, arguments):
    form = FORMS[tool]
    found, problem = None, None
    try:
        found = read(form, arguments)
    except BadArguments as raised:
        problem = raised
    if found is None:
        assert problem.hint
        assert len(problem.message) < 300
        assert "\n" not in problem.message + problem.hint
    else:
        assert list(found) == [one.name for one in form.parameters]
        assert all(value is None or isinstance(value, str | int | bool) for value in found.values())
