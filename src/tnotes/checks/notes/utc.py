"""A time that is not written as UTC."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.checks.rule import WARNING, Around, Found, Rule
from tnotes.notes.entry import Survey


def _find(survey: Survey, _: Around) -> Iterator[Found]:
    for entry in survey.entries:
        for key in ("created", "updated"):
            if entry.written[key] != getattr(entry.note, key):
                message = f"{key} of {entry.note.id} would be {getattr(entry.note, key)}"
                yield Found(entry.line_of(key), message, entry.note.id)


RULE = Rule(
    id="TN210",
    title="A time that is not written as UTC",
    why=(
        "Notes written by the tool have UTC with milliseconds; other forms read the same and make noise "
        "in every comparison of files."
    ),
    severity=WARNING,
    advice="write it as UTC; --fix does",
    bad=(
        """\
- id: n_7k3f9q2mxa
  column: STAT_CD
  content: 9 means cancelled.
  status: active
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T18:12:44.102+09:00'
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
    mends=True,
)
