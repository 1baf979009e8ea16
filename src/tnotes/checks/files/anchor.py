"""An anchor, alias, tag or merge key."""

from __future__ import annotations

from tnotes.checks.rule import ERROR, Rule

RULE = Rule(
    id="TN106",
    title="An anchor, alias, tag or merge key",
    why=("They make one text depend on another place in the file, which a merge or an edit then changes by surprise."),
    severity=ERROR,
    advice="write the value out where it is used",
    bad=(
        """\
- id: n_7k3f9q2mxa
  column: STAT_CD
  content: &same 9 means cancelled.
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
    kinds=("anchor",),
)
