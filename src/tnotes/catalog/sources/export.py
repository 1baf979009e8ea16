"""What a source takes and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tnotes.catalog.metric import ExampleDraft, Metric
from tnotes.catalog.table import Column


@dataclass(frozen=True, slots=True)
class ExportFile:
    """One file of an export. `head` is its first 64 KiB, for recognising the format by content."""

    path: Path
    size: int
    head: bytes


@dataclass(frozen=True, slots=True)
class Options:
    """What the caller said about the export: a schema for exports without one, a dialect, one database of several.

    `values`: whether a live database is asked for the distinct values of its codes and flags.
    """

    schema: str | None = None
    dialect: str | None = None
    database: str | None = None
    values: bool = True
    connection: str | None = None


@dataclass(frozen=True, slots=True)
class ExportedTable:
    """A table as the export has it, before it belongs to a connection."""

    schema: str
    table: str
    database: str | None = None
    kind: str = "table"
    comment: str | None = None
    columns: tuple[Column, ...] = ()
    part_of: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something in the export that was not taken, and why. Never dropped in silence."""

    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class Export:
    """All that one import takes in. `engine` is a lower-case name such as `postgres`, or None where nothing says it."""

    format: str
    tables: tuple[ExportedTable, ...]
    engine: str | None = None
    skipped: tuple[Skipped, ...] = ()
    metrics: tuple[Metric, ...] = ()
    examples: tuple[ExampleDraft, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """One export format: how to recognise a file of it, and how to read the files of one import together.

    `max_bytes` bounds what is read into memory; None where the file is asked in place, as a live database is.
    """

    name: str
    recognises: Callable[[ExportFile], bool]
    read: Callable[[tuple[ExportFile, ...], Options], Export]
    max_bytes: int | None = 256 * 1024 * 1024
