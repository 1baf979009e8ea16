"""A column that the table does not have."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.catalog.names import paste, quote
from tnotes.checks.rule import ERROR, Around, Found, Rule
from tnotes.errors import closest
from tnotes.notes.entry import Survey
from tnotes.notes.note import DELETED
from tnotes.words import nfc


def _find(survey: Survey, around: Around) -> Iterator[Found]:
    if not around.known or around.table is None:
        return
    names = [column.name for column in around.table.columns]
    composed = {nfc(name) for name in names}
    for entry in survey.entries:
        column = entry.note.column
        if column is None or entry.note.status == DELETED or nfc(column) in composed:
            continue
        near = closest(column, names, 1)
        meant = f"; {quote(near[0])}?" if near else ""
        message = f"{quote(column)} is no column of {paste(around.table.name, connection=True)}{meant}"
        yield Found(entry.line_of("column"), message, entry.note.id, column)


RULE = Rule(
    id="TN112",
    title="A column that the table does not have",
    why=(
        "Most often a misspelled name: the note would not stand under its column. One that was there once is a warning."
    ),
    severity=ERROR,
    advice="spell it as the catalog does, or take the column out",
    bad=(
        """\
- id: n_7k3f9q2mxa
  column: STATUS_CD
  content: 9 means cancelled.
  status: active
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
""",
        """\
- id: n_7k3f9q2mxa
  column: stat_cd
  content: 9 means cancelled.
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
""",
        """\
- id: n_7k3f9q2mxa
  content: 9 means cancelled.
  status: active
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
""",
    ),
    find=_find,
)
