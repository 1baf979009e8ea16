"""A time that cannot be right."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.checks.rule import WARNING, Around, Found, Rule
from tnotes.notes.entry import Survey
from tnotes.notes.times import later

_DAY = 24 * 60 * 60 * 1000  # clocks differ, and so do zones that somebody left out


def _find(survey: Survey, around: Around) -> Iterator[Found]:
    soon = later(around.now, _DAY)
    for entry in survey.entries:
        note = entry.note
        if note.updated < note.created:
            yield Found(entry.line_of("updated"), f"{note.id} was updated before it was created", note.id)
        elif note.updated > soon:
            yield Found(entry.line_of("updated"), f"{note.id} was updated in the future", note.id)


RULE = Rule(
    id="TN211",
    title="A time that cannot be right",
    why=(
        "A note from the future stays above all that is written today; one updated before it was created "
        "has a wrong clock behind it."
    ),
    severity=WARNING,
    advice="set created and updated to when it was",
    bad=(
        """\
- id: n_7k3f9q2mxa
  column: STAT_CD
  content: 9 means cancelled.
  status: active
  created: '2025-03-30T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
""",
    ),
    good=(
        """\
- id: n_7k3f9q2mxa
  column: STAT_CD
  content: 9 means cancelled.
  status: active
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
""",
    ),
    find=_find,
)
