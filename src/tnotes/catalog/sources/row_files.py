"""Files of rows, as CSV or as JSON objects: the same rows either way."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.catalog.sources.delimited import Header, Misfit, Row, header, rows
from tnotes.catalog.sources.export import ExportFile
from tnotes.catalog.sources.outline import is_json, outline
from tnotes.catalog.sources.shapes import Node, load_objects


def row_header(file: ExportFile) -> Header | None:
    """The lower-case names of the cells; None where there are none."""
    if not is_json(file):
        return header(file)
    # rows may leave out what is null, so that the first one alone does not tell
    names = sorted({key.lower() for key in outline(file).at("", "[]")})
    return Header("", tuple(names), padded=False) if names else None


def file_rows(file: ExportFile, top: Header) -> Iterator[Row | Misfit]:
    """The rows; of JSON, `line` is the number of the object."""
    if not is_json(file):
        yield from rows(file, top)
        return
    for number, node in enumerate(load_objects(file), 1):
        yield Row(number, {key.lower(): _cell(node, key) for key in node.fields})


def _cell(node: Node, key: str) -> str:
    value = node.fields[key]
    if isinstance(value, dict | list):
        import json

        return json.dumps(value, ensure_ascii=False)
    return node.scalar(key) or ""
