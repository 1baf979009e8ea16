"""The table lists of text-to-SQL benchmarks: tables.json of Spider, database_description of BIRD."""

from __future__ import annotations

import pytest

from tnotes.catalog.sources import read_export
from tnotes.catalog.sources.export import Options
from tnotes.catalog.table import Column, Reference
from tnotes.errors import BadExport


def spider(**more):
    return {
        "db_id": "school",
        "table_names_original": ["frpm", "schools"],
        "column_names_original": [[-1, "*"], [0, "CDSCode"], [0, "Free Meal Count (K-12)"], [1, "CDSCode"], [1, "nm"]],
        "column_names": [[-1, "*"], [0, "cds code"], [0, "Free Meal Count (K-12)"], [1, "CDSCode"], [1, "name"]],
        "column_types": ["text", "text", "number", "text", "text"],
        "primary_keys": [1, [3, 4]],
        "foreign_keys": [[1, 3]],
    } | more


def test_tables_json_of_spider(take):
    export = take([spider(), spider(db_id="other")])
    assert (export.format, export.engine) == ("spider", "sqlite")
    assert [(found.database, found.schema, found.table) for found in export.tables] == [
        ("school", "main", "frpm"),
        ("school", "main", "schools"),
        ("other", "main", "frpm"),
        ("other", "main", "schools"),
    ]
    assert export.tables[0].columns == (
        Column("CDSCode", "text", key="primary", references=Reference("main", "schools", "CDSCode")),
        Column("Free Meal Count (K-12)", "number"),
    )
    assert export.tables[1].columns[1] == Column("nm", "text", comment="name", key="primary")


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"column_types": ["text"]}, "of different length"),
        ({"column_names_original": [[0]]}, r"column_names_original has \[0\]"),
        ({"column_names": 5}, "column_names is not a list"),
        ({"foreign_keys": [[1, 99]]}, r"foreign_keys has \[1, 99\]"),
        ({"foreign_keys": [["x", 1]]}, "foreign_keys has"),
        ({"table_names_original": [1]}, "not a list of strings"),
        ({"db_id": []}, "db_id is not a string"),
        ({"db_id": "\ud800"}, "no table that can be taken"),
    ],
)
def test_hostile_shapes_are_refused_in_one_line(take, more, problem):
    with pytest.raises(BadExport, match=problem) as caught:
        take([spider(**more)])
    assert "\n" not in caught.value.message
    assert caught.value.hint


HEADER = "original_column_name,column_name,column_description,data_format,value_description\n"


def described(folder, name, text):
    path = folder / "financial" / "database_description" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    return path


def test_descriptions_of_bird(tmp_path):
    loan = described(tmp_path, "loan.csv", HEADER + 'status,,how it is paid,text,"A: fine\r\nB: not"\r\nA 2,a2,,int,\n')
    order = described(tmp_path, "order.csv", HEADER + "k_symbol,purpose,,text,\n")
    export = read_export([loan, order], None, Options())
    assert (export.format, export.engine) == ("bird", "sqlite")
    assert [(found.database, found.schema, found.table) for found in export.tables] == [
        ("financial", "main", "loan"),
        ("financial", "main", "order"),
    ]
    assert export.tables[0].columns == (
        Column("status", "text", comment="how it is paid\nA: fine\nB: not"),
        Column("A 2", "int"),
    )
    assert export.tables[1].columns == (Column("k_symbol", "text", comment="purpose"),)


def test_a_row_with_too_many_cells_is_skipped(tmp_path):
    export = read_export([described(tmp_path, "t.csv", HEADER + "a,,,,\nb,,,,,x\n")], None, Options())
    assert [item.what for item in export.skipped] == ["t.csv:3"]


def test_a_named_format_that_is_not_it(take):
    with pytest.raises(BadExport, match="no header line with original_column_name"):
        take("a,b\n1,2\n", format_name="bird")
