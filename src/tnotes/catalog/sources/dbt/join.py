"""The project and the warehouse together: one table for each relation, in the warehouse's spelling."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tnotes.catalog.sources.assemble import place
from tnotes.catalog.sources.dbt.names import Names, Spelling
from tnotes.catalog.sources.dbt.project import Place, Project, Relation, place_of
from tnotes.catalog.sources.export import ExportedTable, Skipped
from tnotes.catalog.table import Column


@dataclass(frozen=True, slots=True)
class Joined:
    """The tables by their place, and the place of each unique id."""

    tables: Mapping[Place, ExportedTable]
    places: Mapping[str, Place]
    skipped: tuple[Skipped, ...]


def join(project: Project, warehouse: Mapping[str, ExportedTable]) -> Joined:
    """The union of both. A relation that the project leaves out is left out, even where the warehouse still has it."""
    skipped = [
        Skipped(place(table), f"in the warehouse, but {project.out[unique_id]}")
        for unique_id, table in warehouse.items()
        if unique_id in project.out
    ]
    there = {unique_id: table for unique_id, table in warehouse.items() if unique_id not in project.out}
    tables: dict[Place, ExportedTable] = {}
    for table in there.values():  # a seed and a source may be one relation: the one with columns counts
        known = tables.get(place_of(table))
        if known is None or not known.columns:
            tables[place_of(table)] = table
    places = {unique_id: place_of(table) for unique_id, table in there.items()}
    for spot, relations in _by_place(project.relations, Spelling(tables), places).items():
        documented = _documented(spot, relations)
        found = tables.get(spot)
        tables[spot] = documented if found is None else _described(found, documented, skipped)
    return Joined(tables, places, tuple(skipped))


def _by_place(
    relations: Iterable[Relation], spelling: Spelling, places: dict[str, Place]
) -> dict[Place, list[ExportedTable]]:
    """What the project says of each place; the places of its relations are added to `places`."""
    found: dict[Place, list[ExportedTable]] = defaultdict(list)
    for relation in relations:
        if relation.id not in places:
            places[relation.id] = spelling.of(place_of(relation.table), relation.folds)
        found[places[relation.id]].append(relation.table)
    return found


def _documented(spot: Place, said: list[ExportedTable]) -> ExportedTable:
    """One table out of all that the project says of it; what comes first counts."""
    database, schema, table = spot
    comment = next((one.comment for one in said if one.comment), None)
    whole = replace(said[0], database=database, schema=schema, table=table, comment=comment)
    if len(said) == 1:
        return whole  # its columns may differ in case alone, and are several then
    names, columns = Names(()), dict[str, Column]()
    for other in (column for one in said for column in one.columns):
        name = names.find(other.name)
        if name is None:
            names.add(other.name)
            columns[other.name] = other
        else:
            columns[name] = _filled(columns[name], other)
    return replace(whole, columns=tuple(columns.values()))


def _filled(column: Column, other: Column) -> Column:
    return column._replace(type=column.type or other.type, comment=column.comment or other.comment)


def _described(found: ExportedTable, documented: ExportedTable, skipped: list[Skipped]) -> ExportedTable:
    """The warehouse's table with the texts of the project."""
    kind, comment = found.kind or documented.kind, documented.comment or found.comment
    if not found.columns:
        return replace(found, kind=kind, comment=comment, columns=documented.columns)
    names = Names(column.name for column in found.columns)
    columns = {column.name: column for column in found.columns}
    for said in documented.columns:
        name = names.find(said.name)
        if name is None:
            if said.name.strip():
                reason = "documented in dbt, but the warehouse has no such column"
                skipped.append(Skipped(place(found, said.name), reason))
            continue
        column = columns[name]
        columns[name] = column._replace(type=column.type or said.type, comment=said.comment or column.comment)
    return replace(found, kind=kind, comment=comment, columns=tuple(columns.values()))
