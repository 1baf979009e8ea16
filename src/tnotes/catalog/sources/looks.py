"""What a file that is no export we read looks like, so that the refusal can say it."""

from __future__ import annotations

import re

from tnotes.catalog.sources.clean import shown
from tnotes.catalog.sources.delimited import header
from tnotes.catalog.sources.export import ExportFile
from tnotes.catalog.sources.opened import head_text

_MAGIC = (
    (b"\x1f\x8b", "is compressed with gzip", "unpack it first"),
    (b"PK\x03\x04", "is a zip archive or an Excel workbook", "unpack it first, or save the sheet as CSV"),
    (b"BZh", "is compressed with bzip2", "unpack it first"),
    (b"\xfd7zXZ", "is compressed with xz", "unpack it first"),
    (b"\x28\xb5\x2f\xfd", "is compressed with zstd", "unpack it first"),
    (b"PAR1", "is a Parquet file", "export it as CSV"),
    (b"%PDF", "is a PDF", "export the catalog as JSON or CSV"),
    (b"PGDMP", "is a pg_dump archive", "make SQL of it: pg_restore --schema-only -f schema.sql"),
)
_TEXTS = (
    (r"\s*<(?:!doctype\s+html|html)\b", "is an HTML page, perhaps the login page of the server it came from", ""),
    (r"\s*<\?xml\b", "is XML", ""),
    (r"version https://git-lfs\.github\.com", "is a Git LFS pointer, not the file itself", "run `git lfs pull`"),
)


def looks_like(file: ExportFile) -> tuple[str, str]:
    """What the file is, as `is …` or `looks like …`, and a hint that may be empty."""
    if not file.head:
        return "is empty", "run the export again and see whether it reported an error"
    for magic, what, hint in _MAGIC:
        if file.head.startswith(magic):
            return what, hint
    text = head_text(file)
    if "\0" in text:
        return "is a binary file of an unknown kind, or an encrypted database", ""
    if text.lstrip()[:1] in ("{", "["):
        return "is JSON of an unknown kind", ""
    for pattern, what, hint in _TEXTS:
        if re.match(pattern, text, re.IGNORECASE):
            return what, hint
    return _other_text(file), ""


def _other_text(file: ExportFile) -> str:
    top = header(file)
    if top is None or len(top.names) < 2:
        return "is of an unknown kind"
    return f"is a table without table_name and column_name; its headers are {shown(', '.join(top.names))}"
