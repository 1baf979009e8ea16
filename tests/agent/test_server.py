"""The server over MCP: the official client's story, broken messages, and not a byte on stdout that is no protocol."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from mcp_wire import answered, parsed, serving

from builders import Place
from notefiles import listed, only

needs_sdk = pytest.mark.skipif(find_spec("mcp") is None, reason="the MCP SDK is not installed; the extra mcp brings it")
TALKED = "tools that write are not offered: no --conversation is given\n"


async def _talk(place: Place, arguments: tuple[str, ...], story):
    from mcp.client.session import ClientSession
    from mcp.client.stdio import StdioServerParameters, stdio_client

    command = ["-m", "tnotes", "agent", "serve", *arguments]
    server = StdioServerParameters(command=sys.executable, args=command, cwd=place.root, env=dict(place.environment))
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123 - no Path
        async with stdio_client(server, nowhere) as streams, ClientSession(*streams) as client:
            return await story(client, await client.initialize())


def official(place: Place, *arguments: str, story):
    """What the story makes of a session of the SDK's own client."""
    import anyio

    return anyio.run(_talk, place, arguments, story)


async def _answer(client, tool, **given):
    """What a tool answers; the client has checked it against the tool's schema."""
    result = await client.call_tool(tool, given)
    text = json.loads(result.content[0].text)
    assert result.is_error == ("error" in text)
    assert result.is_error or result.structured_content == text
    return text


@needs_sdk
def test_the_story_of_a_chat(place):
    async def story(client, begun):
        assert begun.server_info.name == "tnotes"
        assert "Asia/Seoul" in begun.instructions
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert [name for name, tool in tools.items() if tool.annotations.read_only_hint] == list(tools)[:3]
        assert list(tools)[3:] == ["record_note", "edit_note", "delete_note"]

        assert (await _answer(client, "search_tables", question="orders"))["tables"][0]["table"] == "ORDERS"
        card = await _answer(client, "open_card", table="sales.CUSTOMER")
        assert [column["notes"] for column in card["columns"]] == [[], [], []]
        given = {"table": "sales.CUSTOMER", "column": "STAT_CD", "content": "9 means cancelled."}
        recorded = await _answer(client, "record_note", **given)
        note = recorded["note"]["id"]
        again = await _answer(client, "record_note", **given)
        assert (again["action"], again["note"]["id"], again["commit"]) == ("touched", note, None)
        wrong = await _answer(client, "record_note", table="CUSTOMER", content="x")
        assert wrong["error"]["code"] == "ambiguous_table"
        given["table"] = wrong["error"]["candidates"][0]
        assert (await _answer(client, "record_note", **given))["schema"] == "archive"
        changed = await _answer(client, "edit_note", id=note, content="9 means cancellation requested.")
        assert changed["action"] == "edited"
        found = await _answer(client, "search_notes", question="cancellation", limit="5")
        assert note in [one["id"] for place in found["places"] for one in place["notes"]]
        assert (await _answer(client, "delete_note", id=note))["action"] == "deleted"
        assert (await _answer(client, "edit_note", id=note, content="x"))["error"]["code"] == "wrong_status"

        cards = (await client.list_resources()).resources
        assert [one.name for one in cards] == [
            f"warehouse/{t}" for t in ("archive.CUSTOMER", "sales.CUSTOMER", "sales.ORDERS")
        ]
        template = (await client.list_resource_templates()).resource_templates[0].uri_template
        assert template == "tnotes://card/{connection}/{schema}/{table}"
        read = await client.read_resource(cards[0].uri)
        assert json.loads(read.contents[0].text) == await _answer(client, "open_card", table="archive.CUSTOMER")
        return note

    note = official(place, "--conversation", "chat-9", "--author", "bot", "--tz", "Asia/Seoul", story=story)
    kept = only(place, note)
    assert (kept["author"], kept["conversation"], kept["status"]) == ("bot", "chat-9", "deleted")
    assert "Tnotes-Conversation: chat-9" in place.git("log", "-1", "--format=%B")


