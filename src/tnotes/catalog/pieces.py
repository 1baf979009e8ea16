"""A typed TABLE cut at its dots and slashes, quotes in all three forms understood."""

from __future__ import annotations

import re
from typing import NamedTuple

from tnotes.errors import BadName

FORMS = "table, schema.table, database.schema.table or connection/schema.table"
_CLOSING = {'"': '"', "`": "`", "[": "]"}
_INSIDE = r"([./]?)([^./]+)"  # compiled when it is used: few names stand between backticks


class Piece(NamedTuple):
    """What stands between two separators: the one `before` it, the text, and the quote that opens it, if any."""

    before: str
    text: str
    quote: str = ""


def split(text: str) -> list[Piece]:
    """The pieces of a typed name. Raises BadName where a quote is not closed."""
    pieces: list[Piece] = []
    before, at = "", 0
    while True:
        piece, at = _piece(before, text, at)
        pieces.append(piece)
        if at == len(text):
            return pieces
        before, at = text[at], at + 1


def as_paths(pieces: list[Piece]) -> list[Piece]:
    """The pieces with what stands between backticks read as a path: BigQuery quotes `project.dataset.table` at once."""
    return [part for piece in pieces for part in (_path(piece) if piece.quote == "`" else (piece,))]


def _path(piece: Piece) -> list[Piece]:
    inside = [Piece(before, text) for before, text in re.findall(_INSIDE, piece.text)]
    whole = "".join(one.before + one.text for one in inside) == piece.text
    if not whole or len(inside) < 2:
        return [piece]
    return [inside[0]._replace(before=piece.before), *inside[1:]] if not inside[0].before else [piece]


def _piece(before: str, text: str, at: int) -> tuple[Piece, int]:
    opening = text[at : at + 1]
    if opening in _CLOSING:
        found = _quoted(text, at, _CLOSING[opening])
        if found is not None:
            name, end = found
            return Piece(before, name, opening), end
    end = at
    while end < len(text) and text[end] not in "./":
        end += 1
    return Piece(before, text[at:end]), end


def _quoted(text: str, at: int, closing: str) -> tuple[str, int] | None:
    """The name in the quotes that open at `at`; None where they do not end a piece, so that they are text."""
    name, index = "", at + 1
    while index < len(text):
        if text[index] != closing:
            name += text[index]
            index += 1
        elif text[index + 1 : index + 2] == closing:
            name += closing
            index += 2
        else:
            ends = index + 1 == len(text) or text[index + 1] in "./"
            return (name, index + 1) if ends else None
    raise BadName(f"the quote {text[at]} in {text!r} is not closed", hint=f"close it, or give {FORMS}")
