"""What the shell offers while somebody types."""

from __future__ import annotations

import os
from pathlib import Path

from tnotes.errors import TnotesError

_MOST = 200


def tables(incomplete: str) -> list[str]:
    """The visible tables whose `schema.table` begins so; nothing at all where something fails."""
    from tnotes.actions.session import open_session
    from tnotes.catalog.names import paste

    where = Path(os.environ.get("TNOTES_WORKSPACE") or ".")
    try:
        session = open_session(where, role=os.environ.get("TNOTES_ROLE"))
        names = dict.fromkeys(paste(name, connection=False) for name in session.visible.all_names())
    except TnotesError:
        return []
    return [name for name in names if name.casefold().startswith(incomplete.casefold())][:_MOST]
