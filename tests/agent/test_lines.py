"""What is wrong with a line of a client, and whom to answer."""

from __future__ import annotations

import pytest

from tnotes.agent.lines import NO_JSON, NO_REQUEST, seen


@pytest.mark.parametrize("number", ["1", "-1", '"x"', '""', "99999999999999999999999"])
def test_a_text_or_a_whole_number_is_an_id(number):
    found = seen(f'{{"jsonrpc": "2.0", "id": {number}, "method": "ping"}}')
    assert (str(found.number), found.code) == (number.strip('"'), None)


@pytest.mark.parametrize("number", ["1.5", "1.0", "null", "true", "[1]", '{"a": 1}'])
def test_a_request_with_any_other_id_is_refused_and_no_notification(number):
    found = seen(f'{{"jsonrpc": "2.0", "id": {number}, "method": "ping"}}')
    assert (found.number, found.code) == (None, NO_REQUEST)
    assert "its id is neither a text nor a whole number" in found.why


@pytest.mark.parametrize("line", ['{"method": "x"}', '{"id": null, "error": {}}', '{"id": 5, "result": {}}', "[]", "5"])
def test_a_notification_an_answer_and_what_only_the_sdk_refuses(line):
    assert seen(line).code is None


@pytest.mark.parametrize("line", ["", "{", "no json", "[" * 100_000, "9" * 5_000, '{"a": 1} {"b": 2}'])
def test_what_is_no_json(line):
    assert seen(line)[:2] == (None, NO_JSON)


@pytest.mark.parametrize("inside", ['"table": "A", "table": "B"', '"x": [{"table": 1, "table": 1}]'])
def test_a_key_twice_is_refused_at_any_depth(inside):
    found = seen(f'{{"id": 7, "method": "tools/call", "params": {{"arguments": {{{inside}}}}}}}')
    assert (found.number, found.code) == (7, NO_REQUEST)
    assert 'the key "table" stands there twice' in found.why
