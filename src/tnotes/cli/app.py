"""All verbs, in the order in which --help shows them."""

from __future__ import annotations

from typing import Annotated

import typer

from tnotes import __version__
from tnotes.cli import cards, catalog, notes, workspace
from tnotes.cli.flags import Verb, new_app

app = new_app("Corrections about tables, said once, kept in Git, printed for the next question.")


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


for verb in (
    workspace.init,
    workspace.demo,
    notes.add,
    notes.edit,
    notes.rm,
    notes.restore,
    notes.ls,
    notes.show,
    cards.card,
    notes.log,
):
    app.command(cls=Verb)(verb)
app.add_typer(catalog.app, name="catalog")
