"""One call of a tool: the same actions as the command line, errors as answers, nothing wider than its caller."""

from __future__ import annotations

import json
from importlib.util import find_spec

import pytest

from builders import Place
from catalogs import make_catalog, table
from notefiles import backdate, entry, listed, only, write_notes
from tnotes.actions.session import open_session
from tnotes.agent.caller import Caller, caller_of
from tnotes.agent.calls import call
from tnotes.agent.tools import TOOLS

OUTPUT = {tool.name: tool.output for tool in TOOLS}
ROLES = 'roles:\n  few:\n    deny: ["archive.*"]\n  boss:\n    admin: true\n'


def caller(place: Place, conversation: str | None = "chat-1", **options: str) -> Caller:
    return caller_of(open_session(place.root, **options), None, conversation)


def fine(who: Caller, tool: str, **given):
    """What the tool answers, in the shape that it promises."""
    answer = call(who, tool, given)
    assert not answer.failed, answer.fields
    if find_spec("jsonschema"):
        import jsonschema

        jsonschema.validate(answer.fields, OUTPUT[tool])
    return answer.fields


def refused(who: Caller, tool: str, code: str, **given):
    """The error that the tool answers with: a code, one line, and what to do next."""
    answer = call(who, tool, given)
    assert answer.failed, answer.fields
    error = answer.fields["error"]
    assert list(error) == ["code", "message", "hint", "candidates"]
    assert error["code"] == code, error
    assert error["hint"]
    assert "\n" not in error["message"] + error["hint"]
    assert "tnotes " not in error["hint"], "a model has no command line"
    return error


def test_the_tools_answer_with_the_json_of_the_commands(place):
    who = caller(place)
    added = fine(who, "record_note", table="sales.CUSTOMER", column="stat_cd", content="9 means cancelled.")
    assert (added["action"], added["table"], added["column"]) == ("added", "CUSTOMER", "STAT_CD")
    assert added["commit"] == place.head()
    note = added["note"]["id"]
    assert only(place, note)["conversation"] == "chat-1"
    assert fine(who, "open_card", table="sales.CUSTOMER") == place.card("sales.CUSTOMER")
    for tool, more in (("search_tables", ()), ("search_notes", ("--notes",))):
        command = place.tnotes("search", "cancelled", *more, "--json").fine().json
        assert fine(who, tool, question="cancelled") == command
    edited = fine(who, "edit_note", id=note, content="9 means cancellation requested.")
    assert (edited["action"], edited["note"]["content"]) == ("edited", "9 means cancellation requested.")
    assert fine(who, "edit_note", id=note, to_table=True)["column"] is None
    assert fine(who, "edit_note", id=note, column="STAT_CD", content="")["column"] == "STAT_CD"
    gone = fine(who, "delete_note", id=note)
    assert (gone["action"], gone["note"]["content"]) == ("deleted", None)
    assert place.card("sales.CUSTOMER")["columns"][1]["notes"] == []


def test_every_error_says_what_to_do_next(place):
    who = caller(place)
    note = fine(who, "record_note", table="sales.CUSTOMER", content="One row per customer.")["note"]["id"]
    other = fine(who, "record_note", table="sales.CUSTOMER", content="Another.")["note"]["id"]
    head = place.head()
    with place.unchanged():
        error = refused(who, "record_note", "ambiguous_table", table="CUSTOMER", content="x")
        assert error["candidates"] == ["archive.CUSTOMER", "sales.CUSTOMER"]  # N16
        error = refused(who, "open_card", "unknown_table", table="sales.CUSTMER")
        assert "sales.CUSTOMER" in error["candidates"]
        error = refused(who, "record_note", "unknown_column", table="sales.CUSTOMER", column="STATCD", content="x")
        assert "STAT_CD" in error["candidates"]
        refused(who, "record_note", "unknown_column", table="sales.CUSTOMER", column="null", content="x")
        refused(who, "record_note", "bad_text", table="sales.CUSTOMER", content=" ")
        refused(who, "record_note", "bad_text", table="sales.CUSTOMER", content="x" * 2001)
        refused(who, "record_note", "people_in_note", table="sales.CUSTOMER", content="Ask kim@corp.co.kr about 9.")
        refused(who, "record_note", "bad_arguments", table="sales.CUSTOMER", text="x")
        refused(who, "edit_note", "unknown_note", id="n_0000000000", content="x")
        refused(who, "edit_note", "bad_arguments", id=note)
        refused(who, "edit_note", "bad_arguments", id=note, column="STAT_CD", to_table=True)
        error = refused(who, "edit_note", "duplicate_note", id=other, content="One row per customer.")
        assert error["candidates"] == [note]
        refused(who, "search_tables", "bad_arguments", question=" ")
        refused(who, "open_card", "bad_name", table="")
        refused(who, "no_tool", "unknown_tool")
        assert refused(who, "record_notes", "unknown_tool")["candidates"] == ["record_note"]
    assert place.head() == head


