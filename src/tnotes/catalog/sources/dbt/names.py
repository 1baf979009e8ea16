"""One spelling for each name: the warehouse's where it has one, since what dbt writes without quotes has no case."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from tnotes.catalog.sources.dbt.project import Place
from tnotes.words import fold

_QUOTED = (('"', '"'), ("`", "`"), ("[", "]"))


class Names:
    """The names of the columns of one table."""

    def __init__(self, names: Iterable[str]) -> None:
        self._exact: set[str] = set()
        self._folded: dict[str, list[str]] = defaultdict(list)
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """One name more."""
        if name not in self._exact:
            self._exact.add(name)
            self._folded[fold(name)].append(name)

    def find(self, written: str) -> str | None:
        """The name itself, else the only one that differs from it in case, else None; quotes count for nothing."""
        for name in dict.fromkeys((written, _unquoted(written))):
            if name in self._exact:
                return name
            if len(found := self._folded.get(fold(name), [])) == 1:
                return found[0]
        return None


def _unquoted(name: str) -> str:
    for left, right in _QUOTED:
        if len(name) > 2 and name.startswith(left) and name.endswith(right):
            return name[1:-1]
    return name


class Spelling:
    """Places as the warehouse spells them; those that it does not have, as the project wrote them first."""

    def __init__(self, warehouse: Iterable[Place]) -> None:
        self._exact: set[tuple[str | None, ...]] = set()
        self._folded: dict[tuple[str, ...], list[tuple[str | None, ...]]] = defaultdict(list)
        for place in warehouse:
            self._learn(place)
        self._known = frozenset(self._exact)
        databases = [known[0] for known in self._exact if len(known) == 1]
        self._only = tuple(databases) if len(databases) == 1 else None

    def of(self, place: Place, folds: bool) -> Place:
        """The place of a relation; `folds` where the project writes it without quotes."""
        database, schema, table = place
        if self._only and None in (database, self._only[0]):
            database = self._only[0]  # one side names no database: Spark, MySQL
        found_database = self._step((database,), folds=True)[0]
        found_schema = self._step((found_database, schema), folds)[1] or ""
        found_table = self._step((found_database, found_schema, table), folds)[2] or ""
        spelled = (found_database, found_schema, found_table)
        self._learn(spelled)
        return spelled

    def _step(self, wanted: tuple[str | None, ...], folds: bool) -> tuple[str | None, ...]:
        """The place, or the one that differs only in the case of its last part."""
        found = self._folded.get(_fold(wanted), [])
        if wanted in self._exact or len(found) != 1:
            return wanted
        # Redshift and Databricks fold quoted names too: one schema of the warehouse is worth more than dbt's spelling
        return found[0] if folds or (len(wanted) < 3 and found[0] in self._known) else wanted

    def _learn(self, place: Place) -> None:
        for depth in (1, 2, 3):
            part = place[:depth]
            if part not in self._exact:
                self._exact.add(part)
                self._folded[_fold(part)].append(part)


def _fold(place: tuple[str | None, ...]) -> tuple[str, ...]:
    return tuple(fold(part or "") for part in place)
