"""What lies between statements: white space, comments, lines for the client, and the delimiter that a client sets."""

from __future__ import annotations

import re

from tnotes.catalog.sources.ddl import lexis
from tnotes.catalog.sources.ddl.dialects import Dialect
from tnotes.catalog.sources.ddl.feed import Feed
from tnotes.catalog.sources.ddl.quotes import close

# A byte order mark in the middle of the file comes from files put together.
_SPACE = r"[\s\ufeff]"
_MARKER = r"/\*M?!\d*|\*/"
_TERMINATOR = re.compile(r"--#SET[ \t]+TERMINATOR[ \t]+(\S+)", re.IGNORECASE)
_REMEMBERED = 4_000  # characters before a statement that are looked at for comments about it

# Lines that only a client understands. Words that no SQL statement begins with need no pattern: see heads.NOISE.
_LINES = {
    "mysql": r"(?i:DELIMITER)[ \t]+(?P<delimiter>\S+)[^\n]*",
    "postgres": r"\\[^\n]*",
    "generic": r"\\[^\n]*",
    "mssql": r"(?i:GO)(?:[ \t]+\d+)?[ \t]*;?[ \t]*(?=\n|--|\Z)|:[^\n]*",
    "oracle": r"/[ \t]*(?=\n|\Z)|(?i:SET(?!\s+(?:ROLE|TRANSACTION|CONSTRAINTS?)\b)|EXEC|EXECUTE|START)\b[^\n]*",
}
_LINE = {family: re.compile(pattern) for family, pattern in _LINES.items()}
_NO_LINE = re.compile(r"(?!)")


class Between:
    """Finds the next statement; remembers what stands directly above it."""

    def __init__(self, feed: Feed, dialect: Dialect) -> None:
        self.delimiter = ";"
        self._feed = feed
        self._dialect = dialect
        marker = f"|{_MARKER}" if dialect.family == "mysql" else ""
        self._nothing = re.compile(rf"(?:{_SPACE}++|{lexis.comments(dialect)}{marker})*", re.DOTALL)
        self._line = _LINE.get(dialect.family, _NO_LINE)
        self._seen = "\n"

    def skip(self) -> bool:
        """Go to where the next statement begins; False at the end of the file."""
        feed = self._feed
        while True:
            feed.ahead(4_096)
            found = self._nothing.match(feed.text, feed.pos)
            if found and found[0]:
                self._see(found[0])
                feed.pos = found.end()
            if not feed.left:
                if not feed.more():
                    return False
            elif not self._step():
                return True

    def taken(self) -> tuple[str, ...]:
        """The comments above the statement that begins now; they belong to it alone."""
        seen, self._seen = self._seen, ""
        remarks: list[str] = []
        # what follows the statement before on its line is about that one
        for found in _parts(self._dialect).finditer(seen, seen.find("\n") if "\n" in seen else len(seen)):
            if found.lastgroup == "remark":
                remarks.append(found[0])
            elif found[0].count("\n") > 1 or found.lastgroup is None:
                remarks.clear()
        return tuple(remarks)

    def _see(self, text: str) -> None:
        if self._dialect.family in ("db2", "generic") and (said := _TERMINATOR.findall(text)):
            self.delimiter = said[-1]
        self._seen = (self._seen + text[-_REMEMBERED:])[-_REMEMBERED:]

    def _step(self) -> bool:
        """Over a long comment, a client's line or stray delimiters; False where a statement begins."""
        feed, text, pos = self._feed, self._feed.text, self._feed.pos
        if text.startswith("/*", pos):  # long, or with another comment inside
            for part in close(feed, self._dialect):
                self._see(part)
        elif found := self._line.match(text, pos):
            self._seen = ""
            feed.pos = found.end()
            self.delimiter = found.groupdict().get("delimiter") or self.delimiter
        elif text.startswith((self.delimiter, ";"), pos):
            self._seen = ""
            while feed.text.startswith((self.delimiter, ";"), feed.pos):
                feed.pos += len(self.delimiter) if feed.text.startswith(self.delimiter, feed.pos) else 1
        else:
            return False
        return True


def _parts(dialect: Dialect) -> re.Pattern[str]:
    """A comment, the space between two, or a character of one that began before what is remembered."""
    return re.compile(rf"(?P<remark>{lexis.comments(dialect)})|(?P<space>\s++)|.", re.DOTALL)
