"""dbt's `schema.yml` files by themselves: what people write about models, seeds, snapshots and sources.

dbt also takes YAML that the strict reader refuses (anchors, merge keys, several documents). Such a file is refused with
its line: the manifest has the same, read by dbt itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from tnotes.catalog.sources import clean
from tnotes.catalog.sources.assemble import COLUMN_LIMIT, TABLE_LIMIT
from tnotes.catalog.sources.dbt.facts import DataTest, column_constraints, data_test, table_constraints
from tnotes.catalog.sources.dbt.manifest import DISABLED, EPHEMERAL, kind_of
from tnotes.catalog.sources.dbt.project import Fact, Project, Relation
from tnotes.catalog.sources.dbt.refs import Refs
from tnotes.catalog.sources.dbt.shapes import items, obj, scalar, string, strings
from tnotes.catalog.sources.export import ExportedTable, ExportFile, Options
from tnotes.catalog.sources.opened import read_text, refusal
from tnotes.catalog.sources.shapes import Node
from tnotes.catalog.table import Column
from tnotes.errors import BadExport, UnreadableFile

_MANIFEST = "run `dbt parse` and import target/manifest.json, which has it as dbt reads it"


@dataclass(slots=True)
class _Gathered:
    """What the files read so far say."""

    options: Options
    relations: list[Relation] = field(default_factory=list)
    nodes: list[tuple[str, Node]] = field(default_factory=list)
    out: dict[str, str] = field(default_factory=dict)
    refs: Refs = field(default_factory=Refs)


def read_schema_ymls(files: Iterable[ExportFile], options: Options) -> Project:
    """What the files say together; the schema comes from the files, else from the caller."""
    gathered = _Gathered(options)
    for file in files:
        top = _load(file)
        for group in ("models", "seeds", "snapshots"):
            for node in top.nodes(group, TABLE_LIMIT):
                _take_model(group.removesuffix("s"), node, gathered)
        for source in top.nodes("sources", TABLE_LIMIT):
            for table in source.nodes("tables", TABLE_LIMIT):
                _take_source(source, table, gathered)
    facts = (fact for unique_id, node in gathered.nodes for fact in _facts(unique_id, node, gathered.refs))
    return Project(tuple(gathered.relations), tuple(facts), gathered.out)


def _load(file: ExportFile) -> Node:
    from tnotes.files.yaml import parse, to_plain

    text = read_text(file).removeprefix("\ufeff")
    try:
        return Node(f"{clean.shown(file.path)}: ", to_plain(parse(text, file.path)))
    except UnreadableFile as error:
        where = "" if error.line is None else f"line {error.line}: "
        raise refusal(file.path, f"{where}{clean.shown(error.problem)}", _MANIFEST) from error


def _take_model(kind: str, node: Node, gathered: _Gathered) -> None:
    config, name = node.node("config"), _required(node, "name")
    unique_id = f"{kind}.{name}"
    if reason := _left_out(config):
        gathered.out[unique_id] = reason
        return
    alias = _literal(config.text("alias")) or _literal(node.text("alias"))
    table = ExportedTable(
        schema=_schema(node, _literal(config.text("schema")), gathered.options),
        table=alias or name,
        database=_literal(config.text("database")),
        kind=kind_of(config.text("materialized")),
        comment=node.text("description"),
        columns=_columns(node),
    )
    versions = node.nodes("versions", TABLE_LIMIT)
    for version in versions:
        _take_version(node, name, version, table, gathered)
    if not versions:
        gathered.refs.add_model(unique_id, name)
        gathered.relations.append(Relation(unique_id, table, folds=True))
        gathered.nodes.append((unique_id, node))


def _take_version(node: Node, name: str, version: Node, table: ExportedTable, gathered: _Gathered) -> None:
    """One version of a model: a relation of its own, called `name_v1` unless it says otherwise."""
    number = scalar(version.fields.get("v"))
    unique_id = f"model.{name}.v{number}"
    alias = _literal(version.node("config").text("alias")) or f"{name}_v{number}"
    columns = _inherited(version, table.columns) | {column.name: column for column in _columns(version) if column.name}
    comment = version.text("description") or table.comment
    whole = replace(table, table=alias, comment=comment, columns=tuple(columns.values()))
    gathered.refs.add_model(unique_id, name)
    gathered.relations.append(Relation(unique_id, whole, folds=True))
    gathered.nodes.append((unique_id, node))


def _inherited(version: Node, columns: tuple[Column, ...]) -> dict[str, Column]:
    """The model's columns that a version has too: all, unless it says which, and without those that it excludes."""
    said = next((one.fields for one in version.nodes("columns", COLUMN_LIMIT) if "include" in one.fields), {})
    included, excluded = said.get("include"), frozenset(strings(said.get("exclude")))
    only = frozenset(strings(included)) if isinstance(included, list) else None
    kept = (column for column in columns if only is None or column.name in only)
    return {column.name: column for column in kept if column.name not in excluded}


