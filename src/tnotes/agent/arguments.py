"""What a model gave a tool, as the tool takes it: tolerant where models slip, strict where a slip would misfile.

A scalar is taken for the text that it spells, "5" for 5 and "true" for true; a text that looks like JSON stays a text.
An argument that no tool has, a list and an object are refused by name, with what was wanted and an example.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tnotes.errors import BadArguments, closest

TEXT, NUMBER, FLAG = KINDS = ("text", "number", "flag")
MOST = 50
_WANTED = {TEXT: "a text", NUMBER: f"a whole number from 1 to {MOST}", FLAG: "true or false"}
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}(?:\.0+)?")
_SHOWN = 60

Value = str | int | bool | None


class Parameter(NamedTuple):
    """One argument of a tool. What is not `needed` may be left out, null or ""; all three are the same."""

    name: str
    kind: str
    needed: bool = False


class Form(NamedTuple):
    """The arguments that a tool takes, and a call of it that is right."""

    tool: str
    parameters: Sequence[Parameter]
    example: Mapping[str, Any]


def parsed(form: Form, text: str) -> Any:
    """The JSON of a text. Raises BadArguments, also for a key that stands there twice: one of the two would be lost."""
    try:
        return json.loads(text, object_pairs_hook=lambda pairs: _once(form, pairs))
    except (ValueError, RecursionError) as problem:
        why = problem.msg if isinstance(problem, json.JSONDecodeError) else "it cannot be read"
        raise _problem(form, f"the arguments are not JSON: {why}; got {cut(text) or 'nothing'}") from problem


def _once(form: Form, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for name in doubled(pairs):
        raise _problem(form, f"the key {shown(name)} stands there twice")
    return dict(pairs)


def doubled(pairs: Sequence[tuple[str, Any]]) -> list[str]:
    """The keys of a JSON object that stand there again."""
    counted = Counter(name for name, _ in pairs)
    return [name for name, times in counted.items() if times > 1]


def read(form: Form, given: Any) -> dict[str, Value]:
    """The value of every parameter; None where none was given. Raises BadArguments."""
    if not isinstance(given, Mapping):
        raise _problem(form, f"the arguments must be one JSON object; got {shown(given)}")
    known = [one.name for one in form.parameters]
    for name in given:
        if name not in known:
            near = closest(str(name), known, 1)
            meant = f"; did you mean {near[0]}?" if near else ""
            raise _problem(form, f"{form.tool} has no argument {shown(name)}; it takes {', '.join(known)}{meant}")
    return {one.name: _value(form, one, given) for one in form.parameters}


def _value(form: Form, parameter: Parameter, given: Mapping[str, Any]) -> Value:
    if parameter.name not in given and parameter.needed:
        raise _problem(form, f"{parameter.name} is missing: {form.tool} needs {_WANTED[parameter.kind]}")
    value = given.get(parameter.name)
    if not parameter.needed and (value is None or (isinstance(value, str) and not value.strip())):
        return None
    found = {TEXT: _text, NUMBER: _number, FLAG: _flag}[parameter.kind](value)
    if found is None:
        raise _problem(form, f"{parameter.name} must be {_WANTED[parameter.kind]}; got {shown(value)}")
    return found


def _text(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    return json.dumps(value) if isinstance(value, bool | int | float) else None


def _number(value: Any) -> int | None:
    """More than the most is the most: who asks for 1,000 wants all that there are."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        value = int(value.strip().partition(".")[0])
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        return None
    return min(value, MOST)


def _flag(value: Any) -> bool | None:
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value.strip().casefold())
    return value if isinstance(value, bool) else None


def _problem(form: Form, message: str) -> BadArguments:
    example = json.dumps(form.example, ensure_ascii=False)
    return BadArguments(message, hint=f"call {form.tool} again, such as with {example}")


def shown(value: Any) -> str:
    """The value as JSON, or its beginning where it is too long for a message."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return cut(text)


def cut(text: str, most: int = _SHOWN) -> str:
    """The text, or its beginning where it is too long for a message."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
