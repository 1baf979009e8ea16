from __future__ import annotations

import csv
import json

import pytest

from tnotes.catalog.table import Column, Value
from tnotes.errors import BadExport

PLAIN = "table_catalog,table_schema,table_name,column_name,ordinal_position,is_nullable,data_type\n"
ROWS = PLAIN + "dw,sales,T,B,2,NO,integer\ndw,sales,T,A,1,YES,text\n"


def names(export):
    return {found.table: [column.name for column in found.columns] for found in export.tables}


def only(export):
    assert len(export.tables) == 1
    return export.tables[0]


def test_columns_come_in_ordinal_order(take):
    found = only(take(ROWS))
    assert (found.database, found.schema, found.table, found.kind) == ("dw", "sales", "T", "table")
    assert found.columns == (Column("A", "text", nullable=True), Column("B", "integer", nullable=False))


def test_rows_without_a_number_keep_the_order_of_the_file(take):
    text = PLAIN + "dw,s,T,b,,NO,int\ndw,s,T,a,x,NO,int\ndw,s,T,c,1.0,NO,int\n"
    assert names(take(text)) == {"T": ["c", "b", "a"]}


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("quoted", [True, False])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_any_separator_quoted_or_not(take, separator, quoted, line_end):
    quote = '"' if quoted else ""
    rows = [separator.join(f"{quote}{cell}{quote}" for cell in line.split(",")) for line in ROWS.splitlines()]
    assert names(take(line_end.join(rows))) == {"T": ["A", "B"]}


@pytest.mark.parametrize("encoded", [b"\xef\xbb\xbf" + ROWS.encode(), ROWS.encode("utf-16"), ROWS.upper().encode()])
def test_marks_and_upper_case_headers(take, encoded):
    assert names(take(encoded)) == {"T": ["A", "B"]}


def test_written_out_nulls_are_nothing_but_a_name_stays(take):
    text = "TABLE_SCHEMA,TABLE_NAME,COLUMN_NAME,IS_NULLABLE,DATA_TYPE,COMMENT\nS,NULL,NULL,NULL,NULL,NULL\n"
    assert only(take(text)).columns == (Column("NULL"),)


def test_an_unnamed_index_column_and_no_schema(take):
    text = ",TABLE_NAME,COLUMN_NAME,DATA_TYPE\n0,T,A,int\n1,T,B,int\n"
    with pytest.raises(BadExport) as caught:
        take(text)
    assert "--schema" in caught.value.hint
    found = only(take(text.replace(",", "\t"), schema="web"))
    assert (found.schema, [column.name for column in found.columns]) == ("web", ["A", "B"])


def test_mysql_has_no_database_and_its_full_type_and_key(take):
    text = (
        "TABLE_CATALOG,TABLE_SCHEMA,TABLE_NAME,COLUMN_NAME,DATA_TYPE,COLUMN_TYPE,COLUMN_KEY,COLUMN_COMMENT\n"
        "def,shop,T,id,bigint,bigint unsigned,PRI,\n"
        "def,shop,T,mail,varchar,varchar(90),UNI,\n"
        "def,shop,T,state,enum,\"enum('a','it''s')\",MUL,상태\n"
    )
    export = take(text)
    assert export.engine == "mysql"
    assert only(export).database is None
    assert only(export).columns == (
        Column("id", "bigint unsigned", key="primary"),
        Column("mail", "varchar(90)", key="unique"),
        Column("state", "enum('a','it''s')", comment="상태", values=(Value("a"), Value("it's"))),
    )


def test_the_engine_is_guessed_from_sure_signs_only(take):
    assert take(ROWS).engine is None
    assert take(ROWS, dialect="snowflake").engine == "snowflake"
    postgres = "table_schema,table_name,column_name,data_type,udt_name\ns,t,a,ARRAY,_text\ns,t,b,USER-DEFINED,mood\n"
    export = take(postgres)
    assert export.engine == "postgres"
    assert [column.type for column in only(export).columns] == ["text[]", "mood"]


@pytest.mark.parametrize("header", ["COLUMN_COMMENT", "COMMENT", "column_description", "description"])
def test_comments_under_any_of_their_names(take, header):
    text = f'table_schema,table_name,column_name,{header}\ns,t,a,"two\r\nlines, ""quoted"""\n'
    assert only(take(text)).columns[0].comment == 'two\nlines, "quoted"'


def test_a_second_file_says_kind_and_comment(take):
    tables = "TABLE_SCHEMA;TABLE_NAME;TABLE_TYPE;TABLE_COMMENT\nsales;T;VIEW;Orders\nsales;empty;BASE TABLE;\n"
    for files in ((ROWS, tables), (tables, ROWS)):
        export = take(*files)
        assert (only(export).kind, only(export).comment) == ("view", "Orders")
        assert [item.what for item in export.skipped] == ["sales.empty"]


