"""How a database compares names: what an unquoted name may stand for."""

from __future__ import annotations

from collections.abc import Sequence

from tnotes.catalog.names import Part
from tnotes.words import fold, nfc

_UPPER = frozenset({"snowflake", "oracle", "db2", "exasol", "hana"})
_LOWER = frozenset({"postgres", "redshift", "greenplum", "cockroachdb", "vertica", "trino", "presto", "athena"})
_EXACT = frozenset({"bigquery", "clickhouse"})
_ANY = frozenset(
    {"mysql", "mariadb", "sqlite", "mssql", "duckdb", "databricks", "hive", "spark", "teradata", "mongodb"}
)
ENGINES = _UPPER | _LOWER | _EXACT | _ANY


def fits(typed: Part, physical: str, engine: str | None) -> bool:
    """Whether `typed` means the name `physical` in that engine. Engines not listed compare without case."""
    text, name = nfc(typed.text), nfc(physical)
    if text == name:
        return True
    if engine in _EXACT or fold(text) != fold(name):
        return False
    if engine in _UPPER:
        return not typed.quoted and name == text.upper()
    if engine in _LOWER:
        return not typed.quoted and name == text.lower()
    return True


def spelled_best(typed: str, names: Sequence[str]) -> tuple[str, ...]:
    """The names spelled exactly so; else those that differ in composition only, else those that differ in case."""
    return (
        tuple(name for name in names if name == typed)
        or tuple(name for name in names if nfc(name) == nfc(typed))
        or tuple(name for name in names if fold(name) == fold(typed))
    )
