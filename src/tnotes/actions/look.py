"""The verbs `ls` and `show`: for people, not for models."""

from __future__ import annotations

from typing import NamedTuple

from tnotes.actions.find import family_file, find_note, find_table, load_kept
from tnotes.actions.session import Session
from tnotes.catalog.table import TableName
from tnotes.errors import UnreadableFile
from tnotes.notes.file import NoteFile
from tnotes.notes.note import ACTIVE, Note, newest_first

ALL = "all"


class Placed(NamedTuple):
    """A note and its table."""

    name: TableName
    note: Note


class Listed(NamedTuple):
    """The notes that were asked for, and the files that could not be read."""

    notes: tuple[Placed, ...]
    unreadable: tuple[UnreadableFile, ...] = ()


def ls(session: Session, typed: str | None, status: str = ACTIVE) -> Listed:
    """The notes of one table, those of its family included, or of all visible ones, newest first."""
    files: list[NoteFile] = []
    if typed is not None:
        table = find_table(session, typed)
        family = family_file(session, table.name)
        return Listed(_wanted([load_kept(session, table).file, *([family] if family else [])], status))
    bad: list[UnreadableFile] = []
    visible = session.visible
    for path in session.notes.paths():
        try:
            file = session.notes.read(path)
        except UnreadableFile as problem:
            bad += [problem] if session.may_name(path) else []
            continue
        files += [file] if visible.sees(file.name) else []
    return Listed(_wanted(files, status), tuple(bad))


def _wanted(files: list[NoteFile], status: str) -> tuple[Placed, ...]:
    found = [Placed(file.name, note) for file in files for note in file.notes if status in (ALL, note.status)]
    place = {id(placed.note): placed for placed in found}  # not by the note's id: a bad merge may have copied one
    return tuple(place[id(note)] for note in newest_first([placed.note for placed in found]))


def show(session: Session, note_id: str) -> Placed:
    """One note, whatever its status."""
    _, file, note = find_note(session, note_id)
    return Placed(file.name, note)
