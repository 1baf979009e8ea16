"""A Git LFS pointer."""

from __future__ import annotations

from tnotes.checks.rule import ERROR, Rule

RULE = Rule(
    id="TN103",
    title="A Git LFS pointer",
    why="The file holds the address of a text instead of the text. Notes are small and belong in Git itself.",
    severity=ERROR,
    advice="git lfs pull fetches it; take notes/ and catalog/ out of .gitattributes' LFS lines",
    bad=(
        """\
version https://git-lfs.github.com/spec/v1
oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
size 12345
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
    kinds=("lfs",),
)
