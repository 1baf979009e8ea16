"""The verb that tells who sees a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tnotes.cli import complete, output
from tnotes.cli.flags import flags

if TYPE_CHECKING:
    from tnotes.actions.access import Seen


def access(
    context: typer.Context,
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="The table.", show_default=False, autocompletion=complete.tables)
    ],
) -> None:
    """Show who sees a table, and which rule lets or forbids them. For administrators.

    \b
    Example:
      tnotes access sales.CUSTOMER --role steward
    """
    from tnotes.actions.access import access as found_access
    from tnotes.actions.access import fields

    asked = flags(context)
    found = found_access(asked.session(), table)
    if asked.json:
        output.print_json(fields(found))
        return
    output.print_table(("who", "sees it", "by"), [_row(one, found.default_role) for one in found.seen])


def _row(one: Seen, default_role: str | None) -> tuple[str, ...]:
    marks = [one.kind] if one.name else []
    marks += ["administrator"] if one.admin else []
    marks += ["default"] if one.name and one.name == default_role else []
    who = (one.name or one.kind) + (f" ({', '.join(marks)})" if marks else "")
    by = one.rule if one.pattern is None else f"{one.rule} {one.pattern}"
    return who, "yes" if one.sees else "no", by if one.of in (None, one.name) else f"{by} of {one.of}"
