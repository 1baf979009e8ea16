"""What dbt's tests and constraints say of columns. A test that may fail, or looks at some rows only, proves less."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tnotes.catalog.sources.dbt.project import Fact
from tnotes.catalog.sources.dbt.shapes import items, obj, scalar, string, strings
from tnotes.catalog.table import Value

# Nothing is lost by this filter: a null is neither a value nor a duplicate nor a reference.
_NOT_NULL = re.compile(r"\s*[\"`\[]?\w+[\"`\]]?\s+is\s+not\s+null\s*", re.IGNORECASE)
_KEYS = {"primary_key": "primary", "unique": "unique"}
_DATA_TESTS = ("unique", "not_null", "accepted_values", "relationships")

Resolve = Callable[[str], str | None]  # the text of a ref or source to a unique id


@dataclass(frozen=True, slots=True)
class DataTest:
    """One data test of a column: its arguments, whether a failure stops dbt, and which rows it looks at."""

    of: str
    column: str
    name: str
    arguments: dict[str, object]
    stops: bool
    where: str | None

    def fact(self, resolve: Resolve) -> Fact | None:
        """What holds for the column because of this test, or None."""
        whole = not self.where or bool(_NOT_NULL.fullmatch(self.where))
        if self.name == "not_null" and self.stops and not self.where:
            return Fact(self.of, self.column, required=True)
        if self.name == "unique" and self.stops and whole:
            return Fact(self.of, self.column, key="unique")
        if self.name == "accepted_values" and whole:
            return Fact(self.of, self.column, values=_values(self.arguments.get("values")))
        if self.name == "relationships":  # a hint how to join, even where some rows are left out
            return self._reference(resolve)
        return None

    def _reference(self, resolve: Resolve) -> Fact | None:
        to, field = string(self.arguments.get("to")), string(self.arguments.get("field"))
        target = resolve(to) if to else None
        return Fact(self.of, self.column, target=(target, field)) if target and field else None


def data_test(
    of: str, column: str, name: str, arguments: dict[str, object], config: dict[str, object]
) -> DataTest | None:
    """The test where it is one of dbt's own four and switched on."""
    if name not in _DATA_TESTS or config.get("enabled") is False:
        return None
    nested = obj(arguments.get("arguments"))  # since dbt 1.10 arguments may stand under a key of their own
    severity = string(config.get("severity")) or "error"
    threshold = (string(config.get("error_if")) or "!=0").replace(" ", "")
    stops = severity.lower() == "error" and threshold in ("!=0", ">0")
    where = string(config.get("where")) or string(arguments.get("where"))
    return DataTest(of, column, name, {**arguments, **nested}, stops, where)


def _values(listed: object) -> tuple[Value, ...]:
    texts = (scalar(item) for item in items(listed))
    return tuple(Value(text) for text in dict.fromkeys(texts) if text is not None)


def column_constraints(of: str, column: str, listed: object, resolve: Resolve, enforced: bool) -> Iterator[Fact]:
    """What the constraints beside one column say."""
    for constraint in map(obj, items(listed)):
        yield from _facts(of, constraint, [column], resolve, enforced)


def table_constraints(of: str, listed: object, resolve: Resolve, enforced: bool) -> Iterator[Fact]:
    """What the constraints of the whole table say of its columns."""
    for constraint in map(obj, items(listed)):
        yield from _facts(of, constraint, strings(constraint.get("columns")), resolve, enforced)


def _facts(
    of: str, constraint: dict[str, object], columns: list[str], resolve: Resolve, enforced: bool
) -> Iterator[Fact]:
    kind = (string(constraint.get("type")) or "").lower()
    if kind == "not_null" and enforced:  # without an enforced contract dbt does not build it
        yield from (Fact(of, column, required=True) for column in columns)
    elif kind == "primary_key" or (kind == "unique" and len(columns) == 1):
        yield from (Fact(of, column, key=_KEYS[kind]) for column in columns)
    elif kind == "foreign_key":
        to, targets = string(constraint.get("to")), strings(constraint.get("to_columns"))
        target = resolve(to) if to else None
        if target and len(columns) == len(targets):
            pairs = zip(columns, targets, strict=True)
            yield from (Fact(of, column, target=(target, field)) for column, field in pairs)
