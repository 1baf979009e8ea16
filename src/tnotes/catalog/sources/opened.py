"""Files of an export: opened, decoded, and refused in one line where that fails."""

from __future__ import annotations

import stat
from pathlib import Path

from tnotes.catalog.sources.clean import shown
from tnotes.catalog.sources.export import ExportFile
from tnotes.errors import BadExport

HEAD_BYTES = 64 * 1024


def refusal(path: Path, problem: str, hint: str) -> BadExport:
    """The error for a file that cannot be taken, its name first."""
    return BadExport(f"{shown(path)}: {problem}", hint=hint)


def open_file(path: Path) -> ExportFile:
    """The file with its size and its head, or BadExport where there is nothing to read."""
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise refusal(path, "is a directory", "give the files of the export themselves")
        if not stat.S_ISREG(status.st_mode):
            raise refusal(path, "is not a regular file", "write the export to a file first")
        with path.open("rb") as stream:
            head = stream.read(HEAD_BYTES)
    except FileNotFoundError:
        raise refusal(path, "no such file", "check the path of the export") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise unreadable(path, error) from error
    if not head:
        raise refusal(path, "is empty", "run the export again and see whether it reported an error")
    return ExportFile(path, status.st_size, head)


def encoding(head: bytes) -> str:
    """UTF-8 with or without a mark; UTF-16 where its mark says so, as PowerShell's `>` writes it."""
    return "utf-16" if head.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"


def head_text(file: ExportFile) -> str:
    """The head as far as it is text; a character cut in two at the end is left out."""
    return file.head.decode(encoding(file.head), errors="ignore")


def read_text(file: ExportFile) -> str:
    """The whole file as text, or BadExport."""
    try:
        return file.path.read_bytes().decode(encoding(file.head))
    except UnicodeDecodeError as error:
        raise not_text(file.path, error) from error
    except OSError as error:
        raise unreadable(file.path, error) from error


def not_text(path: Path, error: UnicodeError) -> BadExport:
    """The error for a file in some other encoding."""
    return refusal(path, f"is not UTF-8 text ({shown(error)})", "save the export as UTF-8 and import it again")


def unreadable(path: Path, error: OSError | ValueError) -> BadExport:
    """The error for a file that the system does not give us."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return refusal(path, f"cannot be read: {shown(reason)}", "check the path and its permissions")
