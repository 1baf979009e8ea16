"""What all statements say together, in the order of the dump and across its files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tnotes.catalog.sources.clean import shown
from tnotes.catalog.sources.ddl.complete import Completer
from tnotes.catalog.sources.ddl.dialects import Dialect
from tnotes.catalog.sources.ddl.facts import Changes, Creates, Drops, Fact, Lists, Moves, Passed, Says
from tnotes.catalog.sources.ddl.places import Current, Place, Spelled
from tnotes.catalog.sources.export import ExportedTable, Skipped


class Gathered:
    """Takes facts in; gives the tables at the end, since what is said of a table may come before it is made."""

    def __init__(self, dialect: Dialect, schema: str | None) -> None:
        self.current = Current(dialect, schema)
        self._dialect = dialect
        self._given = schema
        self._made: dict[Place, Creates] = {}
        self._dropped: set[Place] = set()
        self._later: list[tuple[Place, Changes | Says]] = []
        self._lists: dict[Place, Lists] = {}
        self._skipped: list[Skipped] = []

    def next_file(self) -> None:
        """In a new file bare names mean what they mean at first."""
        self.current = Current(self._dialect, self._given)

    def add(self, fact: Fact) -> None:
        """Take in what one statement says."""
        if isinstance(fact, Moves):
            self.current.move(fact)
        elif isinstance(fact, Creates):
            self._create(self.current.place(fact.path), fact)
        elif isinstance(fact, Drops):
            self._dropped.add(self.current.place(fact.path))
        elif isinstance(fact, Lists):
            self._lists[self.current.place(fact.path)] = fact
        elif isinstance(fact, Passed):
            self._skipped.append(Skipped(shown(".".join(fact.path)), fact.reason))
        else:
            self._later.append((self.current.place(fact.path), fact))

    def _create(self, place: Place, fact: Creates) -> None:
        first = self._made.get(place)
        if first is None or fact.replaces or place in self._dropped:
            # mysqldump makes a view twice, with a DROP between: the second is the real one
            self._made.pop(place, None)
            self._made[place] = fact
            self._dropped.discard(place)
        elif first.body != fact.body:
            self._skipped.append(Skipped(_named(place), "the dump makes it twice; the first was taken"))

    def without_schema(self) -> str | None:
        """A table of which nothing says the schema."""
        return next((place.table for place in self._made if place.schema is None), None)

    def tables(self) -> Iterator[ExportedTable | Skipped]:
        """The tables, and what was not taken."""
        yield from self._skipped
        find = Spelled(list(self._made))
        later: dict[Place, list[Changes | Says]] = {}
        lost: Counter[str] = Counter()
        for place, fact in self._later:
            if found := find.find(place, bare=len(fact.path) == 1):
                later.setdefault(found, []).append(fact)
            elif isinstance(fact, Says):
                lost[_named(place)] += 1
        completer = Completer(self._made, later, self._lists, find, self._dialect)
        for place in self._made:
            yield from completer.table(place)
        yield from self._plainly()
        for name, count in lost.items():
            yield Skipped(f"{count} comment{'s' * (count > 1)} on {name}", "the dump has no such table")

    def _plainly(self) -> Iterator[Skipped]:
        """The tables that sqlglot does not confirm, together for each reason: nothing that was read of them is lost."""
        named: dict[str, list[str]] = {}
        for place, fact in self._made.items():
            if fact.plainly:
                named.setdefault(fact.plainly, []).append(_named(place))
        for reason, names in named.items():
            what = f"part of {len(names)} table{'s' * (len(names) > 1)} ({shown(', '.join(names))})"
            yield Skipped(what, f"{reason}; name, columns, keys and comments were read plainly")


def _named(place: Place) -> str:
    return shown(".".join(part for part in (place.schema, place.table) if part))
