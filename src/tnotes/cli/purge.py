"""The verb `purge`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tnotes.cli import output
from tnotes.cli.flags import Flags, flags
from tnotes.cli.notes import Author, NoteId
from tnotes.errors import NotConfirmed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tnotes.actions.purge import Purged
    from tnotes.actions.purge_plan import Plan

_SHOWN = 10


def purge(
    context: typer.Context,
    note: NoteId,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask; what it takes is shown first all the same.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what it takes and change nothing.")] = False,
    author: Author = None,
) -> None:
    """Take every text of a note out of history, for good. For administrators. Never pushes.

    All commits that come after the text get new ids. Needs git-filter-repo.

    \b
    Examples:
      tnotes purge n_7k3f9q2mxa --dry-run
      tnotes purge n_7k3f9q2mxa
    """
    from tnotes.actions.purge import purge as take_out
    from tnotes.actions.purge_plan import plan_purge
    from tnotes.cli.notes import writer_of

    asked = flags(context)
    session = asked.session()
    plan = plan_purge(session, note)
    if dry_run:
        _print_plan(asked, plan)
        return
    output.flush()
    for line in () if plan.is_empty else _plan_in_words(plan):
        print(output.inline(line), file=sys.stderr)
    if plan.ready and not plan.is_empty and not yes:
        _confirm(plan)
    _print_purged(asked, take_out(session, plan, writer_of(author, None, no_commit=False)))


def _print_plan(asked: Flags, plan: Plan) -> None:
    if asked.json:
        output.print_json(_fields(plan))
        return
    for line in _plan_in_words(plan):
        output.say(output.inline(line))


def _plan_in_words(plan: Plan) -> Iterator[str]:
    """What it takes, without the text."""
    from tnotes.actions.purge_plan import install_words

    if plan.is_empty:
        yield f"{plan.note}: no object of this repository holds a text of it"
        return
    yield f"{plan.note}: {_many(len(plan.texts), 'text')} in {_many(len(plan.blobs), 'version')} of files"
    yield from (f"file: {path}" for path in _few(plan.files))
    yield f"brought in by {_many(len({place.commit for place in plan.places}), 'commit')}" + (
        f"; told in {_many(len(plan.messages), 'message')} of commits and tags" if plan.messages else ""
    )
    yield from (f"ref: {name}" for name in _few(plan.refs))
    if plan.short:
        yield f"{_many(plan.short, 'text')} of it too short to be looked for outside of the note"
    if plan.unread:
        yield f"{_many(len(plan.unread), 'version')} of files name it, unreadable: {', '.join(_few(plan.unread))}"
    if plan.elsewhere:
        yield f"also in other places now: {', '.join(_few(plan.elsewhere))}"
    yield f"all refs are rewritten ({_many(plan.commits, 'commit')}): commits from the first of these on get new ids"
    yield "and lose signatures; the reflogs end; nothing is pushed"
    if not plan.ready:
        yield install_words()


def _few(names: tuple[str, ...]) -> list[str]:
    more = len(names) - _SHOWN
    return [*names[:_SHOWN], *([f"and {more} more"] if more > 0 else [])]


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _confirm(plan: Plan) -> None:
    if sys.stdin is None or sys.stdin.closed or not sys.stdin.isatty():
        raise NotConfirmed(f"{plan.note} was not purged: nobody can be asked here", hint="--yes purges it")
    print(f"Type {plan.note} to rewrite history: ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip() != plan.note:
        raise NotConfirmed("nothing was purged", hint=f"type {plan.note} to purge it")


def _fields(plan: Plan) -> dict[str, Any]:
    return {
        "note": plan.note,
        "texts": len(plan.texts),
        "versions": len(plan.blobs),
        "files": list(plan.files),
        "commits": list(dict.fromkeys(place.commit for place in plan.places)),
        "messages": list(plan.messages),
        "refs": list(plan.refs),
        "elsewhere": list(plan.elsewhere),
        "unreadable": list(plan.unread),
        "rewritten": 0,
        "ready": plan.ready,
    }


def _print_purged(asked: Flags, done: Purged) -> None:
    from tnotes.actions.purge_plan import still_to_do

    todo = still_to_do(done.plan) if done.rewritten else ()
    if asked.json:
        fields = _fields(done.plan) | {"rewritten": done.rewritten, "left": list(done.left), "to_do": list(todo)}
        output.print_json(fields)
        return
    if done.rewritten:
        output.say(f"purged {done.plan.note}: no object here holds its text any more")
    else:
        output.say(f"nothing to purge: no object holds a text of {done.plan.note}")
    for path in done.left:
        output.say(output.inline(f"still there: {path}"))
    for line in todo:
        output.say(f"to do: {line}")
