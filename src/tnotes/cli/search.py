"""The verb that finds tables for a question, and the one that looks after its index."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tnotes.cli import output
from tnotes.cli.flags import Flags, flags
from tnotes.cli.progress import talk
from tnotes.errors import UsageError

if TYPE_CHECKING:
    from tnotes.actions.search import Answer


def search(
    context: typer.Context,
    question: Annotated[
        list[str] | None, typer.Argument(metavar="QUESTION…", help="Words, in any order.", show_default=False)
    ] = None,
    most: Annotated[int, typer.Option("-k", metavar="N", min=1, help="How many tables or notes.")] = 10,
    notes: Annotated[bool, typer.Option("--notes", help="Find notes instead of tables.")] = False,
    measure: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Measure recall over a file of questions.", show_default=False)
    ] = None,
) -> None:
    """Find the tables that a question is about, by names, comments and notes.

    \b
    Examples:
      tnotes search "how many customers cancelled in May?"
      tnotes search 해지 고객 -k 5 --json
      tnotes search --notes cancelled
      tnotes search --measure questions.jsonl
    """
    asked = flags(context)
    if (measure is None) == (not question):
        raise UsageError("give either QUESTION or --measure", hint='such as: tnotes search "cancelled customers"')
    if measure is not None:
        _measure(asked, measure)
        return
    _answer(asked, " ".join(question or ()), most, notes=notes)


def _answer(asked: Flags, question: str, most: int, *, notes: bool) -> None:
    from tnotes.actions import search_shapes as shapes
    from tnotes.actions.search import search as tables_for
    from tnotes.actions.search import search_notes

    session = asked.session()
    found = (search_notes if notes else tables_for)(session, question, most, talk=talk(asked))
    for problem in found.unreadable:
        output.talk(asked, f"warning: left out, since it cannot be read: {output.inline(problem)}")
    if asked.json:
        output.print_json((shapes.places if notes else shapes.tables)(question, found, session.zone))
        return
    output.print_table(*(_note_rows(found) if notes else _rows(found)))
    if not (found.tables or found.places):
        output.talk(asked, "nothing found")


def _rows(found: Answer) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    from tnotes.catalog.names import paste

    rows = [
        (
            paste(one.ranked.name, connection=True) + ("" if one.ranked.available else " (unavailable)"),
            f"{one.ranked.score:.2f}",
            "; ".join(one.why),
        )
        for one in found.tables
    ]
    return ("table", "score", "why"), rows


def _note_rows(found: Answer) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    from tnotes.catalog.names import paste, quote

    rows = []
    for place in found.places:
        where = paste(place.name, connection=True) + ("" if place.column is None else f".{quote(place.column)}")
        rows += [(note.id, where, note.content or "") for note in place.notes]
    return ("id", "place", "note"), rows


def _measure(asked: Flags, path: Path) -> None:
    from tnotes.actions import search_shapes as shapes
    from tnotes.actions.measure import CUTS
    from tnotes.actions.measure import measure as measured

    shape = shapes.measured(measured(asked.session(), path, talk=talk(asked)))
    for one in shape["skipped"]:
        output.talk(asked, f"warning: line {one['line']} left out: {output.inline(one['problem'])}")
    if asked.json:
        output.print_json(shape)
        return
    rows = [
        (name.replace("_", " "), *(f"{figures[str(cut)]:.3f}" for cut in CUTS))
        for name, figures in shape["recall"].items()
    ]
    output.print_table((f"{shape['questions']} questions", *(f"recall@{cut}" for cut in CUTS)), rows)
    for kind in ("gained", "lost"):
        for one in shape[kind]:
            depths = " → ".join("not found" if one[key] is None else str(one[key]) for key in _DEPTHS)
            output.say(f"{kind}\tline {one['line']}\t{depths}\t{output.one_line(one['question'])}")


_DEPTHS = ("without_notes", "with_notes")
