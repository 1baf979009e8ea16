"""Names that hurt, all the way: import, note, card, list; every name comes back exactly."""

from __future__ import annotations

import json
import shutil
import unicodedata

import pytest

from builders import Place
from catalogs import NASTY, columns_csv, tbls_json
from tnotes.catalog.names import always_quote, quote

# A schema or database that is called null in a CSV is a value that is missing.
CARRIED = [name for name in NASTY if name != "null"]


def pasted(schema, table, connection=None):
    place = f"{always_quote(schema)}.{always_quote(table)}"
    return place if connection is None else f"{always_quote(connection)}/{place}"


def batch(place, rows):
    given = "".join(json.dumps(row) + "\n" for row in rows).encode()
    return place.tnotes("add", "--batch", "-", "--json", given=given)


def cards(place, typed):
    """The cards of many tables, each named on a line of its own."""
    given = "".join(one + "\n" for one in typed).encode()
    lines = place.tnotes("card", "--stdin", given=given).out.split("\n")  # splitlines would part at U+0085 too
    return [json.loads(line) for line in lines if line]


def paths(place, folder):
    found = (path for path in (place.root / folder).rglob("*") if path.is_file())
    return sorted(path.relative_to(place.root).as_posix() for path in found)


def imported(place, export, *more, connection="c"):
    return place.tnotes("catalog", "import", str(export), "-c", connection, "--json", *more).fine().json


@pytest.mark.parametrize("form", ["csv", "tbls"])
def test_every_name_as_a_table(empty, tmp_path, form):
    export = (
        columns_csv(tmp_path / "columns.csv", [("s", name) for name in CARRIED])
        if form == "csv"
        else tbls_json(tmp_path / "schema.json", "mysql", {name: ["ID"] for name in CARRIED}, name="s")
    )
    assert imported(empty, export)["added"] == len(CARRIED)
    receipts = batch(empty, [{"table": pasted("s", name), "content": f"about {name!r}"} for name in CARRIED])
    assert [one["table"] for one in receipts.fine().json["results"]] == CARRIED
    # A card is asked for on a line, so a name with a line break is asked for in arguments.
    lines = [name for name in CARRIED if not set(name) & set("\n\r")]
    found = cards(empty, [pasted("s", name) for name in lines])
    assert [one["table"] for one in found] == lines
    assert [one["notes"][0]["content"] for one in found] == [f"about {name!r}" for name in lines]
    for name in set(CARRIED) - set(lines):
        assert empty.card(pasted("s", name))["table"] == name
    assert {note["table"] for note in empty.tnotes("ls", "--json").fine().json["notes"]} == set(CARRIED)
    assert {one["table"] for one in empty.tnotes("catalog", "ls", "--json").fine().json["tables"]} == set(CARRIED)
    files = paths(empty, "catalog") + paths(empty, "notes")
    assert len({unicodedata.normalize("NFC", file).casefold() for file in files}) == len(files) == 2 * len(CARRIED)
    assert empty.git("status", "--porcelain") == ""


def test_every_name_as_a_schema(empty, tmp_path):
    export = columns_csv(tmp_path / "columns.csv", [(name, "T") for name in CARRIED])
    assert imported(empty, export)["added"] == len(CARRIED)
    batch(empty, [{"table": pasted(name, "T"), "content": f"about {name!r}"} for name in CARRIED]).fine()
    notes = empty.tnotes("ls", "--json").fine().json["notes"]
    assert {(note["schema"], note["content"]) for note in notes} == {(name, f"about {name!r}") for name in CARRIED}
    assert {one["schema"] for one in empty.tnotes("catalog", "ls", "--json").json["tables"]} == set(CARRIED)
    assert all(file.count("/") == 3 for file in paths(empty, "catalog") + paths(empty, "notes"))


