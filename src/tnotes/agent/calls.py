"""One call of a tool. Whatever it cannot do is its answer, with a code and what to do next."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple

from tnotes.agent.advice import advice
from tnotes.agent.arguments import cut, parsed, read, shown
from tnotes.agent.caller import Caller
from tnotes.agent.tools import TOOLS, Tool, offered
from tnotes.context.modes import CHAT, may_write
from tnotes.errors import NoConversation, ReadOnlyMode, TnotesError, UnknownTool, closest

_LONGEST, _MOST = 600, 50  # of a message, in characters; of candidates: a model reads them all, and pays for them


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
        return failed(problem, caller)
    except OSError as problem:  # such as a full disk
        return failed(TnotesError((problem.strerror or str(problem)).lower()), caller)


def failed(problem: TnotesError, caller: Caller, code: str | None = None) -> Answer:
    """An error as a tool's answer. The hint speaks of tools, not of commands."""
    fields = {"code": code or problem.code, "message": said(problem, caller), "hint": advice(problem)}
    return Answer({"error": fields | {"candidates": list(problem.candidates[:_MOST])}}, failed=True)


def said(problem: TnotesError, caller: Caller) -> str:
    """The message of an error for a model: one line of visible characters, not too long, no path of this machine."""
    text = problem.message[: 2 * _LONGEST].replace(f"{caller.root}{os.sep}", "")
    return cut("".join(char if char.isprintable() else ascii(char)[1:-1] for char in text), _LONGEST)


def _allowed(caller: Caller, name: str) -> Tool:
    """The tool of that name. A refusal says nothing of what exists: the arguments are not looked at."""
    tool = next((tool for tool in TOOLS if tool.name == name), None)
    if tool is None:
        names = [one.name for one in offered(caller.mode, writes=caller.may_write)]
        near = closest(name, names, 1)
        meant = f"did you mean {near[0]}? " if near else ""
        hint = f"{meant}the tools are {', '.join(names)}"
        raise UnknownTool(f"there is no tool {shown(name)}", hint=hint, candidates=near)
    if not tool.reads and not may_write(caller.mode):
        raise ReadOnlyMode(f"{name} is not accepted in mode {caller.mode}; only {CHAT} writes")
    if not tool.reads and caller.conversation is None:
        raise NoConversation(f"{name} needs a conversation: an agent's notes say in which one they were written")
    return tool
