"""The values of codes and flags in live databases, and those that stay where they are."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tnotes.catalog.sources import sampling
from tnotes.catalog.sources.export import Options
from tnotes.catalog.sources.sampling import as_values, identifies, is_worth_a_look
from tnotes.catalog.table import Column, Reference


@pytest.mark.parametrize(
    "name",
    [
        *(
            "NAME",
            "cust_name",
            "firstName",
            "USERNAME",
            "EMAIL",
            "customerEmail",
            "phone_no",
            "TEL",
            "ADDR1",
            "zip_code",
        ),
        *(
            "ssn",
            "birth_date",
            "DOB",
            "이름",
            "고객명",
            "주민번호",
            "전화번호",
            "주소",
            "CUST_ID",
            "custId",
            "CUSTID",
            "uuid",
            "ID",
        ),
        *("created_by", "owner", "ACCOUNT_NO", "password", "API_TOKEN", "ip_address", "이메일", "담당자", "123", "___"),
    ],
)
def test_a_name_that_may_identify_somebody(name):
    assert identifies(name)


@pytest.mark.parametrize(
    "name",
    [
        "STAT_CD",
        "status",
        "REGION",
        "상태",
        "상태코드",
        "성별",
        "IS_ACTIVE",
        "PAID",
        "order_type",
        "user_status",
        "flag2",
        "통화",
    ],
)
def test_a_name_that_identifies_nobody(name):
    assert not identifies(name)


@pytest.mark.parametrize(
    "kind", ["CHAR(1)", "VARCHAR(20)", "text", "INTEGER", "tinyint(1)", "character varying(3)", "BOOLEAN"]
)
def test_a_type_that_codes_have(kind):
    assert is_worth_a_look(Column("STAT_CD", kind))


@pytest.mark.parametrize(
    "kind", [None, "", "REAL", "DATE", "TIMESTAMP", "DECIMAL(10,2)", "BLOB", "POINT", "JSON", "INTEGER[]"]
)
def test_a_type_that_codes_do_not_have(kind):
    assert not is_worth_a_look(Column("STAT_CD", kind))


def test_keys_are_left_alone():
    code = Column("STAT_CD", "CHAR(1)")
    keys = (
        code._replace(key="primary"),
        code._replace(key="unique"),
        code._replace(references=Reference("s", "t", "c")),
    )
    assert not any(map(is_worth_a_look, keys))


@pytest.mark.parametrize(
    ("found", "rows", "kept"),
    [
        (["9", "1", "2"], 3, ["1", "2", "9"]),
        ([10, 9, 1, -1], 40, ["-1", "1", "9", "10"]),
        (["b", "10", "a", "9"], 40, ["9", "10", "a", "b"]),
        ([True, False], 2, ["false", "true"]),
        (["", "Y"], 40, ["", "Y"]),
        (["north", "south"], 2, ["north", "south"]),
        (["서울", "부산"], 4, ["부산", "서울"]),
        (["Gold tier", "Silver tier"], 40, ["Gold tier", "Silver tier"]),
        (["x"] * 0, 0, []),
    ],
)
def test_values_that_stay(found, rows, kept):
    assert [value.value for value in as_values(found, rows)] == kept
    assert all(value.meaning is None for value in as_values(found, rows))


@pytest.mark.parametrize(
    "found",
    [
        ["a@b.example", "x"],
        ["010-1234-5678"],
        ["+82 2 123 4567"],
        ["900101-1234567"],
        ["078-05-1120"],
        ["2020-01-01"],
        ["10.0.0.1"],
        ["1234567"],
        ["6f9619ff-8b86-d011-b42d-00c04fc964ff"],
        ["KR-12345-X"],
        ["x" * 41],
        ["a\x00b"],
        ["\udcff"],
        [b"x"],
        [1.5],
        [*map(str, range(21))],
    ],
)
def test_values_that_tell_of_somebody_or_of_nothing(found):
    assert as_values(found, 1000) == ()


def test_values_that_stand_once_each_are_names_rather_than_codes():
    assert as_values(["Kim", "Lee"], 2) == as_values(["김민수", "이영희"], 3) == as_values(["Called twice"], 1) == ()


def sampled(database, path, make, *rows, **options):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(make)
        connection.executemany(f"INSERT INTO T VALUES ({', '.join('?' * len(rows[0]))})", rows)  # noqa: S608
    return database(path, **options)


@pytest.fixture
def read():
    """The values by column of table T in an SQLite file."""
    from tnotes.catalog.sources import read_export

    def read(path, **options):
        export = read_export([path], None, Options(**options))
        (table,) = (table for table in export.tables if table.table == "T")
        return {column.name: [value.value for value in column.values] for column in table.columns}

    return read


def test_an_sqlite_file_tells_its_codes(read, tmp_path):
    make = 'CREATE TABLE T (ID INTEGER PRIMARY KEY, STAT_CD CHAR(1), NAME TEXT, N INTEGER, "we""ird c" TEXT, AT REAL)'
    rows = [(None, "129"[at % 3], "Kim", at, ["a", None][at % 2], 0.5) for at in range(60)]
    found = sampled(read, tmp_path / "a.db", make, *rows)
    assert found == {"ID": [], "STAT_CD": ["1", "2", "9"], "NAME": [], "N": [], 'we"ird c': ["a"], "AT": []}
    assert not any(read(tmp_path / "a.db", values=False).values())


def test_views_and_broken_texts_are_left_alone(read, tmp_path):
    path = tmp_path / "a.db"
    rows = [(sqlite3.Binary(b"\xff"), "x" * 5_000_000, "y") for _ in range(3)]
    assert sampled(read, path, "CREATE TABLE T (A TEXT, B TEXT, C TEXT)", *rows) == {"A": [], "B": [], "C": ["y"]}
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("ALTER TABLE T RENAME TO BASE")
        connection.execute("CREATE VIEW T AS SELECT C FROM BASE")
    assert read(path) == {"C": []}


def test_when_time_is_over_it_is_said(tmp_path, monkeypatch):
    from tnotes.catalog.sources import read_export

    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        for name in "TU":
            connection.execute(f"CREATE TABLE {name} (A TEXT)")
            connection.executemany(f"INSERT INTO {name} VALUES (?)", [("x",)] * 50_000)  # noqa: S608
    monkeypatch.setattr(sampling, "SECONDS", -1.0)
    export = read_export([path], None, Options())
    assert [one.what for one in export.skipped] == ["the values of T and what follows"]
    assert [table.columns[0].values for table in export.tables] == [(), ()]


def test_a_duckdb_file_tells_its_codes(tmp_path, read):
    duckdb = pytest.importorskip("duckdb")
    with closing(duckdb.connect(str(tmp_path / "a.duckdb"))) as connection:
        connection.execute(
            "CREATE TABLE T AS SELECT range AS id, ['1', '2', '9'][range % 3 + 1] AS stat_cd, range % 2 = 0 AS paid, "
            "'a' || range AS remark FROM range(1000)"
        )
    assert read(tmp_path / "a.duckdb") == {
        "id": [],
        "stat_cd": ["1", "2", "9"],
        "paid": ["false", "true"],
        "remark": [],
    }
    assert not any(read(tmp_path / "a.duckdb", values=False).values())
