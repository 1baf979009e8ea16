"""One table, completed with what the rest of the dump says about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tnotes.catalog.sources.clean import shown
from tnotes.catalog.sources.ddl import lexis
from tnotes.catalog.sources.ddl.cursor import Cursor
from tnotes.catalog.sources.ddl.dialects import Dialect
from tnotes.catalog.sources.ddl.facts import Body, Changes, Creates, Foreign, Lists, Path, Says
from tnotes.catalog.sources.ddl.places import Place, Spelled, spelled
from tnotes.catalog.sources.export import ExportedTable, Skipped
from tnotes.catalog.table import Column, Reference, Value

_DEEPEST = 20  # tables that copy columns from tables that copy columns …
# Engines where a primary key says nothing about NULL.
_NULL_IN_KEYS = ("sqlite", "bigquery")

_Columns = dict[str, Column]


class Completer:
    """Knows all tables of the dump, since keys and columns point from one to another."""

    def __init__(
        self,
        made: Mapping[Place, Creates],
        later: Mapping[Place, list[Changes | Says]],
        lists: Mapping[Place, Lists],
        find: Spelled,
        dialect: Dialect,
    ) -> None:
        self._made = made
        self._later = later
        self._lists = lists
        self._find = find
        self._dialect = dialect

    def table(self, place: Place) -> Iterator[ExportedTable | Skipped]:
        """The table, behind what is not known about it."""
        fact, changes = self._made[place], self._changes(place)
        where = shown(f"{place.schema}.{place.table}")
        columns = self._columns(place)
        for body in (fact.body, *(change.body for change in changes)):
            self._constrain(columns, body, place)
        comment = fact.comment
        for said in self._later.get(place, ()):
            if isinstance(said, Says) and said.text.strip():
                if said.column is None:
                    comment = said.text
                elif not _comment(columns, said):
                    yield Skipped(f"comment on {where}.{shown(said.column)}", "the table has no such column")
        for note in (fact.note, *(change.note for change in changes)):
            if note:
                yield Skipped(f"part of {where}", note)
        attached = next((change.partition for change in reversed(changes) if change.partition), fact.partition)
        whole = self._target(attached, place)
        part_of = None if whole is None else (whole.schema or "", whole.table)
        taken = tuple(columns.values())
        yield ExportedTable(place.schema or "", place.table, place.database, fact.kind, comment, taken, part_of)

    def _changes(self, place: Place) -> list[Changes]:
        return [one for one in self._later.get(place, ()) if isinstance(one, Changes)]

    def _columns(self, place: Place, depth: int = 0) -> _Columns:
        """The columns by name: those of other tables first, as LIKE and INHERITS put them."""
        columns: _Columns = {}
        body = self._made[place].body
        for path in body.copies if depth < _DEEPEST else ():
            if (parent := self._target(path, place)) is not None and parent in self._made:
                for name, column in self._columns(parent, depth + 1).items():
                    columns[name] = column._replace(key=None, references=None)
        for number, column in enumerate(body.columns):
            # a second one of the same name is kept apart, so that it is reported
            columns[column.name if column.name not in columns or body.copies else f"{column.name}\0{number}"] = column
        for change in self._changes(place):
            for column in change.body.columns:
                columns.setdefault(column.name, column)
            for column in change.changed:
                _rewrite(columns, column)
        return columns

    def _constrain(self, columns: _Columns, body: Body, place: Place) -> None:
        not_null = self._dialect.family not in _NULL_IN_KEYS
        for name in _known(body.primary, columns):
            nullable = False if not_null else columns[name].nullable
            columns[name] = columns[name]._replace(key="primary", nullable=nullable)
        for name in _known(body.unique, columns):
            columns[name] = columns[name]._replace(key=columns[name].key or "unique")
        for listed in body.listed:
            for name in _known((listed.column,), columns):
                columns[name] = columns[name]._replace(values=columns[name].values or listed.values)
        for foreign in body.foreign:
            self._refer(columns, foreign, place)
        if self._lists:
            for name, column in columns.items():
                columns[name] = column._replace(values=column.values or self._values(column.type, place))

    def _refer(self, columns: _Columns, foreign: Foreign, place: Place) -> None:
        target = self._target(foreign.to, place)
        if target is None or target.schema is None:
            return
        names = self._names(target)
        to = foreign.to_columns or self._primary(target)
        if len(to) != len(foreign.columns):
            return
        for written, other in zip(foreign.columns, to, strict=True):
            for name in _known((written,), columns):
                if columns[name].references is None:
                    exact = spelled(other, names) or other
                    columns[name] = columns[name]._replace(references=Reference(target.schema, target.table, exact))

    def _target(self, path: Path, place: Place) -> Place | None:
        """The table that a name in the definition of another means: a bare one lies beside it."""
        if not path:
            return None
        schema = path[-2] if len(path) > 1 and path[-2] else place.schema
        database = path[-3] if len(path) > 2 else place.database
        meant = Place(database, schema, path[-1])
        return self._find.find(meant, bare=len(path) == 1) or meant

    def _names(self, place: Place) -> list[str]:
        return [column.name for column in self._made[place].body.columns] if place in self._made else []

    def _primary(self, place: Place) -> tuple[str, ...]:
        if place not in self._made:
            return ()
        bodies = [self._made[place].body, *(change.body for change in self._changes(place))]
        inline = tuple(column.name for body in bodies for column in body.columns if column.key == "primary")
        return next((body.primary for body in bodies if body.primary), inline)

    def _values(self, kind: str | None, place: Place) -> tuple[Value, ...]:
        """The values of the type, where it is one that the dump lists."""
        path = Cursor(lexis.tokens(kind or "", self._dialect), self._dialect).path()
        if not path or len(path) > 2:
            return ()
        schema = path[0] if len(path) == 2 else place.schema
        found = self._lists.get(Place(place.database, schema, path[-1]))
        return found.values if found else ()


def _known(names: tuple[str, ...], columns: _Columns) -> Iterator[str]:
    for name in names:
        exact = spelled(name, list(columns)) if name not in columns else name
        if exact is not None:
            yield exact


def _comment(columns: _Columns, said: Says) -> bool:
    for name in _known((said.column or "",), columns):
        columns[name] = columns[name]._replace(comment=said.text)
        return True
    return False


def _rewrite(columns: _Columns, new: Column) -> None:
    """The column as MODIFY or ALTER COLUMN writes it, which may leave parts as they are."""
    for name in _known((new.name,), columns):
        old = columns[name]
        columns[name] = old._replace(
            type=new.type or old.type,
            nullable=old.nullable if new.nullable is None else new.nullable,
            comment=new.comment or old.comment,
            values=new.values or old.values,
        )
