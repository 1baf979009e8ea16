"""The export formats that can be read: one closed list, recognised by content."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tnotes.catalog.folding import ENGINES
from tnotes.catalog.sources import (
    bigquery,
    bird,
    clean,
    datahub,
    dbt,
    ddl,
    duckdb,
    information_schema,
    odcs,
    openmetadata,
    snowflake,
    spider,
    sqlite,
    tbls,
    unity_catalog,
)
from tnotes.catalog.sources.clean import shown
from tnotes.catalog.sources.dbt.folder import files_of
from tnotes.catalog.sources.export import Export, ExportFile, Options, Source
from tnotes.catalog.sources.looks import looks_like
from tnotes.catalog.sources.opened import open_file, refusal
from tnotes.errors import BadExport, UsageError, closest

SOURCES: tuple[Source, ...] = (
    dbt.SOURCE,
    tbls.SOURCE,
    information_schema.SOURCE,
    sqlite.SOURCE,
    duckdb.SOURCE,
    datahub.SOURCE,
    openmetadata.SOURCE,
    unity_catalog.SOURCE,
    bigquery.SOURCE,
    snowflake.SOURCE,
    odcs.SOURCE,
    spider.SOURCE,
    bird.SOURCE,
    ddl.SOURCE,
)

_READS = (
    "tnotes reads manifest.json and catalog.json of dbt, the schema.json of tbls, information_schema.columns as CSV or "
    "JSON, SQLite and DuckDB files, exports of DataHub, OpenMetadata and Unity Catalog, `bq show` of BigQuery, "
    "SHOW COLUMNS and semantic models of Snowflake, ODCS data contracts, and SQL dumps"
)


def read_export(paths: Sequence[Path], format_name: str | None, options: Options) -> Export:
    """What the files say together, read in the format named, or the one they are in for None and `auto`."""
    if format_name not in (None, "auto") and format_name not in (known := [source.name for source in SOURCES]):
        raise UsageError(f"unknown format {shown(format_name)}", hint=f"give auto or one of: {', '.join(known)}")
    _check_dialect(options.dialect)
    if not paths:
        raise BadExport("no file to import", hint=_READS)
    files = tuple(open_file(file) for path in paths for file in files_of(path))
    named = [source for source in SOURCES if source.name == format_name]
    source = named[0] if named else detect(files)
    if named and not any(source.recognises(file) for file in files):
        others = [other for other in SOURCES if all(map(other.recognises, files))]
        for other in others[:1]:
            raise refusal(files[0].path, f"looks like {other.name}, not {source.name}", "leave --format out")
    for file in files:
        if source.max_bytes is not None and file.size > source.max_bytes:
            problem = f"has {file.size:,} bytes; the limit for {source.name} is {source.max_bytes:,}"
            raise refusal(file.path, problem, "export fewer schemas at a time")
    return source.read(files, options)


def _check_dialect(dialect: str | None) -> None:
    """A misspelt engine would stand in every file and change how names are compared. One we do not know is taken."""
    engine = clean.engine(dialect)
    near = () if dialect is None or engine in ENGINES else closest(dialect, sorted(ENGINES))
    if near:
        raise UsageError(f"unknown dialect {clean.shown(dialect or '')}", hint=f"did you mean {' or '.join(near)}?")


def detect(files: Sequence[ExportFile]) -> Source:
    """The one source that all files are for, or BadExport with what a file looks like."""
    found = [(file, _source_of(file)) for file in files]
    first = found[0][1]
    for file, source in found[1:]:
        if source is not first:
            problem = f"is {source.name}, but {shown(files[0].path)} is {first.name}"
            raise refusal(file.path, problem, "import each format by itself")
    return first


def _source_of(file: ExportFile) -> Source:
    for source in SOURCES:
        if source.recognises(file):
            return source
    what, hint = looks_like(file)
    raise refusal(file.path, what, hint or _READS)
