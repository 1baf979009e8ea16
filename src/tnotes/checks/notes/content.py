"""A note without content."""

from __future__ import annotations

from tnotes.checks.rule import ERROR, Rule

RULE = Rule(
    id="TN209",
    title="A note without content",
    why="It says nothing, and where its text was lost in a merge somebody wants it back.",
    severity=ERROR,
    advice="write its content, or status: deleted",
    bad=(
        """\
- id: n_7k3f9q2mxa
  column: STAT_CD
  status: active
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
""",
        """\
- id: n_7k3f9q2mxa
  column: STAT_CD
  content: ""
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
    kinds=("content",),
)