def test_the_second_file_is_matched_by_catalog_where_both_have_one(take):
    tables = "table_catalog,table_schema,table_name,table_type\nother,sales,T,VIEW\n"
    assert only(take(ROWS, tables)).kind == "table"
    assert only(take(ROWS.replace("dw,", "NULL,"), tables)).kind == "view"


def test_tables_alone_are_refused(take):
    with pytest.raises(BadExport, match="no columns"):
        take("table_schema,table_name,table_type\ns,t,VIEW\n")


def test_what_a_client_prints_around_the_rows_is_left_out(take):
    text = (
        " table_schema | table_name | column_name | comment \n"
        "--------------+------------+-------------+---------\n"
        ' sales        | T          | A           | the "x" \n'
        " sales        | T          | B           |         \n"
        "(2 rows)\n\n"
    )
    export = take(text)
    assert names(export) == {"T": ["A", "B"]}
    assert only(export).columns[0].comment == 'the "x"'
    assert export.skipped == ()


def test_a_quote_in_a_tab_separated_comment_is_only_a_quote(take):
    text = 'table_schema\ttable_name\tcolumn_name\tcomment\ns\tt\ta\t"open\ns\tt\tb\t5" wide\n'
    assert [column.comment for column in only(take(text)).columns] == ['"open', '5" wide']


def test_odd_rows_are_skipped_and_named(take):
    export = take(PLAIN + "dw,s,T,A,1,NO,int\ndw,s,T,B,2,NO,int,too,many\ndw,,T,C\ndw,s,,D\ndw,s,T,A,3,NO,int\n\n")
    assert names(export) == {"T": ["A"]}
    assert [item.what for item in export.skipped] == ["export1:3", "export1:4", "export1:5", "s.T.A"]


def test_nested_fields_of_bigquery(take):
    text = "table_schema,table_name,column_name,field_path,description\ns,t,e,e,\ns,t,e,e.key,Key\n"
    assert [column.name for column in only(take(text)).columns] == ["e", "e.key"]


def test_rows_as_json_are_the_same_rows(take):
    rows = [dict(zip(PLAIN.strip().split(","), line.split(","), strict=True)) for line in ROWS.splitlines()[1:]]
    rows = [row | {"ordinal_position": int(row["ordinal_position"])} for row in rows]
    upper = [{key.upper(): value for key, value in row.items()} for row in rows]
    lines = "\n".join(json.dumps(row) for row in rows)
    tables = [{"table_schema": "sales", "table_name": "T", "table_type": "VIEW", "table_comment": "Orders"}]
    for written in (rows, upper, lines, [*rows, {"table_name": "T", "column_name": "C"}]):
        export = take(written, tables)
        assert (export.format, only(export).kind, only(export).comment) == ("information-schema", "view", "Orders")
        assert only(export).columns == only(take(ROWS)).columns
    assert export.skipped[0].reason == "the row names no schema"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ([{"table_schema": "s", "table_name": "t", "column_name": "c"}, 5], "is not a JSON object"),
        ([{"table_schema": "s", "table_name": "t", "column_name": "\ud800"}], "no table"),
        ('[{"table_schema": "s", "table_name": "t", "column_name": "c"', "not valid JSON"),
        (PLAIN, "no table"),
        (ROWS + 'dw,s,T,"open,3,NO,int\n', "not readable as CSV"),
        (ROWS + 'dw,s,T,"a"b,3,NO,int\n', "not readable as CSV"),
        (PLAIN + "dw,s,T," + "x" * (csv.field_size_limit() + 1) + ",1,NO,int\n", "field larger than field limit"),
        (ROWS.encode() + b"dw,sales,T,\xb0\xed\xb0\xb4,3,NO,int\n", "not UTF-8"),
        (ROWS.encode("utf-16") + b"\x00", "not UTF-8"),
    ],
)
def test_hostile_files_are_refused_in_one_line(take, text, problem):
    with pytest.raises(BadExport, match=problem) as caught:
        take(text)
    assert "\n" not in caught.value.message
    assert caught.value.hint


def test_too_many_columns_stop_the_import(take):
    with pytest.raises(BadExport, match="20,000"):
        take(PLAIN + "".join(f"dw,s,T,c{number},1,NO,int\n" for number in range(20_001)))


def test_a_named_format_that_is_not_it(take):
    for text in ("{}", "\n\n", "a,b\n1,2\n"):
        with pytest.raises(BadExport, match="no header line"):
            take(text, format_name="information-schema")
