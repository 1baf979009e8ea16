"""dbt's `manifest.json`, v1 (dbt 0.19) to v12 (1.8 and later), and newer ones as far as their keys are the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tnotes.catalog.sources import clean
from tnotes.catalog.sources.assemble import COLUMN_LIMIT, TABLE_LIMIT
from tnotes.catalog.sources.dbt.facts import column_constraints, data_test, table_constraints
from tnotes.catalog.sources.dbt.metrics import metrics_of
from tnotes.catalog.sources.dbt.project import Fact, Project, Relation
from tnotes.catalog.sources.dbt.refs import Docs, Refs
from tnotes.catalog.sources.dbt.shapes import HINT, children, items, obj, string, strings
from tnotes.catalog.sources.export import ExportedTable, Options, Skipped
from tnotes.catalog.sources.shapes import Node
from tnotes.catalog.table import Column
from tnotes.errors import BadExport

NEWEST = 12
_VERSION = re.compile(r"/manifest/v(\d{1,9})\b")
_NODE_LIMIT = 1_000_000  # tables with ten tests each are usual
_BUILT = ("model", "seed", "snapshot")
DISABLED, EPHEMERAL = "dbt has it disabled", "dbt has it as ephemeral, without a table"
_QUOTES = frozenset('"`[')
_KINDS = {
    "view": "view",
    "materialized_view": "materialized view",
    "materializedview": "materialized view",
    "dynamic_table": "dynamic table",
    "streaming_table": "streaming table",
}


def kind_of(materialized: str | None) -> str:
    """What dbt builds for a materialization: a table, unless it is known to be something else."""
    return _KINDS.get(materialized or "", "table")


def read_manifest(manifest: Node, options: Options) -> Project:
    """All that the manifest says of tables, columns and metrics."""
    if not isinstance(manifest.fields.get("nodes"), dict):
        raise BadExport(f'{manifest.where}a manifest of dbt without "nodes"', hint=HINT)
    engine = clean.engine(string(obj(manifest.fields.get("metadata")).get("adapter_type")))
    built, tests = _sorted_nodes(manifest)
    out = {unique_id: DISABLED for unique_id in _switched_off(manifest) if unique_id not in built}
    out |= {unique_id: reason for unique_id, node in built.items() if (reason := _left_out(node))}
    kept = {unique_id: node for unique_id, node in built.items() if unique_id not in out}
    docs, refs = _docs(manifest), _refs(kept)
    return Project(
        relations=tuple(_relation(unique_id, node, docs, engine, options) for unique_id, node in kept.items()),
        facts=(*_constraints(kept, refs), *_tested(tests, kept, refs)),
        out=out,
        metrics=metrics_of(manifest),
        skipped=tuple(_of_newer_version(manifest)),
        engine=engine,
    )


def _sorted_nodes(manifest: Node) -> tuple[dict[str, Node], list[Node]]:
    """What stands for a relation by unique id, and the tests. Analyses, operations and the rest describe no table."""
    built: dict[str, Node] = {}
    tests: list[Node] = []
    for unique_id, node in children(manifest, "nodes", _NODE_LIMIT, "nodes"):
        kind = node.text("resource_type") or unique_id.partition(".")[0]
        if kind in _BUILT:
            built[unique_id] = node
        elif kind == "test":
            tests.append(node)
    built.update(children(manifest, "sources", TABLE_LIMIT, "sources"))
    return built, tests


def _switched_off(manifest: Node) -> Iterator[str]:
    """The unique ids under `disabled`, a list of nodes up to v3 and lists by unique id from v4 on."""
    listed = manifest.fields.get("disabled")
    nodes = [string(obj(node).get("unique_id")) for node in items(listed)]
    yield from filter(None, nodes)
    yield from obj(listed)


def _left_out(node: Node) -> str | None:
    config = obj(node.fields.get("config"))
    if config.get("enabled") is False:
        return DISABLED
    return EPHEMERAL if config.get("materialized") == "ephemeral" else None


def _docs(manifest: Node) -> Docs:
    blocks: dict[tuple[str, ...], str] = {}
    for _, block in children(manifest, "docs", _NODE_LIMIT, "doc blocks"):
        name, text = string(block.fields.get("name")), block.fields.get("block_contents")
        package = string(block.fields.get("package_name")) or ""
        if name and isinstance(text, str):
            blocks.setdefault((name,), text)
            blocks[package, name] = text
    return Docs(blocks)


def _refs(kept: dict[str, Node]) -> Refs:
    refs = Refs()
    for unique_id, node in kept.items():
        name, source = string(node.fields.get("name")), string(node.fields.get("source_name"))
        if name and source:
            refs.add_source(unique_id, source, name)
        elif name:
            refs.add_model(unique_id, name, string(node.fields.get("package_name")))
    return refs


def _relation(unique_id: str, node: Node, docs: Docs, engine: str | None, options: Options) -> Relation:
    columns = tuple(
        Column(
            name=column.text("name") or name,
            type=column.text("data_type"),
            comment=docs.filled(column.text("description")),
        )
        for name, column in children(node, "columns", COLUMN_LIMIT, "columns in one table")
    )
    table = ExportedTable(
        schema=node.text("schema") or options.schema or "",
        table=node.text("identifier") or node.text("alias") or node.text("name") or "",
        database=node.text("database") or None,
        kind=kind_of(string(obj(node.fields.get("config")).get("materialized"))),
        comment=docs.filled(node.text("description")),
        columns=columns,
    )
    return Relation(unique_id, table, _folds(node, engine))


def _folds(node: Node, engine: str | None) -> bool:
    written = node.text("relation_name")
    if written:
        return not _QUOTES & set(written)
    return engine == "snowflake"  # the one adapter that does not quote by default


def _constraints(kept: dict[str, Node], refs: Refs) -> Iterator[Fact]:
    for unique_id, node in kept.items():
        resolve, enforced = _Resolver(node, refs), obj(node.fields.get("contract")).get("enforced") is True
        yield from table_constraints(unique_id, node.fields.get("constraints"), resolve, enforced)
        for name, column in obj(node.fields.get("columns")).items():
            yield from column_constraints(unique_id, name, obj(column).get("constraints"), resolve, enforced)


def _tested(tests: list[Node], kept: dict[str, Node], refs: Refs) -> Iterator[Fact]:
    for test in tests:
        about = obj(test.fields.get("test_metadata"))
        arguments = obj(about.get("kwargs"))
        resolve = _Resolver(test, refs)
        of = string(test.fields.get("attached_node")) or resolve(string(arguments.get("model")) or "")
        column = string(test.fields.get("column_name")) or string(arguments.get("column_name"))
        if of not in kept or column is None or string(about.get("namespace")) not in (None, "dbt"):
            continue
        config = obj(test.fields.get("config"))
        checked = data_test(of, column, string(about.get("name")) or "", arguments, config)
        if checked is not None and (fact := checked.fact(resolve)):
            yield fact


class _Resolver:
    """A ref or source as the node with it means it: it is one of those that the node depends on."""

    def __init__(self, node: Node, refs: Refs) -> None:
        self._among = frozenset(strings(obj(node.fields.get("depends_on")).get("nodes")))
        self._refs = refs

    def __call__(self, text: str) -> str | None:
        return self._refs.find(text, self._among)


def _of_newer_version(manifest: Node) -> Iterator[Skipped]:
    written = string(obj(manifest.fields.get("metadata")).get("dbt_schema_version")) or ""
    version = _VERSION.search(written)
    if version and int(version[1]) > NEWEST:
        reason = f"newer than the v1 to v{NEWEST} that tnotes knows; what has the same keys was taken"
        yield Skipped(f"manifest v{int(version[1])}", reason)
