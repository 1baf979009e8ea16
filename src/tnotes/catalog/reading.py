"""A typed TABLE in all its quotings, to the ways in which it can be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tnotes.catalog.names import Part, Reading
from tnotes.errors import BadName
from tnotes.words import nfc

_CLOSING = {'"': '"', "`": "`", "[": "]"}
_MOST_PARTS = 12
_FORMS = "table, schema.table, database.schema.table or connection/schema.table"


def readings(typed: str) -> tuple[Reading, ...]:
    """Every way to read `typed`, the plain one first. Raises BadName where there is none."""
    text = nfc(typed.strip())
    if not text:
        raise BadName("the name of the table is empty", hint=f"give {_FORMS}")
    if "\0" in text:
        raise BadName("a name cannot hold a NUL character", hint=f"give {_FORMS}")
    pieces = _split(text)
    if len(pieces) > _MOST_PARTS:
        raise BadName(f"{len(pieces)} parts are too many for the name of a table", hint=f"give {_FORMS}")
    found = dict.fromkeys(_all(pieces))
    if not found:
        raise BadName(f"{typed!r} cannot be read as a table", hint=f"give {_FORMS}")
    return tuple(found)


def _all(pieces: Sequence[tuple[str, Part]]) -> Iterator[Reading]:
    for connection, rest in _connections(pieces):
        for groups in _groupings(rest):
            parts = [_join(group) for group in groups]
            if None in parts:
                continue
            # A name of four parts (OpenMetadata's, a linked server's) begins with a service that we do not keep.
            table, schema, database, *_ = (*reversed(parts), None, None)
            if table is not None:
                yield Reading(table, schema, database, connection)


def _connections(pieces: Sequence[tuple[str, Part]]) -> Iterator[tuple[Part | None, Sequence[tuple[str, Part]]]]:
    slash = next((index for index, (before, _) in enumerate(pieces) if before == "/"), None)
    if slash is not None:
        connection = _join(pieces[:slash])
        if connection is not None:
            yield connection, [("", pieces[slash][1]), *pieces[slash + 1 :]]
    yield None, pieces


def _groupings(pieces: Sequence[tuple[str, Part]]) -> Iterator[list[Sequence[tuple[str, Part]]]]:
    """All ways to cut the pieces into one to four names, most names first."""
    last = len(pieces)
    dots = [index for index in range(1, last) if pieces[index][0] == "."]
    cuts: list[tuple[int, ...]] = [()]
    cuts += [(one,) for one in dots]
    cuts += [(one, two) for one in dots for two in dots if one < two]
    if len(dots) == 3:
        cuts.append(tuple(dots))
    for cut in reversed(cuts):
        edges = (0, *cut, last)
        yield [pieces[start:end] for start, end in pairwise(edges)]


def _join(group: Sequence[tuple[str, Part]]) -> Part | None:
    """The pieces as one name; None where a quoted piece would be part of a longer name, or nothing is left."""
    if len(group) == 1:
        part = group[0][1]
        return part if part.text else None
    if any(part.quoted for _, part in group):
        return None
    text = group[0][1].text + "".join(before + part.text for before, part in group[1:])
    return Part(text)


def _split(text: str) -> list[tuple[str, Part]]:
    """The pieces between dots and slashes, each with the separator before it."""
    pieces: list[tuple[str, Part]] = []
    before, at = "", 0
    while True:
        part, at = _piece(text, at)
        if part.quoted and part.text and not pieces and at == len(text) and text[0] == "`" and "." in part.text:
            # BigQuery quotes the whole path at once: `project.dataset.table`
            return _split(part.text)
        pieces.append((before, part))
        if at == len(text):
            return pieces
        before, at = text[at], at + 1


def _piece(text: str, at: int) -> tuple[Part, int]:
    closing = _CLOSING.get(text[at : at + 1])
    if closing is not None:
        found = _quoted(text, at, closing)
        if found is not None:
            return found
    end = at
    while end < len(text) and text[end] not in "./":
        end += 1
    return Part(text[at:end]), end


def _quoted(text: str, at: int, closing: str) -> tuple[Part, int] | None:
    """The quoted piece that begins at `at`; None where the quote does not end a piece, so that it is text."""
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
            return (Part(name, quoted=True), index + 1) if ends else None
    raise BadName(f"the quote {text[at]} in {text!r} is not closed", hint=f"close it, or give {_FORMS}")
