"""A walk along the tokens of one statement."""

from __future__ import annotations

from collections.abc import Iterable

from tnotes.catalog.sources.ddl import lexis
from tnotes.catalog.sources.ddl.dialects import Dialect
from tnotes.catalog.sources.ddl.facts import Path
from tnotes.catalog.sources.ddl.lexis import COMMENT, MARK, QUOTED, STRING, WORD, Token

_END = Token(MARK, "", 0, 0)


class Cursor:
    """Tokens without comments, taken from the left."""

    def __init__(self, tokens: Iterable[Token], dialect: Dialect) -> None:
        self.dialect = dialect
        self.tokens = [token for token in tokens if token.kind != COMMENT]
        self.pos = 0

    def look(self, ahead: int = 0) -> Token:
        """The token that comes, or one of no text behind the end."""
        index = self.pos + ahead
        return self.tokens[index] if index < len(self.tokens) else _END

    @property
    def over(self) -> bool:
        """Whether all tokens are taken."""
        return self.pos >= len(self.tokens)

    def next(self) -> Token:
        """The next token, taken."""
        token = self.look()
        self.pos += 1
        return token

    def take(self, *words: str) -> bool:
        """Take these words or marks if they come next, all of them or none."""
        for index, word in enumerate(words):
            token = self.look(index)
            if (token.upper or token.text) != word:
                return False
        self.pos += len(words)
        return True

    def any(self, *words: str) -> str:
        """Take one of these words if it comes next; empty if none does."""
        word = self.look().upper
        if word and word in words:
            self.pos += 1
            return word
        return ""

    def name(self) -> str | None:
        """One part of a name."""
        token = self.look()
        if token.kind in (WORD, QUOTED):
            self.pos += 1
            return lexis.name(token, self.dialect)
        if token.kind == STRING and self.dialect.family in ("sqlite", "mysql", "bigquery"):
            self.pos += 1
            return lexis.value(token, self.dialect)
        return None

    def path(self) -> Path:
        """A name with all its parts; empty where none comes."""
        parts = []
        while (part := self._part()) is not None:
            parts.append(part)
            if not self.take("."):
                break
            while self.take("."):  # database..table
                parts.append("")
        if self.dialect.family == "bigquery" and any("." in part for part in parts):
            return tuple(".".join(parts).split("."))  # `project.dataset.table` in one pair of quotes
        return tuple(parts)

    def _part(self) -> str | None:
        part = self.name()
        while self.dialect.family == "bigquery" and part and self.look().text == "-" and self._touches():
            self.pos += 1  # my-project.dataset.table
            part += "-" + (self.name() or "")
        return part

    def _touches(self) -> bool:
        return self.pos > 0 and self.tokens[self.pos - 1].end == self.look().start

    def string(self) -> str | None:
        """A text; several side by side are one, and N or E may stand before it."""
        whole: list[str] = []
        while True:
            prefix = self.look()
            marked = prefix.kind == WORD and self.look(1).kind == STRING and prefix.end == self.look(1).start
            token = self.look(1 if marked else 0)
            if token.kind != STRING or (whole and self.dialect.family not in ("postgres", "mysql", "bigquery")):
                return "".join(whole) if whole else None
            self.pos += 2 if marked else 1
            whole.append(self._value(token, prefix.upper if marked else ""))

    def _value(self, token: Token, prefix: str) -> str:
        if prefix.endswith("Q") and self.dialect.family == "oracle":
            return token.text[2:-2]
        return lexis.value(token, self.dialect, escapes=prefix == "E")

    def group(self) -> list[Token]:
        """The tokens inside the parentheses that come next, taken with them; empty where none come."""
        if self.look().text != "(":
            return []
        start, depth = self.pos + 1, 0
        while not self.over:
            text = self.next().text
            depth += (text == "(") - (text == ")")
            if depth == 0:
                return self.tokens[start : self.pos - 1]
        return self.tokens[start:]

    def skip(self) -> None:
        """Go over one token, or over parentheses with all that is inside."""
        if self.look().text == "(":
            self.group()
        else:
            self.pos += 1

    def columns(self) -> tuple[str, ...]:
        """The names in a list of columns; empty where one of them is an expression."""
        found = []
        for part in split(self.group()):
            one = Cursor(part, self.dialect)
            name = one.name()
            one.group()  # the length of a prefix
            one.any("ASC", "DESC")
            if name is None or not (one.over or one.look().upper in ("NULLS", "COLLATE")):
                return ()
            found.append(name)
        return tuple(found)


def split(tokens: Iterable[Token], separator: str = ",") -> list[list[Token]]:
    """The parts between separators that lie outside of any bracket; empty parts left out."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        if token.kind == MARK:
            depth += (token.text in "([{") - (token.text in ")]}")
        if depth == 0 and token.text == separator:
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]
