"""The source itself: which file is what, and all that they say together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tnotes.catalog.metric import Metric
from tnotes.catalog.sources import clean
from tnotes.catalog.sources.assemble import finish
from tnotes.catalog.sources.dbt.apply import with_facts
from tnotes.catalog.sources.dbt.catalog import read_catalog, said_errors
from tnotes.catalog.sources.dbt.join import Joined, join
from tnotes.catalog.sources.dbt.manifest import read_manifest
from tnotes.catalog.sources.dbt.project import Project
from tnotes.catalog.sources.dbt.schema_yml import read_schema_ymls
from tnotes.catalog.sources.dbt.shapes import obj, string
from tnotes.catalog.sources.export import Export, ExportFile, Options, Skipped, Source
from tnotes.catalog.sources.opened import head_text, refusal
from tnotes.catalog.sources.shapes import Node, load_object

# The keys of an artifact are sorted by some tools, so that its head is full of nodes and has no metadata.
_ARTIFACT = re.compile(r'"dbt_schema_version"|"(?:model|seed|snapshot|source|test|macro)\.\w+\.[^"]+"\s*:\s*[{\[]')
_YAML = re.compile(r"^(?:models|seeds|snapshots|sources)[ \t]*:[ \t]*(?:#.*)?\r?$", re.MULTILINE)
_ITEM = re.compile(r"^(?:[ \t]+|[ \t]*-[ \t]+)name[ \t]*:", re.MULTILINE)  # dbt_project.yml has `name` at the margin
_SCHEMA = re.compile(r"/dbt/([\w-]+)/v\d")
_GIVE = "give manifest.json and catalog.json out of dbt's target/"


@dataclass(frozen=True, slots=True)
class _Artifacts:
    """The files of one import by what they are."""

    manifest: Node | None
    catalog: Node | None
    ymls: tuple[ExportFile, ...]


def _recognises(file: ExportFile) -> bool:
    head = head_text(file)
    if _is_json(head):
        return bool(_ARTIFACT.search(head))
    return bool(_YAML.search(head) and _ITEM.search(head))


def _is_json(head: str) -> bool:
    return head.lstrip()[:1] in ("{", "[")


def _read(files: tuple[ExportFile, ...], options: Options) -> Export:
    artifacts = _sorted_files(files)
    warehouse = read_catalog(artifacts.catalog, options) if artifacts.catalog else {}
    project = _project(artifacts, options)
    joined = with_facts(join(project, warehouse), project.facts)
    told = said_errors(artifacts.catalog) if artifacts.catalog else ()
    drafts = (*joined.tables.values(), *project.skipped, *told, *joined.skipped)
    export = finish("dbt", drafts, options, engine=project.engine)
    return replace(export, metrics=tuple(_placed(project.metrics, joined, export)))


def _sorted_files(files: tuple[ExportFile, ...]) -> _Artifacts:
    found: dict[str, Node] = {}
    ymls = []
    for file in files:
        if not _is_json(head_text(file)):
            ymls.append(file)
            continue
        artifact = load_object(file)
        kind = _kind(artifact)
        if kind not in ("manifest", "catalog"):
            raise refusal(file.path, f"is dbt's {clean.shown(kind)}, which describes no tables", _GIVE)
        if kind in found:
            raise refusal(file.path, f"is a second {kind} of dbt", "import each project by itself")
        found[kind] = artifact
    return _Artifacts(found.get("manifest"), found.get("catalog"), tuple(ymls))


def _kind(artifact: Node) -> str:
    written = _SCHEMA.search(string(obj(artifact.fields.get("metadata")).get("dbt_schema_version")) or "")
    if written:
        return written[1]
    if "nodes" not in artifact.fields and "sources" not in artifact.fields:
        return "artifact of another kind"
    # only a manifest has one of these, and every one has
    return "manifest" if {"macros", "docs", "parent_map", "child_map"} & set(artifact.fields) else "catalog"


def _project(artifacts: _Artifacts, options: Options) -> Project:
    if artifacts.manifest is None:
        return read_schema_ymls(artifacts.ymls, options) if artifacts.ymls else Project()
    project = read_manifest(artifacts.manifest, options)
    told = (Skipped(clean.shown(file.path.name), "the manifest has what it says") for file in artifacts.ymls)
    return replace(project, skipped=(*project.skipped, *told))


def _placed(metrics: Iterable[tuple[Metric, str | None]], joined: Joined, export: Export) -> Iterator[Metric]:
    """The metrics with the place of their table; those of a database that was not asked for are left out."""
    kept = {(table.database, table.schema, table.table) for table in export.tables}
    for metric, relation in metrics:
        spot = joined.places.get(relation) if relation else None
        if spot is None:
            yield metric
        elif spot in kept:
            database, schema, table = spot
            yield metric._replace(database=database, table=(schema, table))


SOURCE = Source("dbt", _recognises, _read)
