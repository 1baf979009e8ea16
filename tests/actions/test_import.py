"""`catalog import`: what it speaks for, all or nothing, and the same again."""

from __future__ import annotations

import json

import pytest

from builders import SCHEMAS, Place, make_database
from catalogs import columns_csv, tbls_json


def imported(place: Place, *arguments, env=None):
    return place.tnotes("catalog", "import", *map(str, arguments), "--json", env=env).fine().json


def counts(found):
    return {what: found[what] for what in ("added", "changed", "unchanged", "unavailable") if found[what]}


def states(place):
    tables = place.tnotes("catalog", "ls", "--json").fine().json["tables"]
    return {f"{one['connection']}/{one['schema']}.{one['table']}": one["available"] for one in tables}


def below(place, folder):
    return {path: path.read_bytes() for path in sorted((place.root / folder).rglob("*")) if path.is_file()}


@pytest.fixture
def export(tmp_path):
    """`export("a.X", "b.Y")`: a CSV with these tables."""
    return lambda *places: columns_csv(tmp_path / "columns.csv", [tuple(place.split(".")) for place in places])


def test_the_same_import_again_changes_nothing(empty, export):
    first = imported(empty, export("a.X", "b.Y"), "-c", "c")
    assert counts(first) == {"added": 2}
    assert empty.git("show", "--name-only", "--format=").split() == ["catalog/c/a/X.json", "catalog/c/b/Y.json"]
    with empty.unchanged():
        again = empty.tnotes("catalog", "import", str(export("a.X", "b.Y")), "-c", "c").fine()
        assert "2 unchanged" in again.out
        assert "nothing committed" in again.err
        found = imported(empty, export("b.Y", "a.X"), "-c", "c")
    assert (counts(found), found["commit"]) == ({"unchanged": 2}, None)


def test_the_commit_says_what_was_imported_and_what_came_of_it(empty, export):
    imported(empty, export("a.X"), "-c", "c")
    said = empty.git("log", "-1", "--format=%B")
    assert said.startswith("catalog: import c (1 added)\n")
    assert "Tnotes-Action: import\nTnotes-Format: information-schema\nTnotes-Connection: c\n" in said


def test_imports_into_one_connection_do_not_make_each_other_unavailable(empty, export):
    imported(empty, export("a.X"), "-c", "c")
    imported(empty, export("b.Y"), "-c", "c")
    assert states(empty) == {"c/a.X": True, "c/b.Y": True}


def test_a_table_that_is_gone_keeps_its_notes_and_its_card_until_it_returns(empty, export):
    imported(empty, export("a.X", "a.Y", "b.Z"), "-c", "c")
    note = empty.add("a.Y", "Stays.")
    notes = below(empty, "notes")
    gone = empty.tnotes("catalog", "import", str(export("a.X")), "-c", "c").fine()
    assert "no longer available: c/a.Y" in gone.err
    assert states(empty) == {"c/a.X": True, "c/a.Y": False, "c/b.Z": True}
    card = empty.card("a.Y")
    assert (card["available"], [one["id"] for one in card["notes"]]) == (False, [note])
    empty.tnotes("add", "Y", "Still takes notes.").fine()
    assert set(below(empty, "notes")) == set(notes)
    notes = below(empty, "notes")
    assert counts(imported(empty, export("a.X", "a.Y"), "-c", "c")) == {"unchanged": 1, "changed": 1}
    assert empty.card("Y")["available"] is True
    assert below(empty, "notes") == notes


def test_a_complete_import_speaks_for_all_schemas(empty, export):
    imported(empty, export("a.X", "b.Y"), "-c", "c")
    imported(empty, export("a.X"), "-c", "other")
    assert counts(imported(empty, export("a.X"), "-c", "c", "--complete")) == {"unchanged": 1, "unavailable": 1}
    assert states(empty) == {"c/a.X": True, "c/b.Y": False, "other/a.X": True}


def test_several_databases_become_several_connections(empty, export):
    found = imported(empty, export("dw.a.X", "lake.a.X"), "-c", "c")
    assert found["connections"] == ["c.dw", "c.lake"]
    assert (found["added"], empty.commits()) == (2, 2)
    assert empty.card("lake.a.X")["connection"] == "c.lake"
    assert empty.card("c.dw/X")["database"]["name"] == "dw"
    refused = empty.tnotes("card", "X", "--json").refused()
    assert refused.error["candidates"] == ['"c.dw"/a.X', '"c.lake"/a.X']
    for candidate in refused.error["candidates"]:
        assert empty.card(candidate)["table"] == "X"


