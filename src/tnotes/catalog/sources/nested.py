"""Names of nested fields, with dots."""

from __future__ import annotations

from tnotes.errors import BadExport

_DEPTH = 64  # BigQuery allows 15


def deeper(above: tuple[str, ...], name: str | None, where: str) -> tuple[str, ...]:
    """The names on the way to a nested field, or BadExport where no real table is nested so deeply."""
    if len(above) >= _DEPTH:
        raise BadExport(f"{where} is nested deeper than {_DEPTH} fields", hint="is this really a catalog export?")
    return (*above, name or "")
