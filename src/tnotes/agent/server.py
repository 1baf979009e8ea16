"""The tools and cards over the Model Context Protocol on standard input and output. The only home of the SDK.

Not a byte that is not protocol reaches standard output: before anything else its number is given to stderr, and only
the SDK writes to what it was. So whatever prints, here, in a library or in a child process, prints to stderr.
"""

from __future__ import annotations

import gc
import os
import signal
import traceback
from collections.abc import Awaitable, Callable
from typing import IO, Any, TypeVar, cast

import anyio
import anyio.to_thread
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage

from tnotes import __version__
from tnotes.actions.instructions import instructions
from tnotes.agent.caller import Caller
from tnotes.agent.calls import Answer, call, failed, said
from tnotes.agent.formats import as_mcp
from tnotes.agent.lines import NO_REQUEST, seen
from tnotes.agent.pipes import Answers, taken
from tnotes.agent.resources import JSON_TYPE, PAGE, TEMPLATE, card_at, page
from tnotes.agent.tools import offered
from tnotes.errors import OutputFailed, TnotesError
from tnotes.files.jsons import dumps

Result = TypeVar("Result")

_QUIET = 5  # looks, 20 ms apart, at which nothing is under way


def serve(caller: Caller) -> None:
    """Answer one client until it closes standard input."""
    gc.set_threshold(2_000, 10, 10)  # the command line collects hardly ever: its runs are short, this one is not
    wire_in, wire_out = taken(0, "r"), taken(1, "w")
    text = instructions(caller.session())  # the settings, read before a client can be disappointed
    broken = False
    try:
        anyio.run(_run, _Desk(caller), text, wire_in, wire_out)
    except* ConnectionError:  # the client went without reading: what was asked for is done
        pass
    except* OSError:  # such as a full disk, where standard output is a file
        broken = True
    if broken:
        raise OutputFailed("standard input or output cannot be used", hint="the client has to give both as pipes")


async def _run(desk: _Desk, text: str, wire_in: IO[str], wire_out: IO[str]) -> None:
    server: Server[Any] = Server(
        "tnotes",
        version=__version__,
        instructions=text,
        on_list_tools=desk.list_tools,
        on_call_tool=desk.call_tool,
        on_list_resources=desk.list_resources,
        on_list_resource_templates=desk.list_templates,
        on_read_resource=desk.read_resource,
    )
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_end_when_asked, desk)
        answers = Answers(anyio.wrap_file(wire_out))
        lines = _Lines(wire_in, lambda: desk.is_busy() or answers.busy)
        async with stdio_server(cast(Any, lines), cast(Any, answers)) as (received, sent):
            lines.answer = sent.send
            await server.run(received, sent, server.create_initialization_options())
        tasks.cancel_scope.cancel()


async def _end_when_asked(desk: _Desk) -> None:
    """End on a signal after the call that runs: what it writes is then whole. The reader waits for a line for ever."""
    try:
        with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            async for number in signals:
                await desk.one_at_a_time.acquire()
                os._exit(128 + number)
    except NotImplementedError:  # Windows ends the process by itself
        return


class _Lines:
    """The client's lines. One that is no message is answered here: the SDK would drop it, and the client would wait."""

    def __init__(self, wire: IO[str], busy: Callable[[], bool]) -> None:
        self._wire = wire
        self._busy = busy
        self.answer: Callable[[SessionMessage], Awaitable[None]] | None = None

    def __aiter__(self) -> _Lines:
        return self

    async def __anext__(self) -> str:
        while line := await anyio.to_thread.run_sync(self._wire.readline, abandon_on_cancel=True):
            refusal = _refusal(line)
            if refusal is None:
                return line
            if line.strip() and self.answer is not None:
                await self.answer(SessionMessage(refusal))
        await self._quiet()  # the SDK would drop the calls of a client that asked all and closed
        raise StopAsyncIteration

    async def _quiet(self) -> None:
        """Wait until no call runs or waits, nothing is being sent, and the last answer had a moment to begin."""
        quiet = 0
        while quiet < _QUIET:
            await anyio.sleep(0.02)
            quiet = 0 if self._busy() else quiet + 1


