"""Two texts of one note file to one. Comments and layout of both sides stay, note by note."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tnotes.errors import UnreadableFile
from tnotes.notes.file import NoteFile, notes_of, parse_notes, rewrite
from tnotes.notes.merge import Notes, merge
from tnotes.notes.note import Note

# A header for one block that is looked at by itself.
_ALONE = "version: 1\nconnection: c\nschema: s\ntable: t\nnotes:\n"


class _Text(NamedTuple):
    """A note file in pieces: what stands before the notes, each note with the comments above it, and the rest."""

    file: NoteFile
    head: str = ""
    blocks: Mapping[str, str] = {}
    tail: str = ""


def merge_texts(path: Path, base: str | None, ours: str | None, theirs: str | None, cap: int) -> str | None:
    """The text of the merged file; None where a text is given, or comes out, is a file that is not there.

    A file that one side removed is gone where the other did not touch its notes. Raises UnreadableFile.
    """
    if ours == theirs or theirs == base:
        return ours
    if ours == base:
        return theirs
    if ours is None or theirs is None:
        there = ours or theirs or ""
        return None if base is not None and _same_notes(path, base, there) else there
    newline = _either(*("\r\n" if "\r\n" in (text or "") else "\n" for text in (base, ours, theirs)))
    mine, yours = (_in_pieces(path, text.replace("\r\n", "\n")) for text in (ours, theirs))
    if mine.file.name != yours.file.name:
        raise UnreadableFile(path, 2, "the headers of the two sides name different tables", hint="mend one of them")
    before = _base(path, base) or _Text(NoteFile(mine.file.name, ()))
    notes = merge(before.file.notes if base else None, mine.file.notes, yours.file.notes, cap)
    return _written(path, before, mine, yours, notes).replace("\n", newline)


def mend_text(path: Path, text: str, file: NoteFile, notes: Notes) -> str:
    """The text of a file with other notes, of which some may be gone."""
    kept = _in_pieces(path, text.replace("\r\n", "\n"), file)
    written = _written(path, kept, kept, kept, notes)
    return written.replace("\n", "\r\n") if "\r\n" in text else written


def _same_notes(path: Path, base: str, there: str) -> bool:
    before = _base(path, base)
    return before is not None and _sorted(before.file.notes) == _sorted(parse_notes(there, path).notes)


def _sorted(notes: Notes) -> Notes:
    return tuple(sorted(notes, key=lambda note: note.id))


def _base(path: Path, text: str | None) -> _Text | None:
    """What both sides grew from; a text that cannot be read, such as a committed conflict, tells nothing."""
    with suppress(UnreadableFile):
        return None if text is None else _in_pieces(path, text.replace("\r\n", "\n"))
    return None


def _in_pieces(path: Path, text: str, file: NoteFile | None = None) -> _Text:
    from tnotes.files.block import head_of, tail_of
    from tnotes.files.nodes import Sequence
    from tnotes.files.yaml import parse

    top = parse(text, path)
    file = file or notes_of(top, path)
    listed = top.get("notes")
    if not isinstance(listed, Sequence) or listed.flow or not listed.items:
        return _Text(file)
    starts = [head_of(text, listed, at) for at in range(len(listed.items))]
    end = tail_of(text, listed)
    blocks: dict[str, str] = {}
    for note, start, stop in zip(file.notes, starts, [*starts[1:], end], strict=True):
        blocks.setdefault(note.id, text[start:stop])
    return _Text(file, text[: starts[0]], blocks, text[end:])


def _written(path: Path, base: _Text, ours: _Text, theirs: _Text, notes: Notes) -> str:
    """The pieces put together again, and what still differs from the notes written over it."""
    for by_lines in (True, False):
        # What does not come out right, such as two indentations in one list, is written more plainly.
        with suppress(UnreadableFile, AssertionError, ValueError):
            text = _woven(base, ours, theirs, notes, by_lines=by_lines)
            if text is not None:
                there = parse_notes(text, path)
                return text if _sorted(there.notes) == notes else rewrite(text, path, there, notes)[0]
    return rewrite(None, path, NoteFile(ours.file.name, ()), notes)[0]


def _woven(base: _Text, ours: _Text, theirs: _Text, notes: Notes, *, by_lines: bool) -> str | None:
    merged = {note.id: note for note in notes}
    mine, yours = ({note.id: note for note in text.file.notes} for text in (ours, theirs))
    blocks: dict[str, str] = {}
    for note_id in _order(base, ours, theirs):
        if note_id in merged:
            note, pieces = merged[note_id], tuple(text.blocks.get(note_id) for text in (base, ours, theirs))
            wins = note == mine.get(note_id), note == yours.get(note_id)
            block = _piece(pieces, wins, by_lines=by_lines)
            known = {pieces[1]: mine.get(note_id), pieces[2]: yours.get(note_id)}
            blocks[note_id] = block if known.get(block) == note else _fitted(block, note)
    if not blocks:
        return None
    head, tail = (
        _piece(tuple(getattr(text, name) for text in (base, ours, theirs)), (True, True), by_lines=by_lines)
        for name in ("head", "tail")
    )
    *most, last = blocks.values()
    apart = any(block.endswith("\n\n") for text in (ours, theirs) for block in text.blocks.values())
    return head + "".join(_closed(block, apart=apart) for block in most) + last.rstrip("\n") + "\n" + tail


def _fitted(block: str, note: Note) -> str:
    """The block with what differs from the note written over it; by itself, since that parses it for each key."""
    there = parse_notes(_ALONE + block, Path(note.id))
    return rewrite(_ALONE + block, Path(note.id), there, (note,))[0].removeprefix(_ALONE)


def _piece(pieces: tuple[str | None, ...], wins: tuple[bool, bool], *, by_lines: bool) -> str:
    """How a note is written, or what stands around the notes. `wins`: whether the merged note is that of this side."""
    base, ours, theirs = pieces
    if ours is None or theirs is None:
        return ours or theirs or ""
    if base in (ours, theirs) or ours == theirs:
        return _either(base, ours, theirs)
    prefer_ours = ours > theirs if wins[0] == wins[1] else wins[0]
    if base is not None and by_lines:
        from tnotes.files.threeway import merge_lines

        return merge_lines(base, ours, theirs, prefer_ours=prefer_ours)
    return ours if prefer_ours else theirs


def _either(base: str | None, ours: str, theirs: str) -> str:
    """What one side changed; where both did, the same one whoever merges."""
    if ours == base:
        return theirs
    return ours if theirs == base else max(ours, theirs)


def _closed(block: str, *, apart: bool) -> str:
    """A block that another follows, which may have been the last one of its file."""
    block += "" if block.endswith("\n") else "\n"
    return block if not apart or block.endswith("\n\n") else block + "\n"


def _order(base: _Text, ours: _Text, theirs: _Text) -> list[str]:
    """The ids of both sides in the order of the one that moved notes; others go before the first greater id."""
    both = ours.blocks.keys() & theirs.blocks.keys()
    was, mine, yours = (tuple(one for one in text.blocks if one in both) for text in (base, ours, theirs))
    first, second = (ours, theirs) if yours == was or (mine != was and mine <= yours) else (theirs, ours)
    order = list(first.blocks)
    for note_id in sorted(_missing(second.blocks, order)):
        order.insert(next((at for at, other in enumerate(order) if other > note_id), len(order)), note_id)
    return order


def _missing(ids: Iterable[str], there: list[str]) -> set[str]:
    return set(ids) - set(there)
