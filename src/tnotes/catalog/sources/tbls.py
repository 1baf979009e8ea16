"""tbls `schema.json`: https://github.com/k1LoW/tbls."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from tnotes.catalog.sources import clean
from tnotes.catalog.sources.assemble import COLUMN_LIMIT, TABLE_LIMIT, finish
from tnotes.catalog.sources.export import Export, ExportedTable, ExportFile, Options, Skipped, Source
from tnotes.catalog.sources.opened import head_text
from tnotes.catalog.sources.shapes import Node, load_object
from tnotes.catalog.sources.tbls_names import Places, places_of
from tnotes.catalog.sources.values import listed_values
from tnotes.catalog.table import Column, Reference, Value
from tnotes.errors import BadExport

_TABLES = re.compile(r'"tables"\s*:\s*(?:\[\s*(?:[{\]]|\Z)|null)')
# Keys of other JSON catalogs that have a list of tables too: OpenMetadata, Unity Catalog, dbt, Snowflake Cortex.
_OTHERS = re.compile(
    r'"(?:fullyQualifiedName|dataType|full_name|catalog_name|dbt_schema_version|base_table|tableReference)"\s*:'
)

_References = dict[str, dict[str, Reference]]  # table as written → column → where it points


def _recognises(file: ExportFile) -> bool:
    head = head_text(file)
    return head.lstrip()[:1] == "{" and bool(_TABLES.search(head)) and not _OTHERS.search(head)


def _read(files: tuple[ExportFile, ...], options: Options) -> Export:
    schemas = [load_object(file) for file in files]
    engines = sorted({name for schema in schemas if (name := clean.engine(schema.node("driver").text("name")))})
    if len(engines) > 1 and not options.dialect:
        hint = "import each into its own connection, or give --dialect"
        raise BadExport(f"the files come from different engines: {', '.join(engines)}", hint=hint)
    descriptions = dict.fromkeys(text for schema in schemas if (text := schema.text("desc")))
    drafts = (draft for schema in schemas for draft in _drafts(schema, options))
    engine = engines[0] if engines else None
    return finish("tbls", drafts, options, engine=engine, description="\n".join(descriptions))


def _drafts(schema: Node, options: Options) -> Iterator[ExportedTable | Skipped]:
    if "tables" not in schema.fields:
        raise BadExport(f'{schema.where}has no "tables"', hint="give the schema.json that tbls writes")
    tables = schema.nodes("tables", TABLE_LIMIT)
    driver = schema.node("driver")
    engine = clean.engine(driver.text("name")) or clean.engine(options.dialect)
    names = [table.text("name") or "" for table in tables]
    places = places_of(engine, schema.text("name"), driver.node("meta").text("current_schema"), names, options)
    references = _references(schema, tables, places)
    enums = _enums(schema)
    for number, (table, name) in enumerate(zip(tables, names, strict=True), 1):
        place, bare_name = places.split(name)
        if not name.strip():
            yield Skipped(f"table {number}", "it has no name")
        elif place is None:
            problem = f"{schema.where}nothing says the schema of table {clean.shown(name)}"
            raise BadExport(problem, hint="give it with --schema NAME")
        else:
            columns = tuple(_columns(table, place, references.get(name, {}), enums))
            kind, comment = table.text("type") or "", table.text("comment")
            yield ExportedTable(place, bare_name, places.database, kind, comment, columns)


def _columns(
    table: Node, schema: str, references: dict[str, Reference], enums: dict[str, tuple[Value, ...]]
) -> Iterator[Column]:
    keys = _keys(table)
    for column in table.nodes("columns", COLUMN_LIMIT):
        name, type_text = column.text("name") or "", column.text("type")
        yield Column(
            name=name,
            type=type_text,
            nullable=column.flag("nullable"),
            comment=column.text("comment"),
            key=keys.get(name),
            references=references.get(name),
            values=listed_values(type_text) or _enum_of(type_text or "", schema, enums),
        )


def _keys(table: Node) -> dict[str, str]:
    keys: dict[str, str] = {}
    for constraint in table.nodes("constraints"):
        kind, columns = _constraint_type(constraint), constraint.texts("columns")
        if kind == "PRIMARY KEY":
            keys.update(dict.fromkeys(columns, "primary"))
        elif kind == "UNIQUE" and len(columns) == 1:
            keys.setdefault(columns[0], "unique")
    return keys


def _constraint_type(constraint: Node) -> str:
    return (constraint.text("type") or "").upper().replace("_", " ")  # Spanner: PRIMARY_KEY


def _references(schema: Node, tables: list[Node], places: Places) -> _References:
    found: _References = {}
    for relation in schema.nodes("relations"):
        child, parent = relation.text("table") or "", relation.text("parent_table") or ""
        _point(found, child, relation.texts("columns"), parent, relation.texts("parent_columns"), places)
    for table in tables:
        for constraint in table.nodes("constraints"):
            if _constraint_type(constraint) == "FOREIGN KEY":
                child, parent = table.text("name") or "", constraint.text("referenced_table") or ""
                to = constraint.texts("referenced_columns")
                _point(found, child, constraint.texts("columns"), parent, to, places)
    return found


def _point(found: _References, child: str, columns: list[str], parent: str, to: list[str], places: Places) -> None:
    """Note where the columns of one foreign key point; what was noted first stays."""
    schema, table = places.split(parent)
    if schema is None or not table or len(columns) != len(to):
        return  # a relation without its columns, as tbls writes one that it could not resolve
    of_child = found.setdefault(child, {})
    for column, target in zip(columns, to, strict=True):
        if target:
            of_child.setdefault(column, Reference(schema, table, target))


def _enums(schema: Node) -> dict[str, tuple[Value, ...]]:
    """Values under the name of each enum, and under its name without a schema where only one has it."""
    named = {enum.text("name") or "": tuple(map(Value, enum.texts("values"))) for enum in schema.nodes("enums")}
    bare_names = [name.partition(".")[2] for name in named]
    once = {bare for bare, count in Counter(bare_names).items() if bare and count == 1}
    return {bare: named[name] for name, bare in zip(named, bare_names, strict=True) if bare in once} | named


def _enum_of(type_text: str, schema: str, enums: dict[str, tuple[Value, ...]]) -> tuple[Value, ...]:
    """The values of the enum that the type names, one of the table's own schema first."""
    plain = type_text.strip().removesuffix("[]").replace('"', "")
    return enums.get(f"{schema}.{plain}") or enums.get(plain) or ()


SOURCE = Source("tbls", _recognises, _read)
