"""A file that cannot be read."""

from __future__ import annotations

from tnotes.checks.rule import ERROR, Rule

RULE = Rule(
    id="TN101",
    title="A file that cannot be read",
    why=(
        "Nobody can tell what such a file says, so its notes reach no question. Cards of its table fail "
        "and search goes on without it."
    ),
    severity=ERROR,
    advice="mend the file by hand, or take it back with git checkout",
    bad=(
        """\
- id: n_7k3f9q2mxa
  column: STAT_CD
  content: '9 means cancelled.
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
    kinds=("unreadable",),
)
