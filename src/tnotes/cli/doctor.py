"""The verb `doctor`."""

from __future__ import annotations

from typing import Annotated

import typer

from tnotes.cli import output
from tnotes.cli.flags import flags


def doctor(
    context: typer.Context,
    fix: Annotated[
        bool, typer.Option("--fix", help="Mend what is local and safe, as tnotes init does, and say what.")
    ] = False,
) -> None:
    """Say whether this workspace is healthy, and what mends it. Exits with 1 where something fails.

    \b
    Examples:
      tnotes doctor
      tnotes doctor --fix
    """
    from tnotes.actions.doctor.patient import FAIL, WARN, Asked
    from tnotes.actions.doctor.visit import visit

    asked = flags(context)
    found = visit(Asked(asked.workspace, asked.role, asked.mode, asked.time_zone), fix=fix)
    if asked.json:
        findings = [
            {"check": one.check, "state": one.state, "message": one.message, "fix": one.fix or None}
            for one in found.findings
        ]
        output.print_json({"healthy": found.is_healthy, "checks": findings, "mended": list(found.mended)})
    else:
        for what in found.mended:
            output.talk(asked, output.inline(f"mended: {what}"))
        output.print_table(
            ("state", "check", "what", "mend it"),
            [(one.state, one.check, one.message, one.fix) for one in found.findings],
        )
        counts = {state: sum(one.state == state for one in found.findings) for state in (FAIL, WARN)}
        output.talk(asked, f"{counts[FAIL]} failed, {counts[WARN]} to look at")
    if not found.is_healthy:
        raise typer.Exit(1)
