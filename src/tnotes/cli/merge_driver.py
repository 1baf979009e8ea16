"""The verb that Git calls."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def merge_driver(
    base: Annotated[Path, typer.Argument(metavar="BASE", help="The file as both sides had it (%O).")],
    ours: Annotated[Path, typer.Argument(metavar="OURS", help="Our side; the merged file is written here (%A).")],
    theirs: Annotated[Path, typer.Argument(metavar="THEIRS", help="Their side (%B).")],
    name: Annotated[str, typer.Argument(metavar="PATH", help="Its path from the top of the work tree (%P).")],
) -> int:
    """Merge one file of notes or of the catalog; Git calls it.

    It ends with 0 where it merged; else both sides stand in OURS between conflict markers. `tnotes init` registers it.

    \b
    Example, in .git/config:
      driver = tnotes merge-driver %O %A %B %P
    """
    from tnotes.actions.merge_driver import Sides
    from tnotes.actions.merge_driver import merge_driver as merge
    from tnotes.cli.output import inline

    driven = merge(Sides(base, ours, theirs, name))
    if driven.problem is not None:
        print(f"tnotes: {inline(driven.problem.message)}", file=sys.stderr)
    return driven.code
