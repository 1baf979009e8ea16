"""A file that looks like notes and is not read."""

from __future__ import annotations

from tnotes.checks.rule import WARNING, Rule

RULE = Rule(
    id="TN116",
    title="A file that looks like notes and is not read",
    why="Only files named *.yaml below notes/ are read; notes in any other are lost without a word.",
    severity=WARNING,
    advice="give it the extension .yaml and its place, or move it out of notes/",
    bad=("notes/warehouse/sales/CUSTOMER.yml",),
    good=("notes/warehouse/sales/CUSTOMER.yaml",),
)
