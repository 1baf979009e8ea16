"""Where statements end, in each client's way."""

from __future__ import annotations

import io

import pytest

from tnotes.catalog.sources.ddl import feed
from tnotes.catalog.sources.ddl.dialects import GENERIC, named
from tnotes.catalog.sources.ddl.feed import Feed
from tnotes.catalog.sources.ddl.split import Truncated, statements

T = "CREATE TABLE t (a int)"


def split(text, dialect):
    found = statements(Feed(io.StringIO(text)), named(dialect) if dialect else GENERIC)
    return [one if isinstance(one, Truncated) else " ".join(one.text.split()) for one in found]


@pytest.mark.parametrize("chunk", [7, 64, 1_000_000])
@pytest.mark.parametrize(
    ("dialect", "noise"),
    [
        ("postgres", "CREATE FUNCTION f() AS $a$ BEGIN; CREATE TABLE x (a int); $b$ $b$ END $a$;"),
        ("postgres", "CREATE FUNCTION f() BEGIN ATOMIC SELECT CASE WHEN a THEN 1 END; SELECT 2; END;"),
        ("postgres", "CREATE RULE r AS ON INSERT TO t DO (DELETE FROM u; DELETE FROM v);"),
        ("postgres", "COPY t (a) FROM stdin;\nit's; CREATE TABLE x (a int);\n\\.\n"),
        ("postgres", "COPY t (a) FROM stdin;\n\\.\n"),
        ("postgres", "INSERT INTO t VALUES (E'it\\'s;', 'back\\', ';');\nINSERT INTO t VALUES (';');"),
        ("postgres", "/* a /* nested; */ ' */ \\connect it's\n"),
        ("postgres", "SELECT a$b, $1, '$x$';"),
        ("mysql", "INSERT INTO t VALUES ('it\\'s;', \"a;\\\"\", `;`); # it's\n -- it's\n"),
        ("mysql", "DELIMITER ;;\nCREATE PROCEDURE p() BEGIN SELECT 1; END ;;\nDELIMITER ;\n"),
        (
            "mysql",
            "DELIMITER $$\nCREATE TRIGGER p BEFORE INSERT ON t FOR EACH ROW BEGIN SET a='$'; END$$\nDELIMITER ;\n",
        ),
        ("mysql", "DELIMITER //\nCREATE PROCEDURE p() SELECT 1/2//\nDELIMITER ;\n"),
        ("mysql", "CREATE TRIGGER p AFTER INSERT ON t FOR EACH ROW BEGIN IF a THEN SET b=1; END IF; END;"),
        ("mysql", "/*!50003 CREATE*/ /*!50017 DEFINER=`a`@`b`*/ /*!50003 TRIGGER p BEGIN SET a = 1; END */;"),
        ("mysql", "mysqldump: [Warning] it's insecure\n"),
        ("sqlite", "CREATE TRIGGER p AFTER INSERT ON t BEGIN UPDATE t SET a = CASE b WHEN 1 THEN 2 END; END;"),
        ("sqlite", "INSERT INTO [a;'b] VALUES ('\\');\n.mode it's\n"),
        ("oracle", "REM it's\nPROMPT it's;\nSET DEFINE OFF\nSPOOL it's\n"),
        ("oracle", "CREATE OR REPLACE PACKAGE BODY p AS PROCEDURE a IS BEGIN NULL; END; END p;\n/\n"),
        ("oracle", "CREATE TRIGGER p BEFORE INSERT ON t BEGIN NULL; END;\n\n"),
        ("oracle", "BEGIN EXECUTE IMMEDIATE 'x;'; END;\n/\n"),
        ("oracle", "INSERT INTO t VALUES (q'[it's;]', nq'!'!');\n/\n"),
        ("db2", "--#SET TERMINATOR @\nCREATE TRIGGER p BEGIN ATOMIC SET a = 1; END@\n--#SET TERMINATOR ;\n"),
        ("mssql", "CREATE PROCEDURE p AS CREATE TABLE x (a int); INSERT t VALUES (';')\ngo 2\n"),
        ("mssql", "PRINT 'a'\nINSERT t VALUES ('\nGO\n')\nIF 1=1 PRINT 'b'\n"),
        ("mssql", "IF OBJECT_ID('t') IS NULL "),
        ("mssql", "IF NOT EXISTS (SELECT 1)\nBEGIN\n"),
        ("bigquery", "SELECT \"\"\"it's; \"quoted\" \"\"\", r''' ' ; ''';"),
        ("snowflake", "CREATE PROCEDURE p() AS $$ it's; $$; // it's\n"),
        (None, 'GRANT SELECT ON t TO "it\'s";'),
    ],
)
def test_what_is_skipped(monkeypatch, dialect, noise, chunk):
    monkeypatch.setattr(feed, "CHUNK", chunk)
    after = "\nEND\nGO" if "IF NOT EXISTS" in noise else ";"
    found = [one for one in split(f"{noise}{T}{after}\n", dialect) if not str(one).startswith("SELECT")]
    assert found == [T]


def test_tsql_needs_no_semicolons():
    text = f"SET NOCOUNT ON\n{T}\nCREATE TABLE u (a int,\n  b AS (CASE WHEN a\n = 1 THEN 2\nEND))\n"
    text += f"INSERT t EXEC a\nINSERT t EXEC b;\nINSERT t EXEC c\n{T}\n"
    assert split(text, "mssql") == [
        "SET NOCOUNT ON",
        T,
        "CREATE TABLE u (a int, b AS (CASE WHEN a = 1 THEN 2 END))",
        T,
    ]


@pytest.mark.parametrize(
    "rest", ["(a int, b text", "INSERT INTO t VALUES ('a", "/* a", "$x$ a", "INSERT INTO t VALUES (1),"]
)
def test_a_file_that_was_cut(rest):
    rest = f"CREATE TABLE u {rest}" if rest.startswith("(") else rest
    rest = f"CREATE FUNCTION f() AS {rest}" if rest.startswith("$") else rest
    first, last = split(f"{T};\n\n{rest}", "postgres")
    assert first == T
    assert last.line == 3


def test_what_is_long_is_cut():
    (found,) = statements(Feed(io.StringIO("CREATE TABLE t (" + "a int,\n" * 300_000 + "b int);")), GENERIC)
    assert found.cut
    assert len(found.text) < 1_300_000
