"""A value of the wrong type."""

from __future__ import annotations

from tnotes.checks.rule import ERROR, Rule

RULE = Rule(
    id="TN108",
    title="A value of the wrong type",
    why=(
        "Without quotes YAML takes 0123 for a number, no for false and a date for a date; the text that "
        "was meant is lost."
    ),
    severity=ERROR,
    advice="put it in quotes",
    bad=(
        """\
- id: n_7k3f9q2mxa
  column: STAT_CD
  content: 0123
  status: active
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
""",
        """\
- id: n_7k3f9q2mxa
  column: [STAT_CD]
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
  content: '0123'
  status: active
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
""",
    ),
    kinds=("type",),
)
