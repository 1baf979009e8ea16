"""Names and texts of an export, made safe to keep: what is wrong with a name, and one form for each text."""

from __future__ import annotations

import re

TEXT_LIMIT = 10_000
NAME_LIMIT = 4_096  # above the longest that any database allows; nested BigQuery columns come nearest

_CONTROLS = {code: None for code in range(32) if chr(code) not in "\t\n"}
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_KINDS = {
    "": "table",
    "base table": "table",
    "basic table": "table",  # what tbls writes for SQL Server and Spanner
    "managed": "table",
    "external": "external table",
    "virtual": "virtual table",
    "materialized_view": "materialized view",
}
_ENGINES = {
    "postgresql": "postgres",
    "pg": "postgres",
    "cockroach": "cockroachdb",
    "yugabyte": "postgres",
    "yugabytedb": "postgres",
    "sqlserver": "mssql",
    "tsql": "mssql",
    "sqlite3": "sqlite",
    "bq": "bigquery",
    "mongo": "mongodb",
}


def text(raw: str | None) -> str | None:
    """The text with LF line ends, no control characters, valid Unicode and a bounded length; None when empty."""
    if raw is None:
        return None
    if not raw.isprintable():
        raw = valid_unicode(raw.replace("\r\n", "\n").replace("\r", "\n")).translate(_CONTROLS)
    whole = raw.strip()
    if len(whole) > TEXT_LIMIT:
        whole = whole[: TEXT_LIMIT - 1].rstrip() + "…"
    return whole or None


def valid_unicode(raw: str) -> str:
    """The text with U+FFFD for each lone surrogate, which no UTF-8 file could hold."""
    return _LONE_SURROGATE.sub("\ufffd", raw)


def name_problem(name: str) -> str | None:
    """Why `name` cannot be the name of anything, or None when it can."""
    if not name.strip():
        return "it has no name"
    if _LONE_SURROGATE.search(name):
        return "its name is not valid Unicode"
    if "\0" in name:
        return "its name has a NUL character"
    if len(name) > NAME_LIMIT:
        return f"its name is longer than {NAME_LIMIT:,} characters"
    return None


def shown(name: object) -> str:
    """`name` as it can stand in a one-line message."""
    line = " ".join(valid_unicode(str(name)).split())
    line = line if line.isprintable() else "".join(char if char.isprintable() else "?" for char in line)
    return line if len(line) <= 200 else line[:199] + "…"


def kind(raw: str | None) -> str:
    """`table`, `view`, `materialized view`, `external table` …"""
    lower = (text(raw) or "").lower()
    return _KINDS.get(lower, lower)


def engine(raw: str | None) -> str | None:
    """The one name we use for a database engine, or None."""
    lower = (text(raw) or "").lower()
    return _ENGINES.get(lower, lower) or None
