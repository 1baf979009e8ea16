"""The verbs on the catalog."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tnotes.cli import catalog_changes, complete, output
from tnotes.cli.flags import Flags, Verb, flags, new_app

if TYPE_CHECKING:
    from tnotes.actions.imports import Imported
    from tnotes.catalog.table import Table

app = new_app("Which tables and columns exist: import them from an export, look at them.")
_SHOWN = 10


@app.command("import", cls=Verb)
def import_(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="The files of one export.", show_default=False)],
    connection: Annotated[str, typer.Option("--connection", "-c", metavar="CONN", help="The connection it describes.")],
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="auto, dbt, tbls, information-schema, sqlite, duckdb, datahub, openmetadata, unity-catalog, bigquery, "
            "snowflake, odcs, spider, bird or ddl (SQL dumps).",
        ),
    ] = "auto",
    dialect: Annotated[
        str | None, typer.Option(metavar="NAME", help="The database engine, where the export does not say.")
    ] = None,
    schema: Annotated[str | None, typer.Option(metavar="NAME", help="The schema, where the export has none.")] = None,
    database: Annotated[str | None, typer.Option(metavar="NAME", help="Only this one of several databases.")] = None,
    no_values: Annotated[
        bool, typer.Option("--no-values", help="Do not ask a live database for the values of its codes.")
    ] = False,
    complete_: Annotated[bool, typer.Option("--complete", help="It holds all schemas of the connection.")] = False,
    no_commit: Annotated[
        bool, typer.Option("--no-commit", help="Write the files and leave the commit to you.")
    ] = False,
) -> None:
    """Take an export into catalog/. Tables gone from its schemas become unavailable; their notes stay.

    \b
    Examples:
      tnotes catalog import schema.json -c warehouse
      tnotes catalog import columns.csv tables.csv -c warehouse --dialect snowflake
      tnotes catalog import shop.sqlite -c shop --schema sales
    """
    from tnotes.actions.imports import Order, import_catalog
    from tnotes.catalog.sources.export import Options

    asked = flags(context)
    options = Options(schema=schema, dialect=dialect, database=database, values=not no_values)
    order = Order(files, connection, options, None if form == "auto" else form, complete_, not no_commit)
    _print_import(asked, import_catalog(asked.session(), order))


def _print_import(asked: Flags, result: Imported) -> None:
    if asked.json:
        output.print_json(_import_fields(result))
        return
    numbers = ", ".join(f"{count} {what}" for what, count in result.counts.items() if count) or "no tables"
    output.say(output.inline(f"{result.format} into {', '.join(result.connections)}: {numbers}"))
    for line in _remarks(result):
        output.talk(asked, output.inline(line))
    sha = result.committed.sha
    output.talk(asked, f"commit {sha[:10]} in {asked.session().workspace.root}" if sha else "nothing committed")


def _import_fields(result: Imported) -> dict[str, Any]:
    return {
        "format": result.format,
        "connections": list(result.connections),
        **result.counts,
        "skipped": [{"what": one.what, "reason": one.reason} for one in result.skipped],
        "replaced": [{"file": one.path, "problem": one.problem} for one in result.replaced],
        "commit": result.committed.sha,
    }


def _remarks(result: Imported) -> Iterator[str]:
    from tnotes.catalog.names import paste

    for problem in result.replaced:
        yield f"written anew, since it could not be read: {problem.message}"
    for one in result.skipped[:_SHOWN]:
        yield f"skipped {one.what}: {one.reason}"
    if len(result.skipped) > _SHOWN:
        yield f"skipped {len(result.skipped) - _SHOWN} more; --json lists them all"
    for name in result.unavailable[:_SHOWN]:
        yield f"no longer available: {paste(name, connection=True)}"
    if len(result.unavailable) > _SHOWN:
        yield f"no longer available: {len(result.unavailable) - _SHOWN} more; tnotes catalog ls shows them all"
    for file in result.committed.along:
        yield f"changes that waited in {file} are in the commit too"


@app.command(cls=Verb)
def ls(
    context: typer.Context,
    connection: Annotated[
        str | None, typer.Argument(metavar="CONN", help="Only this connection.", show_default=False)
    ] = None,
    schema: Annotated[str | None, typer.Option(metavar="NAME", help="Only this schema.")] = None,
) -> None:
    """List the tables. Date shards are listed once, as their family.

    \b
    Examples:
      tnotes catalog ls
      tnotes catalog ls warehouse --schema sales
    """
    from tnotes.actions.catalog import list_tables

    asked = flags(context)
    found = list_tables(asked.session(), connection, schema)
    for problem in found.unreadable:
        output.talk(asked, f"warning: left out, since it cannot be read: {problem.message}")
    if asked.json:
        output.print_json({"tables": [_fields(table, found.shards.get(table.name)) for table in found.tables]})
        return
    rows = [_row(table, found.shards.get(table.name)) for table in found.tables]
    output.print_table(("table", "kind", "columns", "state"), rows)


def _fields(table: Table, shards: int | None) -> dict[str, Any]:
    from tnotes.catalog.record import table_fields

    fields = {key: value for key, value in table_fields(table).items() if key != "columns"}
    return fields if shards is None else fields | {"shards": shards}


def _row(table: Table, shards: int | None) -> tuple[str, ...]:
    from tnotes.catalog.names import paste

    states = ("" if table.available else "unavailable", "" if shards is None else f"{shards} shards")
    state = ", ".join(filter(None, states))
    return (paste(table.name, connection=True), table.kind, f"{len(table.columns)} columns", state)


@app.command(cls=Verb)
def show(
    context: typer.Context,
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="The table.", show_default=False, autocompletion=complete.tables)
    ],
) -> None:
    """Show what the catalog says of one table, without notes.

    \b
    Example:
      tnotes catalog show sales.CUSTOMER
    """
    from tnotes.actions.find import find_table
    from tnotes.catalog.record import table_fields
    from tnotes.cli.markdown import card_as_markdown

    asked = flags(context)
    fields = table_fields(find_table(asked.session(), table))
    if asked.json:
        output.print_json(fields)
        return
    columns = [column | {"notes": []} for column in fields["columns"]]
    database = {"name": fields["database"], "description": None}
    output.say(card_as_markdown(fields | {"columns": columns, "database": database, "notes": [], "notes_omitted": 0}))


app.command("diff", cls=Verb)(catalog_changes.diff)
app.command("cleanup", cls=Verb)(catalog_changes.cleanup)
