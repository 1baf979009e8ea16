"""Tables as a source read them, checked and put together into one export."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tnotes.catalog.sources import clean
from tnotes.catalog.sources.export import Export, ExportedTable, Options, Skipped
from tnotes.catalog.table import Column, Reference, Value
from tnotes.errors import BadExport

TABLE_LIMIT = 200_000
COLUMN_LIMIT = 20_000
VALUE_LIMIT = 1_000
_DESCRIBED = "cards show what tnotes.yaml says: connections, description"


def at_most(count: int, limit: int, what: str) -> None:
    """Stop the import when the export has more of something than any real one."""
    if count > limit:
        raise BadExport(f"more than {limit:,} {what}", hint="is this really a catalog export? Split it if it is")


def finish(
    name: str,
    drafts: Iterable[ExportedTable | Skipped],
    options: Options,
    *,
    engine: str | None = None,
    description: str | None = None,
) -> Export:
    """The export, with names checked, texts cleaned, repeated tables merged and one database kept where asked.

    A `description` of the whole is not taken: which connection it is of, and what cards say of that, is for settings.
    """
    tables: dict[tuple[str | None, str, str], ExportedTable] = {}
    skipped: list[Skipped] = []
    for draft in drafts:
        table = draft if isinstance(draft, Skipped) else _checked(draft, skipped)
        if isinstance(table, Skipped):
            skipped.append(table)
            continue
        first = tables.setdefault((table.database, table.schema, table.table), table)
        if first != table:
            skipped.append(Skipped(place(table), "the export describes it twice; the first description was taken"))
        at_most(len(tables), TABLE_LIMIT, "tables")
    if not tables:
        reason = f": {skipped[0].what}: {skipped[0].reason}" if skipped else ""
        raise BadExport(f"the export has no table that can be taken{reason}", hint="nothing was imported")
    kept = _of_database(tuple(tables.values()), options.database)
    chosen = clean.engine(options.dialect) or clean.engine(engine)
    if clean.text(description):
        skipped.append(Skipped("the description of the database", _DESCRIBED))
    return Export(name, kept, chosen, tuple(skipped))


def place(table: ExportedTable, column: str = "") -> str:
    """`schema.table` or `schema.table.column`, for a message."""
    parts = [table.schema, table.table, column] if column else [table.schema, table.table]
    return clean.shown(".".join(parts))


def _checked(draft: ExportedTable, skipped: list[Skipped]) -> ExportedTable | Skipped:
    """The table as it is kept, or why it cannot be; what it loses on the way is added to `skipped`."""
    at_most(len(draft.columns), COLUMN_LIMIT, "columns in one table")
    if problem := _name_problem(draft):
        return Skipped(place(draft), problem)
    kind, comment = clean.kind(draft.kind), clean.text(draft.comment)
    return replace(draft, kind=kind, comment=comment, columns=_columns(draft, skipped))


def _name_problem(draft: ExportedTable) -> str | None:
    if problem := clean.name_problem(draft.table):
        return problem
    for what, name in (("schema", draft.schema), ("database", draft.database)):
        if name is not None and (problem := clean.name_problem(name)):
            return f"its {what} cannot be used: {problem}"
    for column in draft.columns:
        # a column without a name is left out alone; a broken name says that the table was read wrongly
        if column.name.strip() and (problem := clean.name_problem(column.name)):
            return f"its column {clean.shown(column.name)} cannot be used: {problem}"
    return None


def _columns(draft: ExportedTable, skipped: list[Skipped]) -> tuple[Column, ...]:
    columns: dict[str, Column] = {}
    for number, column in enumerate(draft.columns, 1):
        if not column.name.strip():
            skipped.append(Skipped(f"{place(draft)}, column {number}", "it has no name"))
        elif column.name in columns:
            reason = "a second column of the same name; the first was taken"
            skipped.append(Skipped(place(draft, column.name), reason))
        else:
            columns[column.name] = _tidy(column, draft, skipped)
    return tuple(columns.values())


def _tidy(column: Column, table: ExportedTable, skipped: list[Skipped]) -> Column:
    if len(column.values) > VALUE_LIMIT:
        skipped.append(Skipped(place(table, column.name), f"only its first {VALUE_LIMIT:,} values were taken"))
    references = column.references
    if references is not None and not _usable(references):
        skipped.append(Skipped(place(table, column.name), "its foreign key points to a name that cannot be used"))
        references = None
    values = tuple(
        Value(clean.valid_unicode(value.value)[: clean.TEXT_LIMIT], clean.text(value.meaning))
        for value in column.values[:VALUE_LIMIT]
    )
    kind, comment = clean.text(column.type), clean.text(column.comment)
    return column._replace(type=kind, comment=comment, references=references, values=values)


def _usable(reference: Reference) -> bool:
    return not any(map(clean.name_problem, (reference.schema, reference.table, reference.column)))


def _of_database(tables: tuple[ExportedTable, ...], wanted: str | None) -> tuple[ExportedTable, ...]:
    if not wanted:
        return tables
    names = sorted({table.database for table in tables if table.database is not None})
    matches = [name for name in names if name == wanted]
    matches = matches or [name for name in names if name.casefold() == wanted.casefold()]
    if len(matches) == 1:
        return tuple(table for table in tables if table.database == matches[0])
    if not names:
        raise BadExport("the export names no database", hint="leave --database out")
    problem = "fits several databases" if matches else "is no database"
    hint = f"give one of: {', '.join(map(clean.shown, matches or names[:10]))}"
    raise BadExport(f"{clean.shown(wanted)} {problem} of the export", hint=hint, candidates=matches or names)
