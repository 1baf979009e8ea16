"""A time that cannot be placed."""

from __future__ import annotations

from tnotes.checks.rule import ERROR, Rule

RULE = Rule(
    id="TN205",
    title="A time that cannot be placed",
    why=("The order of notes is that of their times. One without its zone is another moment on another machine."),
    severity=ERROR,
    advice="write it in quotes as UTC, such as '2026-11-30T09:12:44.102Z'",
    bad=(
        """\
- id: n_7k3f9q2mxa
  column: STAT_CD
  content: 9 means cancelled.
  status: active
  created: '2025-03-14 09:12'
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
    kinds=("time",),
)