def test_every_name_as_a_database_makes_a_connection(empty, tmp_path):
    """Databases come from the export, so their names are as wild as any; only twins cannot be two connections."""
    seen, wild = set(), []
    for name in CARRIED:
        key = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
        if key not in seen:
            wild.append(name)
        seen.add(key)
    found = imported(empty, columns_csv(tmp_path / "columns.csv", [(name, "s", "T") for name in wild]))
    assert found["connections"] == [f"c.{name}" for name in wild]
    rows = [{"connection": f"c.{name}", "table": "s.T", "content": f"about {name!r}"} for name in wild]
    receipts = batch(empty, rows).fine().json["results"]
    assert [one["connection"] for one in receipts] == found["connections"]
    assert all(file.count("/") == 3 for file in paths(empty, "catalog") + paths(empty, "notes"))
    lines = [name for name in wild if not set(name) & set("\n\r")]
    assert [one["connection"] for one in cards(empty, [pasted("s", "T", f"c.{name}") for name in lines])] == [
        f"c.{name}" for name in lines
    ]


@pytest.mark.parametrize("name", ["CON", "a b", "~", "back`tick", "..x", "고객", "x" * 100, 'q"q', "-c", "%2e"])
def test_a_connection_that_the_caller_names(empty, tmp_path, name):
    export = columns_csv(tmp_path / "columns.csv", [("s", "T")])
    imported(empty, export, connection=name)
    empty.tnotes("add", f"{quote(name)}/s.T", "x").fine()
    assert empty.card(f"{always_quote(name)}/s.T")["connection"] == name
    assert all(file.count("/") == 3 for file in paths(empty, "catalog") + paths(empty, "notes"))


@pytest.mark.parametrize("name", ["", " ", "..", ".", "../../x", "/etc/x", " x", "a\nb", "\x7f", "x" * 101])
def test_a_connection_that_cannot_be_named_is_refused(empty, tmp_path, name):
    export = columns_csv(tmp_path / "columns.csv", [("s", "T")])
    with empty.unchanged():
        refused = empty.tnotes("catalog", "import", str(export), "-c", name, "--json").refused()
    assert refused.error["code"] == "bad_name"
    assert refused.error["hint"]


@pytest.mark.parametrize("typed", ["..", "../../x", "/etc/x", "C:\\x", "~", "%2e%2e", "", ".git/hooks/x", "-x"])
def test_traversal_through_arguments_and_batches_is_refused(place: Place, typed):
    with place.unchanged():
        for table in (typed, f"sales.{typed}"):
            refused = place.tnotes("add", "--json", "--", table, "x").refused()
            assert refused.error["code"] in ("unknown_table", "bad_name"), table
        names = [typed, f"{typed}.CUSTOMER", f"{typed}/sales.CUSTOMER"]
        asked = place.tnotes("card", "--stdin", given="".join(f"{name}\n" for name in names if name).encode())
        codes = [json.loads(line)["error"]["code"] for line in asked.out.split("\n") if line]
        assert set(codes) <= {"unknown_table", "bad_name"}
        rows = [{"table": "sales.CUSTOMER", "content": "x"}]
        for key in ("table", "column", "connection") if typed else ("table",):
            refused = batch(place, [rows[0], rows[0] | {key: typed}]).refused()
            assert refused.error["code"] in ("unknown_table", "bad_name", "unknown_column"), key
            assert refused.error["message"].startswith(("line 2", "-:2")), refused.error


def test_a_nul_byte_in_a_batch_is_refused(place):
    with place.unchanged():
        for key in ("table", "column", "connection"):
            row = {"table": "sales.CUSTOMER", "content": "x"} | {key: "a\0b"}
            assert batch(place, [row]).refused().error["code"] in ("bad_name", "unknown_column", "unknown_table")


HOSTILE = ["..", "../../x", "/etc/x", "C:\\x", "~/.ssh/x", "%2e%2e/x", ".git", "../.git/hooks/pre-commit", "..\\..\\x"]


def test_a_hostile_export_writes_nothing_outside(empty, tmp_path):
    git_before = {path for path in (empty.root / ".git").rglob("*") if "objects" not in path.parts}
    outside = set(tmp_path.iterdir()) | {tmp_path / "hostile.csv"}
    places = [("db" + name, name, name) for name in HOSTILE]
    imported(empty, columns_csv(tmp_path / "hostile.csv", places, columns=HOSTILE))
    rows = [
        {"connection": f"c.db{name}", "table": pasted(name, name), "column": name, "content": f"about {name}"}
        for name in HOSTILE
    ]
    assert [one["column"] for one in batch(empty, rows).fine().json["results"]] == HOSTILE
    assert {path.name for path in empty.root.iterdir()} <= {
        ".git",
        ".gitattributes",
        ".gitignore",
        "catalog",
        "notes",
        "tnotes.yaml",
    }
    assert set(tmp_path.iterdir()) == outside
    hooks = {path for path in (empty.root / ".git").rglob("*") if path.parent.name == "hooks"}
    assert hooks <= git_before
    assert all(file.count("/") == 3 for file in paths(empty, "catalog") + paths(empty, "notes"))
    assert not [file for file in paths(empty, "catalog") if "/." in file]


