"""The verbs on what changes in a catalog: compare two states, remove what is gone."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tnotes.cli import output
from tnotes.cli.flags import Flags, flags
from tnotes.errors import NotConfirmed, UsageError

if TYPE_CHECKING:
    from tnotes.actions.cleanup import Plan
    from tnotes.actions.diff import Diff, Touched

_SHOWN = 10


def diff(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE…", help="The files of one export, as for import.", show_default=False),
    ] = None,
    connection: Annotated[
        str | None, typer.Option("--connection", "-c", metavar="CONN", help="The connection it describes.")
    ] = None,
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help="As for import.")] = "auto",
    dialect: Annotated[str | None, typer.Option(metavar="NAME", help="As for import.")] = None,
    schema: Annotated[str | None, typer.Option(metavar="NAME", help="As for import.")] = None,
    database: Annotated[str | None, typer.Option(metavar="NAME", help="As for import.")] = None,
    complete: Annotated[bool, typer.Option("--complete", help="As for import.")] = False,
    since: Annotated[
        str | None, typer.Option(metavar="REV", help="Compare this revision instead of an export.")
    ] = None,
    until: Annotated[str | None, typer.Option(metavar="REV", help="With this one. [default: the files now]")] = None,
    exit_code: Annotated[bool, typer.Option("--exit-code", help="Exit with 1 where notes are touched.")] = False,
) -> None:
    """Show what an export would change, or what changed since a revision, and which notes that touches.

    \b
    Examples:
      tnotes catalog diff schema.json -c warehouse --exit-code
      tnotes catalog diff --since HEAD~1
      tnotes catalog diff --since v1 --until v2 -c warehouse --json
    """
    from tnotes.actions.diff import diff_export, diff_revisions
    from tnotes.actions.imports import Order
    from tnotes.catalog.sources.export import Options

    asked = flags(context)
    options = Options(schema=schema, dialect=dialect, database=database, values=False)
    given = form != "auto" or complete or options != Options(values=False)
    _require_one_form(files, connection, since, until, given)
    if since is not None:
        found = diff_revisions(asked.session(), since, until, connection)
    else:
        order = Order(files or [], connection or "", options, None if form == "auto" else form, complete)
        found = diff_export(asked.session(), order)
    _print_diff(asked, found)
    if exit_code and found.notes:
        raise typer.Exit(1)


def _require_one_form(
    files: list[Path] | None, connection: str | None, since: str | None, until: str | None, given: bool
) -> None:
    hint = "tnotes catalog diff FILE… -c CONN, or tnotes catalog diff --since REV [--until REV]"
    if bool(files) == (since is not None):
        raise UsageError("give either the FILEs of an export or --since", hint=hint)
    if files and connection is None:
        raise UsageError("an export is compared with a connection: -c CONN is missing", hint=hint)
    if files and until is not None:
        raise UsageError("--until goes with --since", hint=hint)
    if since is not None and given:
        raise UsageError("the options of an export do not go with --since", hint=hint)


def _print_diff(asked: Flags, found: Diff) -> None:
    for problem in found.unreadable:
        output.talk(asked, f"warning: left out, since it cannot be read: {output.inline(problem.message)}")
    for one in found.skipped[:_SHOWN]:
        output.talk(asked, output.inline(f"skipped {one.what}: {one.reason}"))
    if len(found.skipped) > _SHOWN:
        output.talk(asked, f"skipped {len(found.skipped) - _SHOWN} more; --json lists them all")
    if asked.json:
        output.print_json(_diff_fields(found))
        return
    from tnotes.cli.diff_rows import HEADS
    from tnotes.cli.diff_rows import rows as rows_of

    rows = rows_of(found.changes)
    output.print_table(HEADS, rows)
    count = len(found.notes)
    touched = f"{count} note{'' if count == 1 else 's'} touched" if count else "no notes touched"
    output.talk(asked, touched if rows else "no changes")


def _diff_fields(found: Diff) -> dict[str, Any]:
    return {
        "changes": [_change_fields(one) for one in found.changes],
        "notes": list(found.notes),
        "skipped": [{"what": one.what, "reason": one.reason} for one in found.skipped],
        "unreadable": [{"file": one.path, "problem": one.problem} for one in found.unreadable],
    }


def _change_fields(one: Touched) -> dict[str, Any]:
    change = one.change
    columns = [
        {
            "column": column.column,
            "change": column.what,
            "before": column.before,
            "after": column.after,
            "notes": list(notes),
        }
        for column, notes in zip(change.columns, one.columns, strict=True)
    ]
    return {
        **change.name._asdict(),
        "change": change.what,
        "family": None if change.family is None else change.family.table,
        "was": None if change.was is None else {"schema": change.was.schema, "table": change.was.table},
        "columns": columns,
        "notes": list(one.notes),
    }


def cleanup(
    context: typer.Context,
    connection: Annotated[
        str | None, typer.Argument(metavar="CONN", help="Only this connection.", show_default=False)
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Remove them without asking; the counts are shown first.")] = False,
    no_commit: Annotated[
        bool, typer.Option("--no-commit", help="Remove the files and leave the commit to you.")
    ] = False,
) -> None:
    """Remove the tables that are no longer available, with their notes. For administrators.

    What goes is always shown first; `tnotes restore ID` brings a note back.

    \b
    Examples:
      tnotes catalog cleanup
      tnotes catalog cleanup warehouse --yes
    """
    from tnotes.actions import cleanup as action

    asked = flags(context)
    session = asked.session()
    plan = action.plan_cleanup(session, connection)
    _show(plan)
    if plan.doomed and not yes:
        _confirm(plan)
    committed = action.cleanup(session, plan, connection, commit=not no_commit)
    if asked.json:
        output.print_json(_plan_fields(plan) | {"commit": committed.sha})
        return
    output.say(f"removed {_in_words(plan)}" if plan.doomed else "nothing to clean up: every table is available")
    sha = committed.sha
    output.talk(asked, f"commit {sha[:10]} in {session.workspace.root}" if sha else "nothing committed")


def _show(plan: Plan) -> None:
    """What goes, on stderr whatever else is asked for: nobody removes what they were not shown."""
    from tnotes.catalog.names import paste

    output.flush()
    for one in plan.doomed:
        counts = ", ".join(f"{count} {status}" for status, count in one.counts.items())
        print(output.inline(f"{paste(one.name, connection=True)}: {counts} notes"), file=sys.stderr)
    if plan.doomed:
        counts = ", ".join(f"{count} {status}" for status, count in plan.counts.items())
        print(f"{_in_words(plan)} ({counts}) will be removed", file=sys.stderr)


def _in_words(plan: Plan) -> str:
    notes = sum(plan.counts.values())
    return f"{plan.tables} table{'' if plan.tables == 1 else 's'} and {notes} note{'' if notes == 1 else 's'}"


def _confirm(plan: Plan) -> None:
    if sys.stdin is None or sys.stdin.closed or not sys.stdin.isatty():
        raise NotConfirmed(f"{_in_words(plan)} were not removed: nobody can be asked here", hint="--yes removes them")
    wanted = f"{plan.tables} or yes"
    print(f"Type {wanted} to remove them: ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip() not in (str(plan.tables), "yes"):
        raise NotConfirmed("nothing was removed", hint=f"type {wanted} to remove them")


def _plan_fields(plan: Plan) -> dict[str, Any]:
    return {
        "removed": [{**one.name._asdict(), "notes": one.counts} for one in plan.doomed],
        "tables": plan.tables,
        "notes": plan.counts,
    }
