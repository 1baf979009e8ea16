"""A hidden table answers exactly as one that does not exist (rule 7), in every verb on notes."""

import pytest

from builders import SCHEMAS, make_database
from notefiles import entry, write_notes

SETTINGS = """\
version: 1
roles:
  analyst:
    allow: ["*"]
    deny: ["archive.*"]
"""
ROLE = ("--role", "analyst")


@pytest.fixture
def divided(place):
    """A workspace in which the role analyst does not see archive.CUSTOMER, with one note on it."""
    (place.root / "tnotes.yaml").write_text(SETTINGS)
    place.git("commit", "--quiet", "--all", "--message=roles")
    place.add("sales.CUSTOMER", "seen")
    return place


@pytest.fixture
def hidden(divided):
    return divided.add("archive.CUSTOMER", "hidden", "-c", "STAT_CD")


def same_but_for(place, one, other, *verb):
    """The answers to a verb for two names, each with its name taken out."""
    answers = []
    for name in (one, other):
        got = place.tnotes(*(name if part == "{}" else part for part in verb), *ROLE)
        answers.append((got.code, got.out.replace(name, "{}"), got.err.replace(name, "{}")))
    assert answers[0] == answers[1]
    return answers[0][0]


def test_the_id_of_a_hidden_note_is_unknown(divided, hidden):
    for verb in (
        ("show", "{}"),
        ("edit", "{}", "x", "--json"),
        ("edit", "{}", "-c", "X"),
        ("rm", "{}", "--json"),
        ("restore", "{}"),
        ("log", "{}", "--json"),
    ):
        assert same_but_for(divided, hidden, "n_0000000000", *verb) == 2


def test_a_hidden_table_is_unknown(divided, hidden):
    for verb in (("add", "{}", "x"), ("card", "{}", "--json"), ("ls", "{}"), ("log", "{}", "--json")):
        assert same_but_for(divided, "archive.CUSTOMER", "archive.CUSTOMEX", *verb) == 2


def test_what_is_not_hidden_has_the_name_to_itself(divided, hidden):
    answer = divided.tnotes("add", "CUSTOMER", "x", *ROLE).fine()
    assert "on warehouse/sales.CUSTOMER" in answer.out


def test_lists_and_the_trail_are_as_if_it_were_not_there(divided, hidden):
    for verb in (("ls",), ("ls", "--status", "all", "--json"), ("log",), ("log", "--json")):
        answer = divided.tnotes(*verb, *ROLE).fine()
        assert hidden not in answer.out
        assert "archive" not in answer.out + answer.err
        assert hidden in divided.tnotes(*verb).fine().out  # who has no role sees all


def test_an_unreadable_file_is_named_to_those_who_may_see_its_table(divided, hidden):
    divided.note_file("CUSTOMER", "archive").write_text(f"<<<<<<< HEAD\n# {hidden}\n")
    for verb in (("ls",), ("ls", "--json")):
        answer = divided.tnotes(*verb, *ROLE).fine()
        assert answer.err == ""
        assert "archive/CUSTOMER.yaml:1: unresolved merge conflict" in divided.tnotes(*verb).fine().err
    assert same_but_for(divided, hidden, "n_0000000000", "show", "{}") == 2
    assert divided.tnotes("show", hidden, "--json").refused().error["code"] == "unreadable_file"


def test_an_unreadable_file_of_a_table_that_is_seen_is_named(divided):
    divided.note_file().write_text("<<<<<<< HEAD\n")
    assert "sales/CUSTOMER.yaml:1" in divided.tnotes("ls", *ROLE).fine().err


def test_references_to_hidden_tables_are_null(divided):
    tables = (*SCHEMAS["sales"], "CREATE TABLE SECRET (ID INTEGER PRIMARY KEY)")
    tables += ("CREATE TABLE OPEN (ID INTEGER REFERENCES SECRET (ID))",)
    database = make_database(divided.root.parent / "more.sqlite", tables)
    divided.tnotes("catalog", "import", str(database), "-c", "warehouse", "--schema", "sales").fine()
    (divided.root / "tnotes.yaml").write_text(SETTINGS.replace('"archive.*"', '"*.secret"'))
    assert divided.card("sales.OPEN")["columns"][0]["references"]["table"] == "SECRET"
    assert divided.card("sales.OPEN", *ROLE)["columns"][0]["references"] is None


def test_a_default_role_holds_where_none_is_named(divided, hidden):
    (divided.root / "tnotes.yaml").write_text(SETTINGS + "default_role: analyst\n")
    divided.tnotes("show", hidden).refused()
    divided.tnotes("show", hidden, env={"TNOTES_ROLE": "analyst"}).refused()


def test_completion_offers_only_what_is_seen(divided, hidden):
    def offered(*words):
        typed = ("tnotes", *words, "")
        return divided.tnotes(
            env={
                "_TNOTES_COMPLETE": "complete_bash",
                "COMP_WORDS": " ".join(typed),
                "COMP_CWORD": str(len(typed) - 1),
            }
        ).out.split()

    assert "archive.CUSTOMER" in offered("card")
    for words in (("--role", "analyst", "card"), ("card", "--role", "analyst"), ("card", "--role", "nobody")):
        assert "archive.CUSTOMER" not in offered(*words)
    assert "sales.CUSTOMER" in offered("--role", "analyst", "ls")


def test_a_hidden_table_with_many_notes_changes_no_visible_answer(divided):
    before = divided.tnotes("ls", "--json", *ROLE).fine().raw
    write_notes(divided, [entry(number) for number in range(40)], schema="archive")
    assert divided.tnotes("ls", "--json", *ROLE).fine().raw == before
