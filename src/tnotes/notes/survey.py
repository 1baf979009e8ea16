"""A note file as `check` reads it: every note that can be read with its lines, and everything that cannot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tnotes.errors import UnreadableFile
from tnotes.notes.entry import Entry, Survey
from tnotes.notes.file import id_twice, outline, read_note

if TYPE_CHECKING:
    from tnotes.files.nodes import Node


def survey(text: str, path: Path) -> Survey:
    """All that the text says. One broken note does not hide what is wrong with the others."""
    try:
        name, items = outline(text, path)
    except UnreadableFile as problem:
        return Survey(None, (), (problem,))
    entries: list[Entry] = []
    broken: list[UnreadableFile] = []
    seen: set[str] = set()
    for item in items:
        try:
            entry = _entry(item, path)
        except UnreadableFile as problem:
            broken.append(problem)
            continue
        if entry.note.id in seen:
            broken.append(id_twice(path, entry.line_of("id"), entry.note.id))
        seen.add(entry.note.id)
        entries.append(entry)
    return Survey(name, tuple(entries), tuple(broken))


def _entry(item: Node, path: Path) -> Entry:
    from tnotes.files.nodes import Mapping as Keys
    from tnotes.files.nodes import Scalar

    note = read_note(item, path)
    pairs = item.pairs if isinstance(item, Keys) else ()
    lines = {key.text: key.line for key, _ in pairs}
    written = {key.text: value.text for key, value in pairs if isinstance(value, Scalar)}
    return Entry(note, item.line, lines, written)