def test_a_lone_surrogate_in_an_export_is_skipped_and_said(empty, tmp_path):
    export = tmp_path / "schema.json"
    tbls_json(export, "mysql", {"T": ["ID"], "BAD": ["ID"]})
    export.write_text(export.read_text().replace('"BAD"', '"a\\ud800b"'))
    found = imported(empty, export)
    assert (found["added"], len(found["skipped"])) == (1, 1)
    assert "not valid Unicode" in found["skipped"][0]["reason"]


def test_twins_get_files_of_their_own_whenever_the_second_comes(empty, tmp_path):
    columns_csv(tmp_path / "one.csv", [("s", "Customer")])
    columns_csv(tmp_path / "two.csv", [("s", "Customer"), ("s", "CUSTOMER")])
    imported(empty, tmp_path / "one.csv")
    note = empty.add("s.Customer", "About the first.")
    kept = empty.note_file("Customer", "s", "c")
    before = kept.read_bytes()
    assert paths(empty, "catalog") == ["catalog/c/s/Customer.json"]
    imported(empty, tmp_path / "two.csv")
    assert kept.read_bytes() == before  # import never writes below notes/
    assert len({path.casefold() for path in paths(empty, "catalog")}) == 2
    assert empty.card("s.Customer")["notes"][0]["id"] == note
    assert empty.card("s.CUSTOMER")["notes"] == []
    empty.add("s.Customer", "More about the first.")
    empty.add("s.CUSTOMER", "About the second.")
    assert [len(empty.card(f"s.{name}")["notes"]) for name in ("Customer", "CUSTOMER")] == [2, 1]
    files = paths(empty, "notes")
    assert len({path.casefold() for path in files}) == 2
    assert "notes/c/s/Customer.yaml" in files
    refused = empty.tnotes("add", "s.customer", "x", "--json").refused()
    assert refused.error["candidates"] == ["s.CUSTOMER", "s.Customer"]
    empty.tnotes("rm", note).fine()
    assert imported(empty, tmp_path / "two.csv")["unchanged"] == 2
    assert empty.git("status", "--porcelain") == ""


def test_twins_in_composition_have_notes_of_their_own(empty, tmp_path):
    decomposed, composed = "cafe\u0301", "caf\u00e9"
    imported(empty, columns_csv(tmp_path / "one.csv", [("s", decomposed)]))
    empty.add(f"s.{decomposed}", "About the first.")
    imported(empty, columns_csv(tmp_path / "two.csv", [("s", decomposed), ("s", composed)]))
    assert len(empty.card(f"s.{decomposed}")["notes"]) == 1
    assert empty.card(f"s.{composed}")["notes"] == []


def test_files_that_macos_wrote_are_found_and_written_again(empty, tmp_path):
    imported(empty, columns_csv(tmp_path / "one.csv", [("스키마", "고객")]), connection="연결")
    first = empty.add("고객", "해지")
    for folder in ("catalog", "notes"):
        for path in sorted((empty.root / folder).rglob("*"), reverse=True):
            path.rename(path.with_name(unicodedata.normalize("NFD", path.name)))
    decomposed = paths(empty, "notes")
    second = empty.add("고객", "둘째", "--no-commit")
    for typed in ("고객", unicodedata.normalize("NFD", "스키마.고객"), "연결/스키마.고객"):
        assert [note["id"] for note in empty.card(typed)["notes"]] == [second, first]
    assert paths(empty, "notes") == decomposed
    assert empty.tnotes("show", second, "--json").json["table"] == "고객"


