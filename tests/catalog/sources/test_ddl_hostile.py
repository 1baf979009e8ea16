"""Dumps that are no dumps, or want to hurt: one line, in bounded time."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tnotes.catalog.sources import read_export
from tnotes.catalog.sources.export import Options
from tnotes.errors import BadExport

T = "CREATE TABLE t (a int);\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("INSERT INTO t VALUES (1);", "none that makes a table"),
        ("COMMENT ON TABLE t IS 'x';", "none that makes a table"),
        (T + "INSERT INTO t VALUES ('" + "x" * 3_000_000, "line 2: the quote .* is never closed"),
        (T + "/* " + "/*" * 1_000_000, "line 2: the comment .* is never closed"),
        (T + "CREATE FUNCTION f() AS $x$ " + "$y$" * 1_000_000, r"line 2: the quote \$x\$ .* is never closed"),
        (T + "CREATE TABLE u (a int DEFAULT " + "(" * 1_000_000, "line 2: the statement .* has no end"),
        (T + "COPY t FROM stdin;\n" + "1\n" * 1_000_000, "line 2: the data of the COPY"),
        ("CREATE TABLE t (" + ",".join(f"c{n} int" for n in range(300_000)) + ");", "20,000 columns"),
        ('CREATE TABLE "t\0" (a int);', "its name has a NUL character"),
    ],
)
def test_refused_in_one_line(take, text, problem):
    with pytest.raises(BadExport, match=problem) as caught:
        take(text, dialect="postgres")
    assert "\n" not in caught.value.message
    assert caught.value.hint


def test_names_are_names(take):
    export = take('CREATE TABLE "../../x" (".git" int); CREATE TABLE "a""b.c" (a int);', dialect="postgres")
    assert [found.table for found in export.tables] == ["../../x", 'a"b.c']
    assert (
        take(f"CREATE TABLE {'a.' * 2_000}b (a int);{T}", dialect="postgres").skipped[0].reason.startswith("the name")
    )


@pytest.mark.parametrize("value", ["(" * 300 + "1" + ")" * 300, "STRUCT(" * 40 + "1" + ")" * 40])
def test_deep_nesting_is_read_plainly(take, value):
    export = take(f"CREATE TABLE t (a int DEFAULT {value} NOT NULL, b text);", dialect="bigquery", schema="s")
    assert [column.name for column in export.tables[0].columns] == ["a", "b"]
    assert "too deeply" in export.skipped[0].reason


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_encodings_with_a_mark(take, encoding):
    text = f"-- {'x' * 20_000}\nCREATE TABLE t (a int COMMENT '상태') ENGINE=InnoDB;".replace("\n", "\r\n")
    assert take(text.encode(encoding), schema="s").tables[0].columns[0].comment == "상태"


def test_other_encodings_are_refused_in_definitions_but_not_in_rows(take):
    rows = b"INSERT INTO t VALUES ('\xff\xfe\x80');\n"
    assert len(take(rows + T.encode(), dialect="mysql", schema="s").tables) == 1
    for text in ("CREATE TABLE t (a int COMMENT '상태');", "-- 상태\n" + T):
        with pytest.raises(BadExport, match=r"line \d: a definition that is not UTF-8 text") as caught:
            take(rows + text.encode("cp949"), dialect="mysql", schema="s")
        assert "iconv" in caught.value.hint


def test_something_else_of_500_mb(tmp_path):
    path = tmp_path / "big.sql"
    path.write_text("Dear all,\n" * 10_000)
    os.truncate(path, 500 * 1024 * 1024)  # sparse: it takes no room
    for name in (None, "ddl"):
        with pytest.raises(BadExport):
            read_export([path], name, Options())


def test_an_sql_file_inside_something_else_is_not_taken(take):
    for content in (
        '{"sql": "\nCREATE TABLE t (a int);"}',
        b"PGDMP\x01\x0e" + T.encode(),
        b"\x00\x01" * 50 + T.encode(),
    ):
        with pytest.raises(BadExport):
            take(content)


def test_sqlglot_is_imported_only_to_read():
    code = "import sys, tnotes.catalog.sources.ddl; print('sqlglot' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
