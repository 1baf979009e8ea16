from __future__ import annotations

import json

import pytest

from tnotes.catalog.table import Reference, Value
from tnotes.errors import BadExport


def column(name, type_text="int", **more):
    return {"name": name, "type": type_text, "nullable": False, **more}


def table(name, *columns, **more):
    return {"name": name, "type": "BASE TABLE", "columns": list(columns) or [column("id")], **more}


def schema(driver, *tables, name="shop", meta=None, **more):
    return {"name": name, "tables": list(tables), "driver": {"name": driver, "meta": meta}, **more}


def places(export):
    return [(found.database, found.schema, found.table) for found in export.tables]


@pytest.mark.parametrize(
    ("driver", "export_name", "written", "place"),
    [
        ("postgres", "dw", "time.hyphenated-table", ("dw", "time", "hyphenated-table")),
        ("postgres", "dw", "sales.v1.2", ("dw", "sales", "v1.2")),
        ("postgres", "dw", "bare", ("dw", "public", "bare")),
        ("redshift", "dw", "sales.t", ("dw", "sales", "t")),
        ("mysql", "shop", "order.items", (None, "shop", "order.items")),
        ("mariadb", "shop", "t", (None, "shop", "t")),
        ("sqlite", "shop.sqlite3", "t", (None, "main", "t")),
        ("sqlserver", "dw", "name with spaces", ("dw", "dbo", "name with spaces")),
        ("sqlserver", "dw", "sales.t", ("dw", "sales", "t")),
        ("databricks", "workspace.tpch", "t", ("workspace", "tpch", "t")),
        ("databricks", "tpch", "t", (None, "tpch", "t")),
        ("bigquery", "ga4", "events_2020", (None, "ga4", "events_2020")),
        ("snowflake", "PUBLIC", "T", (None, "PUBLIC", "T")),
        ("snowflake", "DW", "PUBLIC.T", ("DW", "PUBLIC", "T")),
        ("mongodb", None, "test.restaurants", (None, "test", "restaurants")),
        ("clickhouse", "logs", "t", (None, "logs", "t")),
    ],
)
def test_each_driver_keeps_its_tables_in_its_own_way(take, driver, export_name, written, place):
    assert places(take(schema(driver, table(written), name=export_name))) == [place]


def test_a_bare_postgres_name_is_in_the_current_schema(take):
    export = take(schema("postgres", table("t"), meta={"current_schema": "sales"}))
    assert places(export) == [("shop", "sales", "t")]


def test_the_schema_option_speaks_for_bare_names_only(take):
    export = take(schema("sqlserver", table("t"), table("hr.t")), schema="web")
    assert places(export) == [("shop", "web", "t"), ("shop", "hr", "t")]


@pytest.mark.parametrize("driver", ["mysql", "mongodb", "dynamodb"])
def test_without_a_name_the_schema_is_asked_for(take, driver):
    with pytest.raises(BadExport) as caught:
        take(schema(driver, table("t"), name=None))
    assert "--schema" in caught.value.hint
    assert places(take(schema(driver, table("t"), name=None), schema="s")) == [(None, "s", "t")]


def test_an_old_export_without_a_driver_has_bare_names(take):
    old = {"name": "shop", "tables": [table("a.b")]}
    assert places(take(old)) == [(None, "shop", "a.b")]
    assert take(old).engine is None
    assert places(take(old, dialect="postgres")) == [("shop", "a", "b")]


def test_engine_is_normalised_and_the_dialect_wins(take):
    assert take(schema("sqlserver", table("t"))).engine == "mssql"
    assert take(schema("mysql", table("t")), dialect="MariaDB").engine == "mariadb"


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("BASE TABLE", "table"),
        ("BASIC TABLE", "table"),
        ("VIEW", "view"),
        ("MATERIALIZED VIEW", "materialized view"),
        ("MANAGED", "table"),
        ("EXTERNAL", "external table"),
        ("FOREIGN TABLE", "foreign table"),
        ("virtual table", "virtual table"),
    ],
)
def test_kind_is_lower_case(take, written, kind):
    assert take(schema("mysql", table("t") | {"type": written})).tables[0].kind == kind


