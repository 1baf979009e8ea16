"""A deleted note that still has its text."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.checks.rule import ERROR, Around, Found, Rule
from tnotes.notes.entry import Survey
from tnotes.notes.note import DELETED


def _find(survey: Survey, _: Around) -> Iterator[Found]:
    for entry in survey.entries:
        if entry.note.status == DELETED and "content" in entry.written:
            yield Found(entry.line_of("content"), f"{entry.note.id} is deleted and still has its text", entry.note.id)


RULE = Rule(
    id="TN207",
    title="A deleted note that still has its text",
    why="Who deletes a note wants its text gone from the files; history keeps it for tnotes restore.",
    severity=ERROR,
    advice="take the content out; --fix does",
    bad=(
        """\
- id: n_7k3f9q2mxa
  column: STAT_CD
  content: 9 means cancelled.
  status: deleted
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
""",
    ),
    good=(
        """\
- id: n_7k3f9q2mxa
  column: STAT_CD
  status: deleted
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
""",
    ),
    find=_find,
    mends=True,
)
