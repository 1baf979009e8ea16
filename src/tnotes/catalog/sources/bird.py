"""The `database_description` folder of BIRD: one CSV for each table, its file named after the table."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.catalog.sources import clean
from tnotes.catalog.sources.assemble import COLUMN_LIMIT, at_most, finish
from tnotes.catalog.sources.delimited import Header, Misfit, Row, header, rows
from tnotes.catalog.sources.export import Export, ExportedTable, ExportFile, Options, Skipped, Source
from tnotes.catalog.sources.opened import refusal
from tnotes.catalog.sources.outline import is_json
from tnotes.catalog.sources.readable import says_more
from tnotes.catalog.table import Column

_FOLDER = "database_description"
_NAME = "original_column_name"


def _recognises(file: ExportFile) -> bool:
    top = None if is_json(file) else header(file)
    return top is not None and {_NAME, "column_description"} <= set(top.names)


def _read(files: tuple[ExportFile, ...], options: Options) -> Export:
    drafts: list[ExportedTable | Skipped] = []
    for file in files:
        top = header(file)
        if top is None or _NAME not in top.names:
            raise refusal(file.path, f"has no header line with {_NAME}", f"give the CSV files of a {_FOLDER} folder")
        drafts += _table(file, top, options)
    return finish("bird", drafts, options, engine="sqlite")


def _table(file: ExportFile, top: Header, options: Options) -> Iterator[ExportedTable | Skipped]:
    columns = []
    for row in rows(file, top):
        if isinstance(row, Misfit):
            yield Skipped(f"{clean.shown(file.path.name)}:{row.line}", "the row has more cells than the header")
        else:
            columns.append(Column(row.exact(_NAME).strip(), row.text("data_format"), comment=_comment(row)))
    at_most(len(columns), COLUMN_LIMIT, "columns in one table")
    yield ExportedTable(options.schema or "main", file.path.stem, _database(file), columns=tuple(columns))


def _database(file: ExportFile) -> str | None:
    """The database is the folder that holds the descriptions."""
    folder = file.path.absolute().parent
    return folder.parent.name if folder.name == _FOLDER else None


def _comment(row: Row) -> str | None:
    """The readable name where it says more than the column, the description, and what the values mean."""
    said = says_more(row.text("column_name"), row.exact(_NAME))
    return "\n".join(filter(None, (said, row.text("column_description"), row.text("value_description")))) or None


SOURCE = Source("bird", _recognises, _read)