def test_keys_come_from_constraints_and_primary_wins(take):
    constraints = [
        {"type": "UNIQUE", "columns": ["a"]},
        {"type": "PRIMARY KEY", "columns": ["a", "b"]},
        {"type": "UNIQUE", "columns": ["c", "d"]},
        {"type": "UNIQUE", "columns": ["d"]},
    ]
    export = take(schema("mysql", table("t", *map(column, "abcd"), constraints=constraints)))
    assert [found.key for found in export.tables[0].columns] == ["primary", "primary", None, "unique"]


def test_foreign_keys_from_relations_and_constraints_the_first_wins(take):
    relation = {"table": "web.a", "columns": ["x", "y"], "parent_table": "hr.b", "parent_columns": ["p", "q"]}
    virtual = {"table": "web.a", "columns": ["z"], "parent_table": "hr.c", "parent_columns": ["p"], "virtual": True}
    foreign = {"type": "FOREIGN KEY", "referenced_table": "hr.d"}
    constraints = [
        foreign | {"columns": ["y"], "referenced_columns": ["other"]},
        foreign | {"columns": ["w"], "referenced_columns": ["r"]},
        foreign | {"columns": ["v"], "referenced_columns": []},
    ]
    described = table("web.a", *map(column, "vwxyz"), constraints=constraints)
    export = take(schema("postgres", described, relations=[relation, virtual]))
    assert {found.name: found.references for found in export.tables[0].columns} == {
        "v": None,
        "w": Reference("hr", "d", "r"),
        "x": Reference("hr", "b", "p"),
        "y": Reference("hr", "b", "q"),
        "z": Reference("hr", "c", "p"),
    }


def test_values_of_mysql_enums_and_sets(take):
    kinds = ["enum('a','it''s','x,y')", "SET('r','w') ", "enum('한','b\\\\c')", "enum('broken", "Enum8('a' = 1)"]
    export = take(schema("mysql", table("t", *(column(f"c{n}", kind) for n, kind in enumerate(kinds)))))
    values = [[value.value for value in found.values] for found in export.tables[0].columns]
    assert values == [["a", "it's", "x,y"], ["r", "w"], ["한", "b\\c"], [], []]


def test_values_of_postgres_enums(take):
    enums = [
        {"name": "a.mood", "values": ["ok"]},
        {"name": "b.mood", "values": ["sad"]},
        {"name": "b.size", "values": ["S", "M"]},
    ]
    columns = [column("own", "mood"), column("full", "b.mood"), column("only", "size[]"), column("none", "text")]
    export = take(schema("postgres", table("a.t", *columns), table("c.t", column("either", "mood")), enums=enums))
    values = {found.name: found.values for table in export.tables for found in table.columns}
    assert values == {
        "own": (Value("ok"),),
        "full": (Value("sad"),),
        "only": (Value("S"), Value("M")),
        "none": (),
        "either": (),
    }


def test_comments_are_cleaned_and_bounded(take):
    columns = [
        column("a", comment=" 줄1\r\n줄2\r끝\x07\t. "),
        column("b", comment=""),
        column("c", comment="x" * 20_000),
        column("d", comment="{{ doc('x') }} [b] \ud800"),
    ]
    export = take(schema("mysql", table("t", *columns, comment="  ")))
    a, b, c, d = (found.comment for found in export.tables[0].columns)
    assert (a, b, d) == ("줄1\n줄2\n끝\t.", None, "{{ doc('x') }} [b] \ufffd")
    assert len(c) == 10_000
    assert c.endswith("x…")
    assert export.tables[0].comment is None


def test_what_cannot_be_kept_is_skipped_and_named(take):
    export = take(
        schema(
            "mysql",
            table("good", column("a"), column("a", "text"), column(""), column("A")),
            table(""),
            table("bad\ud800"),
            table("worse", column("\udfff")),
            table("nul\0"),
            table("good", column("z")),
        )
    )
    assert [found.name for found in export.tables[0].columns] == ["a", "A"]
    assert len(export.tables) == 1
    assert [(item.what, item.reason) for item in export.skipped] == [
        ("shop.good.a", "a second column of the same name; the first was taken"),
        ("shop.good, column 3", "it has no name"),
        ("table 2", "it has no name"),
        ("shop.bad\ufffd", "its name is not valid Unicode"),
        ("shop.worse", "its column \ufffd cannot be used: its name is not valid Unicode"),
        ("shop.nul?", "its name has a NUL character"),
        ("shop.good", "the export describes it twice; the first description was taken"),
    ]


