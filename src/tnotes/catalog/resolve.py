"""A typed TABLE to the one table that it means, or to why it means none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tnotes.catalog.access import VisibleCatalog
from tnotes.catalog.matching import Typed, matching
from tnotes.catalog.reading import readings
from tnotes.catalog.table import Table


class Found(NamedTuple):
    """The one table that was meant."""

    table: Table


class Ambiguous(NamedTuple):
    """Several tables have the name; each candidate resolves when pasted back."""

    candidates: tuple[str, ...]


class Unknown(NamedTuple):
    """No table has the name; the candidates are the nearest."""

    candidates: tuple[str, ...]


def resolve(
    text: str, catalog: VisibleCatalog, databases: Mapping[str, str] | None = None
) -> Found | Ambiguous | Unknown:
    """The table that `text` names. Raises BadName where it is no name at all.

    `databases` are the databases that the settings name for connections whose export does not say.
    """
    typed = Typed(readings(text), databases or {})
    found = matching(typed, catalog)
    if len(found) == 1:
        return Found(next(iter(found.values())))
    from tnotes.catalog.candidates import Listed  # only errors need it

    listed = Listed(catalog)
    if found:
        return Ambiguous(tuple(map(listed.pasted, sorted(found))))
    said = listed.connection_of(typed) is not None
    return Unknown(tuple(listed.pasted(name, connection=said) for name in listed.alike(typed)))
