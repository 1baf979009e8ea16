"""A catalog file that cannot be read."""

from __future__ import annotations

from tnotes.checks.rule import ERROR, Rule

RULE = Rule(
    id="TN114",
    title="A catalog file that cannot be read",
    why="Cards of its table fail, and notes on it cannot be placed.",
    severity=ERROR,
    advice="import the catalog again",
    bad=("catalog/warehouse/sales/CUSTOMER.json ends in the middle of a line",),
    good=("catalog/warehouse/sales/CUSTOMER.json as tnotes catalog import writes it",),
    kinds=("catalog",),
)
