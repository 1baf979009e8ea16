"""All we ask of sqlglot. It takes 150 ms to import, so only what reads SQL does, and then once."""

from __future__ import annotations

import logging
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sqlglot import exp
    from sqlglot.parser import Parser
    from sqlglot.tokenizer_core import Token

TEXT_LIMIT = 500_000  # no definition that people wrote is longer
STEPS_EACH, STEPS_MORE = 10, 20_000  # real dumps take fewer than two steps a token; 20,000 take 50 ms
_DOUBLING, _MOST_DOUBLED = ("SORT_ARRAY", "DIV0", "DIV0NULL"), 10


class Identifier(NamedTuple):
    """A name in SQL; one without quotes stands for whatever the engine makes of it."""

    text: str
    quoted: bool


class Unread(NamedTuple):
    """Why sqlglot could not read a statement."""

    reason: str


def created(text: str, dialect: str) -> tuple[Identifier, ...] | Unread:
    """The columns in the parentheses of one CREATE TABLE. `dialect` is sqlglot's name of it; empty for plain SQL."""
    from sqlglot import exp

    tree = _tree(text, dialect)
    if isinstance(tree, Unread):
        return tree
    if not isinstance(tree, exp.Create):
        return Unread("sqlglot does not know this form of it")
    inside = tree.this.expressions if isinstance(tree.this, exp.Schema) else []
    columns = [item.this if isinstance(item, exp.ColumnDef) else item for item in inside]
    return tuple(_identifier(column) for column in columns if isinstance(column, exp.Identifier))


def selected(query: str, dialect: str) -> tuple[Identifier, ...] | Unread | None:
    """The names that a query gives its columns; None where it leaves one to the engine: `SELECT *`, or no alias."""
    from sqlglot import exp

    tree = _tree(query, dialect)
    if isinstance(tree, Unread):
        return tree
    if not isinstance(tree, exp.Query):
        return Unread("sqlglot sees no query in it")
    names = [_name_of(projection) for projection in tree.selects]
    known = [_identifier(name) for name in names if name is not None]
    return tuple(known) if known and len(known) == len(names) else None


def _tree(text: str, dialect: str) -> exp.Expr | Unread:
    from sqlglot import Dialect, ErrorLevel
    from sqlglot.errors import SqlglotError

    # It warns of what it does not know on stderr; here that is an answer.
    logging.getLogger("sqlglot").setLevel(logging.CRITICAL)
    if len(text) > TEXT_LIMIT:
        return Unread(f"it is longer than {TEXT_LIMIT:,} characters")
    known = Dialect.get_or_raise(dialect or None)
    try:
        tokens = known.tokenize(text)
        if _doubled(tokens):
            return Unread("it is nested too deeply for sqlglot")
        parser = _bounded(known.parser_class, STEPS_EACH * len(tokens) + STEPS_MORE)
        trees = [tree for tree in parser(dialect=known, error_level=ErrorLevel.IMMEDIATE).parse(tokens, text) if tree]
    except (RecursionError, _TooManySteps):
        return Unread("it is nested too deeply for sqlglot")
    except SqlglotError:
        return Unread("sqlglot does not understand it")
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:  # its own mistakes
        return Unread(f"sqlglot failed on it ({type(error).__name__})")
    return trees[0] if len(trees) == 1 else Unread("sqlglot sees more than one statement in it")


class _TooManySteps(Exception):
    """The parser goes over the same text again and again."""


def _bounded(parser: type[Parser], steps: int) -> type[Parser]:
    """The parser, which stops after so many steps.

    `STRUCT(STRUCT(…))` and `[[…]]` may be a type or a value; it tries both at every depth, 2 ** depth in all.
    """

    class Bounded(parser):  # type: ignore[misc, valid-type]
        _left = steps

        def _advance(self, times: int = 1) -> None:
            self._left -= 1
            if self._left < 0:
                raise _TooManySteps
            super()._advance(times)

    return Bounded


def _doubled(tokens: list[Token]) -> bool:
    """Whether functions that sqlglot writes out with their argument twice nest so deeply that the tree explodes."""
    deep = 0
    for before, token in pairwise(tokens):
        deep += token.text == "(" and before.text.upper() in _DOUBLING
    return deep > _MOST_DOUBLED


def _name_of(projection: exp.Expr) -> exp.Identifier | None:
    from sqlglot import exp

    name = projection.args.get("alias") if isinstance(projection, exp.Alias) else None
    if name is None and isinstance(projection, exp.Column):
        name = projection.this
    return name if isinstance(name, exp.Identifier) else None


def _identifier(identifier: exp.Identifier) -> Identifier:
    return Identifier(identifier.name, bool(identifier.args.get("quoted")))
