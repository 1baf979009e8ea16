"""Data contracts of the Open Data Contract Standard, version 3."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tnotes.catalog.metric import Metric
from tnotes.catalog.sources import clean
from tnotes.catalog.sources.assemble import COLUMN_LIMIT, TABLE_LIMIT, finish
from tnotes.catalog.sources.engines import Known, of_one_engine
from tnotes.catalog.sources.export import Export, ExportedTable, ExportFile, Options, Skipped, Source
from tnotes.catalog.sources.odcs.columns import columns_of, is_computed
from tnotes.catalog.sources.odcs.relations import Target, references_of, target_of
from tnotes.catalog.sources.odcs.servers import Server, server_of
from tnotes.catalog.sources.opened import head_text, refusal
from tnotes.catalog.sources.outline import is_json, outline
from tnotes.catalog.sources.shapes import Node
from tnotes.catalog.sources.yaml_file import load_mapping
from tnotes.errors import BadExport

_KIND = re.compile(r"^kind[ \t]*:[ \t]*[\"']?DataContract\b", re.MULTILINE)
_VERSION = re.compile(r"v?3(?:\.|$)")


def _recognises(file: ExportFile) -> bool:
    if is_json(file):
        return {"kind", "apiVersion"} <= outline(file).at("") and '"DataContract"' in head_text(file)
    return bool(_KIND.search(head_text(file)))


def _read(files: tuple[ExportFile, ...], options: Options) -> Export:
    known: list[Known] = []
    skipped: list[Skipped] = []
    metrics: list[Metric] = []
    descriptions: dict[str, None] = {}
    for file in files:
        contract = _contract(file)
        server, others = server_of(contract, options)
        schemas = contract.nodes("schema", TABLE_LIMIT)
        targets = {_name(one): target_of(one, *_place(one, server, options)[1:]) for one in schemas}
        for schema in schemas:
            table = _draft(schema, server, options, targets)
            known.append(Known(server.engine, table))
            metrics += _metrics(schema, table)
        skipped += [Skipped(_shown(other), "the contract has the same tables there too") for other in others]
        descriptions |= dict.fromkeys(filter(None, [_purpose(contract)]))
    engine, drafts = of_one_engine(known, options)
    export = finish("odcs", [*drafts, *skipped], options, engine=engine, description="\n".join(descriptions))
    kept = {(table.database, table.schema, table.table) for table in export.tables}
    return replace(export, metrics=tuple(one for one in metrics if one.table and (one.database, *one.table) in kept))


def _contract(file: ExportFile) -> Node:
    contract = load_mapping(file)
    version = contract.scalar("apiVersion") or ""
    if not _VERSION.match(version):
        problem = f"is a data contract of version {clean.shown(version) or 'unknown'}, and 3 is what can be read"
        raise refusal(file.path, problem, "bring it to version 3 of the standard")
    if not contract.fields.get("schema"):
        raise refusal(file.path, "is a data contract without a schema", "import one that describes tables")
    return contract


def _purpose(contract: Node) -> str | None:
    said = contract.fields.get("description")
    return contract.node("description").text("purpose") if isinstance(said, dict) else contract.text("description")


def _shown(server: Server) -> str:
    place = ".".join(part for part in (server.database, server.schema) if part)
    return clean.shown(f"server {server.name} ({place})" if place else f"server {server.name}")


def _name(schema: Node) -> str:
    return schema.scalar("name") or schema.scalar("physicalName") or ""


def _place(schema: Node, server: Server, options: Options) -> tuple[str | None, str, str]:
    """Database, schema and table; a physical name may say the schema where no server does."""
    database, name = server.database, schema.scalar("physicalName") or _name(schema)
    place = server.schema or options.schema
    if place is None and "." in name:
        *before, place, name = name.split(".")
        database = database or ".".join(before) or None
    if place is None:
        problem = f"{schema.where}: nothing says the schema of {clean.shown(name)}"
        raise BadExport(problem, hint="give it with --schema NAME, or name it under servers in the contract")
    return database, place, name


def _draft(schema: Node, server: Server, options: Options, targets: dict[str, Target]) -> ExportedTable:
    database, place, name = _place(schema, server, options)
    references = references_of(schema, targets[_name(schema)], targets)
    columns = tuple(column._replace(references=references.get(column.name)) for column in columns_of(schema))
    return ExportedTable(place, name, database, schema.text("physicalType") or "", schema.text("description"), columns)


def _metrics(schema: Node, table: ExportedTable) -> Iterator[Metric]:
    """The measures of the schema, with its dimensions."""
    computed = [node for node in schema.nodes("properties", COLUMN_LIMIT) if is_computed(node)]
    measures = [node for node in computed if (node.text("semanticType") or "").lower() == "measure"]
    for node in measures:
        yield Metric(
            name=_line(node.scalar("name")),
            label=clean.text(node.text("businessName")),
            description=clean.text(node.text("description")),
            expression=clean.text(node.text("transformLogic")),
            database=table.database,
            table=(table.schema, table.table),
            dimensions=tuple(_dimension(one) for one in computed if one not in measures),
        )


def _dimension(node: Node) -> str:
    name, expression = _line(node.scalar("name")), _line(node.text("transformLogic"))
    return f"{name} = {expression}" if expression and expression != name else name


def _line(raw: str | None) -> str:
    return " ".join((clean.text(raw) or "").split())


SOURCE = Source("odcs", _recognises, _read)
