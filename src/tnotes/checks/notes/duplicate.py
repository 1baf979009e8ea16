"""Two active notes that say the same in the same place."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.checks.rule import ERROR, Around, Found, Rule
from tnotes.notes.entry import Survey
from tnotes.words import nfc, same_text_key


def _find(survey: Survey, _: Around) -> Iterator[Found]:
    first: dict[tuple[str, str | None], str] = {}
    for entry in survey.entries:
        note = entry.note
        if not note.active or note.content is None:
            continue
        column = None if note.column is None else nfc(note.column)
        same = first.setdefault((same_text_key(note.content), column), note.id)
        if same != note.id:
            yield Found(entry.line_of("content"), f"{note.id} says the same as {same} in the same place", note.id)


RULE = Rule(
    id="TN202",
    title="Two active notes that say the same in the same place",
    why="The one correction counts twice against the cap and stands on the card twice.",
    severity=ERROR,
    advice="archive the older one; --fix does",
    bad=(
        """\
- id: n_7k3f9q2mxa
  column: STAT_CD
  content: 9 means cancelled.
  status: active
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
- id: n_8k3f9q2mxa
  column: STAT_CD
  content: 9  Means cancelled.
  status: active
  created: '2025-03-14T09:12:44.102Z'
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
- id: n_8k3f9q2mxa
  column: STAT_CD
  content: 8 means cancelled.
  status: active
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
""",
        """\
- id: n_7k3f9q2mxa
  column: STAT_CD
  content: 9 means cancelled.
  status: active
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
- id: n_8k3f9q2mxa
  column: STAT_CD
  content: 9 means cancelled.
  status: archived
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
""",
    ),
    find=_find,
    mends=True,
)
