"""What lies between statements: white space, comments, lines for the client, and the delimiter that a client sets."""

from __future__ import annotations

import re

from tnotes.catalog.sources.ddl import lexis
from tnotes.catalog.sources.ddl.dialects import Dialect
from tnotes.catalog.sources.ddl.feed import Feed
from tnotes.catalog.sources.ddl.quotes import close

_SPACE = re.compile(r"[\s\ufeff]*+")  # a mark in the middle of the file comes from files put together
_MARKER = re.compile(r"/\*M?!\d*|\*/")
_TERMINATOR = re.compile(r"--#SET\s+TERMINATOR\s+(\S+)", re.IGNORECASE)
_REMARK_LIMIT, _REMARKS = 2_000, 20

# Lines that only a client understands. Words that no SQL statement begins with need no pattern: see heads.NOISE.
_LINES = {
    "mysql": r"(?i:DELIMITER)[ \t]+(?P<delimiter>\S+)[^\n]*",
    "postgres": r"\\[^\n]*",
    "generic": r"\\[^\n]*",
    "mssql": r"(?i:GO)(?:[ \t]+\d+)?[ \t]*;?[ \t]*(?=\n|--|\Z)|:[^\n]*",
    "oracle": r"/[ \t]*(?=\n|\Z)|(?i:SET(?!\s+(?:ROLE|TRANSACTION|CONSTRAINTS?)\b)|EXEC|EXECUTE|START)\b[^\n]*",
}
_NO_LINE = re.compile(r"(?!)")
_LINE = {family: re.compile(pattern) for family, pattern in _LINES.items()}


class Between:
    """Finds the next statement; remembers the comments directly above it."""

    def __init__(self, feed: Feed, dialect: Dialect) -> None:
        self.delimiter = ";"
        self._feed = feed
        self._dialect = dialect
        self._comment = re.compile(lexis.comments(dialect), re.DOTALL)
        self._line = _LINE.get(dialect.family, _NO_LINE)
        self._remarks: list[str] = []
        self._fresh = True  # whether a line began since the last statement: what follows it on its line is about it

    def skip(self) -> bool:
        """Go to where the next statement begins; False at the end of the file."""
        feed = self._feed
        gap = 0
        while True:
            feed.ahead(4_096)
            if space := _SPACE.match(feed.text, feed.pos):
                gap += space[0].count("\n")
                feed.pos = space.end()
            if gap:
                self._fresh = True
            if gap > 1:
                self._remarks.clear()
            if not feed.left:
                if not feed.more():
                    return False
                continue
            if not self._step():
                return True
            gap = 0

    def taken(self) -> tuple[str, ...]:
        """The comments above the statement that begins now; they belong to it alone."""
        remarks = tuple(self._remarks)
        self.forget()
        return remarks

    def forget(self) -> None:
        """What was said above is not about what comes next."""
        self._remarks.clear()
        self._fresh = False

    def _step(self) -> bool:
        """Over one comment, client's line or stray delimiter; False where a statement begins."""
        feed, text, pos = self._feed, self._feed.text, self._feed.pos
        if found := self._comment.match(text, pos):
            feed.pos = found.end()
            self._remember(found[0])
        elif self._dialect.family == "mysql" and (found := _MARKER.match(text, pos)):
            feed.pos = found.end()
        elif text.startswith("/*", pos):  # long, or with another comment inside
            for _ in close(feed, self._dialect):
                pass
        elif found := self._line.match(text, pos):
            self.forget()
            feed.pos = found.end()
            self.delimiter = found.groupdict().get("delimiter") or self.delimiter
        elif text.startswith((self.delimiter, ";"), pos):
            self.forget()
            feed.pos += len(self.delimiter) if text.startswith(self.delimiter, pos) else 1
        else:
            return False
        return True

    def _remember(self, comment: str) -> None:
        if self._dialect.family in ("db2", "generic") and (found := _TERMINATOR.match(comment)):
            self.delimiter = found[1]
        if self._fresh and len(self._remarks) < _REMARKS:
            self._remarks.append(comment[:_REMARK_LIMIT])
