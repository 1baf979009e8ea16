"""Two files whose paths are one on some systems."""

from __future__ import annotations

from tnotes.checks.rule import ERROR, Rule

RULE = Rule(
    id="TN113",
    title="Two files whose paths are one on some systems",
    why="On Windows and macOS the one replaces the other at checkout, and its notes are gone.",
    severity=ERROR,
    advice="move one of them to where tnotes add would put it, with its hash",
    bad=("notes/warehouse/sales/Customer.yaml beside notes/warehouse/sales/CUSTOMER.yaml",),
    good=("notes/warehouse/sales/Customer~1f3a5c7e9b2d4f60.yaml beside CUSTOMER~0a1b2c3d4e5f6071.yaml there",),
)