def test_long_names(empty, tmp_path):
    names = ["가" * 84, "가" * 83 + "나", "나" * 200, "나" * 200 + "1", "a" * 251, "a" * 250 + "b"]
    imported(empty, columns_csv(tmp_path / "one.csv", [("s", name) for name in names]))
    batch(empty, [{"table": f"s.{name}", "content": name[-5:]} for name in names]).fine()
    assert [[note["content"] for note in card["notes"]] for card in cards(empty, names)] == [[n[-5:]] for n in names]
    assert max(len(file.rpartition("/")[2].encode()) for file in paths(empty, "notes")) <= 255


def test_a_pattern_in_a_name_commits_one_file(empty, tmp_path):
    imported(empty, columns_csv(tmp_path / "one.csv", [("s", name) for name in ("a[1]", "a1", "a*", ":(top)a1")]))
    batch(empty, [{"table": pasted("s", name), "content": "first"} for name in ("a[1]", "a1", "a*", ":(top)a1")]).fine()
    others = [path for path in (empty.root / "notes").rglob("*.yaml") if path.name != "a[1].yaml"]
    for path in others:
        path.write_text(path.read_text() + "# by hand\n")
    empty.tnotes("add", pasted("s", "a[1]"), "second").fine()
    assert empty.git("show", "--name-only", "--format=", "HEAD").split() == ["notes/c/s/a[1].yaml"]
    assert len(empty.git("status", "--porcelain").splitlines()) == 3


def test_the_same_mysql_table_through_two_formats_is_one_place(empty, tmp_path):
    imported(empty, tbls_json(tmp_path / "schema.json", "mysql", {"orders": ["ID"], "a.b": ["ID"]}, name="testdb"))
    note = empty.add("orders", "One place.")
    export = tmp_path / "columns.csv"
    export.write_text(
        "TABLE_CATALOG,TABLE_SCHEMA,TABLE_NAME,COLUMN_NAME,ORDINAL_POSITION,COLUMN_TYPE,COLUMN_KEY\n"
        "def,testdb,orders,ID,1,int,PRI\ndef,testdb,a.b,ID,1,int,PRI\n"
    )
    assert imported(empty, export)["added"] == 0
    assert [one["id"] for one in empty.card("testdb.orders")["notes"]] == [note]


def test_one_match_fills_the_schema_in_and_the_receipt_says_so(place):
    said = place.tnotes("add", "orders", "x", "-c", "total").fine()
    assert "warehouse/sales.ORDERS TOTAL" in said.out
    receipt = place.tnotes("add", "ORDERS", "y", "--json").fine().json
    assert (receipt["connection"], receipt["schema"], receipt["table"]) == ("warehouse", "sales", "ORDERS")


def test_several_matches_are_refused_and_all_listed(place):
    with place.unchanged():
        refused = place.tnotes("add", "customer", "x", "--json").refused()
        assert refused.error["code"] == "ambiguous_table"
        assert refused.error["candidates"] == ["archive.CUSTOMER", "sales.CUSTOMER"]
        assert "archive.CUSTOMER, sales.CUSTOMER" in place.tnotes("add", "customer", "x").refused().err
    for candidate in refused.error["candidates"]:
        assert place.card(candidate)["schema"] == candidate.partition(".")[0]


def test_a_wrong_database_is_an_error_and_the_settings_may_name_it(place):
    with place.unchanged():
        assert place.tnotes("add", "dw.sales.ORDERS", "x", "--json").refused().error["code"] == "unknown_table"
    settings = place.root / "tnotes.yaml"
    settings.write_text(settings.read_text() + "connections:\n  warehouse:\n    database: dw\n")
    assert place.card("dw.sales.ORDERS")["database"]["name"] == "dw"
    assert place.tnotes("card", "other.sales.ORDERS").refused()


def test_an_unknown_column_names_the_nearest(place):
    refused = place.tnotes("add", "sales.CUSTOMER", "x", "-c", "STATCD", "--json").refused()
    assert (refused.error["code"], refused.error["candidates"]) == ("unknown_column", ["STAT_CD"])


def test_notes_whose_header_names_another_table_are_an_error_that_does_not_name_it(place):
    place.add("sales.ORDERS", "x")
    shutil.copy(place.note_file("ORDERS"), place.note_file("CUSTOMER"))
    refused = place.tnotes("card", "sales.CUSTOMER", "--json").refused()
    assert refused.error["code"] == "unreadable_file"
    assert "ORDERS" not in refused.err
