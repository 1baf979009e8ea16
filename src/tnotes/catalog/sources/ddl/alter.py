"""ALTER TABLE and CREATE UNIQUE INDEX: keys, foreign keys, columns and comments that come after CREATE TABLE."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.catalog.sources.ddl import lexis
from tnotes.catalog.sources.ddl.body import Builder, Item
from tnotes.catalog.sources.ddl.columns import define
from tnotes.catalog.sources.ddl.cursor import Cursor, split
from tnotes.catalog.sources.ddl.dialects import Dialect
from tnotes.catalog.sources.ddl.facts import Body, Changes, Path, Says
from tnotes.catalog.sources.ddl.lexis import Token
from tnotes.catalog.sources.ddl.split import Statement
from tnotes.catalog.table import Column

_CONSTRAINTS = ("CONSTRAINT", "PRIMARY", "FOREIGN", "UNIQUE", "CHECK")
_INDEXES = ("INDEX", "KEY", "FULLTEXT", "SPATIAL", "DEFAULT", "PARTITION", "SUPPLEMENTAL", "PERIOD", "VALUE")
_LOST = ("RENAME", "DROP", "CHANGE")


def alter(statement: Statement, dialect: Dialect) -> Iterator[Changes | Says]:
    """What an ALTER TABLE adds to its table; what it takes away or renames is said, not done."""
    cursor = Cursor(lexis.tokens(statement.text, dialect), dialect)
    if not cursor.take("ALTER", "TABLE"):
        return
    cursor.take("IF", "EXISTS")
    cursor.any("ONLY")
    path = cursor.path()
    if not path:
        return
    if cursor.any("WITH"):
        cursor.any("CHECK", "NOCHECK")
    adding = False
    added = Builder(dialect, statement.text)
    for part in split(cursor.tokens[cursor.pos :]):
        action = Cursor(part, dialect)
        adding = bool(action.any("ADD")) or (adding and _goes_on(action))
        if adding:
            _add(action, added)
        else:
            yield from _other(action, path, statement.text)
    body = added.body()
    if body != Body():
        yield Changes(path, body)


def _goes_on(action: Cursor) -> bool:
    """Whether T-SQL's ADD a, b is meant: no verb begins the second part."""
    verbs = (*_LOST, "ALTER", "MODIFY", "ENABLE", "DISABLE", "SET", "OWNER", "ATTACH", "COMMENT", "ENGINE", "ORDER")
    return action.look().upper not in verbs


def _add(action: Cursor, added: Builder) -> None:
    if action.look().text == "(":
        for part in split(action.group()):
            added.add(Item(part, None))
        return
    action.any("COLUMN")
    action.take("IF", "NOT", "EXISTS")
    first = action.look().upper
    if first in _INDEXES and not (first == "KEY" and added.dialect.family != "mysql"):
        return
    if first == "CONSTRAINT" and action.look(2).upper not in _CONSTRAINTS:
        return  # a DEFAULT with a name
    added.add(Item(action.tokens[action.pos :], None))


def _other(action: Cursor, path: Path, source: str) -> Iterator[Changes | Says]:
    verb = action.next().upper
    if verb == "COMMENT":
        action.take("=")
        text = action.string()
        if text is not None:
            yield Says(path, None, text)
    elif verb == "ATTACH" and action.any("PARTITION"):
        part = action.path()
        if part and action.any("FOR", "DEFAULT"):  # ClickHouse attaches what is no table
            yield Changes(part, Body(), partition=path)
    elif verb in ("MODIFY", "ALTER", "CHANGE"):
        yield from _column(action, verb, path, source)
    elif verb in ("RENAME", "DROP") and action.look().upper not in (*_CONSTRAINTS, *_INDEXES):
        yield Changes(path, Body(), note=f"ALTER TABLE … {verb} is not followed")


def _column(action: Cursor, verb: str, path: Path, source: str) -> Iterator[Changes | Says]:
    action.any("COLUMN")
    if action.look().text == "(":  # Oracle: MODIFY (a NOT NULL, b NUMBER)
        for part in split(action.group()):
            yield from _again(part, action.dialect, path, source)
        return
    start = action.pos
    name = action.name()
    if name is None:
        return
    if verb == "CHANGE":
        start = action.pos
        if action.name() != name:
            yield Changes(path, Body(), note="ALTER TABLE … CHANGE is not followed where it renames")
            return
    if action.any("COMMENT"):
        if (text := action.string()) is not None:
            yield Says(path, name, text)
    elif action.any("SET", "DROP"):
        if action.take("NOT", "NULL"):
            dropped = action.tokens[action.pos - 3].upper == "DROP"
            yield Changes(path, Body(), (Column(name, nullable=dropped),))
    elif not action.any("ADD", "TYPE", "RESET", "RESTART", "ENCRYPT", "UNSET"):
        yield from _again(action.tokens[start:], action.dialect, path, source)


def _again(tokens: list[Token], dialect: Dialect, path: Path, source: str) -> Iterator[Changes]:
    if defined := define(tokens, source, dialect):
        column = defined.column
        if column.type is None and column.nullable:
            column = column._replace(nullable=None)  # only what is written changes
        yield Changes(path, Body(), (column,))


def index(statement: Statement, dialect: Dialect) -> Iterator[Changes]:
    """The column that a CREATE UNIQUE INDEX makes unique by itself."""
    cursor = Cursor(lexis.tokens(statement.text, dialect), dialect)
    while not cursor.over and cursor.next().upper != "ON":
        pass
    cursor.any("ONLY")
    path = cursor.path()
    while not cursor.over and cursor.look().text != "(":
        cursor.next()
    columns = cursor.columns()
    partial = any(token.upper == "WHERE" for token in cursor.tokens[cursor.pos :])
    if path and len(columns) == 1 and not partial:
        yield Changes(path, Body(unique=columns))
