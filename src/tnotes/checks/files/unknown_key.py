"""A key that is not known."""

from __future__ import annotations

from tnotes.checks.rule import ERROR, Rule

RULE = Rule(
    id="TN107",
    title="A key that is not known",
    why="Usually a mistyped one: what stands under it would be lost without a word.",
    severity=ERROR,
    advice="mend its spelling, or take it out",
    bad=(
        """\
- id: n_7k3f9q2mxa
  column: STAT_CD
  text: 9 means cancelled.
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
    kinds=("unknown_key",),
)
