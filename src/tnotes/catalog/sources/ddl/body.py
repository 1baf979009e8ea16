"""The parentheses of a CREATE TABLE, item by item: columns, keys, foreign keys, lists of values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tnotes.catalog.sources.assemble import COLUMN_LIMIT
from tnotes.catalog.sources.ddl import checks, remarks
from tnotes.catalog.sources.ddl.columns import Defined, define
from tnotes.catalog.sources.ddl.cursor import Cursor
from tnotes.catalog.sources.ddl.dialects import Dialect
from tnotes.catalog.sources.ddl.facts import Body, Foreign, Path
from tnotes.catalog.sources.ddl.lexis import COMMENT, MARK, Token, words
from tnotes.catalog.table import Column

_OPENERS = words("CONSTRAINT PRIMARY FOREIGN UNIQUE CHECK")
# Words that begin an item without a column where a list follows: `KEY name (a)`, but `key varchar(20)` is a column.
_MAYBE = words("KEY INDEX FULLTEXT SPATIAL EXCLUDE PERIOD SUPPLEMENTAL PROJECTION FAMILY DISTRIBUTE INVERTED")


class Item(NamedTuple):
    """What lies between two commas, and the comment at the end of its line."""

    tokens: list[Token]
    remark: str | None


def items(tokens: Iterable[Token], source: str) -> Iterator[Item]:
    """The items up to the parenthesis that closes them, or to the end of what there is."""
    current: list[Token] = []
    held: Item | None = None  # ended by a comma; a comment on the same line still belongs to it
    remark: str | None = None
    depth, end = 0, 0
    for token in tokens:
        if token.kind == COMMENT:
            if "\n" not in source[end : token.start]:
                if current and remark is None:
                    remark = remarks.beside(token.text)
                elif held and held.remark is None:
                    held = held._replace(remark=remarks.beside(token.text))
            continue
        if held:
            yield held
            held = None
        end = token.end
        if token.kind == MARK:
            if token.text == ")" and depth == 0:
                break
            depth += (token.text in "([{") - (token.text in ")]}")
        if depth == 0 and token.text == "," and token.kind == MARK:
            held, current, remark = Item(current, remark), [], None
            continue
        current.append(token)
    if held:
        yield held
    if current:
        yield Item(current, remark)


def read(found: Iterable[Item], source: str, dialect: Dialect) -> Body:
    """All that the items say together; more columns than any table has are not read."""
    builder = Builder(dialect, source)
    for item in found:
        builder.add(item)
        if len(builder.columns) > COLUMN_LIMIT:
            break
    return builder.body()


class Builder:
    """Takes items in; gives a Body."""

    def __init__(self, dialect: Dialect, source: str) -> None:
        self.columns: list[Column] = []
        self.dialect = dialect
        self._source = source
        self._body = Body()

    def body(self) -> Body:
        """What has been taken in."""
        return self._body._replace(columns=tuple(self.columns))

    def add(self, item: Item) -> None:
        """Take in a column or a constraint."""
        cursor = Cursor(item.tokens, self.dialect)
        if cursor.over:
            return
        if self._is_constraint(cursor):
            self._constraint(cursor)
        elif cursor.any("LIKE"):
            self._body = self._body._replace(copies=(*self._body.copies, cursor.path()))
        elif defined := define(cursor.tokens, self._source, self.dialect):
            self._column(defined, item.remark)

    def _column(self, defined: Defined, remark: str | None) -> None:
        column, body = defined.column, self._body
        self.columns.append(column._replace(comment=column.comment or remark))
        foreign = (*body.foreign, defined.foreign) if defined.foreign else body.foreign
        listed = (*body.listed, defined.listed) if defined.listed else body.listed
        self._body = body._replace(foreign=foreign, listed=listed)

    def _is_constraint(self, cursor: Cursor) -> bool:
        first, second = cursor.look().upper, cursor.look(1)
        if first in ("PRIMARY", "FOREIGN"):
            return second.upper == "KEY"
        if first in _OPENERS:
            return True
        if first not in _MAYBE:
            return False
        if self.dialect.family == "mysql":  # reserved there
            return True
        return second.text == "(" or (cursor.look(2).text == "(" and not cursor.look(3).text.isdigit())

    def _constraint(self, cursor: Cursor) -> None:
        if cursor.any("CONSTRAINT") and cursor.look().upper not in _OPENERS:
            cursor.name()
        body = self._body
        if cursor.take("PRIMARY", "KEY"):
            self._body = body._replace(primary=_key(cursor) or body.primary)
        elif cursor.any("UNIQUE"):
            columns = _key(cursor)
            if len(columns) == 1:
                self._body = body._replace(unique=body.unique + columns)
        elif cursor.take("FOREIGN", "KEY"):
            if foreign := _foreign(cursor):
                self._body = body._replace(foreign=(*body.foreign, foreign))
        elif cursor.any("CHECK"):
            cursor.take("NOT", "FOR", "REPLICATION")
            if listed := checks.listed(cursor.group(), self.dialect):
                self._body = body._replace(listed=(*body.listed, listed))


def _key(cursor: Cursor) -> tuple[str, ...]:
    while not cursor.over and cursor.look().text != "(":
        cursor.next()  # CLUSTERED, USING BTREE, a name
    return cursor.columns()


def _foreign(cursor: Cursor) -> Foreign | None:
    columns = _key(cursor)
    if not columns or not cursor.any("REFERENCES"):
        return None
    to: Path = cursor.path()
    return Foreign(columns, to, cursor.columns()) if to else None
