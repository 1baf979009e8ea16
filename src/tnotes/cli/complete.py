"""What the shell offers while somebody types."""

from __future__ import annotations

import typer

from tnotes.cli.flags import flags
from tnotes.errors import TnotesError

_MOST = 200


def tables(context: typer.Context, incomplete: str) -> list[str]:
    """The tables that this user may see whose `schema.table` begins so; nothing where something fails."""
    from tnotes.catalog.names import paste

    try:
        visible = flags(context).session().visible
        names = dict.fromkeys(paste(name, connection=False) for name in visible.all_names())
    except (TnotesError, OSError):
        return []
    return [name for name in names if name.casefold().startswith(incomplete.casefold())][:_MOST]
