from __future__ import annotations

import subprocess
import sys
from contextlib import closing

import pytest

from tnotes.catalog.sources import detect, read_export
from tnotes.catalog.sources.export import ExportFile, Options
from tnotes.catalog.table import Column, Reference, Value
from tnotes.errors import BadExport

SHOP = r"""
CREATE SCHEMA sales;
CREATE TYPE mood AS ENUM ('sad', 'it''s', 'o\k');
CREATE TABLE sales.customer (
    id INTEGER PRIMARY KEY, mail VARCHAR UNIQUE, m mood, box STRUCT(a INTEGER), g INTEGER AS (id + 1)
);
CREATE TABLE sales."order" (id INTEGER, part INTEGER, c INTEGER REFERENCES sales.customer (id), PRIMARY KEY (id, part));
CREATE TABLE main."a.b" (x INTEGER);
CREATE VIEW loud AS SELECT upper(mail) AS mail FROM sales.customer;
COMMENT ON TABLE sales.customer IS '고객';
COMMENT ON COLUMN sales.customer.mail IS 'Address';
COMMENT ON VIEW loud IS 'Shouted.';
CREATE TEMP TABLE passing (x INTEGER);
"""


@pytest.fixture
def shop(tmp_path):
    """`shop(script, name)`: the path of a DuckDB file made by the script."""
    duckdb = pytest.importorskip("duckdb")

    def shop(script=SHOP, name="dw.duckdb"):
        path = tmp_path / name
        with closing(duckdb.connect(str(path))) as connection:
            connection.execute(script)
        return path

    return shop


def take(path, **options):
    return read_export([path], None, Options(**options))


def by_name(export):
    return {found.table: found for found in export.tables}


def test_tables_and_views_of_all_schemas(shop):
    export = take(shop())
    assert (export.format, export.engine, export.skipped) == ("duckdb", "duckdb", ())
    assert [(found.database, found.schema, found.table, found.kind) for found in export.tables] == [
        ("dw", "main", "a.b", "table"),
        ("dw", "main", "loud", "view"),
        ("dw", "sales", "customer", "table"),
        ("dw", "sales", "order", "table"),
    ]


def test_columns_comments_keys_and_values(shop):
    found = by_name(take(shop()))
    assert (found["customer"].comment, found["loud"].comment) == ("고객", "Shouted.")
    assert found["customer"].columns == (
        Column("id", "INTEGER", nullable=False, key="primary"),
        Column("mail", "VARCHAR", nullable=True, comment="Address", key="unique"),
        Column(
            "m",
            r"ENUM('sad', 'it''s', 'o\k')",
            nullable=True,
            values=(Value("sad"), Value("it's"), Value(r"o\k")),
        ),
        Column("box", "STRUCT(a INTEGER)", nullable=True),
        Column("g", "INTEGER", nullable=True),
    )
    assert found["order"].columns == (
        Column("id", "INTEGER", nullable=False, key="primary"),
        Column("part", "INTEGER", nullable=False, key="primary"),
        Column("c", "INTEGER", nullable=True, references=Reference("sales", "customer", "id")),
    )
    assert found["loud"].columns == (Column("mail", "VARCHAR"),)


def test_nothing_is_written_beside_the_file_or_into_it(shop):
    path = shop(name="odd name%41#.duckdb")
    before = path.read_bytes()
    take(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_view_on_what_is_gone_or_on_a_file_reads_nothing(shop, tmp_path):
    (tmp_path / "secret.csv").write_text("a,b\n1,2\n")
    script = """
        CREATE TABLE t (x INTEGER); CREATE TABLE kept (y INTEGER);
        CREATE VIEW lost AS SELECT * FROM t; CREATE VIEW outside AS SELECT * FROM 'HERE/secret.csv';
        DROP TABLE t;
    """
    found = by_name(take(shop(script.replace("HERE", str(tmp_path)))))
    assert set(found) == {"kept", "lost", "outside"}
    assert found["kept"].columns == (Column("y", "INTEGER", nullable=True),)


def test_two_files_are_two_databases(shop):
    paths = [shop("CREATE TABLE t (a INTEGER)", f"{name}.duckdb") for name in ("one", "two")]
    export = read_export(paths, None, Options())
    assert [found.database for found in export.tables] == ["one", "two"]


def test_a_file_that_somebody_writes_to_is_said(shop):
    path = shop()
    hold = "import duckdb, sys; held = duckdb.connect(sys.argv[1]); print('held', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(BadExport, match="open in another program"):
            take(path)
        holder.stdin.close()


@pytest.mark.parametrize("cut", [4_000, 20_000])
def test_a_damaged_file_is_refused_in_one_line(shop, tmp_path, cut):
    broken = tmp_path / "broken.duckdb"
    broken.write_bytes(shop().read_bytes()[:cut])
    with pytest.raises(BadExport, match="cannot be read as DuckDB") as caught:
        take(broken)
    assert "\n" not in caught.value.message
    assert caught.value.hint


def test_an_empty_database_has_no_table(shop):
    with pytest.raises(BadExport, match="no table"):
        take(shop(""))


MAGIC = b"\1\2\3\4\5\6\7\x08DUCK\x40" + bytes(5_000)


def test_without_the_package_the_extra_is_named(tmp_path, monkeypatch):
    path = tmp_path / "dw.db"
    path.write_bytes(MAGIC)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(BadExport, match="the package duckdb is not installed") as caught:
        take(path)
    assert "tnotes[duckdb]" in caught.value.hint


def test_the_file_is_known_by_its_magic_bytes(tmp_path):
    assert detect([ExportFile(tmp_path / "x", len(MAGIC), MAGIC)]).name == "duckdb"
