"""A table that the catalog does not have."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.catalog.names import paste
from tnotes.checks.rule import ERROR, Around, Found, Rule
from tnotes.notes.entry import Survey

_LINE = 4  # where the header names the table


def _find(survey: Survey, around: Around) -> Iterator[Found]:
    if around.known and around.table is None and survey.name is not None:
        yield Found(_LINE, f"{paste(survey.name, connection=True)} is not in the catalog")


RULE = Rule(
    id="TN111",
    title="A table that the catalog does not have",
    why=("Most often a misspelled header: the note would reach no card. A table that was there once is a warning."),
    severity=ERROR,
    advice="mend the header, import the catalog, or remove the file",
    bad=("notes/warehouse/sales/CUSTOMR.yaml says table: CUSTOMR, which no catalog file has",),
    good=("notes/warehouse/sales/CUSTOMER.yaml, with catalog/warehouse/sales/CUSTOMER.json",),
    find=_find,
)
