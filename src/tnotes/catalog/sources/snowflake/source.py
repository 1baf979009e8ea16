"""Which of Snowflake's formats a file is in, and the one that reads it."""

from __future__ import annotations

import re

from tnotes.catalog.sources.export import Export, ExportFile, Options, Source
from tnotes.catalog.sources.opened import head_text, refusal
from tnotes.catalog.sources.outline import is_json, outline
from tnotes.catalog.sources.row_files import row_header
from tnotes.catalog.sources.row_tables import Way, read_rows
from tnotes.catalog.sources.snowflake.model import read_models
from tnotes.catalog.sources.snowflake.show import column_of

_TABLES = re.compile(r"^tables[ \t]*:", re.MULTILINE)
_BASE_TABLE = re.compile(r"^[ \t]+(?:-[ \t]+)?base_table[ \t]*:", re.MULTILINE)


def _recognises(file: ExportFile) -> bool:
    return _is_model(file) or _is_show(file)


def _is_model(file: ExportFile) -> bool:
    if is_json(file):
        return "base_table" in outline(file).at("tables[]")
    head = head_text(file)
    return bool(_TABLES.search(head) and _BASE_TABLE.search(head))


def _is_show(file: ExportFile) -> bool:
    top = row_header(file)
    return top is not None and {"table_name", "column_name", "null?"} <= set(top.names)


def _read(files: tuple[ExportFile, ...], options: Options) -> Export:
    shown = [_is_show(file) for file in files]
    if all(shown):
        return read_rows(files, options, Way("snowflake", column_of, "snowflake"))
    if any(shown):
        hint = "import each of them by itself"
        raise refusal(files[0].path, "is not what the other files are: SHOW COLUMNS and semantic models differ", hint)
    return read_models(files, options)


SOURCE = Source("snowflake", _recognises, _read)
