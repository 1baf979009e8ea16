from __future__ import annotations

import hashlib
import os
import sqlite3
from contextlib import closing

import pytest

from tnotes.catalog.sources import read_export
from tnotes.catalog.sources.export import Options
from tnotes.catalog.table import Column, Reference
from tnotes.errors import BadExport

# what an encrypted file looks like
NOISE = b"".join(hashlib.sha256(bytes([number])).digest() * 99 for number in range(30))
SHOP = """
CREATE TABLE customer (
    id INTEGER PRIMARY KEY,
    mail TEXT NOT NULL UNIQUE,
    day ,
    shout TEXT GENERATED ALWAYS AS (upper(mail)) VIRTUAL,
    kept TEXT AS (lower(mail)) STORED
);
CREATE UNIQUE INDEX open_day ON customer (day) WHERE day > 0;
CREATE UNIQUE INDEX lower_mail ON customer (lower(mail));
CREATE TABLE visit (a INT, b INT, PRIMARY KEY (b, a)) WITHOUT ROWID;
CREATE TABLE "order" (
    Customer_Id REFERENCES CUSTOMER,
    x, y, mail REFERENCES customer (MAIL), lost REFERENCES nowhere (z), gone REFERENCES nowhere,
    FOREIGN KEY (x, y) REFERENCES visit
);
CREATE VIEW loud AS SELECT shout, 1 AS one FROM customer;
CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT);
"""


def take(path, **options):
    return read_export([path], None, Options(**options))


def by_name(export):
    return {found.table: found for found in export.tables}


def test_tables_and_views_in_main(database):
    export = take(database(SHOP))
    assert (export.format, export.engine, export.skipped) == ("sqlite", "sqlite", ())
    assert {(found.database, found.schema, found.table, found.kind) for found in export.tables} == {
        (None, "main", "customer", "table"),
        (None, "main", "visit", "table"),
        (None, "main", "order", "table"),
        (None, "main", "loud", "view"),
        (None, "main", "counted", "table"),
    }
    assert {found.schema for found in take(database("", "shop.db"), schema="web").tables} == {"web"}


def test_columns_keys_and_generated_columns(database):
    found = by_name(take(database(SHOP)))
    assert found["customer"].columns == (
        Column("id", "INTEGER", nullable=True, key="primary"),
        Column("mail", "TEXT", nullable=False, key="unique"),
        Column("day", None, nullable=True),
        Column("shout", "TEXT", nullable=True),
        Column("kept", "TEXT", nullable=True),
    )
    assert [column.key for column in found["visit"].columns] == ["primary", "primary"]
    assert [(column.name, column.nullable) for column in found["loud"].columns] == [("shout", None), ("one", None)]


def test_foreign_keys_in_the_spelling_of_the_parent(database):
    found = by_name(take(database(SHOP), schema="web"))["order"]
    assert {column.name: column.references for column in found.columns} == {
        "Customer_Id": Reference("web", "customer", "id"),
        "x": Reference("web", "visit", "b"),
        "y": Reference("web", "visit", "a"),
        "mail": Reference("web", "customer", "mail"),
        "lost": Reference("web", "nowhere", "z"),
        "gone": None,
    }


def test_full_text_tables_come_without_their_shadows(database):
    found = by_name(take(database("CREATE VIRTUAL TABLE papers USING fts5(title, body);")))
    assert list(found) == ["papers"]
    assert found["papers"].kind == "virtual table"
    assert [column.name for column in found["papers"].columns] == ["title", "body"]


def test_what_sqlite_cannot_describe_is_skipped(database):
    path = database("CREATE TABLE t (a); CREATE VIEW v AS SELECT a FROM t; CREATE TABLE u (a);")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = 'CREATE VIEW v AS SELECT a FROM missing' WHERE name = 'v'")
        connection.execute(
            "INSERT INTO sqlite_schema VALUES ('table', 'w', 'w', 0, 'CREATE VIRTUAL TABLE w USING not_here(a)')"
        )
        connection.commit()
    export = take(path)
    assert sorted(by_name(export)) == ["t", "u"]
    assert {item.what: item.reason.partition(": ")[2] for item in export.skipped} == {
        "v": "no such table: main.missing",
        "w": "no such module: not_here",
    }


def test_names_that_are_not_utf8_skip_their_table(database):
    path = database("CREATE TABLE good (a); CREATE TABLE bad_x (a); CREATE TABLE worse (bad_y);")
    path.write_bytes(path.read_bytes().replace(b"bad_x", b"bad_\xff").replace(b"bad_y", b"bad_\xff"))
    export = take(path)
    assert sorted(by_name(export)) == ["good"]
    assert len(export.skipped) == 2


def test_an_error_that_quotes_a_broken_name(database):
    path = database("CREATE TABLE t (a); CREATE VIEW v AS SELECT bad_x FROM t; CREATE TABLE u (a);")
    path.write_bytes(path.read_bytes().replace(b"bad_x", b"bad_\xff"))
    export = take(path)
    assert (sorted(by_name(export)), [item.what for item in export.skipped]) == (["t", "u"], ["v"])


def test_strange_names_of_files_and_tables(database):
    script = """CREATE TABLE "it's; ""x"" y" (a); CREATE TABLE "고객" ("a b");"""
    path = database(script, "50%25 of #1? 고객.db")
    assert sorted(by_name(take(path))) == ['it\'s; "x" y', "고객"]


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_the_file_is_only_read_and_nothing_is_left_beside_it(database, tmp_path, mode):
    path = database(f"PRAGMA journal_mode = {mode};" + SHOP)
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    take(path)
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before
    assert os.listdir(tmp_path) == ["shop.db"]  # noqa: PTH208


def test_a_database_with_a_write_ahead_log(database):
    path = database("PRAGMA journal_mode = WAL; CREATE TABLE t (a);")
    with closing(sqlite3.connect(path)) as writer:
        writer.execute("CREATE TABLE late (a)")
        assert sorted(by_name(take(path))) == ["late", "t"]


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (lambda raw: raw[:50], "damaged or cut short"),
        (lambda raw: raw[:5_000], "damaged"),
        (lambda raw: raw[:100] + b"\xff" * (len(raw) - 100), "damaged"),
        (lambda raw: raw[:16] + NOISE[: len(raw) - 16], "encrypted"),
        (lambda raw: raw[:16] + b"\0" * (len(raw) - 16), "encrypted"),
    ],
)
def test_damaged_files_are_refused(database, damage, problem):
    path = database(SHOP)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(BadExport, match=problem) as caught:
        take(path)
    assert "\n" not in caught.value.message


def test_an_encrypted_file_has_no_header_at_all(tmp_path):
    path = tmp_path / "secret.db"
    path.write_bytes(b"\0" + NOISE)
    with pytest.raises(BadExport, match="encrypted"):
        take(path)
    with pytest.raises(BadExport, match="encrypted"):
        read_export([path], "sqlite", Options())


def test_a_locked_file_is_refused(database, monkeypatch):
    monkeypatch.setattr("tnotes.catalog.sources.sqlite._LOCK_SECONDS", 0.05)
    path = database(SHOP)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BadExport, match="locked"):
            take(path)


def test_an_empty_database_has_no_table(database):
    path = database("CREATE TABLE t (a); DROP TABLE t;")
    with pytest.raises(BadExport, match="no table"):
        take(path)
