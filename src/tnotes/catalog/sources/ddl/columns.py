"""One column of a CREATE TABLE, from its name to the comma."""

from __future__ import annotations

from typing import NamedTuple

from tnotes.catalog.sources.ddl import checks
from tnotes.catalog.sources.ddl.cursor import Cursor, split
from tnotes.catalog.sources.ddl.dialects import Dialect
from tnotes.catalog.sources.ddl.facts import Foreign, Listed
from tnotes.catalog.sources.ddl.lexis import QUOTED, Token, name, words
from tnotes.catalog.sources.values import listed_values
from tnotes.catalog.table import Column

# What ends the type of a column.
_AFTER_TYPE = words(
    "ALIAS AS AUTOINCREMENT AUTO_INCREMENT CHARSET CHECK CODEC COLLATE COMMENT COMPRESS COMPRESSION CONSTRAINT DEFAULT"
    " DISABLE DISTKEY ENABLE ENCODE ENCRYPT EPHEMERAL FILESTREAM GENERATED HIDDEN IDENTITY IMPLICITLY INLINE INVISIBLE"
    " KEY MASKED MASKING MATERIALIZED NOT NULL ON OPTIONS ORDER NOORDER PERSISTED POLICY PRIMARY REFERENCES ROWGUIDCOL"
    " SORTKEY SPARSE SRID STORAGE STORED TAG TTL UNIQUE USING VIRTUAL VISIBLE"
)
# Engines where a primary key says nothing about NULL.
_NULL_IN_KEYS = ("sqlite", "bigquery")


class Defined(NamedTuple):
    """A column with what its definition says about the table."""

    column: Column
    foreign: Foreign | None = None
    listed: Listed | None = None


def define(tokens: list[Token], source: str, dialect: Dialect) -> Defined | None:
    """The column that the tokens define, without a comment behind it; None where they do not begin with a name."""
    cursor = Cursor(tokens, dialect)
    column_name = cursor.name()
    if column_name is None:
        return None
    kind = _type(cursor, source)
    return _rest(cursor, Column(column_name, kind, True, values=listed_values(kind)))


def _type(cursor: Cursor, source: str) -> str | None:
    """The type as it is written."""
    start = cursor.pos
    while not cursor.over and not _type_ends(cursor):
        cursor.skip()
    taken = cursor.tokens[start : cursor.pos]
    if not taken:
        return None
    if cursor.dialect.family == "mssql":  # [int] and "int" are int
        return _joined([name(one, cursor.dialect) if one.kind == QUOTED else one.text for one in taken], taken)
    return " ".join(source[taken[0].start : taken[-1].end].split())


def _joined(texts: list[str], tokens: list[Token]) -> str:
    whole = ""
    for index, text in enumerate(texts):
        apart = index > 0 and tokens[index - 1].end < tokens[index].start and text not in ("(", ")", ",")
        whole += (" " if apart and not whole.endswith("(") else "") + text
    return whole


def _type_ends(cursor: Cursor) -> bool:
    word, following = cursor.look().upper, cursor.look(1).upper
    if word in _AFTER_TYPE:
        return True
    if word in ("CHARACTER", "CHAR"):
        return following == "SET"
    if word == "WITH":
        return following not in ("TIME", "LOCAL")
    if word == "FOR":  # FOR BIT DATA belongs to the type, FOR COLUMN does not
        return following not in ("BIT", "SBCS", "MIXED")
    return False


def _rest(cursor: Cursor, column: Column) -> Defined:
    defined = Defined(column)
    while not cursor.over:
        defined = _attribute(cursor, defined)
    if defined.column.key == "primary" and cursor.dialect.family not in _NULL_IN_KEYS:
        defined = defined._replace(column=defined.column._replace(nullable=False))
    return defined


def _attribute(cursor: Cursor, defined: Defined) -> Defined:
    """The definition with the next attribute taken in; what says nothing to us is passed over."""
    column = defined.column
    if cursor.take("NOT", "NULL"):
        return defined._replace(column=column._replace(nullable=False))
    if cursor.take("PRIMARY", "KEY"):
        return defined._replace(column=column._replace(key="primary"))
    if cursor.any("UNIQUE"):
        return defined._replace(column=column._replace(key=column.key or "unique"))
    if cursor.any("REFERENCES"):
        return defined._replace(foreign=Foreign((column.name,), cursor.path(), cursor.columns()))
    if cursor.any("COMMENT"):
        cursor.take("=")
        return defined._replace(column=column._replace(comment=cursor.string()))
    if cursor.any("OPTIONS"):
        return defined._replace(column=column._replace(comment=described(cursor.group(), cursor.dialect)))
    if cursor.any("CHECK"):
        found = checks.listed(cursor.group(), cursor.dialect)
        return defined._replace(listed=found or defined.listed)
    if not (cursor.take("ON", "NULL") or cursor.take("SET", "NULL") or cursor.take("DEFAULT", "NULL")):
        cursor.skip()
    return defined


def described(options: list[Token], dialect: Dialect) -> str | None:
    """The description in BigQuery's OPTIONS ( … )."""
    for part in split(options):
        cursor = Cursor(part, dialect)
        if cursor.take("DESCRIPTION", "="):
            return cursor.string()
    return None
