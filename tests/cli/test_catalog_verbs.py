"""`catalog ls` and `catalog show`, for people and as JSON; what an import prints."""

from __future__ import annotations

import pytest

from catalogs import columns_csv


@pytest.fixture
def gone(place, tmp_path):
    """The small workspace in which sales.ORDERS and sales.CUSTOMER are not available any more."""
    export = columns_csv(tmp_path / "columns.csv", [("sales", "NEW")], columns=("A", "B"))
    place.tnotes("catalog", "import", str(export), "-c", "warehouse").fine()
    return place


def test_ls_for_people_is_one_line_a_table(gone):
    assert gone.tnotes("catalog", "ls").fine().out == (
        "warehouse/archive.CUSTOMER\ttable\t2 columns\t\n"
        "warehouse/sales.CUSTOMER\ttable\t3 columns\tunavailable\n"
        "warehouse/sales.NEW\ttable\t2 columns\t\n"
        "warehouse/sales.ORDERS\ttable\t3 columns\tunavailable\n"
    )


def test_ls_as_json(gone):
    tables = gone.tnotes("catalog", "ls", "warehouse", "--schema", "archive", "--json").fine().json["tables"]
    assert tables == [
        {
            "connection": "warehouse",
            "database": None,
            "engine": "sqlite",
            "schema": "archive",
            "table": "CUSTOMER",
            "kind": "table",
            "available": True,
            "comment": None,
        }
    ]


@pytest.mark.parametrize("arguments", [["WAREHOUSE"], ["warehouse", "--schema", "SALES"], ["--schema", "sales"]])
def test_ls_of_a_part_whatever_its_case(place, arguments):
    assert "warehouse/sales.ORDERS" in place.tnotes("catalog", "ls", *arguments).fine().out


@pytest.mark.parametrize(
    ("arguments", "candidates"),
    [
        (["warehous"], ["warehouse"]),
        (["zzz"], []),
        (["warehouse", "--schema", "nope"], []),
        (["warehouse", "--schema", "sale"], ["sales"]),
        (["--schema", "nope"], []),
        ([""], []),
    ],
)
def test_ls_of_what_is_not_there(place, arguments, candidates):
    refused = place.tnotes("catalog", "ls", *arguments, "--json").refused()
    assert (refused.error["code"], refused.error["candidates"]) == ("unknown_table", candidates)
    assert refused.error["hint"]


def test_ls_of_an_empty_catalog(empty):
    assert empty.tnotes("catalog", "ls").fine().out == ""
    assert empty.tnotes("catalog", "ls", "--json").fine().json == {"tables": []}


def test_ls_goes_on_without_a_file_that_cannot_be_read_and_names_it(place):
    (place.root / "catalog/warehouse/sales/ORDERS.json").write_text("{")
    found = place.tnotes("catalog", "ls").fine()
    assert "sales.CUSTOMER" in found.out
    assert "ORDERS" not in found.out
    assert "sales/ORDERS.json:1" in found.err


def test_show_for_people(gone):
    assert gone.tnotes("catalog", "show", "sales.orders").fine().out == (
        "# sales.ORDERS\n"
        "\n"
        "table on warehouse, no longer available\n"
        "\n"
        "| column | type | key | comment |\n"
        "|---|---|---|---|\n"
        "| ORDER_ID | INTEGER | primary |  |\n"
        "| CUST_ID | INTEGER | → sales.CUSTOMER.CUST_ID |  |\n"
        "| TOTAL | REAL |  |  |\n"
    )


def test_show_as_json_is_what_the_file_says(place):
    place.add("sales.ORDERS", "A note that the catalog knows nothing of.")
    shown = place.tnotes("catalog", "show", "ORDERS", "--json").fine().json
    assert list(shown) == [
        "connection",
        "database",
        "engine",
        "schema",
        "table",
        "kind",
        "available",
        "comment",
        "columns",
    ]
    assert [column["name"] for column in shown["columns"]] == ["ORDER_ID", "CUST_ID", "TOTAL"]
    assert shown["columns"][1]["references"] == {"schema": "sales", "table": "CUSTOMER", "column": "CUST_ID"}
    assert "note" not in str(shown)


def test_show_of_an_unknown_and_of_an_ambiguous_table(place):
    assert place.tnotes("catalog", "show", "sales.ORDRES", "--json").refused().error["candidates"] == ["sales.ORDERS"]
    assert place.tnotes("catalog", "show", "CUSTOMER", "--json").refused().error["code"] == "ambiguous_table"


def test_an_import_for_people(empty, tmp_path):
    names = [f"T{number:02}" for number in range(12)]
    export = columns_csv(tmp_path / "columns.csv", [("s", name) for name in names])
    said = empty.tnotes("catalog", "import", str(export), "-c", "c").fine()
    assert said.out == "information-schema into c: 12 added\n"
    assert said.err == f"commit {empty.head()[:10]} in {empty.root}\n"
    export = columns_csv(tmp_path / "columns.csv", [("s", "T00"), ("s", "  ")])
    said = empty.tnotes("catalog", "import", str(export), "-c", "c").fine()
    assert said.out == "information-schema into c: 1 unchanged, 11 unavailable\n"
    lines = said.err.splitlines()
    assert lines[0].startswith("skipped columns.csv:3: ")
    assert lines[1:3] == ["no longer available: c/s.T01", "no longer available: c/s.T02"]
    assert lines[-2] == "no longer available: 1 more; tnotes catalog ls shows them all"
    assert empty.tnotes("catalog", "import", str(export), "-c", "c", "--quiet").fine().err == ""


def test_names_stay_on_their_line(empty, tmp_path):
    export = columns_csv(tmp_path / "columns.csv", [("s", "a\nb\x1b[31m")])
    empty.tnotes("catalog", "import", str(export), "-c", "c").fine()
    assert empty.tnotes("catalog", "ls").fine().out.count("\n") == 1
    columns_csv(export, [("s", "T")])
    said = empty.tnotes("catalog", "import", str(export), "-c", "c").fine()
    assert "\x1b" not in said.err
    assert len([line for line in said.err.splitlines() if "no longer available" in line]) == 1
    assert len(said.err.splitlines()) == 2
