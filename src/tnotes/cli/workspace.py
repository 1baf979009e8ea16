"""The verbs on the workspace itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tnotes.cli import output
from tnotes.cli.flags import flags


def init(
    context: typer.Context,
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="The folder. [default: here]", show_default=False)
    ] = None,
    hook: Annotated[
        bool, typer.Option("--hook", help="Make a pre-commit hook too, which runs tnotes check on what is staged.")
    ] = False,
) -> None:
    """Make a workspace, or put in what is missing. Commits nothing.

    \b
    Examples:
      tnotes init
      tnotes init ~/warehouse-notes
      tnotes init --hook
    """
    from tnotes.actions.hook import HOOK, install, pre_commit, there
    from tnotes.actions.init import DRIVER
    from tnotes.actions.init import init as make

    asked = flags(context)
    made = make(folder or asked.workspace)
    hooked = install(there(made.root)) if hook else None
    if hooked is not None and hooked.made:
        made = made._replace(made=(*made.made, HOOK))
    if asked.json:
        output.print_json({"workspace": str(made.root), "made": list(made.made)})
    elif made.made:
        output.say(f"workspace {made.root}: made {', '.join(made.made)}")
        if set(made.made) - {HOOK, DRIVER}:  # those are in no commit
            output.talk(asked, "next: git add and commit what init made, then tnotes catalog import FILE -c NAME")
    else:
        output.say(f"workspace {made.root}: nothing was missing")
    if hooked is not None and hooked.problem is not None:
        output.talk(asked, output.inline(f"warning: {hooked.problem}; add this line to it: {hooked.line}"))
    elif made.made and hooked is None and not pre_commit(there(made.root)).exists():
        output.talk(asked, "tnotes init --hook makes a pre-commit hook that checks notes and catalog")


def demo(
    keep: Annotated[bool, typer.Option("--keep", help="Keep the folder and say where it is.")] = False,
) -> None:
    """Run the main flow on a small real workspace.

    It lies in a temporary folder, which is removed at the end.

    \b
    Example:
      tnotes demo
    """
    from tnotes.cli.demo import run_demo

    run_demo(keep=keep)
