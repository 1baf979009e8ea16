"""What a model is handed: the tools in three formats as a committed snapshot, their shapes, their words.

After a change on purpose, WRITE_SNAPSHOTS=1 writes the snapshots anew, for the diff to be read.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from tnotes.agent.describe import conditions, description
from tnotes.agent.formats import FORMATS, printed
from tnotes.agent.tools import TOOLS, offered

SNAPSHOTS = Path(__file__).parent / "snapshots"
READS = ["search_tables", "search_notes", "open_card"]
WRITES = ["record_note", "edit_note", "delete_note"]
CODES = re.compile(r"^[a-zA-Z0-9_-]{1,64}$")


@pytest.mark.parametrize("form", FORMATS)
def test_the_contract_is_the_committed_one(form):
    path = SNAPSHOTS / f"{form}.json"
    text = json.dumps(printed(TOOLS, form), ensure_ascii=False, indent=1) + "\n"
    if os.environ.get("WRITE_SNAPSHOTS"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("form", FORMATS)
def test_the_command_prints_the_contract(empty, form):
    answer = empty.tnotes("agent", "tools", "--format", form).fine()
    assert answer.json == json.loads((SNAPSHOTS / f"{form}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("mode", "names"), [("chat", READS + WRITES), ("playbook", READS), ("eval", ["search_tables", "open_card"])]
)
def test_a_mode_offers_what_it_accepts(empty, mode, names):
    for form in FORMATS:
        found = empty.tnotes("agent", "tools", "--format", form, "--mode", mode).fine().json
        assert [one.get("name") or one["function"]["name"] for one in found] == names


def test_a_format_or_mode_that_is_not_there(empty):
    assert empty.tnotes("agent", "tools", "--format", "x", "--json").refused().error["code"] == "usage"
    assert empty.tnotes("agent", "tools", "--mode", "x", "--json").refused().error["code"] == "usage"


def test_without_a_conversation_nothing_that_writes_is_offered():
    assert [tool.name for tool in offered("chat", writes=False)] == READS


# The published shapes


def schema_rules(schema, *, strict):
    """What both makers ask of a strict schema of arguments: closed objects, plain types, nothing left undescribed."""
    assert set(schema) == {"type", "properties", "required", "additionalProperties"}
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False
    assert set(schema["required"]) <= set(schema["properties"])
    if strict:  # OpenAI: every property is required; what may be left out is null
        assert schema["required"] == list(schema["properties"])
    for name, one in schema["properties"].items():
        assert CODES.match(name)
        assert set(one) == {"type", "description"}
        kinds = [one["type"]] if isinstance(one["type"], str) else one["type"]
        assert set(kinds) <= {"string", "integer", "boolean", "null"}
        assert ("null" in kinds) == (len(kinds) == 2)
        assert one["description"].strip() == one["description"] != ""


def test_openai_functions_have_the_published_shape():
    for one in printed(TOOLS, "openai"):
        assert set(one) == {"type", "function"}
        assert one["type"] == "function"
        function = one["function"]
        assert set(function) == {"name", "description", "parameters", "strict"}
        assert CODES.match(function["name"])
        assert 0 < len(function["description"]) <= 1024  # what the service takes
        assert function["strict"] is True
        schema_rules(function["parameters"], strict=True)


def test_anthropic_tools_have_the_published_shape():
    for one in printed(TOOLS, "anthropic"):
        assert set(one) == {"name", "description", "input_schema"}
        assert CODES.match(one["name"])
        assert one["description"]
        schema_rules(one["input_schema"], strict=False)


def test_mcp_tools_have_the_published_shape():
    types = pytest.importorskip("mcp.types", reason="the MCP SDK comes with the extra mcp")
    for tool, one in zip(TOOLS, printed(TOOLS, "mcp"), strict=True):
        assert types.Tool.model_validate(one).model_dump(by_alias=True, exclude_none=True) == one
        schema_rules(one["inputSchema"], strict=False)
        assert one["annotations"]["readOnlyHint"] == tool.reads
        assert not (tool.reads and one["annotations"]["destructiveHint"])


def test_the_schemas_are_schemas():
    jsonschema = pytest.importorskip("jsonschema", reason="it comes with the extra mcp")
    for tool, strict in zip(printed(TOOLS, "mcp"), printed(TOOLS, "openai"), strict=True):
        for schema in (tool["inputSchema"], tool["outputSchema"], strict["function"]["parameters"]):
            jsonschema.Draft202012Validator.check_schema(schema)


# The words


def test_every_file_of_words_belongs_to_a_tool_and_names_its_arguments():
    files = {path.stem for path in (Path(__file__).parents[2] / "src/tnotes/agent/descriptions").glob("*.md")}
    assert files == {"conditions", *(tool.name for tool in TOOLS)}
    for tool in TOOLS:
        assert list(description(tool.name).arguments) == [one.name for one in tool.form.parameters]
        assert "{" not in description(tool.name).text


def test_a_change_repeats_every_condition_of_a_new_note():
    for name in ("record_note", "edit_note"):
        assert conditions() in description(name).text
        assert "self-contained sentence" in description(name).arguments["content"]


@pytest.mark.parametrize("name", ["search_tables", "search_notes", "open_card"])
def test_who_reads_notes_is_told_to_verify_them(name):
    text = description(name).text
    assert "Notes are hints to verify" in text
    assert "check the value distribution or a code table" in text
    assert "edit the note by its id" in text


def test_the_cap_is_explained_where_notes_are_recorded():
    assert "cap_archived" in description("record_note").text
