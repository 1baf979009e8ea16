"""Over a quote or a comment to its end, however far away that is: nothing but the part being read is in memory."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tnotes.catalog.sources.ddl.dialects import Dialect
from tnotes.catalog.sources.ddl.feed import Feed

_TAG = re.compile(r"\$(?:[^\W\d]\w{0,62})?\$")
_ESCAPED = {quote: re.compile(rf"[^{quote}\\]*+(?:\\.[^{quote}\\]*+)*", re.DOTALL) for quote in "'\""}
_COMMENT_MARK = re.compile(r"/\*|\*/")
_BRACKETS = {"[": "]", "{": "}", "(": ")", "<": ">"}


class Unclosed(Exception):
    """The file ends inside a quote or a comment."""

    def __init__(self, what: str, line: int) -> None:
        super().__init__(what, line)
        self.what = what
        self.line = line


def close(feed: Feed, dialect: Dialect) -> Iterator[str]:
    """The text from the opening mark at `feed.pos` to the closing one; one character where there is no such mark."""
    feed.ahead(80)
    text, pos, line = feed.text, feed.pos, feed.line()
    char = text[pos]
    if char == "$" and dialect.dollars and (tag := _TAG.match(text, pos)):
        yield from _plain(feed, tag[0], tag[0], f"the quote {tag[0]}", line)
    elif text.startswith("/*", pos):
        yield from _comment(feed, dialect, line)
    elif dialect.family == "bigquery" and text.startswith((char * 3), pos) and char in "'\"":
        yield from _plain(feed, char * 3, char * 3, "the quote", line)
    elif char == "'" and dialect.family == "oracle" and text[max(pos - 1, 0) : pos] in ("q", "Q"):
        mark = text[pos + 1 : pos + 2]
        yield from _plain(feed, "'" + mark, _BRACKETS.get(mark, mark) + "'", "the quote", line)
    elif (char == '"' and dialect.double_strings) or (char == "'" and _has_escapes(text, pos, dialect)):
        yield from _escaped(feed, char, line)
    elif char in "'\"`" or (char == "[" and dialect.brackets):
        yield from _plain(feed, char, _BRACKETS.get(char, char), "the quote", line)
    else:
        feed.pos += 1
        yield char


def _has_escapes(text: str, pos: int, dialect: Dialect) -> bool:
    if dialect.family == "postgres":
        return pos > 1 and text[pos - 1] in "eE" and not (text[pos - 2].isalnum() or text[pos - 2] in "_$")
    return dialect.backslashes


def _plain(feed: Feed, opener: str, closer: str, what: str, line: int) -> Iterator[str]:
    yield opener
    feed.pos += len(opener)
    while (end := feed.text.find(closer, feed.pos)) < 0:
        # the closing mark itself may be cut in two
        stop = max(feed.pos, len(feed.text) - len(closer) + 1)
        yield feed.text[feed.pos : stop]
        feed.pos = stop
        if not feed.more():
            raise Unclosed(what, line)
    yield feed.text[feed.pos : end + len(closer)]
    feed.pos = end + len(closer)


def _escaped(feed: Feed, quote: str, line: int) -> Iterator[str]:
    yield quote
    feed.pos += 1
    while True:
        inside = _ESCAPED[quote].match(feed.text, feed.pos)
        end = inside.end() if inside else feed.pos
        yield feed.text[feed.pos : end]
        feed.pos = end
        if feed.text.startswith(quote, end):
            feed.pos += 1
            yield quote
            return
        if not feed.more():  # else there is more behind the chunk, or behind the backslash that ends it
            raise Unclosed("the quote", line)


def _comment(feed: Feed, dialect: Dialect, line: int) -> Iterator[str]:
    if not dialect.nested_comments:
        yield from _plain(feed, "/*", "*/", "the comment", line)
        return
    depth = 0
    while True:
        end = feed.pos
        for mark in _COMMENT_MARK.finditer(feed.text, feed.pos):
            end = mark.end()
            depth += 1 if mark[0] == "/*" else -1
            if depth == 0:
                yield feed.text[feed.pos : end]
                feed.pos = end
                return
        # the first half of a mark stays for the next chunk, unless it is the second half of one that was counted
        stop = len(feed.text) - (end < len(feed.text) and feed.text[-1] in "/*")
        yield feed.text[feed.pos : stop]
        feed.pos = stop
        if not feed.more():
            raise Unclosed("the comment", line)
