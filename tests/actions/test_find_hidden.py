"""A hidden table is one that does not exist: every verb answers the same, byte for byte.

Two workspaces are compared: one that never had the hidden tables, and a copy of it with them and with notes on them.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest

from builders import Place, make_database
from catalogs import columns_csv

ROLES = """
roles:
  analyst:
    deny: ["hr.*", "secret/*", "sales.SALARY"]
  allowed:
    allow: ["sales.CUSTOMER", "sales.ORDERS", "archive.*"]
"""
SALES = (
    "CREATE TABLE CUSTOMER (CUST_ID INTEGER PRIMARY KEY, STAT_CD CHAR(1) NOT NULL, NAME TEXT)",
    "CREATE TABLE ORDERS (ORDER_ID INTEGER PRIMARY KEY, CUST_ID INTEGER REFERENCES CUSTOMER (CUST_ID), TOTAL REAL)",
)
HIDDEN = ("hr.PERSON", "hr.JOB", "sales.SALARY")
MISSPELLED = ("PERSN", "hr.PERSONS", "sales.SALARIES", "hr", "secret", "s.VAULTS", "sales.SALARI")
SPELLED = (
    *HIDDEN,
    *("PERSON", "person", "HR.Person", '"hr"."PERSON"', "warehouse/hr.PERSON", "`hr.PERSON`", "x.hr.PERSON"),
    *("VAULT", "secret/VAULT", "secret/s.VAULT", "s.VAULT", "SECRET/s.vault", "salary", "warehouse.sales.SALARY"),
)

# Runs many commands in one process and prints, as JSON, code, stdout and stderr of each.
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
    ran = subprocess.run(
        [sys.executable, "-c", RUN_ALL],
        cwd=place.root,
        env={**place.environment, "TNOTES_ROLE": role},
        input=json.dumps(commands),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return [
        (code, out.replace(str(place.root), "ROOT"), err.replace(str(place.root), "ROOT"))
        for code, out, err in json.loads(ran.stdout)
    ]


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """The workspace without the hidden tables, the one with them, and the ids of the hidden notes."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("TNOTES_ROLE", "TNOTES_MODE", "TNOTES_AUTHOR", "TNOTES_CONVERSATION"):
            patch.delenv(name, raising=False)
        patch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
        root = tmp_path_factory.mktemp("hidden")
        without, with_ = Place(root / "without"), Place(root / "with")
        without.make()
        settings = without.root / "tnotes.yaml"
        settings.write_text(settings.read_text() + ROLES)
        for schema, tables in {"sales": SALES, "archive": SALES[:1]}.items():
            take(without, make_database(root / f"{schema}.sqlite", tables), "warehouse", "--schema", schema)
        without.add("sales.CUSTOMER", "9 means cancelled.", "--column", "STAT_CD")
        without.add("sales.ORDERS", "A hidden note comes after this one.")
        shutil.copytree(without.root, with_.root, symlinks=True)
        places = [tuple(place.split(".")) for place in (*HIDDEN, "sales.CUSTOMER", "sales.ORDERS")]
        hidden = columns_csv(root / "hidden.csv", places[:2])
        take(with_, hidden, "warehouse")
        salary = json.loads((with_.root / "catalog/warehouse/sales/CUSTOMER.json").read_text()) | {"table": "SALARY"}
        (with_.root / "catalog/warehouse/sales/SALARY.json").write_text(json.dumps(salary))
        with_.git("add", "catalog")
        with_.git("commit", "--quiet", "--message=salary")
        take(with_, columns_csv(root / "secret.csv", [("s", "VAULT")]), "secret")
        ids = [with_.add(place, f"About {place}") for place in (*HIDDEN, "secret/s.VAULT")]
        with_.tnotes("rm", ids[0]).fine()
        return without, with_, ids


def take(place, export, connection, *more):
    place.tnotes("catalog", "import", str(export), "-c", connection, *more).fine()


def of_tables(names):
    return [
        [*verb, "--json", "--", name, *more]
        for name in names
        for verb, more in (
            (["card"], []),
            (["ls"], []),
            (["ls", "--status", "all"], []),
            (["log"], []),
            (["catalog", "show"], []),
            (["add"], ["x"]),
        )
    ]


def of_notes(ids):
    return [
        [verb, "--json", note, *more]
        for note in ids
        for verb, more in (("show", []), ("edit", ["x"]), ("rm", []), ("restore", []), ("log", []))
    ]