def test_one_database_of_several_is_taken_as_the_connection(empty, export):
    found = imported(empty, export("dw.a.X", "lake.a.X"), "-c", "c", "--database", "DW")
    assert (found["connections"], states(empty)) == (["c"], {"c/a.X": True})
    with empty.unchanged():
        refused = empty.tnotes(
            "catalog", "import", str(export("dw.a.X", "lake.a.X")), "-c", "c", "--database", "x", "--json"
        )
        assert refused.refused().error["candidates"] == ["dw", "lake"]


def test_one_database_alone_is_the_connection(empty, export):
    assert imported(empty, export("dw.a.X"), "-c", "c")["connections"] == ["c"]


def test_a_schema_is_given_where_the_export_has_none(empty, tmp_path):
    make_database(tmp_path / "one.sqlite", SCHEMAS["sales"])
    imported(empty, tmp_path / "one.sqlite", "-c", "c", "--schema", "sales")
    csv = tmp_path / "columns.csv"
    csv.write_text(",TABLE_NAME,COLUMN_NAME,ORDINAL_POSITION\n0,T,B,2\n1,T,A,1\n")
    with empty.unchanged():
        refused = empty.tnotes("catalog", "import", str(csv), "-c", "c", "--json").refused()
    assert "--schema" in refused.error["hint"]
    imported(empty, csv, "-c", "c", "--schema", "web")
    assert states(empty) == {"c/sales.CUSTOMER": True, "c/sales.ORDERS": True, "c/web.T": True}
    assert [column["name"] for column in empty.card("web.T")["columns"]] == ["A", "B"]  # by position, not by row


def test_a_tbls_schema_is_parted_where_the_driver_has_schemas(empty, tmp_path):
    imported(empty, tbls_json(tmp_path / "p.json", "postgres", {"time.bar": ["ID"], "time.a-b.c": ["ID"]}), "-c", "pg")
    imported(empty, tbls_json(tmp_path / "m.json", "mysql", {"time.bar": ["ID"]}), "-c", "my")
    cards = [empty.card(name) for name in ("pg/bar", "time.a-b.c", 'my/"time.bar"')]
    assert [(card["schema"], card["table"]) for card in cards] == [
        ("time", "bar"),
        ("time", "a-b.c"),
        ("shop", "time.bar"),
    ]


def test_without_a_commit_the_files_are_written_and_left(empty, export):
    head = empty.head()
    found = imported(empty, export("a.X"), "-c", "c", "--no-commit")
    assert (counts(found), found["commit"], empty.head()) == ({"added": 1}, None, head)
    assert empty.git("status", "--porcelain", "--untracked-files=all") == "?? catalog/c/a/X.json\n"


def test_what_else_is_staged_stays_staged(empty, export):
    (empty.root / "unrelated").write_text("x")
    empty.git("add", "unrelated")
    imported(empty, export("a.X"), "-c", "c")
    assert empty.git("status", "--porcelain") == "A  unrelated\n"


@pytest.mark.parametrize("mode", ["playbook", "eval"])
def test_an_import_is_no_write_of_notes_and_allowed_in_every_mode(empty, export, mode):
    assert counts(imported(empty, export("a.X"), "-c", "c", env={"TNOTES_MODE": mode})) == {"added": 1}


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", "bad_export"),
        ("hello\n", "bad_export"),
        ("table_schema,table_name,column_name\n", "bad_export"),
        ('{"tables": [', "bad_export"),
        ('{"name": null, "driver": {"name": "mysql"}, "tables": [{"name": "t", "columns": []}]}', "bad_export"),
        ('{"name": "x", "driver": {"name": "mysql"}, "tables": []}', "bad_export"),
        ("a,b\x00\n", "bad_export"),
    ],
)
def test_an_export_that_cannot_be_read_changes_nothing(place, tmp_path, content, code):
    path = tmp_path / "export"
    path.write_text(content)
    with place.unchanged():
        refused = place.tnotes("catalog", "import", str(path), "-c", "warehouse", "--json").refused()
    assert (refused.error["code"], bool(refused.error["hint"])) == (code, True)


def test_other_refusals_change_nothing(place, export, tmp_path):
    good = str(export("a.X"))
    with place.unchanged():
        for arguments in (
            [str(tmp_path / "none"), "-c", "c"],
            [str(tmp_path), "-c", "c"],
            [good],
            [good, "-c", "c", "--format", "nope"],
            [good, "-c", "c", "--format", "tbls"],
            [good, str(place.root / "tnotes.yaml"), "-c", "c"],
            ["-c", "c"],
        ):
            place.tnotes("catalog", "import", *arguments).refused()


def test_a_failing_hook_leaves_everything_as_it_was(place, export):
    hook = place.root / ".git" / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\necho no imports today >&2\nexit 1\n")
    hook.chmod(0o755)
    with place.unchanged():
        refused = place.tnotes("catalog", "import", str(export("sales.X")), "-c", "warehouse").refused()
    assert "no imports today" in refused.err


