"""The SQL dialects whose dumps can be read: how each writes strings, names and comments, and what it calls a schema."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tnotes.catalog.sources import clean
from tnotes.errors import UsageError


@dataclass(frozen=True, slots=True)
class Dialect:
    """One dialect. `name` is the engine as the catalog names it, `parser` the dialect of sqlglot that reads it."""

    name: str | None
    parser: str
    family: str
    folds: str = ""  # what becomes of a name without quotes: `upper`, `lower`, or as it is written
    schema: str | None = None  # where a bare name lies; None where nothing but the user knows
    backslashes: bool = False  # \' inside a string
    double_strings: bool = False  # "x" is a string, not a name
    backticks: bool = False
    brackets: bool = False  # [x] is a name
    nested_comments: bool = False
    dollars: bool = False  # $tag$ … $tag$
    line_comments: tuple[str, ...] = ()  # besides --
    in_words: str = "$"  # what a name without quotes may have besides letters, digits and _

    def folded(self, name: str) -> str:
        """A name without quotes as this engine keeps it."""
        return name.upper() if self.folds == "upper" else name.lower() if self.folds == "lower" else name


_POSTGRES = Dialect("postgres", "postgres", "postgres", "lower", "public", nested_comments=True, dollars=True)
_MYSQL = Dialect("mysql", "mysql", "mysql", backslashes=True, double_strings=True, backticks=True, line_comments=("#",))

_DATABRICKS = Dialect(
    "databricks",
    "databricks",
    "databricks",
    schema="default",
    backslashes=True,
    double_strings=True,
    backticks=True,
)

# What a dump is read as when nothing in it tells.
GENERIC = Dialect(None, "", "generic", backticks=True)

DIALECTS = (
    _POSTGRES,
    replace(_POSTGRES, name="cockroachdb"),
    replace(_POSTGRES, name="redshift", parser="redshift"),
    replace(_POSTGRES, name="greenplum"),
    replace(_POSTGRES, name="vertica"),
    _MYSQL,
    replace(_MYSQL, name="mariadb"),
    Dialect("sqlite", "sqlite", "sqlite", schema="main", backticks=True, brackets=True),
    Dialect("mssql", "tsql", "mssql", schema="dbo", brackets=True, nested_comments=True, in_words="$#@"),
    Dialect("oracle", "oracle", "oracle", "upper", in_words="$#"),
    Dialect(
        "snowflake", "snowflake", "snowflake", "upper", "PUBLIC", backslashes=True, dollars=True, line_comments=("//",)
    ),
    Dialect(
        "bigquery",
        "bigquery",
        "bigquery",
        backslashes=True,
        double_strings=True,
        backticks=True,
        line_comments=("#",),
    ),
    Dialect("db2", "", "db2", "upper", nested_comments=True, in_words="$#@"),
    Dialect("duckdb", "duckdb", "duckdb", schema="main", nested_comments=True, dollars=True),
    _DATABRICKS,
    replace(_DATABRICKS, name="spark", parser="spark"),
    replace(_DATABRICKS, name="hive", parser="hive"),
    Dialect("clickhouse", "clickhouse", "clickhouse", schema="default", backslashes=True, backticks=True),
    Dialect("trino", "trino", "generic", "lower"),
    Dialect("presto", "presto", "generic", "lower"),
    Dialect("athena", "athena", "generic", "lower"),
    Dialect("exasol", "exasol", "generic", "upper"),
    Dialect("hana", "", "generic", "upper"),
    Dialect("teradata", "teradata", "generic"),
)
_BY_NAME = {dialect.name: dialect for dialect in DIALECTS}
_KIN = {"yugabyte": "postgres", "yugabytedb": "postgres"}


def named(name: str) -> Dialect:
    """The dialect that the user calls `name`, or UsageError."""
    engine = clean.engine(name) or ""
    found = _BY_NAME.get(_KIN.get(engine, engine))
    if found is None:
        hint = f"give one of: {', '.join(str(dialect.name) for dialect in DIALECTS)}"
        raise UsageError(f"unknown SQL dialect {clean.shown(name)}", hint=hint)
    return found


def by_name(name: str) -> Dialect:
    """The dialect of that exact name."""
    return _BY_NAME[name]
