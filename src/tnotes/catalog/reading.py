"""A typed TABLE in all its quotings, to the ways in which it can be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tnotes.catalog.names import Part, Reading
from tnotes.catalog.pieces import FORMS, Piece, as_paths, split
from tnotes.errors import BadName

_MOST_CHARACTERS = 20_000  # four of the longest names that an export may have
_MOST_PARTS = 12


def readings(typed: str) -> tuple[Reading, ...]:
    """Every way to read `typed`, the plain one first. Raises BadName where there is none."""
    text = typed.strip()
    if not text:
        raise BadName("the name of the table is empty", hint=f"give {FORMS}")
    if "\0" in text:
        raise BadName("a name cannot hold a NUL character", hint=f"give {FORMS}")
    if len(text) > _MOST_CHARACTERS:
        raise BadName(f"{len(text):,} characters are too many for the name of a table", hint=f"give {FORMS}")
    pieces = split(text)
    paths = as_paths(pieces)
    if len(paths) > _MOST_PARTS:
        raise BadName(f"{len(paths)} parts are too many for the name of a table", hint=f"give {FORMS}")
    found = dict.fromkeys((*_all(paths), *_all(pieces)))
    if not found:
        raise BadName(f"{typed!r} cannot be read as a table", hint=f"give {FORMS}")
    return tuple(found)


def _all(pieces: Sequence[Piece]) -> Iterator[Reading]:
    for connection, rest in _connections(pieces):
        for groups in _groupings(rest):
            parts = [_join(group) for group in groups]
            if None in parts:
                continue
            # A name of four parts (OpenMetadata's, a linked server's) begins with a service that we do not keep.
            table, schema, database, *_ = (*reversed(parts), None, None)
            if table is not None:
                yield Reading(table, schema, database, connection)


def _connections(pieces: Sequence[Piece]) -> Iterator[tuple[Part | None, Sequence[Piece]]]:
    slash = next((index for index, piece in enumerate(pieces) if piece.before == "/"), None)
    if slash is not None:
        connection = _join(pieces[:slash])
        if connection is not None:
            yield connection, [pieces[slash]._replace(before=""), *pieces[slash + 1 :]]
    yield None, pieces


def _groupings(pieces: Sequence[Piece]) -> Iterator[list[Sequence[Piece]]]:
    """All ways to cut the pieces into one to four names, most names first."""
    dots = [index for index in range(1, len(pieces)) if pieces[index].before == "."]
    cuts: list[tuple[int, ...]] = [()]
    cuts += [(one,) for one in dots]
    cuts += [(one, two) for one in dots for two in dots if one < two]
    if len(dots) == 3:
        cuts.append(tuple(dots))
    for cut in reversed(cuts):
        edges = (0, *cut, len(pieces))
        yield [pieces[start:end] for start, end in pairwise(edges)]


def _join(group: Sequence[Piece]) -> Part | None:
    """The pieces as one name; None where a quoted piece would be part of a longer name, or nothing is left."""
    if len(group) == 1:
        piece = group[0]
        return Part(piece.text, quoted=bool(piece.quote)) if piece.text else None
    if any(piece.quote for piece in group):
        return None
    return Part(group[0].text + "".join(piece.before + piece.text for piece in group[1:]))
