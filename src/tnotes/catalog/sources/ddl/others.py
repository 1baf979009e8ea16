"""The statements beside CREATE and ALTER TABLE: comments, types with values, and where bare names lie."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tnotes.catalog.sources.ddl import checks, lexis
from tnotes.catalog.sources.ddl.cursor import Cursor, split
from tnotes.catalog.sources.ddl.dialects import Dialect
from tnotes.catalog.sources.ddl.facts import Drops, Fact, Lists, Moves, Path, Says
from tnotes.catalog.sources.ddl.split import Statement
from tnotes.catalog.table import Value

_SCHEMAS = ("databricks", "duckdb")  # where USE alone means a schema
_SET_CONFIG = re.compile(r"\bset_config\s*\(\s*'search_path'\s*,\s*'([^']*)'", re.IGNORECASE)


def comment_on(cursor: Cursor) -> Iterator[Says]:
    """COMMENT ON TABLE t IS 'x', COMMENT ON COLUMN t.a IS 'x', and DB2's COMMENT ON t (a IS 'x', b IS 'y')."""
    cursor.take("IF", "EXISTS")
    if not cursor.any("ON"):
        return
    cursor.any("MATERIALIZED", "FOREIGN", "EXTERNAL")
    what = cursor.any("TABLE", "VIEW", "COLUMN")
    if not what and cursor.look(1).text not in ("(", "."):
        return  # on something else: COMMENT ON SCHEMA …
    path = cursor.path()
    if cursor.look().text == "(":
        for part in split(cursor.group()):
            one = Cursor(part, cursor.dialect)
            name = one.name()
            if name and one.any("IS") and (text := one.string()) is not None:
                yield Says(path, name, text)
    elif cursor.any("IS"):
        text = cursor.string() or ""
        if what == "COLUMN" and len(path) > 1:
            yield Says(path[:-1], path[-1], text)
        elif what in ("TABLE", "VIEW") and path:
            yield Says(path, None, text)


def create_other(statement: Statement, dialect: Dialect) -> Iterator[Fact]:
    """CREATE TYPE … AS ENUM, CREATE DOMAIN … CHECK, CREATE SCHEMA and CREATE DATABASE."""
    cursor = Cursor(lexis.tokens(statement.text, dialect), dialect)
    cursor.next()
    what = ""
    while not cursor.over and not (what := cursor.any("TYPE", "DOMAIN", "SCHEMA", "DATABASE")):
        cursor.next()
    cursor.take("IF", "NOT", "EXISTS")
    path = cursor.path()
    if not path:
        return
    if what in ("SCHEMA", "DATABASE"):
        yield from _opened(what, path, dialect)
    elif values := _enum(cursor) if what == "TYPE" else _domain(cursor):
        yield Lists(path, values)


def _enum(cursor: Cursor) -> tuple[Value, ...]:
    if not cursor.take("AS", "ENUM"):
        return ()
    texts = [Cursor(part, cursor.dialect).string() for part in split(cursor.group())]
    return tuple(Value(text) for text in texts if text is not None)


def _domain(cursor: Cursor) -> tuple[Value, ...]:
    while not cursor.over:
        if cursor.any("CHECK"):
            found = checks.listed(cursor.group(), cursor.dialect)
            return found.values if found and found.column.upper() == "VALUE" else ()
        cursor.next()
    return ()


def _opened(what: str, path: Path, dialect: Dialect) -> Iterator[Moves]:
    """Where CREATE DATABASE and CREATE SCHEMA leave bare names."""
    if dialect.family == "mysql":  # both words mean the same there, and a dump without USE means this one
        yield Moves(schema=path[-1])
    elif dialect.family == "snowflake":  # the new one becomes the current one
        if what == "DATABASE":
            yield Moves(database=path[-1], schema="")
        else:
            yield Moves(database=path[-2] if len(path) > 1 else None, schema=path[-1])


def use(cursor: Cursor) -> Iterator[Moves]:
    """USE x, in each engine's sense of it."""
    family = cursor.dialect.family
    if cursor.any("ROLE", "WAREHOUSE", "SECONDARY"):
        return
    what = cursor.any("DATABASE", "SCHEMA", "CATALOG")
    path = cursor.path()
    if not path:
        return
    if len(path) > 1:
        yield Moves(database=path[-2], schema=path[-1])
    elif what == "SCHEMA" or family in ("mysql", "clickhouse") or (family in _SCHEMAS and what != "CATALOG"):
        yield Moves(schema=path[0])
    else:
        yield Moves(database=path[0], schema="" if family == "snowflake" else None)


def set_current(cursor: Cursor) -> Iterator[Moves]:
    """SET search_path, SET SCHEMA, SET CURRENT SCHEMA, SET database, in their spellings."""
    cursor.any("SESSION", "LOCAL", "CURRENT")
    if cursor.any("SEARCH_PATH"):
        if cursor.any("TO") or cursor.take("="):
            yield from _search_path(cursor)
    elif cursor.any("SCHEMA", "CURRENT_SCHEMA"):
        yield from (Moves(schema=name) for name in _assigned(cursor))
    elif cursor.dialect.name == "cockroachdb" and cursor.any("DATABASE"):
        yield from (Moves(database=name) for name in _assigned(cursor))


def _assigned(cursor: Cursor) -> Iterator[str]:
    cursor.any("TO")
    cursor.take("=")
    text = cursor.string()
    name = text if text is not None else cursor.name()
    if name:
        yield name


def _search_path(cursor: Cursor) -> Iterator[Moves]:
    names = []
    while (text := cursor.string()) is not None or (text := cursor.name()) is not None:
        names.append(text)
        cursor.take(",")
    real = [name for name in names if name and name not in ("$user", "pg_catalog", "DEFAULT", "default")]
    yield Moves(schema=real[0] if real else "")


def select(text: str) -> Iterator[Moves]:
    """`SELECT pg_catalog.set_config('search_path', '', false)`, as pg_dump writes it."""
    if found := _SET_CONFIG.search(text[:400]):
        yield Moves(schema=found[1].partition(",")[0].strip().strip('"'))


def drop(cursor: Cursor) -> Iterator[Drops]:
    """DROP TABLE a, b and DROP VIEW a."""
    cursor.any("MATERIALIZED", "FOREIGN", "EXTERNAL")
    if not cursor.any("TABLE", "VIEW"):
        return
    cursor.take("IF", "EXISTS")
    while path := cursor.path():
        yield Drops(path)
        cursor.take(",")


def alter_session(cursor: Cursor) -> Iterator[Moves]:
    """Oracle's ALTER SESSION SET CURRENT_SCHEMA = x."""
    if cursor.take("SET", "CURRENT_SCHEMA", "="):
        yield from (Moves(schema=name) for name in _assigned(cursor))