EVERYTHING = [
    ["ls"],
    ["ls", "--json", "--status", "all"],
    ["log"],
    ["log", "--json"],
    ["catalog", "ls"],
    ["catalog", "ls", "--json"],
    ["catalog", "ls", "secret", "--json"],
    ["catalog", "ls", "secre"],
    ["catalog", "ls", "warehouse", "--schema", "hr"],
    ["catalog", "ls", "--schema", "s", "--json"],
    ["card", "sales.CUSTOMER", "sales.ORDERS"],
    ["card", "ORDERS", "--format", "markdown"],
    ["card", "nothing.LIKE_IT", "--json"],
    ["catalog", "show", "CUSTOMER", "--json"],
    ["add", "sales.CUSTOMER", "x", "--column", "SALARY", "--json"],
]


@pytest.mark.parametrize("role", ["analyst", "allowed"])
def test_every_verb_answers_as_where_the_table_never_was(both, role, tmp_path):
    without, with_, ids = both
    batch = tmp_path / "batch.jsonl"
    rows = [{"table": "sales.CUSTOMER", "content": "x"}, {"table": "hr.PERSON", "content": "y"}]
    batch.write_text("".join(json.dumps(row) + "\n" for row in rows))
    commands = of_tables(SPELLED) + of_tables(MISSPELLED) + of_notes(ids) + EVERYTHING
    commands += [["add", "--json", "--batch", str(batch)], ["add", "hr.PERSON", "x"], ["card", "hr.PERSON"]]
    with without.unchanged(), with_.unchanged():
        expected, found = answers(without, commands, role), answers(with_, commands, role)
    for command, there, here in zip(commands, expected, found, strict=True):
        assert here == there, command
    refused = found[: len(of_tables(SPELLED) + of_tables(MISSPELLED) + of_notes(ids))]
    assert {code for code, _, _ in refused} == {2}


def test_the_hidden_tables_are_there_for_who_may_see_them(both):
    """The control: without a role these commands would have told them apart."""
    without, with_, ids = both
    commands = [["card", "hr.PERSON"], ["show", ids[1]], ["log", "--json"], ["catalog", "ls"], ["ls"]]
    assert all(
        here != there for here, there in zip(answers(with_, commands, ""), answers(without, commands, ""), strict=True)
    )


@pytest.mark.parametrize("damage", ["catalog/warehouse/hr/PERSON.json", "notes/warehouse/hr/PERSON.yaml"])
def test_a_damaged_file_of_a_hidden_table_is_hidden_too(both, tmp_path, damage):
    without, with_, ids = both
    copy = Place(tmp_path / "copy")
    shutil.copytree(with_.root, copy.root, symlinks=True)
    (copy.root / damage).write_text(f"<<<<<<< HEAD\n{ids[0]}\n")
    commands = of_tables(("hr.PERSON", "PERSON", "hr.PERSN")) + of_notes(ids[:1]) + EVERYTHING
    commands = [command for command in commands if command[0] != "log"]  # history is not damaged
    for command, there, here in zip(
        commands, answers(without, commands, "analyst"), answers(copy, commands, "analyst"), strict=True
    ):
        assert here == there, command


def test_a_reference_to_a_hidden_table_is_null(tmp_path):
    place = Place(tmp_path / "ws")
    place.make()
    take(place, make_database(tmp_path / "sales.sqlite", SALES), "warehouse", "--schema", "sales")
    settings = place.root / "tnotes.yaml"
    settings.write_text(settings.read_text() + 'roles:\n  few:\n    deny: ["SALES.customer"]\ndefault_role: few\n')
    for command in (("card", "ORDERS"), ("catalog", "show", "ORDERS", "--json")):
        columns = place.tnotes(*command).fine().json["columns"]
        assert [column["references"] for column in columns] == [None, None, None]
    assert "CUSTOMER" not in place.tnotes("card", "ORDERS", "--format", "markdown").fine().out


def test_the_same_name_in_a_hidden_schema_does_not_make_a_name_ambiguous(place):
    settings = place.root / "tnotes.yaml"
    settings.write_text(settings.read_text() + 'roles:\n  few:\n    deny: ["archive.*"]\n')
    place.tnotes("card", "CUSTOMER").refused()
    assert place.card("CUSTOMER", "--role", "few")["schema"] == "sales"


def test_a_pattern_that_cannot_be_read_is_named_with_its_role(place):
    settings = place.root / "tnotes.yaml"
    settings.write_text(settings.read_text() + "roles:\n  few:\n    deny: ['hr\"x']\n")
    refused = place.tnotes("card", "sales.CUSTOMER", "--role", "few", "--json").refused()
    assert refused.error["code"] == "bad_settings"
    assert "role few" in refused.error["message"]
