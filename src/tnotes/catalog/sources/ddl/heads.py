"""What kind of statement begins here: its first words say how to find its end and whether to keep it."""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from tnotes.catalog.sources.ddl import lexis
from tnotes.catalog.sources.ddl.dialects import Dialect
from tnotes.catalog.sources.ddl.lexis import words

KEPT = "kept"  # says something about tables
OTHER = "other"  # ends where the delimiter is, and is not needed
ROWS = "rows"  # INSERT: many of them, one after the other
BLOCK = "block"  # has statements inside
COPY = "copy"
NOTHING = "nothing"  # only a word between statements
NOISE = "noise"  # no SQL: a line for the client, or a warning that got into the file


class Head(NamedTuple):
    """`length` is that of the word for NOTHING; `view` where T-SQL lets only GO end the statement."""

    kind: str
    length: int = 0
    view: bool = False


_WORD = re.compile(r"[^\W\d]\w*")
_VERBS = words(
    "ANALYZE ATTACH CACHE CALL CLUSTER COMMIT DELETE DETACH DISCARD DO EXPLAIN EXPORT FLUSH GRANT HANDLER IMPORT"
    " INSTALL LISTEN LOAD LOCK MERGE NOTIFY OPTIMIZE PRAGMA PREPARE PURGE PUT REFRESH REINDEX RELEASE RENAME REASSIGN"
    " RESET REVOKE ROLLBACK RUNSTATS SAVEPOINT SECURITY START TRUNCATE UNCACHE UNLOCK UPDATE UPSERT VACUUM"
    " VALUES WITH"
)
_KEPT_VERBS = words("ALTER COMMENT DROP EXEC EXECUTE SELECT SET USE")
_KEPT_OBJECTS = words("TABLE VIEW TYPE DOMAIN SCHEMA DATABASE")
_BLOCK_OBJECTS = words("FUNCTION PROCEDURE PROC TRIGGER PACKAGE EVENT RULE")
_OTHER_OBJECTS = words(
    "INDEX SEQUENCE ROLE USER LOGIN EXTENSION AGGREGATE OPERATOR CAST LANGUAGE SYNONYM TABLESPACE SERVER COLLATION"
    " PUBLICATION SUBSCRIPTION POLICY STAGE PIPE STREAM TASK WAREHOUSE MACRO SECRET STATISTICS CATALOG CONTEXT"
    " DIRECTORY LIBRARY PROFILE CLUSTER DICTIONARY FORMAT TAG ASSEMBLY CERTIFICATE BUFFERPOOL ALIAS VARIABLE"
)
_OTHER_VERBS = words("INSERT REPLACE CREATE BEGIN DECLARE COPY END IF ELSE TRY PRINT RAISERROR")
_TRANSACTION = words("TRANSACTION TRAN WORK DEFERRED IMMEDIATE EXCLUSIVE CONCURRENT READ ISOLATION")
_CREATE_IN_LINE = re.compile(r"[^\n;]*?\b(?=CREATE\s+TABLE\b)", re.IGNORECASE)

# A line that is no SQL, and the lines below it that begin with no verb either. Some begin with a word for the client.
NOISE_LINES = re.compile(
    rf"[^\n]*+(?:\n\s*+(?=\w)(?!(?:{'|'.join(sorted(_VERBS | _KEPT_VERBS | _OTHER_VERBS))}|DELIMITER)\b)[^\n]*+)*",
    re.IGNORECASE,
)


def head_of(text: str, pos: int, dialect: Dialect) -> Head:
    """The kind of the statement that begins at `pos`."""
    found = _WORD.match(text, pos)
    first = found[0].upper() if found else ""
    if first == "INSERT" or first == "REPLACE":
        return Head(ROWS)
    if first == "CREATE":
        return _creates(text, pos, dialect)
    if dialect.family == "mssql" and (special := _in_tsql(first, text, pos)):
        return special
    if first in _KEPT_VERBS:
        return Head(KEPT)
    if first in ("BEGIN", "DECLARE"):
        return _block(first, text, pos, dialect)
    if first == "COPY" and dialect.family == "postgres":
        return Head(COPY)
    return Head(OTHER) if first in _VERBS or first in ("COPY", "END") else Head(NOISE)


def _first_words(text: str, pos: int, dialect: Dialect, count: int) -> list[str]:
    found = (token.upper for token in lexis.tokens(text[pos : pos + 2_000], dialect) if token.kind == lexis.WORD)
    return list(islice(found, count))


def _creates(text: str, pos: int, dialect: Dialect) -> Head:
    found = _first_words(text, pos, dialect, 16)
    for number, word in enumerate(found[1:], 1):
        if word in _BLOCK_OBJECTS or (word == "TYPE" and found[number + 1 : number + 2] == ["BODY"]):
            return Head(BLOCK)
        if word in _KEPT_OBJECTS:
            return Head(KEPT, view=word == "VIEW")
        if word in _OTHER_OBJECTS:
            return Head(KEPT if word == "INDEX" and "UNIQUE" in found[1:number] else OTHER)
    return Head(OTHER)


def _in_tsql(first: str, text: str, pos: int) -> Head | None:
    """T-SQL needs no semicolons, and puts CREATE TABLE inside IF and BEGIN … END."""
    if first in ("IF", "ELSE") and (before := _CREATE_IN_LINE.match(text, pos, pos + 4_000)):
        return Head(NOTHING, before.end() - pos)
    if first == "BEGIN" and _after(first, text, pos) not in _TRANSACTION:
        return Head(NOTHING, len(first))
    if first in ("ELSE", "TRY", "END"):
        return Head(NOTHING, len(first))
    return Head(OTHER) if first and first not in _KEPT_VERBS else None


def _after(first: str, text: str, pos: int) -> str:
    found = re.compile(r"\s*([^\W\d]\w*|;)?").match(text, pos + len(first), pos + 200)
    return (found[1] or "").upper() if found else ""


def _block(first: str, text: str, pos: int, dialect: Dialect) -> Head:
    if first == "DECLARE":
        return Head(BLOCK if dialect.family == "oracle" else OTHER)
    following = _after(first, text, pos)
    # BEGIN; and BEGIN TRANSACTION open a transaction, not a block
    return Head(OTHER if following in (";", "") or following in _TRANSACTION else BLOCK)
