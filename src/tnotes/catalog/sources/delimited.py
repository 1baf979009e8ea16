"""Rows of a CSV file whatever its separator, each cell under its lower-case header."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tnotes.catalog.sources.clean import shown
from tnotes.catalog.sources.export import ExportFile
from tnotes.catalog.sources.opened import encoding, head_text, not_text, refusal, unreadable

_NULLS = ("", "NULL", "null", "\\N")
_FOOTER = re.compile(r"\(\d+ rows?(?: affected)?\)")


@dataclass(frozen=True, slots=True)
class Header:
    """The separator and the lower-case headers. `padded` where cells are filled up with blanks, as psql aligns them."""

    separator: str
    names: tuple[str, ...]
    padded: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One row; `line` is where it ends in the file."""

    line: int
    cells: dict[str, str]

    def text(self, *names: str) -> str | None:
        """The first of the cells that is not empty and not a null written out."""
        for name in names:
            if (cell := self.cells.get(name, "")) not in _NULLS:
                return cell
        return None

    def exact(self, name: str) -> str:
        """The cell as it is written: a column may well be called NULL."""
        return self.cells.get(name, "")


@dataclass(frozen=True, slots=True)
class Misfit:
    """A row with more cells than the header, so that nothing says which cell is which."""

    line: int


def header(file: ExportFile) -> Header | None:
    """The header line, read with the separator that gives the most cells; None where there is no such line."""
    import csv

    text = head_text(file)
    if "\0" in text:
        return None  # a zip archive that was only stored has a readable header line too
    lines = io.StringIO(text, newline=None)
    line = next((line.rstrip("\n") for line in lines if line.strip()), "")
    best: list[str] = []
    separator = ","
    for candidate in ",\t;|":
        try:
            cells = next(csv.reader([line], delimiter=candidate), [])
        except csv.Error:
            continue
        if len(cells) > len(best):
            best, separator = cells, candidate
    names = tuple(cell.strip().lower() for cell in best)
    return Header(separator, names, any(cell != cell.strip() for cell in best)) if names else None


def rows(file: ExportFile, top: Header) -> Iterator[Row | Misfit]:
    """The rows below the header, without blank lines, rulers and the footers of database clients."""
    width = len(top.names)
    for number, (line, cells) in enumerate(_lines(file, top, _has_quotes(file, top))):
        if number == 0 or _is_furniture(cells):
            continue
        if len(cells) > width and any(cell.strip() for cell in cells[width:]):
            yield Misfit(line)
            continue
        if top.padded:
            cells = [cell.strip() for cell in cells]
        # backwards, since of two equal headers the first counts
        yield Row(line, dict(zip(reversed(top.names[: len(cells)]), reversed(cells[:width]), strict=True)))


def _has_quotes(file: ExportFile, top: Header) -> bool:
    """Whether quotes mean anything: clients that write tabs or pipes mostly leave a quote in a comment as it is."""
    import csv

    if top.separator in ",;":
        return True
    try:
        for _ in _reader(file, top, quoted=True):
            pass
    except csv.Error:
        return False
    return True


def _lines(file: ExportFile, top: Header, quoted: bool) -> Iterator[tuple[int, list[str]]]:
    import csv

    line = 0
    try:
        for line, cells in _reader(file, top, quoted):
            if any(map(str.strip, cells)):
                yield line, cells
    except csv.Error as error:
        hint = "export it again as plain CSV, with quotes doubled inside quoted cells"
        raise refusal(file.path, f"not readable as CSV after line {line} ({shown(error)})", hint) from error


def _reader(file: ExportFile, top: Header, quoted: bool) -> Iterator[tuple[int, list[str]]]:
    import csv

    try:
        with file.path.open(encoding=encoding(file.head), newline="") as stream:
            # strict: a quote left open would swallow the rest of the file without a word
            reader = csv.reader(
                stream,
                delimiter=top.separator,
                quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE,
                strict=quoted,
                skipinitialspace=top.padded,
            )
            for cells in reader:
                yield reader.line_num, cells
    except UnicodeError as error:
        raise not_text(file.path, error) from error
    except OSError as error:
        raise unreadable(file.path, error) from error


def _is_furniture(cells: list[str]) -> bool:
    joined = "".join(cells).strip()
    return not joined.strip("-+ ") or bool(_FOOTER.fullmatch(joined))