def test_a_search_names_the_file_that_it_leaves_out_on_stderr(place, capsys):
    place.add("sales.CUSTOMER", "9 means cancelled.")
    place.add("sales.ORDERS", "Cancelled ones too.")
    place.note_file().write_text("<<<<<<< HEAD\n")
    found = fine(caller(place), "search_notes", question="cancelled")
    assert [one["table"] for one in found["places"]] == ["ORDERS"]
    said = capsys.readouterr()
    assert said.out == ""
    assert "warning: left out, since it cannot be read: notes/warehouse/sales/CUSTOMER.yaml:1:" in said.err


def test_one_match_fills_the_schema_in(place):
    assert fine(caller(place), "record_note", table="ORDERS", content="x")["schema"] == "sales"


# N7: through a tool as through the command line


OUTSIDE = ["..", ".", "../../x", "/etc/x", "C:\\x", "~", "%2e%2e", "", ".git", "notes/.git/hooks/pre-commit", "a\0b"]


def test_n7_no_name_leads_out_of_the_notes(place):
    who = caller(place)
    with place.unchanged():
        for name in OUTSIDE:
            for table in (name, f"sales.{name}", f"{name}/sales.CUSTOMER"):
                assert call(who, "record_note", {"table": table, "content": "x"}).failed
                assert call(who, "open_card", {"table": table}).failed
            if name:  # no column at all is the whole table
                assert call(who, "record_note", {"table": "sales.CUSTOMER", "column": name, "content": "x"}).failed
            assert call(who, "edit_note", {"id": name, "content": "x"}).failed


# Modes, conversations, roles


@pytest.mark.parametrize("mode", ["playbook", "eval"])
def test_a7_a_run_that_nobody_watches_changes_nothing(place, mode):
    note = place.add("sales.CUSTOMER", "x")
    who = caller(place, mode=mode)
    with place.unchanged():
        answers = [
            refused(who, tool, "read_only_mode", **given)
            for tool, given in (
                ("record_note", {"table": "sales.CUSTOMER", "content": "y"}),
                ("record_note", {"table": "nothing", "no": "sense"}),
                ("edit_note", {"id": note, "content": "y"}),
                ("delete_note", {"id": note}),
                ("delete_note", {"id": "n_0000000000"}),
            )
        ]
    assert answers[0] == answers[1]  # of what exists nothing is said
    assert answers[3] == answers[4]
    fine(who, "open_card", table="sales.CUSTOMER")
    fine(who, "search_tables", question="customer")


def test_who_writes_names_a_conversation(place):
    with place.unchanged():
        who = caller(place, conversation=None)
        refused(who, "record_note", "no_conversation", table="sales.CUSTOMER", content="x")
        refused(who, "delete_note", "no_conversation", id="n_0000000000")
    fine(who, "open_card", table="sales.CUSTOMER")


def test_s12_in_an_evaluation_every_answer_is_that_of_a_workspace_without_notes(place):
    asked = [
        *(("open_card", {"table": table}) for table in ("sales.CUSTOMER", "ORDERS", "archive.CUSTOMER", "CUSTOMER")),
        *(
            (tool, {"question": q})
            for q in ("monthly totals", "9", "cust")
            for tool in ("search_tables", "search_notes")
        ),
    ]

    def answers(**options):
        return [json.dumps(call(caller(place, **options), tool, given).fields) for tool, given in asked]

    bare = answers()
    place.add("sales.CUSTOMER", "9 means cancelled.", "-c", "STAT_CD")
    place.add("sales.ORDERS", "Monthly totals of cust.")
    assert answers() != bare
    assert answers(mode="eval") == bare
    place.note_file().write_text("<<<<<<< HEAD\n")  # not even looked at
    assert answers(mode="eval") == bare


