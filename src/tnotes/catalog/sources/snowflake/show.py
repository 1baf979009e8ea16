"""A row of SHOW COLUMNS as a column: its type is JSON in a text."""

from __future__ import annotations

from tnotes.catalog.sources.delimited import Row
from tnotes.catalog.table import Column

_TYPES = {"FIXED": "NUMBER", "TEXT": "VARCHAR", "REAL": "FLOAT"}
_SIZES = {
    "FIXED": ("precision", "scale"),
    "TEXT": ("length",),
    "BINARY": ("length",),
    "TIME": ("scale",),
    "TIMESTAMP_NTZ": ("scale",),
    "TIMESTAMP_LTZ": ("scale",),
    "TIMESTAMP_TZ": ("scale",),
    "VECTOR": ("vectorElementType", "dimension"),
}
_NULLABLE = {"true": True, "y": True, "yes": True, "false": False, "n": False, "no": False, "not_null": False}


def column_of(row: Row) -> Column:
    """The column that the row describes."""
    described = _described(row.text("data_type"))
    said = described.get("nullable")
    nullable = said if isinstance(said, bool) else _NULLABLE.get((row.text("null?") or "").strip().lower())
    return Column(
        name=row.exact("column_name"),
        type=_type(described) or row.text("data_type"),
        nullable=nullable,
        comment=row.text("comment"),
    )


def _described(text: str | None) -> dict[str, object]:
    """The type as Snowflake describes it; nothing where the cell is an ordinary type."""
    import json

    try:
        value = json.loads(text or "")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _type(described: dict[str, object]) -> str | None:
    """`NUMBER(38,0)`, `VARCHAR(16)` …, as people write it."""
    name = described.get("type")
    if not isinstance(name, str):
        return None
    sizes = [str(described[key]) for key in _SIZES.get(name, ()) if isinstance(described.get(key), int | str)]
    spelled = _TYPES.get(name, name)
    return f"{spelled}({','.join(sizes)})" if sizes else spelled
