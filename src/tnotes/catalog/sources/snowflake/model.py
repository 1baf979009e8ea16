"""Semantic models of Cortex Analyst: one file a model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tnotes.catalog.metric import ExampleDraft
from tnotes.catalog.sources import clean
from tnotes.catalog.sources.assemble import TABLE_LIMIT, finish
from tnotes.catalog.sources.export import Export, ExportedTable, ExportFile, Options, Skipped
from tnotes.catalog.sources.shapes import Node
from tnotes.catalog.sources.snowflake.logical import Logical, Place, columns_of, computed, logical
from tnotes.catalog.sources.snowflake.metrics import examples_of, metrics_of, metrics_of_model
from tnotes.catalog.sources.yaml_file import load_mapping
from tnotes.catalog.table import Column, Reference

_References = dict[Place, dict[str, Reference]]


def read_models(files: tuple[ExportFile, ...], options: Options) -> Export:
    """The base tables that the models tell of, with their metrics and verified queries."""
    models = [(file, load_mapping(file)) for file in files]
    tables = [[logical(node, options) for node in model.nodes("tables", TABLE_LIMIT)] for _, model in models]
    references: _References = {}
    for (_, model), known in zip(models, tables, strict=True):
        _relate(model, known, references)
    every = [table for known in tables for table in known]
    told = [one for file, model in models for one in examples_of(model, _source(file, model))]
    skipped = [one for table in every for one in computed(table)]
    skipped += [one for one in told if isinstance(one, Skipped)]
    skipped += [one for file, model in models for one in _instructions(file, model)]
    descriptions = dict.fromkeys(text for _, model in models if (text := model.text("description")))
    drafts: list[ExportedTable | Skipped] = [*_drafts(every, references), *skipped]
    export = finish("snowflake", drafts, options, engine="snowflake", description="\n".join(descriptions))
    kept = {(table.database, table.schema, table.table) for table in export.tables}
    metrics = [metric for table in every if table.place in kept for metric in metrics_of(table)]
    metrics += [metric for _, model in models for metric in metrics_of_model(model)]
    return replace(
        export,
        metrics=tuple(metrics),
        examples=tuple(one for one in told if isinstance(one, ExampleDraft)),
    )


def _source(file: ExportFile, model: Node) -> str:
    name = model.scalar("name")
    return clean.shown(f"semantic model {name} ({file.path.name})" if name else f"semantic model {file.path.name}")


def _instructions(file: ExportFile, model: Node) -> Iterator[Skipped]:
    for key in ("custom_instructions", "module_custom_instructions"):
        if model.fields.get(key):
            reason = "instructions are not kept; leave what holds for a table as a note, the rest as a lesson"
            yield Skipped(f"{clean.shown(file.path.name)}: {key}", reason)


def _drafts(tables: Iterable[Logical], references: _References) -> Iterator[ExportedTable]:
    """One for each base table, though several logical tables may stand on it."""
    found: dict[Place, ExportedTable] = {}
    for table in tables:
        place = table.place
        told = references.get(place, {})
        columns = [column._replace(references=told.get(column.name)) for column in columns_of(table)]
        first = found.get(place)
        if first is None:
            database, schema, name = place
            comment = table.node.text("description")
            found[place] = ExportedTable(schema, name, database, comment=comment, columns=tuple(columns))
        else:
            found[place] = replace(first, columns=_together(first.columns, columns))
    yield from found.values()


def _together(first: tuple[Column, ...], more: Iterable[Column]) -> tuple[Column, ...]:
    names = {column.name for column in first}
    return (*first, *(column for column in more if column.name not in names))


def _relate(model: Node, tables: Iterable[Logical], references: _References) -> None:
    """Foreign keys out of the relationships: the left table has many rows for one of the right."""
    by_name = {table.name: table for table in tables}
    for relation in model.nodes("relationships", TABLE_LIMIT):
        left, right = (by_name.get(relation.text(key) or "") for key in ("left_table", "right_table"))
        if left is None or right is None or left.place[0] != right.place[0]:
            continue
        for pair in relation.nodes("relationship_columns"):
            one, other = pair.text("left_column"), pair.text("right_column")
            if one and other:
                target = Reference(right.place[1], right.place[2], right.column(other))
                references.setdefault(left.place, {}).setdefault(left.column(one), target)