def test_an_unfinished_merge_is_not_imported_into(place, export):
    (place.root / ".git" / "MERGE_HEAD").write_text(place.head() + "\n")
    with place.unchanged():
        refused = place.tnotes("catalog", "import", str(export("a.X")), "-c", "c", "--json").refused()
    assert refused.error["code"] == "git_state"


def test_a_renamed_column_takes_its_note_to_the_table(place, tmp_path):
    note = place.add("sales.CUSTOMER", "9 means cancelled.", "--column", "STAT_CD")
    notes = below(place, "notes")
    make_database(tmp_path / "new.sqlite", ("CREATE TABLE CUSTOMER (CUST_ID INTEGER, STATUS_CD CHAR(1))",))
    found = imported(place, tmp_path / "new.sqlite", "-c", "warehouse", "--schema", "sales")
    assert counts(found) == {"changed": 1, "unavailable": 1}
    assert below(place, "notes") == notes
    card = place.card("sales.CUSTOMER")
    assert [column["notes"] for column in card["columns"]] == [[], []]
    assert [(one["id"], one["content"]) for one in card["notes"]] == [
        (note, "STAT_CD (no such column now): 9 means cancelled.")
    ]
    catalog = below(place, "catalog")
    imported(place, tmp_path / "new.sqlite", "-c", "warehouse", "--schema", "sales")
    assert below(place, "catalog") == catalog


@pytest.mark.parametrize("damage", ["<<<<<<< HEAD\n{}\n", '{"version": 99}\n', "[]\n", "\xff", "{"])
def test_a_damaged_catalog_file_is_written_anew_by_an_import_of_its_table(place, tmp_path, damage):
    path = place.root / "catalog/warehouse/sales/ORDERS.json"
    before = path.read_bytes()
    path.write_bytes(damage.encode("latin-1"))
    refused = place.tnotes("card", "sales.ORDERS", "--json").refused()
    assert (refused.error["code"], "sales/ORDERS.json" in refused.error["message"]) == ("unreadable_file", True)
    make_database(tmp_path / "sales.sqlite", SCHEMAS["sales"])
    arguments = ("catalog", "import", str(tmp_path / "sales.sqlite"), "-c", "warehouse", "--schema", "sales")
    with_words = place.tnotes(*arguments, "--no-commit").fine()
    assert "written anew, since it could not be read" in with_words.err
    assert "sales/ORDERS.json" in with_words.err
    assert path.read_bytes() == before


def test_a_damaged_catalog_file_of_another_table_stops_the_import(place, export):
    path = place.root / "catalog/warehouse/sales/ORDERS.json"
    path.write_text("{")
    with place.unchanged():
        refused = place.tnotes("catalog", "import", str(export("sales.X")), "-c", "warehouse", "--json").refused()
    assert refused.error["code"] == "unreadable_file"
    assert "sales/ORDERS.json:1" in refused.error["message"]
    assert "remove it" in refused.error["hint"]
    path.unlink()
    imported(place, export("sales.X"), "-c", "warehouse")


def test_a_damaged_file_of_another_connection_is_not_our_concern(place, export):
    (place.root / "catalog/warehouse/sales/ORDERS.json").write_text("{")
    imported(place, export("sales.X"), "-c", "other")


def test_connections_that_differ_in_case_only_are_refused(place, export):
    with place.unchanged():
        refused = place.tnotes("catalog", "import", str(export("a.X")), "-c", "Warehouse", "--json").refused()
        assert (refused.error["code"], refused.error["candidates"]) == ("bad_name", ["warehouse"])
        several = export("DW.a.X", "dw.a.X", "lake.a.X")
        refused = place.tnotes("catalog", "import", str(several), "-c", "c", "--json").refused()
        assert refused.error["code"] == "bad_name"
        assert "--database" in refused.error["hint"]


def test_a_role_is_told_of_no_table_that_it_does_not_see(place, export, tmp_path):
    imported(place, export("hr.PERSON", "hr.JOB", "web.PAGE"), "-c", "warehouse")
    settings = place.root / "tnotes.yaml"
    settings.write_text(settings.read_text() + 'roles:\n  analyst:\n    deny: ["hr.PERSON"]\n')
    arguments = ("catalog", "import", str(export("hr.NEW")), "-c", "warehouse", "--role", "analyst")
    said = place.tnotes(*arguments).fine()
    assert "hr.JOB" in said.err
    assert "PERSON" not in said.err + said.out


def test_a_thousand_tables_in_one_import(empty, tmp_path):
    """More than a command line holds, so git is given the paths in another way."""
    export = columns_csv(tmp_path / "columns.csv", [("s", f"T{number:04}") for number in range(1000)])
    assert counts(imported(empty, export, "-c", "c")) == {"added": 1000}
    assert empty.git("status", "--porcelain") == ""
    assert json.loads((empty.root / "catalog/c/s/T0999.json").read_text())["table"] == "T0999"
