"""An id that two notes have."""

from __future__ import annotations

from tnotes.checks.rule import ERROR, Rule

RULE = Rule(
    id="TN201",
    title="An id that two notes have",
    why="Edit, rm and log find one of the two; a merge may take one for the other.",
    severity=ERROR,
    advice=("take the older copy out, or give one of the two another id; --fix keeps the newer of two in one file"),
    bad=(
        """\
- id: n_7k3f9q2mxa
  column: STAT_CD
  content: 9 means cancelled.
  status: active
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
- id: n_7k3f9q2mxa
  column: STAT_CD
  content: 8 means cancelled.
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
    kinds=("id_twice",),
    mends=True,
)
