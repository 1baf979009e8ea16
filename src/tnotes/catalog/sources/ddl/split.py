"""Where one statement of a dump ends and the next begins, without reading more into memory than it takes to tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tnotes.catalog.sources.ddl import lexis
from tnotes.catalog.sources.ddl.between import Between
from tnotes.catalog.sources.ddl.dialects import Dialect
from tnotes.catalog.sources.ddl.feed import Feed
from tnotes.catalog.sources.ddl.heads import BLOCK, COPY, KEPT, NOISE, NOISE_LINES, NOTHING, ROWS, Head, head_of
from tnotes.catalog.sources.ddl.quotes import Unclosed, close

STATEMENT_LIMIT = 1_000_000  # characters kept of one statement; a table of 20,000 columns has less
_TAIL = 400  # kept of the others: enough for COPY … FROM stdin, and for what a file that was cut ends with

_OPEN_END = re.compile(r"[,(=]\s*\Z")
_FROM_STDIN = re.compile(r"\bFROM\s+stdin\b", re.IGNORECASE)
_GO = re.compile(r"\s*+GO\b", re.IGNORECASE)
# No PL/SQL block has these inside it, so one that no `/` ends is over before them.
_AFTER_PLSQL = re.compile(r"\s*+(?:CREATE|ALTER|COMMENT\s+ON|DROP|GRANT|REM|PROMPT|SET|SHOW)\b", re.IGNORECASE)
_AFTER_BLOCK = re.compile(
    r"\s*+CREATE\s+(?:OR\s+REPLACE\s+)?(?:TABLE|VIEW|TRIGGER|FUNCTION|PROCEDURE)\b", re.IGNORECASE
)
_LOOPS = ("IF", "LOOP", "WHILE", "REPEAT", "FOR")


class Statement(NamedTuple):
    """One statement and the comments directly above it. `cut` where it was too long to keep whole."""

    text: str
    remarks: tuple[str, ...]
    line: int
    cut: bool = False


class Truncated(NamedTuple):
    """The file ends where it should not."""

    line: int
    problem: str


def statements(feed: Feed, dialect: Dialect) -> Iterator[Statement | Truncated]:
    """The statements that may say something about tables, in order; at most one Truncated, at the end."""
    between = Between(feed, dialect)
    try:
        while between.skip():
            if found := _statement(feed, dialect, between):
                yield found
    except Unclosed as error:
        yield Truncated(error.line, f"{error.what} that begins there is never closed")


def _statement(feed: Feed, dialect: Dialect, between: Between) -> Statement | Truncated | None:
    remarks, line = between.taken(), feed.line()
    head = head_of(feed.text, feed.pos, dialect)
    if head.kind == NOTHING:
        feed.pos += head.length
        return None
    if head.kind == NOISE:
        _skip_noise(feed)
        return None
    reader = _Reader(feed, dialect, between.delimiter, head)
    ended = reader.read()
    text, cut = "".join(reader.parts), reader.size > STATEMENT_LIMIT
    if not ended and (_OPEN_END.search(text) or (head.kind == KEPT and not cut and _depth(text, dialect) > 0)):
        return Truncated(line, "the statement that begins there has no end")
    if head.kind == COPY and ended and _FROM_STDIN.search(text):
        _skip_rows(feed, line)
    return Statement(text, remarks, line, cut) if head.kind == KEPT else None


class _Reader:
    """Reads one statement to its end."""

    def __init__(self, feed: Feed, dialect: Dialect, delimiter: str, head: Head) -> None:
        self.parts: list[str] = []
        self.size = 0
        self._feed = feed
        self._dialect = dialect
        self._delimiter = delimiter
        self._head = head
        self._depth = 0
        self._counted = 0  # how many of the parts are counted in `_depth`
        self._by_words = dialect.family == "mssql" and head.kind != BLOCK and not head.view
        bare_block = head.kind == BLOCK and delimiter == ";" and dialect.family not in ("mssql", "oracle")
        self._counts = bare_block or (head.kind == KEPT and self._by_words)
        self._run = lexis.run(dialect, self._stops())

    def _stops(self) -> str:
        stops = [self._delimiter]
        if self._dialect.family == "mssql":
            stops.append("words" if self._by_words else "go")
        elif self._dialect.family == "oracle":
            stops.append("slash")
        return " ".join(stops + ["rows"] * (self._head.kind == ROWS))

    def read(self) -> bool:
        """Go behind the end of the statement; False where the file ends first."""
        feed = self._feed
        while True:
            found = self._run.match(feed.text, feed.pos)
            end = found.end() if found else feed.pos
            self._keep(feed.text[feed.pos : end])
            feed.pos = end
            if end == len(feed.text):
                if not feed.more():
                    return False
            elif feed.text[end] == "\n":
                if self._line_ends_it():
                    return True
                self._one()
            elif feed.text.startswith(self._delimiter, end):
                feed.ahead(4_096)
                if self._delimiter_ends_it():
                    feed.pos += len(self._delimiter)
                    return True
                self._one()
            else:
                for part in close(feed, self._dialect):
                    self._keep(part)

    def _line_ends_it(self) -> bool:
        """Whether the line break here ends the statement: before GO and `/` always, before a verb only outside ( )."""
        if not self._counts:
            return True
        self._count()
        return self._depth <= 0 or _GO.match(self._feed.text, self._feed.pos) is not None

    def _delimiter_ends_it(self) -> bool:
        if self._head.kind != BLOCK or self._delimiter != ";":
            return True
        after = self._feed.pos + 1
        if self._dialect.family == "mssql":
            return False  # only GO ends it
        if self._dialect.family == "oracle":
            return _AFTER_PLSQL.match(self._feed.text, after) is not None
        self._count()
        return self._depth <= 0 or _AFTER_BLOCK.match(self._feed.text, after) is not None

    def _count(self) -> None:
        self._depth += _depth("".join(self.parts[self._counted :]), self._dialect)
        if self._head.kind == BLOCK:
            self.parts.clear()
            self.size = 0
        self._counted = len(self.parts)

    def _one(self) -> None:
        self._keep(self._feed.text[self._feed.pos])
        self._feed.pos += 1

    def _keep(self, part: str) -> None:
        self.size += len(part)
        if not (self._counts or self._head.kind == KEPT):
            self.parts = [part[-_TAIL:]] if len(part) > 1 else self.parts
        elif self.size <= STATEMENT_LIMIT:
            self.parts.append(part)


def _depth(text: str, dialect: Dialect) -> int:
    """How much deeper in parentheses and in BEGIN … END and CASE … END the text ends than it begins."""
    depth, before = 0, ""
    for token in lexis.tokens(text, dialect):
        word = token.upper
        if token.text in ("(", ")"):
            depth += 1 if token.text == "(" else -1
        elif word in ("BEGIN", "CASE"):
            depth += before != "END"
        elif word == "END":
            depth -= 1
        elif before == "END" and word in _LOOPS:
            depth += 1  # END IF closes no BEGIN
        before = word
    return depth


def _skip_noise(feed: Feed) -> None:
    """Over the line, and over those below it that begin no statement either."""
    while True:
        found = NOISE_LINES.match(feed.text, feed.pos)
        feed.pos = found.end() if found else feed.pos
        if feed.left or not feed.more():
            return


def _skip_rows(feed: Feed, line: int) -> None:
    """Over the rows below COPY … FROM stdin."""
    while (end := feed.text.find("\n\\.", feed.pos)) < 0:
        feed.pos = max(feed.pos, len(feed.text) - 2)
        if not feed.more():
            raise Unclosed("the data of the COPY", line)
    feed.pos = end + 3
