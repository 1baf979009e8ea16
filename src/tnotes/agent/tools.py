"""Every tool of an agent, in one list. Each calls the action that the command line calls."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from tnotes.agent import outputs
from tnotes.agent.arguments import FLAG, NUMBER, TEXT, Form, Parameter
from tnotes.agent.caller import Caller
from tnotes.context.modes import EVAL
from tnotes.errors import BadArguments

if TYPE_CHECKING:  # each tool pays for its own action only
    from tnotes.actions.search import Answer

Given = Mapping[str, Any]
_LONGEST = 10_000  # characters of a question: it is words, no document


class Tool(NamedTuple):
    """What a model may call. `without` are the modes in which it is not offered, beside those that refuse writes."""

    name: str
    title: str
    reads: bool
    form: Form
    output: outputs.Schema
    run: Callable[[Caller, Given], dict[str, Any]]
    removes: bool = False
    without: tuple[str, ...] = ()


def _search_tables(caller: Caller, given: Given) -> dict[str, Any]:
    from tnotes.actions.search import MOST, search
    from tnotes.actions.search_shapes import tables

    session = caller.session()
    found = _told(search(session, _question(given), given["limit"] or MOST))
    return tables(given["question"], found, session.zone)


def _search_notes(caller: Caller, given: Given) -> dict[str, Any]:
    from tnotes.actions.search import MOST, search_notes
    from tnotes.actions.search_shapes import places

    session = caller.session()
    found = _told(search_notes(session, _question(given), given["limit"] or MOST))
    return places(given["question"], found, session.zone)


def _told(found: Answer) -> Answer:
    """What was found. A file that had to be left out is named on stderr, for the people who look after the server."""
    for problem in found.unreadable:
        line = problem if problem.isprintable() else ascii(problem)[1:-1]
        print(f"warning: left out, since it cannot be read: {line}", file=sys.stderr)
    return found


def _question(given: Given) -> str:
    question = str(given["question"])
    if not question.strip():
        raise BadArguments("question is empty", hint="call again with words of the user's question")
    if len(question) > _LONGEST:
        problem = f"question has {len(question):,} characters; at most {_LONGEST:,} are looked for"
        raise BadArguments(problem, hint="call again with the words that matter")
    return question


def _open_card(caller: Caller, given: Given) -> dict[str, Any]:
    from tnotes.actions.cards import open_card

    return open_card(caller.session(), given["table"])


def _record_note(caller: Caller, given: Given) -> dict[str, Any]:
    from tnotes.actions.add import Line, add
    from tnotes.actions.shapes import added

    session = caller.session()
    result = add(session, (Line(given["table"], given["content"], given["column"]),), caller.writer)
    return added(result, session.zone, batch=False)


def _edit_note(caller: Caller, given: Given) -> dict[str, Any]:
    from tnotes.actions.edit import Change, edit
    from tnotes.actions.shapes import edited

    content, column, to_table = given["content"], given["column"], bool(given["to_table"])
    if column is not None and to_table:
        raise BadArguments("column and to_table exclude each other", hint="give the one that is meant")
    if (content, column, to_table) == (None, None, False):
        raise BadArguments("nothing to change", hint="give content, column or to_table, and leave the others out")
    session = caller.session()
    return edited(edit(session, given["id"].strip(), Change(content, column, to_table), caller.writer), session.zone)


def _delete_note(caller: Caller, given: Given) -> dict[str, Any]:
    from tnotes.actions.edit import rm
    from tnotes.actions.shapes import edited

    session = caller.session()
    return edited(rm(session, given["id"].strip(), caller.writer), session.zone)


def _form(tool: str, *parameters: Parameter, **example: Any) -> Form:
    return Form(tool, parameters, example)


_ID, _TABLE, _QUESTION = (Parameter(name, TEXT, needed=True) for name in ("id", "table", "question"))
_COLUMN, _LIMIT = Parameter("column", TEXT), Parameter("limit", NUMBER)
_FACT = "9 means cancelled; leave it out when counting active customers."

TOOLS = (
    Tool(
        "search_tables",
        "Find tables",
        True,
        _form("search_tables", _QUESTION, _LIMIT, question="cancelled customers by month", limit=10),
        outputs.TABLES,
        _search_tables,
    ),
    Tool(
        "search_notes",
        "Find notes",
        True,
        _form("search_notes", _QUESTION, _LIMIT, question="cancelled", limit=10),
        outputs.PLACES,
        _search_notes,
        without=(EVAL,),
    ),
    Tool(
        "open_card",
        "Open a table's card",
        True,
        _form("open_card", _TABLE, table="sales.CUSTOMER"),
        outputs.CARD,
        _open_card,
    ),
    Tool(
        "record_note",
        "Record a note",
        False,
        _form(
            *("record_note", _TABLE, _COLUMN, Parameter("content", TEXT, needed=True)),
            **{"table": "sales.CUSTOMER", "column": "STAT_CD", "content": _FACT},
        ),
        outputs.WRITTEN,
        _record_note,
    ),
    Tool(
        "edit_note",
        "Change a note",
        False,
        _form(
            *("edit_note", _ID, Parameter("content", TEXT), _COLUMN, Parameter("to_table", FLAG)),
            **{"id": "n_7k3f9q2mxa", "content": _FACT},
        ),
        outputs.WRITTEN,
        _edit_note,
        removes=True,
    ),
    Tool(
        "delete_note",
        "Delete a note",
        False,
        _form("delete_note", _ID, id="n_7k3f9q2mxa"),
        outputs.DELETED,
        _delete_note,
        removes=True,
    ),
)


def offered(mode: str, *, writes: bool) -> tuple[Tool, ...]:
    """The tools of a mode, those that write only where `writes`."""
    return tuple(tool for tool in TOOLS if mode not in tool.without and (tool.reads or writes))
