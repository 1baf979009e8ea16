"""The verb `sync`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import typer

from tnotes.cli import output
from tnotes.cli.flags import Flags, flags

if TYPE_CHECKING:
    from tnotes.actions.sync import Synced


def sync(context: typer.Context) -> None:
    """Fetch what others pushed, merge it note by note, and push what was committed here.

    The only command that uses the network. It starts over while somebody else pushes first. Where the branch takes no
    pushes, the commits go to a branch of their own, from which a request can be opened.

    \b
    Examples:
      tnotes sync
      tnotes sync --json
    """
    from tnotes.actions.sync import sync as action

    asked = flags(context)
    session = asked.session()
    done = action(session, _teller(asked))
    named = [path for path in done.mended if session.may_name(session.workspace.root / path)]
    if asked.json:
        output.print_json(_shape(done, named))
        return
    for path in named:
        output.talk(asked, output.inline(f"settled {path}: a merge elsewhere had left equal notes, or too many"))
    print(output.inline(_line(done)))
    if done.pushed_to not in (None, done.to.branch):
        output.talk(asked, output.inline(f"{done.to.shown} takes no pushes; open a request from {done.pushed_to}"))
    if done.said:
        output.talk(asked, output.inline(f"{done.to.remote} says: {done.said}"))
    if done.waiting:
        files = "1 file" if done.waiting == 1 else f"{done.waiting} files"
        output.talk(asked, f"not synced: {files} with changes that no commit has (git status)")


def _teller(asked: Flags) -> Callable[[str], None]:
    """Lines for who looks on, since a network may be slow."""

    def tell(line: str) -> None:
        if sys.stderr.isatty():
            output.talk(asked, output.inline(line))

    return tell


def _line(done: Synced) -> str:
    if not done.fetched and not done.pushed:
        return f"{done.to.shown}: nothing new"
    came = f"{_commits(done.fetched)} fetched" + ("" if done.merged == "nothing" else f" ({done.merged})")
    return f"{done.to.shown}: {came}, {_commits(done.pushed)} pushed" + (
        f" to {done.pushed_to}" if done.pushed_to not in (None, done.to.branch) else ""
    )


def _commits(count: int) -> str:
    return "1 commit" if count == 1 else f"{count} commits"


def _shape(done: Synced, named: list[str]) -> dict[str, object]:
    return {
        "remote": done.to.remote,
        "branch": done.to.branch,
        "fetched": done.fetched,
        "merged": done.merged,
        "pushed": done.pushed,
        "pushed_to": done.pushed_to,
        "commit": done.commit,
        "tries": done.tries,
        "settled": named,
        "waiting": done.waiting,
    }
