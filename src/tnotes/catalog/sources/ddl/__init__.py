"""SQL dumps of definitions (DDL): a script of CREATE TABLE, ALTER TABLE and COMMENT ON statements, in many dialects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TextIO

from tnotes.catalog.sources import clean
from tnotes.catalog.sources.assemble import TABLE_LIMIT, at_most, finish
from tnotes.catalog.sources.ddl import dialects, signs
from tnotes.catalog.sources.ddl.dialects import Dialect
from tnotes.catalog.sources.ddl.facts import Creates
from tnotes.catalog.sources.ddl.feed import Feed
from tnotes.catalog.sources.ddl.gather import Gathered
from tnotes.catalog.sources.ddl.read import Reader
from tnotes.catalog.sources.ddl.split import Statement, Truncated, statements
from tnotes.catalog.sources.export import Export, ExportFile, Options, Skipped, Source
from tnotes.catalog.sources.opened import encoding, head_text, refusal, unreadable
from tnotes.errors import BadExport

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_STATEMENTS = re.compile(
    r"(?:^|;)[ \t]*(?:/\*M?!\d+[ \t]*)?(?:CREATE|ALTER|DROP)\s+(?:[\w@=`\"'%.]+\s+){0,8}?"
    r"(?:TABLE|VIEW|SCHEMA|DATABASE|TYPE|SEQUENCE|FUNCTION|PROCEDURE|EXTENSION|TRIGGER|PACKAGE|ROLE|USER|INDEX)\b"
    r"|^[ \t]*COMMENT\s+ON\s|^[ \t]*INSERT\s+INTO\s|^-- (?:MySQL|MariaDB) dump|^-- PostgreSQL database dump"
    r"|\bsp_addextendedproperty\b",
    re.IGNORECASE | re.MULTILINE,
)
_BINARY = re.compile(r"[\x01-\x08\x0e-\x1a]")


def _recognises(file: ExportFile) -> bool:
    text = head_text(file)
    if text.lstrip()[:1] in ("{", "[", "<") or len(_BINARY.findall(text, 0, 4_096)) > 4 or text.count("\0") > 4:
        return False
    return bool(_STATEMENTS.search(text))


def _read(files: tuple[ExportFile, ...], options: Options) -> Export:
    for file in files:
        if file.size > len(file.head) and not _recognises(file):  # asked for by --format; small files may be anything
            raise refusal(file.path, "does not begin like a dump of SQL statements", "leave --format out")
    dialect = dialects.named(options.dialect) if options.dialect else signs.detect(files)
    # A dump for one schema often names none: the connection's name is the last resort, since it is stable and chosen.
    last_resort = options.connection if dialect.schema is None else None
    gathered = Gathered(dialect, options.schema or last_resort)
    reader = Reader(dialect)
    tables = 0
    for file in files:
        gathered.next_file()
        for statement in _statements(file, dialect):
            for fact in reader.facts(statement):
                gathered.add(fact)
                tables += isinstance(fact, Creates)
            at_most(tables, TABLE_LIMIT, "tables")
    if not tables:
        problem = "SQL statements, but none that makes a table or view"
        raise refusal(files[0].path, problem, "give the file with CREATE TABLE in the same call")
    if lost := gathered.without_schema():
        problem = f"{clean.shown(files[0].path)}: nothing says the schema of table {clean.shown(lost)}"
        raise BadExport(problem, hint="give it with --schema NAME")
    known = Options(options.schema, dialect.name, options.database)  # in our spelling of the dialect
    export = finish("ddl", gathered.tables(), known, engine=dialect.name)
    if options.schema is None and last_resort in {table.schema for table in export.tables}:
        said = Skipped(
            "the name of the schema", f"the dump has none; it is {clean.shown(last_resort or '')}, or --schema"
        )
        export = replace(export, skipped=(said, *export.skipped))
    return export


def _statements(file: ExportFile, dialect: Dialect) -> Iterator[Statement]:
    """The statements of one file, or BadExport where it is no text, or was cut short."""
    with _opened(file) as stream:
        for found in statements(_feed(file, stream), dialect):
            if isinstance(found, Truncated):
                hint = "is the file whole? If it is, name its database with --dialect"
                raise refusal(file.path, f"line {found.line}: {found.problem}", hint)
            if _LONE_SURROGATE.search(found.text) or any(map(_LONE_SURROGATE.search, found.remarks)):
                hint = "save it as UTF-8, for example with `iconv -f cp949 -t utf-8`"
                raise refusal(file.path, f"line {found.line}: a definition that is not UTF-8 text", hint)
            yield found


def _opened(file: ExportFile) -> TextIO:
    name = encoding(file.head)
    # Rows of a dump may hold bytes of any kind; only what we keep must be text, and is looked at for these marks.
    errors = "surrogateescape" if name.startswith("utf-8") else "replace"
    try:
        return file.path.open(encoding=name, errors=errors)
    except OSError as error:
        raise unreadable(file.path, error) from error


def _feed(file: ExportFile, stream: TextIO) -> Feed:
    try:
        return Feed(stream)
    except OSError as error:
        raise unreadable(file.path, error) from error


SOURCE = Source("ddl", _recognises, _read, max_bytes=None)