@needs_sdk
@pytest.mark.parametrize(("mode", "reads"), [("playbook", 3), ("eval", 2)])
def test_the_story_of_a_run_that_nobody_watches(place, mode, reads):
    note = place.add("sales.CUSTOMER", "x")

    async def story(client, _begun):
        tools = (await client.list_tools()).tools
        assert len(tools) == reads
        assert all(tool.annotations.read_only_hint for tool in tools)
        for tool, given in (
            ("record_note", {"table": "sales.CUSTOMER", "content": "y"}),
            ("edit_note", {"id": note, "content": "y"}),
            ("delete_note", {"id": note}),
        ):
            assert (await _answer(client, tool, **given))["error"]["code"] == "read_only_mode"
        card = await _answer(client, "open_card", table="sales.CUSTOMER")
        assert bool(card["notes"]) == (mode == "playbook")

    with place.unchanged():
        official(place, "--mode", mode, "--conversation", "c", story=story)


@needs_sdk
def test_a1_broken_messages_get_an_answer_and_the_server_lives(place):
    call = b'{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":%s}'
    with serving(place) as wire:
        assert wire.hello()["serverInfo"]["name"] == "tnotes"
        for line in (b"no json", b"{", b"\xff\xfe\x00", b"[" * 100_000, b'{"a":1}{"b":2}'):
            wire.send(line)
            assert wire.answer(None)["error"]["code"] == -32700
        odd = b'{"jsonrpc":"2.0","id":%s,"method":"ping"}'
        for line in (b"[]", b"null", b'"x"', b'{"jsonrpc":"2.0"}', odd % b"1.5", odd % b"null", odd % b"[1]"):
            wire.send(line)
            assert wire.answer(None)["error"]["code"] == -32600
        for number, line in (
            (901, b'{"jsonrpc":"1.0","id":901,"method":"ping"}'),
            (902, b'{"jsonrpc":"2.0","id":902,"method":5}'),
            (903, b'{"jsonrpc":"2.0","id":903,"method":"no/such"}'),
            (904, b'{"jsonrpc":"2.0","id":904,"method":"tools/call"}'),
            (905, call % (b"905", b'{"name":5}')),
            (906, call % (b"906", b'{"name":"open_card","arguments":[1]}')),
            (907, call % (b"907", b'{"name":"open_card","arguments":{"table":"\\ud800"}}')),
            (908, b'{"jsonrpc":"2.0","id":908,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}'),
            (909, b'{"jsonrpc":"2.0","id":909,"method":"resources/list","params":{"cursor":"-1"}}'),
            (910, call % (b"910", b'{"name":"open_card","arguments":{"table":"ORDERS","table":"sales.CUSTOMER"}}')),
            (911, b'{"jsonrpc":"2.0","id":911,"method":"resources/read","params":{"uri":"tnotes://card/a/b/%ff"}}'),
        ):
            wire.send(line)
            assert wire.answer(number)["error"]["code"] < 0
        wire.send(b"")
        wire.send(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":999}}')
        assert wire.call("open_card", table="x" * 3_000_000)["error"]["code"] == "bad_name"
        assert wire.call("no_such")["error"]["code"] == "unknown_tool"
        assert wire.call("open_card", tabel="x")["error"]["code"] == "bad_arguments"
        assert wire.call("record_note", table="ORDERS", content="x")["error"]["code"] == "no_conversation"
        assert wire.call("open_card", table="ORDERS")["table"] == "ORDERS"
        assert [tool["name"] for tool in wire.ask("tools/list")["result"]["tools"]] == [
            *("search_tables", "search_notes", "open_card")
        ]
        assert wire.close() == (0, TALKED)


@needs_sdk
def test_what_git_and_a_hook_print_is_no_protocol(place):
    hook = place.root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho loud on stdout\necho loud on stderr >&2\n")
    hook.chmod(0o755)
    with serving(place, "--conversation", "c1") as wire:
        wire.hello()
        assert wire.call("record_note", table="ORDERS", content="x")["action"] == "added"
        hook.write_text("#!/bin/sh\necho no\nexit 1\n")
        assert wire.call("record_note", table="ORDERS", content="y")["error"]["code"] == "git_failed"
        (place.note_file("ORDERS")).write_text("<<<<<<< HEAD\n")
        assert wire.call("open_card", table="ORDERS")["error"]["code"] == "unreadable_file"
        assert wire.call("search_tables", question="orders")["tables"]
        code, _ = wire.close()
        assert code == 0


@needs_sdk
def test_a_call_that_is_cancelled_gets_no_answer_and_what_began_ends_whole(place):
    hook = place.root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    begun, go = place.root.parent / "begun", place.root.parent / "go"
    hook.write_text(f"#!/bin/sh\ntouch {begun}\nwhile [ ! -e {go} ]; do sleep 0.02; done\n")
    hook.chmod(0o755)
    with serving(place, "--conversation", "c1") as wire:
        wire.hello()
        given = {"table": "ORDERS", "content": "x"}
        first = wire.begin("tools/call", name="record_note", arguments=given)
        waits = wire.begin("tools/call", name="record_note", arguments={"table": "ORDERS", "content": "never"})
        while not begun.exists():
            assert wire.ask("ping")["result"] == {}  # it listens while it works
        for number in (first, waits):
            wire.send(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}' % number)
        wire.ask("ping")
        go.touch()
        again = wire.call("record_note", **given)  # A6: the client tries once more
        assert (again["action"], again["commit"]) == ("touched", None)
        assert wire.close()[0] == 0
    assert not {first, waits} & {line.get("id") for line in wire.lines}
    assert [note["content"] for note in listed(place)] == ["x"]


@needs_sdk
def test_role_mode_zone_and_names_are_fixed_when_it_starts(place):
    settings = place.root / "tnotes.yaml"
    settings.write_text(settings.read_text() + 'roles:\n  few:\n    deny: ["archive.*"]\n')
    place.git("commit", "--quiet", "--all", "--message=roles")
    env = {"TNOTES_ROLE": "few", "TNOTES_CONVERSATION": "c1", "TNOTES_AUTHOR": "bot", "TNOTES_TZ": "Asia/Seoul"}
    with serving(place, env=env) as wire:
        wire.hello()
        note = wire.call("record_note", table="CUSTOMER", content="One of them is hidden.")  # so it is the only one
        for more in ("role", "mode", "author", "conversation", "tz"):
            error = wire.call("open_card", table="sales.CUSTOMER", **{more: "x"})["error"]
            assert error["message"].startswith(f'open_card has no argument "{more}"')
        meta = {"name": "open_card", "arguments": {"table": "archive.CUSTOMER"}, "_meta": {"role": "admin"}}
        assert "unknown_table" in json.dumps(wire.ask("tools/call", **meta))
        there = wire.ask("resources/read", uri="tnotes://card/warehouse/archive/CUSTOMER")["error"]
        never = wire.ask("resources/read", uri="tnotes://card/warehouse/archive/NOTHING")["error"]
        assert json.dumps(there).replace("CUSTOMER", "NOTHING") == json.dumps(never)
        names = [one["name"] for one in wire.ask("resources/list")["result"]["resources"]]
        assert names == ["warehouse/sales.CUSTOMER", "warehouse/sales.ORDERS"]
        assert wire.close() == (0, "")
    kept = only(place, note["note"]["id"])
    assert (kept["author"], kept["conversation"]) == ("bot", "c1")


@needs_sdk
def test_two_servers_that_write_at_once_lose_nothing(place):
    with serving(place, "--conversation", "a") as one, serving(place, "--conversation", "b") as other:
        for wire in (one, other):
            wire.hello()
        texts = [f"Fact {number}." for number in range(8)]
        asked = [
            (wire, wire.begin("tools/call", name="record_note", arguments={"table": "ORDERS", "content": text}))
            for text, wire in zip(texts, (one, other) * 4, strict=True)
        ]
        answers = [answered(wire.answer(number)) for wire, number in asked]
    assert {answer["action"] for answer in answers} == {"added"}
    assert sorted(note["content"] for note in listed(place)) == texts
    assert place.git("status", "--porcelain") == ""


@needs_sdk
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it(place, number):
    with serving(place, "--quiet") as wire:
        wire.hello()
        wire.process.send_signal(number)
        assert wire.process.wait(timeout=60) == 128 + number
        assert wire.process.stdout.read() == b""
        assert wire.process.stderr.read() == b""


@needs_sdk
def test_a_client_that_goes_is_no_failure(place):
    with serving(place, "--quiet") as wire:
        wire.hello()
        wire.process.stdout.close()
        wire.begin("tools/call", name="open_card", arguments={"table": "ORDERS"})
        assert wire.process.wait(timeout=60) == 0
        assert wire.process.stderr.read() == b""


def test_what_cannot_start_says_so_on_stderr(place):
    for more, code in ((("--role", "nobody"), "unknown_role"), (("--conversation", "a\x07b"), "usage")):
        assert place.tnotes("agent", "serve", *more, "--json").refused().error["code"] == code


def test_without_the_extra_one_line_names_the_command(place, tmp_path):
    """With no site-packages but what tnotes needs, as after a plain `pip install tnotes`."""
    code = (
        "import sys\n"
        "class Without:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] in ('mcp', 'mcp_types', 'anyio'): raise ModuleNotFoundError(name)\n"
        "import importlib.util as util\n"
        "real = util.find_spec\n"
        "util.find_spec = lambda name, package=None: None if name.startswith('mcp') else real(name, package)\n"
        "sys.meta_path.insert(0, Without())\n"
        "from tnotes.cli.main import run\n"
        "sys.exit(run(sys.argv[1:]))\n"
    )
    script = Path(tmp_path) / "without.py"
    script.write_text(code)

    def ran(*arguments):
        command = [sys.executable, str(script), *arguments]
        return subprocess.run(command, cwd=place.root, env=dict(place.environment), capture_output=True, text=True)

    refused = ran("agent", "serve")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.splitlines()[0] == "error: agent serve needs the MCP SDK: pip install 'tnotes[mcp]'"
    assert ran("agent", "call", "open_card", '{"table": "ORDERS"}').returncode == 0
    assert ran("agent", "tools").returncode == 0


def all_at_once(tool, every):
    """The lines of a client that sends a handshake and these calls without waiting."""
    begin = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    messages = [
        {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": begin},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
    ]
    for number, given in enumerate(every, 1):
        params = {"name": tool, "arguments": given}
        messages.append({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})
    return "".join(json.dumps(message) + "\n" for message in messages).encode()


@needs_sdk
def test_a_client_that_asks_all_and_closes_gets_all_answers(place):
    every = [{"table": "sales.ORDERS", "content": f"Code {number} means closed."} for number in range(1, 7)]
    lines = all_at_once("record_note", every)
    ran = place.tnotes("agent", "serve", "--conversation", "c1", given=lines).fine()
    assert {json.loads(line)["id"] for line in ran.out.splitlines()} == set(range(7))
    assert len(place.card("sales.ORDERS")["notes"]) == 6


@needs_sdk
def test_a_client_that_reads_slowly_gets_all_answers(place):
    """More than a pipe holds waits to be read when the client has closed its end."""
    with serving(place, "--quiet") as wire:
        wire.process.stdin.write(all_at_once("open_card", [{"table": "ORDERS"}] * 60))
        wire.process.stdin.close()
        time.sleep(1.5)  # so long that all calls are done; the test holds, and tells less, where they are not
        lines = [parsed(line) for line in wire.process.stdout]
        assert wire.process.wait(timeout=60) == 0
    assert {line["id"] for line in lines} == set(range(61))
    assert sum(len(json.dumps(line)) for line in lines) > 2**16


@needs_sdk
def test_a_bug_of_ours_is_an_answer_and_the_server_lives(place, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import tnotes.actions.cards as cards\n"
        "def broken(*_): raise ZeroDivisionError('secret')\n"
        "cards.open_card = broken\n"
    )
    paths = os.pathsep.join(filter(None, (str(tmp_path), place.environment.get("PYTHONPATH"))))
    with serving(place, "--quiet", env={"PYTHONPATH": paths}) as wire:
        wire.hello()
        error = wire.call("open_card", table="ORDERS")["error"]
        assert (error["code"], error["message"]) == ("internal", "a bug in tnotes: ZeroDivisionError")
        assert wire.call("search_tables", question="orders")["tables"]
        code, said = wire.close()
    assert code == 0
    assert "ZeroDivisionError: secret" in said  # for the people who look after the server


@needs_sdk
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_no_bug(place):
    with open("/dev/full", "wb") as full:  # noqa: PTH123 - no Path
        ran = subprocess.run(
            [sys.executable, "-m", "tnotes", "agent", "serve", "--quiet"],
            cwd=place.root,
            env=dict(place.environment),
            input=b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (ran.returncode, ran.stderr.splitlines()[0]) == (2, b"error: standard input or output cannot be used")