def test_two_files_make_one_export_and_equal_tables_merge(take):
    one = schema("mysql", table("t"), table("u"), desc="The shop.")
    two = schema("mysql", table("t"), table("v"), desc="The shop.")
    export = take(one, two)
    assert [found.table for found in export.tables] == ["t", "u", "v"]
    assert [one.what for one in export.skipped] == ["the description of the database"]


def test_files_of_different_engines_are_refused(take):
    with pytest.raises(BadExport, match="mysql, postgres"):
        take(schema("mysql", table("t")), schema("postgres", table("a.t")))


def test_one_database_is_kept(take):
    files = [schema("postgres", table("s.t"), name=name) for name in ("Sales", "hr")]
    assert places(take(*files, database="SALES")) == [("Sales", "s", "t")]
    with pytest.raises(BadExport) as caught:
        take(*files, database="other")
    assert caught.value.candidates == ("Sales", "hr")
    with pytest.raises(BadExport, match="names no database"):
        take(schema("mysql", table("t")), database="shop")


def test_a_database_that_only_differs_in_case_is_ambiguous_unless_exact(take):
    files = [schema("postgres", table("s.t"), name=name) for name in ("DW", "dw")]
    assert places(take(*files, database="dw")) == [("dw", "s", "t")]
    with pytest.raises(BadExport, match="several"):
        take(*files, database="Dw")


def test_utf16_and_marks_are_read(take):
    text = json.dumps(schema("mysql", table("고객")), ensure_ascii=False)
    for encoded in (text.encode("utf-16"), b"\xef\xbb\xbf" + text.encode()):
        assert places(take(encoded)) == [(None, "shop", "고객")]


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        ('{"tables": [', "not valid JSON"),
        ('{"tables": [' * 100_000, "nested too deeply"),
        ('{"tables": [], "x": ' + "1" * 5_000 + "}", "not valid JSON"),
        (b'{"tables": [{"name": "\xff"}]}', "not UTF-8"),
        ({"tables": []}, "no table"),
        ({"tables": None}, "no table"),
        ({"name": "s", "tables": [table(" ")]}, "table 1: it has no name"),
        ({"name": 1, "tables": [table("t")]}, "name is not a string"),
        ({"name": "s", "tables": [table(5)]}, r"tables\[0\].name is not a string"),
        ({"name": "s", "tables": [table("t"), 5]}, r"tables\[1\] is not an object"),
        ({"name": "s", "tables": [table("t") | {"columns": {}}]}, r"tables\[0\].columns is not a list"),
        ({"name": "s", "tables": [table("t", column("a", comment=[]))]}, "comment is not a string"),
        ({"name": "s", "tables": [table("t", column("a") | {"nullable": "no"})]}, "nullable is not true or false"),
        ({"name": "s", "tables": [table("t", constraints=[{"columns": [1]}])]}, "columns is not a list of strings"),
        ({"name": "s", "tables": [table("t")], "driver": []}, "driver is not an object"),
        ({"name": "s", "tables": [table("t")], "enums": "x"}, "enums is not a list"),
    ],
)
def test_hostile_shapes_are_refused_in_one_line(take, broken, problem):
    with pytest.raises(BadExport, match=problem) as caught:
        take(broken)
    assert "\n" not in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("text", ["[]", "5", '"x"', "{}", "null"])
def test_a_named_format_that_is_not_it(take, text):
    with pytest.raises(BadExport):
        take(text, format_name="tbls")


def test_too_many_columns_and_tables_stop_the_import(take):
    with pytest.raises(BadExport, match="20,000"):
        take(schema("mysql", table("t", *[column("c")] * 20_001)))
    with pytest.raises(BadExport, match="200,000"):
        take({"name": "s", "tables": [{}] * 200_001})


def test_a_long_list_of_values_is_cut_and_said(take):
    kind = "enum(" + ",".join(f"'{number}'" for number in range(1_001)) + ")"
    export = take(schema("mysql", table("t", column("c", kind))))
    assert len(export.tables[0].columns[0].values) == 1_000
    assert export.skipped[0].what == "shop.t.c"


def test_null_lists_are_empty(take):
    nulls = dict.fromkeys(("relations", "enums"))
    bare = {"name": "t", "type": "BASE TABLE", "columns": None, "constraints": None}
    assert take(schema("mysql", bare, **nulls)).tables[0].columns == ()