def test_an_agent_is_never_an_administrator(place):
    settings = place.root / "tnotes.yaml"
    settings.write_text(settings.read_text() + ROLES)
    place.git("commit", "--quiet", "--all", "--message=roles")
    who = caller(place, role="boss")
    assert not who.session().admin
    note = place.add("sales.CUSTOMER", "Theirs.", "--author", "lee")
    fine(who, "edit_note", id=note, content="Changed.")
    assert "Role:" not in place.git("log", "-1", "--format=%B")


def test_the_settings_narrow_a_caller_that_has_begun(place):
    settings = place.root / "tnotes.yaml"
    settings.write_text(settings.read_text() + ROLES)
    who = caller(place, role="few")
    refused(who, "open_card", "unknown_table", table="archive.CUSTOMER")
    settings.write_text(settings.read_text().replace("archive.*", "sales.*"))
    refused(who, "open_card", "unknown_table", table="sales.CUSTOMER")
    settings.write_text(settings.read_text().replace("few", "many"))
    refused(who, "open_card", "unknown_role", table="archive.CUSTOMER")
    settings.write_text("version: [")
    refused(who, "open_card", "bad_settings", table="archive.CUSTOMER")


# Retries, the cap, dates


def test_a6_the_same_write_again_is_harmless(place):
    who = caller(place)
    given = {"table": "sales.CUSTOMER", "column": "STAT_CD", "content": "9 means cancelled."}
    first = fine(who, "record_note", **given)
    with place.unchanged():
        again = fine(who, "record_note", **given)
    assert (again["action"], again["commit"], again["note"]) == ("touched", None, first["note"])
    note = first["note"]["id"]
    change = {"id": note, "content": "9 means cancellation requested."}
    fine(who, "edit_note", **change)
    with place.unchanged():
        assert fine(who, "edit_note", **change)["action"] == "unchanged"
    fine(who, "delete_note", id=note)
    with place.unchanged():
        refused(who, "delete_note", "wrong_status", id=note)


def test_a9_every_note_has_the_date_of_its_last_update(place):
    who = caller(place, time_zone="UTC")
    note = fine(who, "record_note", table="sales.CUSTOMER", content="x")["note"]
    backdate(place, note["id"], 60 * 24 * 30)
    old = fine(who, "open_card", table="sales.CUSTOMER")["notes"]
    assert list(old[0]) == ["id", "content", "date"]
    assert old[0]["date"] < note["date"]
    assert fine(who, "edit_note", id=note["id"], content="y")["note"]["date"] == note["date"]


def test_the_cap_hands_back_the_note_that_made_room(place):
    write_notes(place, [entry(number) for number in range(40)])
    who = caller(place)
    warning = fine(who, "record_note", table="sales.CUSTOMER", content="The 41st.")["warnings"][0]
    assert (warning["code"], warning["note"]["content"]) == ("cap_archived", "Fact 0.")
    again = fine(who, "record_note", table="sales.CUSTOMER", content=warning["note"]["content"])
    assert (again["action"], again["note"]["id"]) == ("revived", warning["note"]["id"])
    assert again["warnings"][0]["note"]["content"] == "Fact 1."


# At the command line


def test_errors_are_answers_on_stdout(place):
    for arguments in (["open_card", '{"table": "nothing"}'], ["nothing"], ["open_card", "{"], ["open_card"]):
        answer = place.tnotes("agent", "call", *arguments)
        assert answer.code == 1
        assert set(answer.json["error"]) == {"code", "message", "hint", "candidates"}
        assert answer.err == ""


def test_o8_what_is_no_call_is_an_error_of_the_command(place):
    for more, code in ((("--role", "nobody"), "unknown_role"), (("--tz", "Mars/Base"), "bad_time_zone")):
        call_it = ("agent", "call", "open_card", '{"table": "ORDERS"}', *more, "--json")
        assert place.tnotes(*call_it).refused().error["code"] == code
    assert place.tnotes("agent", "call", "--json").refused().error["code"] == "usage"


def test_arguments_come_from_standard_input(place):
    given = json.dumps({"table": "sales.CUSTOMER", "content": "해지 — 9"}).encode()
    ran = place.tnotes("agent", "call", "record_note", "-", "--conversation", "c1", "--author", "bot", given=given)
    note = only(place, ran.fine().json["note"]["id"])
    assert (note["content"], note["author"], note["conversation"]) == ("해지 — 9", "bot", "c1")
    env = {"TNOTES_CONVERSATION": "c2", "TNOTES_AUTHOR": "bot2"}
    place.tnotes("agent", "call", "record_note", '{"table": "ORDERS", "content": 9}', env=env).fine()
    assert listed(place, "ORDERS")[0]["content"] == "9"
    assert [one["author"] for one in listed(place, "ORDERS")] == ["bot2"]


