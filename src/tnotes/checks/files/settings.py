"""Settings that cannot be used."""

from __future__ import annotations

from tnotes.checks.rule import ERROR, Rule

RULE = Rule(
    id="TN115",
    title="Settings that cannot be used",
    why="Every command fails until they are mended.",
    severity=ERROR,
    advice="mend tnotes.yaml as docs/files.md says",
    bad=(
        """\
version: 1
notes:
  capp: 40
""",
    ),
    good=(
        """\
version: 1
notes:
  cap: 40
""",
    ),
    kinds=("settings",),
)
