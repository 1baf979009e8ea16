"""Two texts of one note file to one. Comments and layout of both sides stay, note by note."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tnotes.errors import UnreadableFile
from tnotes.notes.file import NoteFile, parse_notes, rewrite
from tnotes.notes.merge import Notes, merge


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
    return before is not None and sorted(before.file.notes) == sorted(parse_notes(there, path).notes)


def _base(path: Path, text: str | None) -> _Text | None:
    """What both sides grew from; a text that cannot be read, such as a committed conflict, tells nothing."""
    with suppress(UnreadableFile):
        return None if text is None else _in_pieces(path, text.replace("\r\n", "\n"))
    return None


def _in_pieces(path: Path, text: str, file: NoteFile | None = None) -> _Text:
    from tnotes.files.block import head_of, tail_of
    from tnotes.files.nodes import Sequence
    from tnotes.files.yaml import parse

    file = file or parse_notes(text, path)
    listed = parse(text, path).get("notes")
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
    with suppress(UnreadableFile, AssertionError, ValueError):  # such as two indentations in one list
        text = _woven(base, ours, theirs, notes)
        if text is not None:
            return rewrite(text, path, parse_notes(text, path), notes)[0]
    return rewrite(None, path, NoteFile(ours.file.name, ()), notes)[0]


def _woven(base: _Text, ours: _Text, theirs: _Text, notes: Notes) -> str | None:
    merged = {note.id: note for note in notes}
    mine, yours = ({note.id: note for note in text.file.notes} for text in (ours, theirs))
    blocks: dict[str, str] = {}
    for note_id in _order(base, ours, theirs):
        if note_id in merged:
            wins = merged[note_id] == mine.get(note_id), merged[note_id] == yours.get(note_id)
            blocks[note_id] = _block(tuple(text.blocks.get(note_id) for text in (base, ours, theirs)), wins)
    if not blocks:
        return None
    head, tail = (_either(*(getattr(text, name) for text in (base, ours, theirs))) for name in ("head", "tail"))
    *most, last = blocks.values()
    apart = any(block.endswith("\n\n") for text in (ours, theirs) for block in text.blocks.values())
    return head + "".join(_closed(block, apart=apart) for block in most) + last.rstrip("\n") + "\n" + tail


def _block(blocks: tuple[str | None, ...], wins: tuple[bool, bool]) -> str:
    """How a note is written. Where both sides wrote it anew, as on the side whose note it is."""
    base, ours, theirs = blocks
    if ours is None or theirs is None:
        return ours or theirs or ""
    if base in (ours, theirs) or wins[0] == wins[1]:
        return _either(base, ours, theirs)
    return ours if wins[0] else theirs


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