# What a model reads of an error


def test_an_error_is_one_short_line_without_paths_of_this_machine(place):
    who = caller(place)
    long, odd = "n_" * 500_000, "a\nb\u202e\ud800"
    for tool, code, given in (
        ("delete_note", "unknown_note", {"id": long}),
        ("record_note", "unknown_column", {"table": "sales.CUSTOMER", "column": long, "content": "x"}),
        ("record_note", "unknown_column", {"table": "sales.CUSTOMER", "column": odd, "content": "x"}),
        ("open_card", "unknown_table", {"table": odd}),
        (long, "unknown_tool", {}),
        (odd, "unknown_tool", {}),
    ):
        error = refused(who, tool, code, **given)
        assert len(error["message"]) <= 600
        assert error["message"].isprintable()
    place.note_file().parent.mkdir(parents=True)
    place.note_file().write_text("<<<<<<< HEAD\n")
    message = refused(who, "open_card", "unreadable_file", table="sales.CUSTOMER")["message"]
    assert message.startswith("notes/warehouse/sales/CUSTOMER.yaml:1: ")


def test_a_name_that_a_thousand_schemas_have_is_answered_with_some(place):
    schemas = [f"tenant_{number:03}" for number in range(80)]
    make_catalog(place.root / "catalog", [table(f"warehouse/{schema}.SAME") for schema in schemas])
    error = refused(caller(place), "open_card", "ambiguous_table", table="SAME")
    assert error["candidates"] == [f"{schema}.SAME" for schema in schemas[:50]]
    assert error["message"].startswith("SAME names 80 tables: tenant_000.SAME, ")


def test_an_unknown_tool_is_answered_with_those_that_are_offered(place):
    for mode, offered in (("playbook", "search_tables, search_notes, open_card"), ("eval", "search_tables, open_card")):
        error = refused(caller(place, mode=mode), "record_notes", "unknown_tool")
        assert error["hint"].endswith(f"the tools are {offered}")


def test_a_document_is_no_question(place):
    with place.unchanged():
        for tool in ("search_tables", "search_notes"):
            fine(caller(place), tool, question="orders " * 1_400)
            error = refused(caller(place), tool, "bad_arguments", question="orders " * 1_500)
            assert error["message"] == "question has 10,500 characters; at most 10,000 are looked for"


def test_blanks_around_an_id_are_no_part_of_it(place):
    note = place.add("sales.CUSTOMER", "x")
    assert fine(caller(place), "edit_note", id=f" {note}\n", content="y")["action"] == "edited"
    assert fine(caller(place), "delete_note", id=f"{note} ")["action"] == "deleted"


# The workspace is the one that it was


def test_a_workspace_that_goes_away_is_not_the_one_above(place):
    inner = place.root / "inner"
    place.tnotes("init", str(inner)).fine()
    who = caller_of(open_session(inner), None, "c1")
    refused(who, "open_card", "unknown_table", table="sales.CUSTOMER")
    (inner / "tnotes.yaml").unlink()
    for _ in range(2):
        with place.unchanged():
            for tool, given in (("open_card", {}), ("record_note", {"content": "x"})):
                error = refused(who, tool, "not_a_workspace", table="sales.CUSTOMER", **given)
                assert error["message"] == "the workspace is not where it was when this began"
        for path in sorted(inner.rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()
        inner.rmdir() if inner.exists() else None


def test_a_zone_that_is_fixed_is_not_looked_for_in_the_settings(place):
    who = caller(place, time_zone="Asia/Seoul")
    settings = place.root / "tnotes.yaml"
    settings.write_text(settings.read_text() + "time_zone: Mars/Base\n")
    fine(who, "open_card", table="sales.CUSTOMER")


def test_a_role_that_is_taken_away_tells_of_no_other(place):
    settings = place.root / "tnotes.yaml"
    settings.write_text(settings.read_text() + ROLES)
    who = caller(place, role="few")
    settings.write_text(settings.read_text().replace("few", "many"))
    error = refused(who, "open_card", "unknown_role", table="sales.CUSTOMER")
    assert "many" not in json.dumps(error)
    assert "boss" not in json.dumps(error)