def _take_source(source: Node, table: Node, gathered: _Gathered) -> None:
    group, name = _required(source, "name"), _required(table, "name")
    unique_id = f"source.{group}.{name}"
    if reason := _left_out(source.node("config")) or _left_out(table.node("config")):
        gathered.out[unique_id] = reason
        return
    written = source.text("schema")
    schema = _literal(written) if written else group  # a source without a schema is in the one of its own name
    found = ExportedTable(
        schema=_schema(table, schema, gathered.options),
        table=_literal(table.text("identifier")) or name,
        database=_literal(source.text("database")),
        comment=table.text("description"),
        columns=_columns(table),
    )
    gathered.refs.add_source(unique_id, group, name)
    gathered.relations.append(Relation(unique_id, found, folds=True))
    gathered.nodes.append((unique_id, table))


def _left_out(config: Node) -> str | None:
    if config.fields.get("enabled") is False:
        return DISABLED
    return EPHEMERAL if config.text("materialized") == "ephemeral" else None


def _required(node: Node, key: str) -> str:
    name = scalar(node.fields.get(key))
    if not name:
        raise BadExport(f"{node.where} has no {key}", hint=_MANIFEST)
    return name


def _literal(name: str | None) -> str | None:
    """The name, unless only dbt can tell what it is (`{{ env_var('X') }}`)."""
    return None if name is None or "{{" in name or "{%" in name else name or None


def _schema(node: Node, schema: str | None, options: Options) -> str:
    found = schema or options.schema
    if not found:
        problem = f"{node.where}: nothing says the schema of {clean.shown(scalar(node.fields.get('name')))}"
        raise BadExport(problem, hint="give it with --schema NAME, or import target/manifest.json")
    return found


def _columns(node: Node) -> tuple[Column, ...]:
    columns = node.nodes("columns", COLUMN_LIMIT)
    return tuple(
        Column(scalar(one.fields.get("name")) or "", one.text("data_type"), comment=one.text("description"))
        for one in columns
        if "include" not in one.fields  # `include: all` of a version
    )


def _facts(unique_id: str, node: Node, refs: Refs) -> Iterator[Fact]:
    enforced = obj(obj(node.fields.get("config")).get("contract")).get("enforced") is True
    yield from table_constraints(unique_id, node.fields.get("constraints"), refs.find, enforced)
    for column in map(obj, items(node.fields.get("columns"))):
        name = scalar(column.get("name")) or ""
        yield from column_constraints(unique_id, name, column.get("constraints"), refs.find, enforced)
        for written in (*items(column.get("tests")), *items(column.get("data_tests"))):
            test = _test(unique_id, name, written)
            if test is not None and (fact := test.fact(refs.find)):
                yield fact


def _test(unique_id: str, column: str, written: object) -> DataTest | None:
    """`unique`, `accepted_values: {values: […]}`, or the long form with `test_name`."""
    if isinstance(written, str):
        return data_test(unique_id, column, written.removeprefix("dbt."), {}, {})
    body = obj(written)
    name = string(body.get("test_name"))
    arguments = body
    if name is None:
        name, value = next(iter(body.items()), ("", None))
        arguments = obj(value)
    config = arguments | obj(arguments.get("config"))  # dbt takes severity and where in both places
    return data_test(unique_id, column, name.removeprefix("dbt."), arguments, config)
