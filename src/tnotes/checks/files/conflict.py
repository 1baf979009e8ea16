"""An unresolved merge conflict."""

from __future__ import annotations

from tnotes.checks.rule import ERROR, Rule

RULE = Rule(
    id="TN102",
    title="An unresolved merge conflict",
    why="Both sides of the conflict hold notes that somebody wrote. Until it is resolved neither is read.",
    severity=ERROR,
    advice="keep the blocks of both sides and take the marker lines out",
    bad=(
        """\
<<<<<<< HEAD
- id: n_7k3f9q2mxa
  column: STAT_CD
  content: 9 means cancelled.
  status: active
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
=======
- id: n_8k3f9q2mxa
  column: STAT_CD
  content: 9 means cancelled.
  status: active
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
>>>>>>> theirs
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
    ),
    kinds=("conflict",),
)