def _refusal(line: str) -> types.JSONRPCError | None:
    """The answer to a line that is no message; None where it is one."""
    number, code, why = seen(line)
    if code is None:
        try:
            types.jsonrpc.jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValueError:
            code = NO_REQUEST
    if code is None:
        return None
    error = types.ErrorData(code=code, message=_encodable(why))
    return types.JSONRPCError(jsonrpc="2.0", id=_encodable(number), error=error)


class _Desk:
    """What each request is answered with. Calls run one after the other, beside the loop that reads."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.one_at_a_time = anyio.CapacityLimiter(1)

    def is_busy(self) -> bool:
        """Whether a call runs or waits."""
        found = self.one_at_a_time.statistics()
        return bool(found.borrowed_tokens or found.tasks_waiting)

    async def list_tools(self, _context: Any, _params: Any) -> types.ListToolsResult:
        """The tools that this caller is offered."""
        tools = offered(self.caller.mode, writes=self.caller.may_write)
        return types.ListToolsResult(tools=[types.Tool.model_validate(as_mcp(tool)) for tool in tools])

    async def call_tool(self, _context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        """What the tool answered, as JSON in a text and as structure; an error is the text alone."""
        given = {} if params.arguments is None else params.arguments
        answer = await self._aside(lambda: self._called(params.name, given))
        text = dumps(answer.fields)
        content: list[Any] = [types.TextContent(type="text", text=text)]
        if answer.failed:
            return types.CallToolResult(content=content, is_error=True)
        return types.CallToolResult(content=content, structured_content=_encodable(answer.fields))

    def _called(self, name: str, given: dict[str, Any]) -> Answer:
        """The tool's answer; a bug of ours is one too, told to a model in words and to people as a traceback."""
        try:
            return call(self.caller, name, given)
        except Exception as problem:  # noqa: BLE001 - the outermost of a call
            traceback.print_exc()
            return failed(TnotesError(f"a bug in tnotes: {type(problem).__name__}"), self.caller, code="internal")

    async def list_resources(self, _context: Any, params: Any) -> types.ListResourcesResult:
        """The cards that there are, a page at a time."""
        names, following = await self._aside(lambda: page(self.caller, getattr(params, "cursor", None), PAGE))
        found = [types.Resource(name=_encodable(name), uri=uri, mime_type=JSON_TYPE) for name, uri in names]
        return types.ListResourcesResult(resources=found, next_cursor=following)

    async def list_templates(self, _context: Any, _params: Any) -> types.ListResourceTemplatesResult:
        """How the address of a card is made."""
        text = "The card of a table, as open_card answers; each part percent-encoded."
        one = types.ResourceTemplate(name="card", uri_template=TEMPLATE, description=text, mime_type=JSON_TYPE)
        return types.ListResourceTemplatesResult(resource_templates=[one])

    async def read_resource(self, _context: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        """One card."""
        text = await self._aside(lambda: dumps(card_at(self.caller, params.uri)))
        content = types.TextResourceContents(uri=params.uri, mime_type=JSON_TYPE, text=text)
        return types.ReadResourceResult(contents=[content])

    async def _aside(self, work: Callable[[], Result]) -> Result:
        """The result of work in a thread. One that waits can be cancelled; one that has begun ends whole."""
        try:
            return await anyio.to_thread.run_sync(work, limiter=self.one_at_a_time)
        except TnotesError as problem:
            message = said(problem, self.caller)
            raise MCPError(types.INVALID_PARAMS, message, {"code": problem.code}) from problem
        except Exception as problem:
            traceback.print_exc()
            raise MCPError(types.INTERNAL_ERROR, f"a bug in tnotes: {type(problem).__name__}") from problem


def _encodable(value: Any) -> Any:
    """The value, with a lone surrogate of a name in a catalog as a character that UTF-8 has."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {key: _encodable(one) for key, one in value.items()}
    return [_encodable(one) for one in value] if isinstance(value, list) else value
