"""The shapes of the tools' answers as JSON Schema. They are a contract, like the JSON of the command line."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def _object(**properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _or_null(kind: str) -> Schema:
    return {"type": [kind, "null"]}


_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "number"}
_COUNT: Schema = {"type": "integer"}
_FLAG: Schema = {"type": "boolean"}
_PLACE = {"connection": _TEXT, "schema": _TEXT, "table": _TEXT}

NOTE = _object(id=_TEXT, content=_TEXT, date=_TEXT)
_GONE = _object(id=_TEXT, content={"type": "null"}, date=_TEXT)
_NOTES = _list(NOTE)

TABLES = _object(
    question=_TEXT,
    tables=_list(_object(**_PLACE, available=_FLAG, score=_NUMBER, why=_list(_TEXT), notes=_NOTES)),
)
PLACES = _object(question=_TEXT, places=_list(_object(**_PLACE, column=_or_null("string"), notes=_NOTES)))

_REFERENCE = _object(schema=_TEXT, table=_TEXT, column=_or_null("string")) | {"type": ["object", "null"]}
_COLUMN = _object(
    name=_TEXT,
    type=_or_null("string"),
    nullable=_or_null("boolean"),
    comment=_or_null("string"),
    key=_or_null("string"),
    references=_REFERENCE,
    values=_list(_object(value=_TEXT, meaning=_or_null("string"))),
    notes=_NOTES,
)
CARD = _object(
    connection=_TEXT,
    database=_object(name=_or_null("string"), description=_or_null("string")),
    schema=_TEXT,
    table=_TEXT,
    kind=_TEXT,
    available=_FLAG,
    comment=_or_null("string"),
    columns=_list(_COLUMN),
    notes=_NOTES,
    notes_omitted=_COUNT,
)

_WARNING = _object(code=_TEXT, message=_TEXT, note=NOTE) | {"required": ["code", "message"]}


def _receipt(note: Schema) -> Schema:
    return _object(
        action=_TEXT,
        **_PLACE,
        column=_or_null("string"),
        note=note,
        commit=_or_null("string"),
        warnings=_list(_WARNING),
    )


WRITTEN, DELETED = _receipt(NOTE), _receipt(_GONE)
