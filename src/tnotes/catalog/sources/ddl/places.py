"""Where a name lies: what a dump writes in full, what it sets as current, and what the engine takes for granted."""

from __future__ import annotations

from typing import NamedTuple

from tnotes.catalog.sources.ddl.dialects import Dialect
from tnotes.catalog.sources.ddl.facts import Moves, Path
from tnotes.words import fold


class Place(NamedTuple):
    """The exact place of a table; the schema is None where nothing says it."""

    database: str | None
    schema: str | None
    table: str


class Current:
    """What bare names mean at this point of the dump."""

    def __init__(self, dialect: Dialect, schema: str | None) -> None:
        self._given = schema
        self._default = dialect.schema
        self._database: str | None = None
        self._schema: str | None = None

    def move(self, moves: Moves) -> None:
        """Follow USE, SET search_path and their like."""
        if moves.database is not None:
            self._database = moves.database or None
        if moves.schema is not None:
            self._schema = moves.schema or None

    def place(self, path: Path) -> Place:
        """The place that a name stands for here."""
        database = path[-3] if len(path) > 2 else ""
        schema = path[-2] if len(path) > 1 else ""
        return Place(database or self._database, schema or self._schema or self._given or self._default, path[-1])


class Spelled:
    """Finds a table by a name that may be spelled in another case, or lie in another schema than it says."""

    def __init__(self, places: list[Place]) -> None:
        self._exact = set(places)
        self._folded: dict[tuple[str, ...], list[Place]] = {}
        for place in places:
            for key in ((fold(place.schema or ""), fold(place.table)), (fold(place.table),)):
                self._folded.setdefault(key, []).append(place)

    def find(self, place: Place, *, bare: bool) -> Place | None:
        """The one table that is meant, or None."""
        if place in self._exact:
            return place
        keys: list[tuple[str, ...]] = [(fold(place.schema or ""), fold(place.table))]
        keys += [(fold(place.table),)] if bare else []
        for key in keys:
            found = self._folded.get(key, [])
            if len(found) == 1:
                return found[0]
        return None


def spelled(name: str, names: list[str]) -> str | None:
    """The one of the names that is meant: exactly, else in another case where only one is."""
    if name in names:
        return name
    found = [one for one in names if fold(one) == fold(name)]
    return found[0] if len(found) == 1 else None
