"""For a role that sees nothing every command and tool answers as in an empty workspace; and for a name that is hidden
as for one that does not exist, up to the name.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from builders import Place

ROLES = 'roles:\n  nobody:\n    allow: []\n  blind:\n    deny: ["*"]\n  few:\n    deny: ["archive.*"]\n'
ROLES += "groups:\n  both: [few, blind]\n"
RUN_ALL = """
import io, json, sys
from tnotes.cli.main import run
answers = []
for arguments in json.load(sys.stdin):
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2)]
    sys.stdout, sys.stderr = streams
    code = run(arguments)
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    for stream in streams:
        stream.flush()
    answers.append((code, *(stream.buffer.getvalue().decode() for stream in streams)))
print(json.dumps(answers))
"""


def answers(place: Place, commands, role):
    """Code, stdout and stderr of each command, the workspace's path left out."""
    environment = {**place.environment, "TNOTES_ROLE": role, "TNOTES_CONVERSATION": "c1"}
    ran = subprocess.run(
        [sys.executable, "-c", RUN_ALL],
        cwd=place.root,
        env=environment,
        input=json.dumps(commands),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return json.loads(ran.stdout.replace(str(place.root), "ROOT"))


def tool(name, **given):
    return ["agent", "call", name, json.dumps(given)]


def of_name(table, note):
    """What can be asked about a table and a note, at the command line and with a tool."""
    words = table.replace(".", " ")
    return [
        *([verb, table, "--json"] for verb in ("card", "ls", "log")),
        *(["catalog", "show", table], ["add", table, "x"], ["access", table, "--json"]),
        *(["search", words, "--json"], ["search", "--notes", words]),
        *(
            [verb, note, *more]
            for verb, more in (("show", []), ("edit", ["x"]), ("rm", []), ("restore", []), ("log", []))
        ),
        *(tool("open_card", table=table), tool("record_note", table=table, column="STAT_CD", content="x")),
        *(tool("search_tables", question=words), tool("search_notes", question=words)),
        *(tool("edit_note", id=note, content="x"), tool("edit_note", id=note, to_table=True)),
        tool("delete_note", id=note),
    ]


OF_ALL = [
    *(["ls"], ["ls", "--json", "--status", "all"], ["log"], ["log", "--json"], ["catalog", "ls"]),
    *(
        ["catalog", "ls", "warehouse", "--json"],
        ["catalog", "cleanup", "--yes"],
        ["agent", "tools"],
        ["agent", "prompt"],
    ),
    *(["index", "rebuild", "--json"], ["index", "status", "--json"]),
]


@pytest.fixture
def full(place):
    """The small workspace with roles, and notes that are active, edited and deleted."""
    settings = place.root / "tnotes.yaml"
    settings.write_text(settings.read_text() + ROLES)
    place.git("commit", "--quiet", "--all", "--message=roles")
    return place


@pytest.mark.parametrize("role", ["nobody", "both"])
def test_who_sees_nothing_is_answered_as_in_an_empty_workspace(full, tmp_path, role):
    bare = Place(tmp_path / "bare")
    bare.make()
    (bare.root / "tnotes.yaml").write_bytes((full.root / "tnotes.yaml").read_bytes())
    bare.git("commit", "--quiet", "--all", "--message=roles")
    note = full.add("sales.CUSTOMER", "9 means cancelled.", "-c", "STAT_CD")
    full.add("archive.CUSTOMER", "Customers of the past.")
    full.tnotes("rm", full.add("sales.ORDERS", "Gone.")).fine()
    commands = [*of_name("sales.CUSTOMER", note), *of_name("CUSTOMER", note), *OF_ALL]
    with full.unchanged(), bare.unchanged():
        expected, found = answers(bare, commands, role), answers(full, commands, role)
    for command, there, here in zip(commands, expected, found, strict=True):
        assert here == there, command
    seen = answers(full, [*of_name("sales.CUSTOMER", note)[:3], *OF_ALL[:4]], "few")  # the control
    assert all(code == 0 and "CUSTOMER" in out for code, out, _ in seen)


def test_what_is_hidden_is_what_does_not_exist(full):
    hidden = full.add("archive.CUSTOMER", "Customers of the past.")
    pairs = [
        *zip(of_name("archive.CUSTOMER", hidden), of_name("archive.CUSTOMEX", "n_0000000000"), strict=True),
        *zip(
            of_name("warehouse/archive.CUSTOMER", hidden),
            of_name("warehouse/nothing.CUSTOMER", "n_1111111111"),
            strict=True,
        ),
    ]
    names = [("archive.CUSTOMER", "archive.CUSTOMEX"), ("warehouse/archive.CUSTOMER", "warehouse/nothing.CUSTOMER")]
    with full.unchanged():
        there = answers(full, [one for one, _ in pairs], "few")
        never = answers(full, [other for _, other in pairs], "few")
    half = len(pairs) // 2
    for at, (command, (one, other)) in enumerate(zip(pairs, zip(there, never, strict=True), strict=True)):
        if any("search" in word for word in command[0][:3]):
            continue  # a question is words, and other words find other tables
        name, stand_in = names[at // half]
        note = ["n_0000000000", "n_1111111111"][at // half]
        text = json.dumps(one).replace(name, stand_in).replace(hidden, note)
        assert text == json.dumps(other), command


def test_a_question_finds_nothing_hidden(full):
    full.add("archive.CUSTOMER", "Customers of the past, monthly.")
    for command in (tool("search_tables", question="customers past monthly"), tool("search_notes", question="past")):
        [(code, out, err)] = answers(full, [command], "few")
        assert (code, err) == (0, "")
        assert "archive" not in out
        assert "past" in out
        assert '"notes": [{' not in out
