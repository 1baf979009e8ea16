"""One statement to what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tnotes.catalog.sources.ddl import alter, create, lexis, others
from tnotes.catalog.sources.ddl.cursor import Cursor
from tnotes.catalog.sources.ddl.dialects import Dialect
from tnotes.catalog.sources.ddl.facts import Fact
from tnotes.catalog.sources.ddl.properties import Properties
from tnotes.catalog.sources.ddl.split import Statement

_SMALL = 200_000  # nothing but a CREATE TABLE or an ALTER TABLE is longer
_MADE = re.compile(r"\b(TABLE|VIEW|TYPE|DOMAIN|SCHEMA|DATABASE|INDEX)\b", re.IGNORECASE)


class Reader:
    """Reads the statements of one dialect."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._properties = Properties()

    def facts(self, statement: Statement) -> Iterator[Fact]:
        """All that the statement says about tables, and about where they lie."""
        verb = statement.text[:8].split(None, 1)[0].upper()
        if verb.startswith("CREATE"):
            yield from self._create(statement)
        elif verb == "ALTER":
            yield from alter.alter(statement, self._dialect)
            if self._dialect.family == "oracle":
                yield from others.alter_session(self._cursor(statement, 2))
        elif verb.startswith("SELECT"):
            yield from others.select(statement.text)
        else:
            yield from self._small(verb, statement)

    def _create(self, statement: Statement) -> Iterator[Fact]:
        made = _MADE.search(statement.text, 0, 2_000)
        what = made[1].upper() if made else ""
        if what in ("TABLE", "VIEW"):
            yield from create.read(statement, self._dialect)
        elif what == "INDEX":
            yield from alter.index(statement, self._dialect)
        elif len(statement.text) < _SMALL:
            yield from others.create_other(statement, self._dialect)

    def _small(self, verb: str, statement: Statement) -> Iterator[Fact]:
        if len(statement.text) > _SMALL:
            return
        cursor = self._cursor(statement, 1)
        if verb == "COMMENT":
            yield from others.comment_on(cursor)
        elif verb == "USE":
            yield from others.use(cursor)
        elif verb == "DROP":
            yield from others.drop(cursor)
        elif verb.startswith("EXEC"):
            yield from self._properties.call(cursor)
        elif verb == "SET":
            self._properties.assign(cursor)
            yield from others.set_current(cursor)

    def _cursor(self, statement: Statement, behind: int) -> Cursor:
        """A cursor behind that many words."""
        cursor = Cursor(lexis.tokens(statement.text, self._dialect), self._dialect)
        cursor.pos = behind
        return cursor
