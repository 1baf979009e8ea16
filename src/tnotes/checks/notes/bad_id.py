"""An id that is none."""

from __future__ import annotations

from tnotes.checks.rule import ERROR, Rule

RULE = Rule(
    id="TN208",
    title="An id that is none",
    why="Verbs take ids; a note that cannot be named can be neither edited nor deleted.",
    severity=ERROR,
    advice="give it an id of n_ and ten signs, such as n_7k3f9q2mxa, or let tnotes add write the note",
    bad=(
        """\
- id: note 7
  column: STAT_CD
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
    ),
    kinds=("id",),
)
