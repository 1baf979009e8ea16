"""The verb that says what CI refuses."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tnotes.cli import output
from tnotes.cli.flags import Flags, flags
from tnotes.cli.progress import bar
from tnotes.errors import UsageError

if TYPE_CHECKING:
    from tnotes.actions.check import Report

FORMATS = ("text", "json", "github", "sarif", "junit")


def check(
    context: typer.Context,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH…", help="Files or folders of the workspace. [default: all]", show_default=False),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(metavar="REV", help="Only what changed since the last commit in common with REV, history too."),
    ] = None,
    staged: Annotated[bool, typer.Option("--staged", help="Read the files as staged, as a hook does.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what has one right answer; commits nothing.")] = False,
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help=f"One of {', '.join(FORMATS)}.")] = "text",
    select: Annotated[
        list[str] | None, typer.Option(metavar="RULE,…", help="Only these rules, such as TN2,TN301.")
    ] = None,
    ignore: Annotated[list[str] | None, typer.Option(metavar="RULE,…", help="Not these rules.")] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Let warnings fail too.")] = False,
    baseline: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Leave out the problems that this file has.")
    ] = None,
    write_baseline: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the problems of now to this file, and pass.")
    ] = None,
    explain: Annotated[
        str | None, typer.Option(metavar="RULE", help="Say what a rule is, why, and how it looks; all: every rule.")
    ] = None,
) -> None:
    """Find what is wrong with notes, catalog and settings. Exits with 1 where something is.

    \b
    Examples:
      tnotes check
      tnotes check --since origin/main --format github
      tnotes check notes/warehouse --fix
      tnotes check --explain TN202
    """
    from tnotes.actions import check as action
    from tnotes.actions.check_ground import Order

    asked = flags(context)
    if form not in FORMATS:
        raise UsageError(f"there is no format {form!r}", hint=f"one of {', '.join(FORMATS)}")
    if explain is not None:
        _explain(asked, explain)
        return
    session = action.session_for_check(asked.workspace, role=asked.role, mode=asked.mode)
    order = Order(tuple(paths or ()), since, staged, fix, _listed(select), _listed(ignore))
    known = action.read_baseline(baseline) if baseline is not None else ()
    report = action.check(session, order, known, bar(asked, "checking"))
    if write_baseline is not None:
        output.talk(asked, f"{write_baseline} has {_count(action.write_baseline(report, write_baseline), 'problem')}")
        return
    _print(asked, report, "json" if asked.json else form)
    if report.failed(strict=strict):
        raise typer.Exit(1)


def _listed(given: list[str] | None) -> tuple[str, ...]:
    return tuple(name.strip().upper() for one in given or () for name in one.split(",") if name.strip())


def _print(asked: Flags, report: Report, form: str) -> None:
    from tnotes.actions import check_formats as formats

    if form in ("json", "sarif"):
        output.print_json((formats.to_json if form == "json" else formats.to_sarif)(report))
    elif form == "junit":
        output.say(formats.to_junit(report))
    elif form == "github":
        for line in formats.to_github(report):
            output.say(output.inline(line))
    else:
        for one in report.problems:
            output.say(output.inline(formats.line_of(one)))
    for path, what in report.mended:
        output.talk(asked, output.inline(f"mended {path}: {what}"))
    output.talk(asked, _summary(report))


def _summary(report: Report) -> str:
    found = [_count(report.errors, "error"), _count(report.warnings, "warning")]
    more = [f"{report.old} of the baseline"] if report.old else []
    more += [f"{len(report.hidden)} in files that this role may not see"] if report.hidden else []
    fixable = sum(one.mends for one in report.problems)
    more += [f"--fix mends {fixable}"] if fixable else []
    staged = " as staged" if report.is_staged else ""
    return f"{', '.join((*found, *more))} in {_count(report.files, 'file')}{staged}"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _explain(asked: Flags, name: str) -> None:
    from tnotes.actions import check_formats as formats
    from tnotes.checks.rules import RULES

    rules = [rule for rule in RULES if name.upper() in ("ALL", rule.id)]
    if not rules:
        raise UsageError(f"there is no rule {name!r}", hint=f"one of {', '.join(rule.id for rule in RULES)}, or all")
    if asked.json:
        shapes = [formats.rule_fields(rule) for rule in rules]
        output.print_json({"rules": shapes})
        return
    output.say("\n\n".join(map(formats.explained, rules)))
