"""CREATE TABLE and CREATE VIEW: read plainly, item by item; sqlglot reads the queries, and confirms the columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import NamedTuple

from tnotes.catalog import sql
from tnotes.catalog.sources.ddl import body, lexis, remarks
from tnotes.catalog.sources.ddl.columns import described
from tnotes.catalog.sources.ddl.cursor import Cursor, split
from tnotes.catalog.sources.ddl.dialects import Dialect
from tnotes.catalog.sources.ddl.facts import Body, Creates, Passed, Path
from tnotes.catalog.sources.ddl.lexis import COMMENT, Token
from tnotes.catalog.sources.ddl.split import Statement
from tnotes.catalog.table import Column

_HEAD = 60  # tokens up to the name, with room for a DEFINER
_TAIL = 400  # tokens behind the parentheses where a comment or INHERITS may be
_PARTS = 4  # server, database, schema, table
_TEMPORARY = frozenset(("TEMP", "TEMPORARY", "VOLATILE"))
_KINDS = ("EXTERNAL", "FOREIGN", "VIRTUAL", "MATERIALIZED", "DYNAMIC")
_QUERIES = ("SELECT", "WITH", "VALUES", "FROM", "TABLE")
# What may stand behind the query of a view, and is no part of it.
_BEHIND = re.compile(
    r"\bWITH\s+(?:(?:(?:LOCAL|CASCADED)\s+)?CHECK\s+OPTION|(?:NO\s+)?DATA|READ\s+ONLY|NO\s+SCHEMA\s+BINDING)\s*\Z",
    re.IGNORECASE,
)
CUT = "it is too long: only its first columns were read"
STAR = "its query leaves names to the engine (SELECT *, or no alias), so its columns are not known"


class _Tail(NamedTuple):
    """What stands behind the parentheses."""

    comment: str | None
    copies: tuple[Path, ...]
    query: str | None
    partition: Path = ()


def read(statement: Statement, dialect: Dialect) -> Iterator[Creates | Passed]:
    """The table or view that the statement makes; why not where its name cannot be read."""
    tokens = lexis.tokens(statement.text, dialect)
    front = list(islice(tokens, _HEAD))
    head = Cursor(front, dialect)
    while not head.over and head.next().upper not in ("TABLE", "VIEW"):
        pass
    words = {token.upper for token in head.tokens[: head.pos]}
    head.take("IF", "NOT", "EXISTS")
    path = head.path()
    if not path or len(path) > _PARTS:
        yield Passed((f"a statement on line {statement.line}",), "the name of its table could not be read")
        return
    if words & _TEMPORARY or path[-1].startswith("#"):
        yield Passed(path, "a temporary table")
        return
    left = [token for token in front if token.start >= head.look().start] if not head.over else []
    yield _made(statement, dialect, path, words, chain(left, tokens))


def _made(statement: Statement, dialect: Dialect, path: Path, words: set[str], tokens: Iterator[Token]) -> Creates:
    view = "VIEW" in words
    inside, behind = _inside(tokens, statement.text, dialect)
    if "VIRTUAL" in words:
        inside, tail, plainly, note = _virtual(behind), _Tail(None, (), None), None, None
    else:
        tail = _tail(behind, statement.text)
        inside = inside._replace(copies=inside.copies + tail.copies)
        inside, note = _with_query(inside, tail.query, dialect)
        note = CUT if statement.cut else note
        plainly = None if view or note else _unconfirmed(statement, inside, dialect)
    if view:
        inside = inside._replace(columns=tuple(column._replace(nullable=None) for column in inside.columns))
    comment = tail.comment or remarks.above(statement.remarks, path[-1])
    kind = _kind(words, view)
    return Creates(path, kind, inside, comment, "REPLACE" in words, note, plainly, tail.partition)


def _inside(tokens: Iterator[Token], source: str, dialect: Dialect) -> tuple[Body, Cursor]:
    """What is in the parentheses behind the name, and what comes after them."""
    ahead = list(islice((token for token in tokens if token.kind != COMMENT), 2))
    if len(ahead) == 2 and ahead[0].text == "(" and ahead[1].upper not in _QUERIES:
        inside = body.read(body.items(chain(ahead[1:], tokens), source), source, dialect)
        return inside, Cursor(islice(tokens, _TAIL), dialect)
    return Body(), Cursor(islice(chain(ahead, tokens), _TAIL), dialect)


def _virtual(behind: Cursor) -> Body:
    """The columns of SQLite's `USING fts5(a, b, option='x')`."""
    while not behind.over and behind.look().text != "(":
        behind.next()
    parts = [Cursor(part, behind.dialect) for part in split(behind.group())]
    names = [part.name() for part in parts if part.look(1).text != "="]
    return Body(columns=tuple(Column(name) for name in names if name))


def _kind(words: set[str], view: bool) -> str:
    base = "view" if view else "table"
    special = next((word.lower() for word in _KINDS if word in words), None)
    return f"{special} {base}" if special else base


def _tail(behind: Cursor, source: str) -> _Tail:
    comment: str | None = None
    copies: list[Path] = []
    partition: Path = ()
    while not behind.over:
        if behind.take("PARTITION", "OF"):
            partition = behind.path()
            copies.append(partition)
        elif behind.any("LIKE", "CLONE"):
            copies.append(behind.path())
        elif behind.any("INHERITS"):
            parents = [Cursor(part, behind.dialect).path() for part in split(behind.group())]
            copies += parents
        elif behind.any("COMMENT"):
            behind.take("=")
            comment = behind.string() or comment
        elif behind.any("OPTIONS"):
            comment = described(behind.group(), behind.dialect) or comment
        elif (start := _query_start(behind)) is not None:
            return _Tail(comment, tuple(filter(None, copies)), source[start:])
        else:
            behind.skip()
    return _Tail(comment, tuple(filter(None, copies)), None, partition)


def _query_start(behind: Cursor) -> int | None:
    """Where the query begins, if it does here: `AS SELECT`, `AS (SELECT`, or MySQL's bare `SELECT`."""
    ahead = 1 if behind.look().upper == "AS" else 0
    first = behind.look(ahead)
    inner = ahead
    while behind.look(inner).text == "(":
        inner += 1
    return first.start if behind.look(inner).upper in _QUERIES[: 5 if ahead else 1] else None


def _with_query(inside: Body, query: str | None, dialect: Dialect) -> tuple[Body, str | None]:
    """The columns that the query names where the parentheses name none, or why they are not known."""
    if query is None or inside.columns:
        return inside, None
    text = lexis.plain(query, dialect).rstrip("; \t\n")
    found = sql.selected(text[:-200] + _BEHIND.sub("", text[-200:]), dialect.parser)
    if isinstance(found, sql.Unread):
        return inside, f"{found.reason}; its columns are not known"
    if found is None:
        return inside, STAR
    return inside._replace(columns=tuple(Column(_name(one, dialect)) for one in found)), None


def _unconfirmed(statement: Statement, inside: Body, dialect: Dialect) -> str | None:
    """Why sqlglot does not confirm the columns that were read plainly; None where it does."""
    if not inside.columns:
        return None
    found = sql.created(lexis.plain(statement.text, dialect), dialect.parser)
    if isinstance(found, sql.Unread):
        return found.reason
    same = [_name(one, dialect) for one in found] == [column.name for column in inside.columns]
    return None if same or not found else "sqlglot sees other columns"


def _name(found: sql.Identifier, dialect: Dialect) -> str:
    return found.text if found.quoted else dialect.folded(found.text)
