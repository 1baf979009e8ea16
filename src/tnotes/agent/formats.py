"""The tools as the makers of models want them, from the one list."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tnotes.agent.arguments import FLAG, NUMBER, TEXT, Parameter
from tnotes.agent.describe import description
from tnotes.agent.tools import Tool

_TYPES = {TEXT: "string", NUMBER: "integer", FLAG: "boolean"}


def input_schema(tool: Tool, *, strict: bool = False) -> dict[str, Any]:
    """The arguments as JSON Schema. `strict`: all are required, and null stands for one that is left out."""
    parameters = tool.form.parameters
    return {
        "type": "object",
        "properties": {one.name: _property(tool, one) for one in parameters},
        "required": [one.name for one in parameters if one.needed or strict],
        "additionalProperties": False,
    }


def _property(tool: Tool, parameter: Parameter) -> dict[str, Any]:
    kind = _TYPES[parameter.kind]
    text = description(tool.name).arguments[parameter.name]
    return {"type": kind if parameter.needed else [kind, "null"], "description": text}


def as_openai(tool: Tool) -> dict[str, Any]:
    """A function of the chat completions, whose arguments the model then gives strictly as the schema says."""
    text = description(tool.name).text
    parameters = input_schema(tool, strict=True)
    function = {"name": tool.name, "description": text, "parameters": parameters, "strict": True}
    return {"type": "function", "function": function}


def as_anthropic(tool: Tool) -> dict[str, Any]:
    """A tool of the messages."""
    return {"name": tool.name, "description": description(tool.name).text, "input_schema": input_schema(tool)}


def as_mcp(tool: Tool) -> dict[str, Any]:
    """A tool of the Model Context Protocol, with the shape of its answer and what it does to the workspace."""
    return {
        "name": tool.name,
        "title": tool.title,
        "description": description(tool.name).text,
        "inputSchema": input_schema(tool),
        "outputSchema": tool.output,
        "annotations": {
            "title": tool.title,
            "readOnlyHint": tool.reads,
            "destructiveHint": tool.removes,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    }


FORMATS: dict[str, Callable[[Tool], dict[str, Any]]] = {
    "openai": as_openai,
    "anthropic": as_anthropic,
    "mcp": as_mcp,
}


def printed(tools: Iterable[Tool], form: str) -> list[dict[str, Any]]:
    """The tools in one of the formats."""
    return [FORMATS[form](tool) for tool in tools]
