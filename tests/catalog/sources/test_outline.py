from __future__ import annotations

import json

import pytest

from tnotes.catalog.sources.export import ExportFile
from tnotes.catalog.sources.outline import outline


def keys(tmp_path, text):
    data = text if isinstance(text, bytes) else text.encode()
    return {path: sorted(found) for path, found in outline(ExportFile(tmp_path, len(data), data)).keys.items()}


WHOLE = {"tables": [{"name": 'a "b": {', "columns": [{"dataType": "x"}], "tags": []}], "paging": {"after": None}}


def test_keys_by_path(tmp_path):
    assert keys(tmp_path, json.dumps(WHOLE)) == {
        "": ["paging", "tables"],
        "tables[]": ["columns", "name", "tags"],
        "tables[].columns[]": ["dataType"],
        "paging": ["after"],
    }
    assert keys(tmp_path, json.dumps([{"a": [[{"b": 1}]]}])) == {"[]": ["a"], "[].a[][]": ["b"]}
    assert keys(tmp_path, '{"a": 1}\n{"b": 2}\n') == {"": ["a", "b"]}


@pytest.mark.parametrize("cut", [1, 5, 20, 40])
def test_a_head_may_end_anywhere(tmp_path, cut):
    assert set(keys(tmp_path, json.dumps(WHOLE)[:-cut])) <= {"", "tables[]", "tables[].columns[]", "paging"}


@pytest.mark.parametrize("text", ["", "name: x\n", "a,b\n", "-- {}", b"\x00\x01"])
def test_what_is_no_json_has_no_keys(tmp_path, text):
    assert keys(tmp_path, text) == {}


@pytest.mark.parametrize("text", ["[" * 60_000, '{"a":' * 10_000, "}" * 100 + '{"a": 1}', '["' * 9_000])
def test_deep_and_broken_heads_cost_little(tmp_path, text):
    assert all(len(path) < 100 for path in keys(tmp_path, text))
