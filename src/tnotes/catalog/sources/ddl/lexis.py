"""The pieces of SQL text in each dialect: quoted texts, comments, words. Every pattern here takes linear time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tnotes.catalog.sources.ddl.dialects import Dialect

WORD, QUOTED, STRING, COMMENT, MARK = "word", "quoted", "string", "comment", "mark"

_NESTED = r"/\*[^*/]*+(?:\*(?!/)[^*/]*+|/(?!\*)[^*/]*+)*\*/"
_FLAT = r"/\*[^*]*+(?:\*(?!/)[^*]*+)*\*/"
_TAG = r"\$(?:[^\W\d]\w{0,62})?\$"


def words(text: str) -> frozenset[str]:
    """The words of the text."""
    return frozenset(text.split())


class Token(NamedTuple):
    """One piece of a statement; white space lies between the tokens."""

    kind: str
    text: str
    start: int
    end: int

    @property
    def upper(self) -> str:
        """The word in upper case, empty for anything but a word, so that a quoted name is never a keyword."""
        return self.text.upper() if self.kind == WORD else ""


def single(dialect: Dialect) -> str:
    """The pattern of 'x'. A doubled quote makes two strings side by side: all the same to whoever looks for ends."""
    escaping, plain = r"'[^'\\]*+(?:(?:\\.|'')[^'\\]*+)*'", r"'[^']*+'"
    if dialect.family == "postgres":
        return rf"(?:(?<=\W[eE]){escaping}|(?<!\W[eE]){plain})"
    if dialect.family == "oracle":
        return rf"(?<![qQ]){plain}"
    if dialect.family == "bigquery":
        return rf"(?!''')(?:{escaping})"
    return escaping if dialect.backslashes else plain


def double(dialect: Dialect) -> str:
    """The pattern of "x"."""
    if dialect.double_strings:
        return r'(?!""")"[^"\\]*+(?:\\.[^"\\]*+)*"' if dialect.family == "bigquery" else r'"[^"\\]*+(?:\\.[^"\\]*+)*"'
    return r'"[^"]*+"'


def comments(dialect: Dialect) -> str:
    """The pattern of a comment that ends; one with another inside it is for whoever can count."""
    dashes = r"--(?=\s|\Z)[^\n]*+" if dialect.family == "mysql" else r"--[^\n]*+"
    others = "".join(f"|{re.escape(mark)}[^\\n]*+" for mark in dialect.line_comments)
    block = _NESTED if dialect.nested_comments else _FLAT
    if dialect.family == "mysql":
        block = rf"(?!/\*M?!){block}"  # /*!40101 … */ is code to MySQL
    return f"{dashes}{others}|{block}"


def names(dialect: Dialect) -> list[str]:
    """The patterns of `x` and [x], where the dialect has them."""
    return [r"`[^`]*+`"] * dialect.backticks + [r"\[[^\]]*+\]"] * dialect.brackets


@lru_cache(maxsize=64)
def run(dialect: Dialect, stops: str) -> re.Pattern[str]:
    """All text up to something to look at: a stop, or a quote or comment that does not end in what is there.

    `stops` names what ends a statement: `;` or a delimiter of the user's, `go` and `words` for lines of T-SQL,
    `slash` for a line of Oracle, `rows` to run over one INSERT after the other.
    """
    kinds = stops.split(" ")
    delimiter = kinds[0]
    special = {"'", '"', "-", "/", delimiter[0], *(mark[0] for mark in dialect.line_comments)}
    special.update("`" * dialect.backticks, "[" * dialect.brackets, "$" * dialect.dollars)
    alternatives = [single(dialect), double(dialect), *names(dialect), comments(dialect)]
    if {"go", "words", "slash"} & set(kinds):
        special.add("\n")
        alternatives.append(rf"\n\s*+(?!{_line_ends(kinds)})")
    rest = re.escape(delimiter[1:])
    if "rows" in kinds:
        alternatives.append(r";(?=\s*+(?i:INSERT)\s)")
    alternatives += [rf"{re.escape(char)}{_harmless(char, dialect, delimiter, rest)}" for char in sorted(special)]
    ordinary = "".join(map(re.escape, sorted(special)))
    return re.compile(rf"(?:[^{ordinary}]++|{'|'.join(alternatives)})*", re.DOTALL)


def _harmless(char: str, dialect: Dialect, delimiter: str, rest: str) -> str:
    """What must follow for a special character to be ordinary text after all; never for quotes and stops."""
    if char == delimiter[0] and (not rest or char in "'\"`["):
        return r"(?!)"
    not_the_delimiter = rf"(?!{rest})" if char == delimiter[0] else ""
    if char == "-":
        return not_the_delimiter + (r"(?!-(?:\s|\Z))" if dialect.family == "mysql" else r"(?!-)")
    if char == "/":
        opener = r"(?!\*(?!M?!))" if dialect.family == "mysql" else r"(?!\*)"
        return not_the_delimiter + opener + (r"(?!/)" if "//" in dialect.line_comments else "")
    if char == "$":
        return not_the_delimiter + (rf"(?:(?<=\w\$)|(?!{_TAG[2:]}))" if dialect.dollars else "")
    return not_the_delimiter if char == delimiter[0] and char not in "#\n" else r"(?!)"


def _line_ends(kinds: list[str]) -> str:
    """What a line begins with where the text before it is over."""
    ends = []
    if "go" in kinds or "words" in kinds:
        ends.append(r"(?i:GO)(?:[ \t]+\d+)?[ \t]*(?:;|--[^\n]*|\n|\Z)")
    if "words" in kinds:
        insert = "" if "rows" in kinds else "|INSERT"
        verbs = r"CREATE|ALTER|DROP|EXEC|EXECUTE|USE|IF|PRINT|DECLARE|GRANT|BEGIN|END|RAISERROR"
        ends.append(rf"(?i:{verbs}{insert}|SET(?!\s+(?:NULL|DEFAULT)))\b")
    if "slash" in kinds:
        ends.append(r"/[ \t]*(?:\n|\Z)")
    return rf"(?:{'|'.join(ends)})"


@lru_cache(maxsize=32)
def _token(dialect: Dialect) -> re.Pattern[str]:
    dollar = r"|(?P<dollar>(?<![\w$])\$(?P<tag>(?:[^\W\d]\w{0,62})?)\$.*?\$(?P=tag)\$)" if dialect.dollars else ""
    strings = [rf"(?:{single(dialect)})+"]
    if dialect.family == "oracle":
        strings.insert(0, r"(?<=[qQ])'(?:\[.*?\]'|\{.*?\}'|\(.*?\)'|<.*?>'|(?P<q>.).*?(?P=q)')")
    quoted = [*names(dialect), '"[^"]*+"']
    if dialect.double_strings:
        strings.append(rf"(?:{double(dialect)})+")
        quoted.pop()
    quoted = [rf"(?:{one})+" for one in quoted]  # a doubled quote is part of the name
    marker = r"|(?P<marker>/\*M?!\d*|\*/)" if dialect.family == "mysql" else ""
    return re.compile(
        rf"(?P<comment>{comments(dialect)}){marker}{dollar}|(?P<string>{'|'.join(strings)})"
        rf"|(?P<quoted>{'|'.join(quoted)})|(?P<word>[\w{dialect.in_words}]++)|(?P<mark>\S)",
        re.DOTALL,
    )


def tokens(text: str, dialect: Dialect) -> Iterator[Token]:
    """The tokens of a statement, comments too; the marks of MySQL's executable comments left out."""
    for found in _token(dialect).finditer(text):
        kind = found.lastgroup or MARK
        if kind != "marker":
            yield Token(STRING if kind == "dollar" else kind, found[0], found.start(), found.end())


_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "b": "\b", "Z": "\x1a"}
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_DOLLARS = re.compile(_TAG)


def value(token: Token, dialect: Dialect, *, escapes: bool = False) -> str:
    """What a string stands for. `escapes` where an E before it switches backslashes on."""
    text = token.text
    if opener := _DOLLARS.match(text):
        return text[opener.end() : -len(opener[0])]
    mark = text[0]
    inside = text[1:-1].replace(mark * 2, mark)
    if not (dialect.backslashes or escapes):
        return inside
    return _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[1]), inside)


def name(token: Token, dialect: Dialect) -> str:
    """The name that a word or a quoted name stands for, as the engine keeps it."""
    if token.kind == WORD:
        return dialect.folded(token.text)
    closing = token.text[-1]
    return token.text[1:-1].replace(closing * 2, closing)


def plain(text: str, dialect: Dialect) -> str:
    """The statement as a parser takes it: MySQL's executable comments are code."""
    if dialect.family != "mysql" or "*/" not in text:
        return text
    kept, end = [], 0
    for found in _token(dialect).finditer(text):
        if found.lastgroup == "marker":
            kept += [text[end : found.start()], " "]
            end = found.end()
    return "".join([*kept, text[end:]])
