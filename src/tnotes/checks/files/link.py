"""A symbolic link."""

from __future__ import annotations

from tnotes.checks.rule import ERROR, Rule

RULE = Rule(
    id="TN104",
    title="A symbolic link",
    why="A link may lead out of the repository, and on some systems it is checked out as a small text file.",
    severity=ERROR,
    advice="put the file itself there",
    bad=("notes/warehouse/sales/CUSTOMER.yaml -> ../../elsewhere.yaml",),
    good=("notes/warehouse/sales/CUSTOMER.yaml is a file",),
    kinds=("link",),
)
