"""DataHub: the JSON that its file sink writes, change proposals (MCP) or the older snapshots (MCE)."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.catalog.sources import clean
from tnotes.catalog.sources.assemble import COLUMN_LIMIT, TABLE_LIMIT, at_most, finish
from tnotes.catalog.sources.datahub.aspects import Aspects, entities, opened
from tnotes.catalog.sources.datahub.urn import Spot, dataset_of, field_of, plain_path, spot_of
from tnotes.catalog.sources.engines import Known, of_one_engine
from tnotes.catalog.sources.export import Export, ExportedTable, ExportFile, Options, Skipped, Source
from tnotes.catalog.sources.outline import outline
from tnotes.catalog.sources.shapes import Node
from tnotes.catalog.table import Column, Reference

_CONTAINER = "urn:li:container:"
_MOST_NESTED = 8  # containers in containers: an instance, a database and a schema are three

_Entities = dict[str, Aspects]


def _recognises(file: ExportFile) -> bool:
    keys = outline(file).at("", "[]")
    return "proposedSnapshot" in keys or {"entityUrn", "aspectName"} <= keys


def _read(files: tuple[ExportFile, ...], options: Options) -> Export:
    found = entities(files)
    at_most(len(found), TABLE_LIMIT, "entities")
    engine, drafts = of_one_engine(_tables(found, options), options)
    return finish("datahub", drafts, options, engine=engine)


def _tables(found: _Entities, options: Options) -> Iterator[Known]:
    for urn, aspects in found.items():
        dataset = dataset_of(urn)
        if dataset is not None:
            yield Known(dataset.engine, _draft(dataset.name, urn, aspects, found, options))


def _draft(name: str, urn: str, aspects: Aspects, found: _Entities, options: Options) -> ExportedTable | Skipped:
    what = clean.shown(name)
    if _aspect(aspects, "status").flag("removed"):
        return Skipped(what, "DataHub has it as removed")
    if "schemaMetadata" not in aspects:
        return Skipped(what, "the export has no schemaMetadata for it, so no columns")
    spot = _spot(urn, found, options)
    if spot.schema is None:
        return Skipped(what, "nothing says its schema; give it with --schema NAME")
    properties, edited = _aspect(aspects, "datasetProperties"), _aspect(aspects, "editableDatasetProperties")
    comment = edited.text("description") or properties.text("description")
    columns = tuple(_columns(aspects, _references(aspects, found, options)))
    return ExportedTable(spot.schema, spot.table, spot.database, _kind(aspects), comment, columns)


def _aspect(aspects: Aspects, name: str) -> Node:
    return opened(aspects.get(name, Node(name, {})))


def _spot(urn: str, found: _Entities, options: Options) -> Spot:
    """Where the dataset is: its name says it, or the containers that it lies in do, or the caller."""
    dataset, aspects = dataset_of(urn), found.get(urn, {})
    if dataset is None:
        return Spot(None, None, "")
    properties = _aspect(aspects, "datasetProperties")
    instance = (_aspect(aspects, "dataPlatformInstance").text("instance") or "").rpartition(",")[2].rstrip(")")
    spot = spot_of(dataset, properties.text("name"), properties.text("qualifiedName"), instance)
    if spot.schema is None:
        inner = [name for name in _containers(aspects, found) if name]
        schema, database = (*inner[:2], None, None)[:2]
        return Spot(database, schema or options.schema, spot.table)
    return spot


def _containers(aspects: Aspects, found: _Entities) -> Iterator[str | None]:
    """The names of the containers, from the inside out."""
    for _ in range(_MOST_NESTED):
        urn = _aspect(aspects, "container").text("container") or ""
        aspects = found.get(urn, {})
        if not urn.startswith(_CONTAINER) or not aspects:
            return
        yield _aspect(aspects, "containerProperties").text("name")


def _kind(aspects: Aspects) -> str:
    if _aspect(aspects, "viewProperties").flag("materialized"):
        return "materialized view"
    names = _aspect(aspects, "subTypes").texts("typeNames")
    return names[0] if names else "view" if "viewProperties" in aspects else "table"


def _columns(aspects: Aspects, references: dict[str, Reference]) -> Iterator[Column]:
    schema = _aspect(aspects, "schemaMetadata")
    edited = _edited(aspects)
    keys = {plain_path(path) for path in schema.texts("primaryKeys")}
    for written in schema.nodes("fields", COLUMN_LIMIT):
        field = opened(written)
        path = field.text("fieldPath") or ""
        name = plain_path(path)
        yield Column(
            name=name,
            type=field.text("nativeDataType"),
            nullable=field.flag("nullable"),
            comment=edited.get(path) or edited.get(name) or field.text("description"),
            key="primary" if field.flag("isPartOfKey") or name in keys else None,
            references=references.get(name),
        )


def _edited(aspects: Aspects) -> dict[str, str]:
    """What people wrote about fields in DataHub itself."""
    found = {}
    for written in _aspect(aspects, "editableSchemaMetadata").nodes("editableSchemaFieldInfo", COLUMN_LIMIT):
        field = opened(written)
        path, text = field.text("fieldPath"), field.text("description")
        if path and text and text.strip():
            found[path] = text
            found.setdefault(plain_path(path), text)
    return found


def _references(aspects: Aspects, found: _Entities, options: Options) -> dict[str, Reference]:
    references: dict[str, Reference] = {}
    for written in _aspect(aspects, "schemaMetadata").nodes("foreignKeys"):
        key = opened(written)
        pairs = zip(key.texts("sourceFields"), key.texts("foreignFields"), strict=False)
        for source, target in ((field_of(one), field_of(other)) for one, other in pairs):
            spot = _spot(target[0], found, options) if target else None
            if source and target and spot and spot.schema:
                references.setdefault(source[1], Reference(spot.schema, spot.table, target[1]))
    return references


SOURCE = Source("datahub", _recognises, _read)
