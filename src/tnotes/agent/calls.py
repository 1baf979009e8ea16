"""One call of a tool. Whatever it cannot do is its answer, with a code and what to do next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tnotes.agent.advice import advice
from tnotes.agent.arguments import cut, parsed, read
from tnotes.agent.caller import Caller
from tnotes.agent.tools import TOOLS, Tool
from tnotes.context.modes import CHAT, may_write
from tnotes.errors import NoConversation, ReadOnlyMode, TnotesError, UnknownTool, closest


class Answer(NamedTuple):
    """What a tool answered, as JSON; `failed` where that is an error."""

    fields: dict[str, Any]
    failed: bool = False


def call(caller: Caller, name: str, given: Any) -> Answer:
    """The answer of the tool of that name to these arguments."""
    return _answer(caller, name, lambda _: given)


def call_json(caller: Caller, name: str, text: str) -> Answer:
    """The same where the arguments are still a text."""
    return _answer(caller, name, lambda tool: parsed(tool.form, text))


def _answer(caller: Caller, name: str, given: Callable[[Tool], Any]) -> Answer:
    try:
        tool = _allowed(caller, name)
        return Answer(tool.run(caller, read(tool.form, given(tool))))
    except TnotesError as problem:
        return _failed(problem)
    except OSError as problem:  # such as a full disk
        return _failed(TnotesError((problem.strerror or str(problem)).lower()))


def _failed(problem: TnotesError) -> Answer:
    """An error as a tool's answer. The hint speaks of tools, not of commands."""
    fields = {"code": problem.code, "message": problem.message, "hint": advice(problem)}
    return Answer({"error": fields | {"candidates": list(problem.candidates)}}, failed=True)


def _allowed(caller: Caller, name: str) -> Tool:
    """The tool of that name. A refusal says nothing of what exists: the arguments are not looked at."""
    names = [tool.name for tool in TOOLS]
    if name not in names:
        near = closest(name, names, 1)
        meant = f"did you mean {near[0]}? " if near else ""
        raise UnknownTool(
            f"there is no tool {cut(name)}", hint=f"{meant}the tools are {', '.join(names)}", candidates=near
        )
    tool = TOOLS[names.index(name)]
    if not tool.reads and not may_write(caller.mode):
        raise ReadOnlyMode(f"{name} is not accepted in mode {caller.mode}; only {CHAT} writes")
    if not tool.reads and caller.conversation is None:
        raise NoConversation(f"{name} needs a conversation: an agent's notes say in which one they were written")
    return tool
