"""What the shell offers while somebody types."""

from __future__ import annotations

from collections import Counter

import typer

from tnotes.cli.flags import flags
from tnotes.errors import TnotesError

_MOST = 200


def tables(context: typer.Context, incomplete: str) -> list[str]:
    """The tables that this user may see whose `schema.table` begins so; nothing where something fails."""
    from tnotes.catalog.names import paste

    try:
        visible = flags(context).session().visible
        found = list(visible.all_names())
        often = Counter(paste(name, connection=False) for name in found)
        with_connection = "/" in incomplete
        names = [paste(one, connection=with_connection or often[paste(one, connection=False)] > 1) for one in found]
    except (TnotesError, OSError):
        return []
    return [name for name in names if name.casefold().startswith(incomplete.casefold())][:_MOST]
