"""A note file in the wrong place."""

from __future__ import annotations

from tnotes.checks.rule import ERROR, Rule

RULE = Rule(
    id="TN110",
    title="A note file in the wrong place",
    why="Notes of a table are looked for at the path that follows from its name. There nobody finds them.",
    severity=ERROR,
    advice="move the file to where its header says, or mend the header",
    bad=(
        """\
version: 1
connection: warehouse
schema: sales
table: ORDERS
notes:
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
    kinds=("place",),
)
