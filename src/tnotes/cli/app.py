"""All verbs, in the order in which --help shows them. A verb's module is imported when the verb is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.main import get_command

from tnotes import __version__
from tnotes.cli.flags import Group, Verb, new_app

# verb: module below tnotes.cli, and the function's name where it differs from the verb
VERBS = {
    "init": "workspace",
    "demo": "workspace",
    "catalog": "catalog",
    "add": "notes",
    "edit": "notes",
    "rm": "notes",
    "restore": "notes",
    "purge": "purge",
    "ls": "looks",
    "show": "looks",
    "card": "cards",
    "search": "search",
    "check": "check",
    "index": "index",
    "log": "trail",
    "sync": "sync",
    "access": "access",
    "agent": "agent",
    "doctor": "doctor",
    "merge-driver": "merge_driver",
}


class Verbs(Group):
    """The top group: building all verbs at every start would cost more than most of them do."""

    def list_commands(self, _ctx: Any) -> list[str]:
        """The names of the verbs."""
        return list(VERBS)

    def get_command(self, _ctx: Any, cmd_name: str) -> Any:
        """The verb of that name; None where there is none."""
        if cmd_name not in VERBS:
            return None
        module = import_module(f"tnotes.cli.{VERBS[cmd_name]}")
        if hasattr(module, "app"):
            command = get_command(module.app)
        else:
            single = new_app("")
            single.command(cmd_name, cls=Verb)(getattr(module, cmd_name.replace("-", "_")))
            command = get_command(single)
        command.name = cmd_name
        return command


app = new_app("Corrections about tables, said once, kept in Git, printed for the next question.", cls=Verbs)


def _version(asked: bool) -> None:
    if asked:
        print(f"tnotes {__version__}")
        raise typer.Exit


@app.callback()
def root(
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """Corrections about tables, said once, kept in Git, printed for the next question."""
