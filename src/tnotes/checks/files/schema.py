"""A file that is no note file of this version."""

from __future__ import annotations

from tnotes.checks.rule import ERROR, Rule

RULE = Rule(
    id="TN109",
    title="A file that is no note file of this version",
    why=("Without its header nobody knows which table the notes are about; a later version may mean other things."),
    severity=ERROR,
    advice="write version, connection, schema, table and notes as docs/files.md says",
    bad=(
        """\
version: 1
connection: warehouse
table: CUSTOMER
notes:
- id: n_7k3f9q2mxa
  column: STAT_CD
  content: 9 means cancelled.
  status: active
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
""",
        """\
version: 2
connection: warehouse
schema: sales
table: CUSTOMER
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
    kinds=("schema",),
)
