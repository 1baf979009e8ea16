"""A changed note whose updated stood still."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.checks.rule import ERROR, Around, Found, Rule
from tnotes.notes.entry import Survey


def _find(survey: Survey, around: Around) -> Iterator[Found]:
    for entry in survey.entries:
        note, was = entry.note, around.base.get(entry.note.id)
        if was is None or note.updated > was.updated:
            continue
        changed = [key for key in ("content", "column") if getattr(note, key) != getattr(was, key)]
        if changed:
            what = " and ".join(changed)
            yield Found(entry.line_of("updated"), f"{what} of {note.id} changed, its updated did not", note.id)


RULE = Rule(
    id="TN206",
    title="A changed note whose updated stood still",
    why=(
        "Cards show the newest notes first, and a merge takes the newer of two: a change without a new "
        "time is lost there."
    ),
    severity=ERROR,
    advice="set updated to the time of the change; --fix does",
    bad=("content changed since the last commit, updated did not",),
    good=("content changed and updated moved with it",),
    find=_find,
    mends=True,
)
