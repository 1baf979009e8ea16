"""The notes as files: `notes/<connection>/<schema>/<table>.yaml`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tnotes.catalog.folder import listing, spellings
from tnotes.catalog.layout import places
from tnotes.catalog.names import component, guess
from tnotes.catalog.table import TableName
from tnotes.errors import UnreadableFile
from tnotes.files.cache import cached
from tnotes.files.disk import read_bytes, read_text
from tnotes.notes.file import NoteFile, from_json, parse_notes, to_json
from tnotes.notes.note import Note, is_id
from tnotes.words import nfc

EXTENSION = ".yaml"


class Kept(NamedTuple):
    """A table's note file as it lies on disk; where there is none yet, `text` is None and `path` where it will be."""

    path: Path
    text: str | None
    file: NoteFile


class NoteFolder:
    """All note files of a workspace."""

    def __init__(self, root: Path, cache: Path | None, may_name: Callable[[Path], bool] = lambda _: True) -> None:
        """`may_name` says of which files somebody may learn that they exist and cannot be read."""
        self._root = root
        self._cache = cache
        self._may_name = may_name

    def load(self, name: TableName, beside: Path | None = None) -> Kept:
        """The table's notes. `beside` is its catalog file below `catalog/`, whose place a new note file mirrors."""
        alike: Kept | None = None
        for path in self._paths(name):
            text = read_text(path, self._root.parent)
            if text is None:
                continue
            file = self._parsed(path, text)
            self._require_place(path, file.name)
            if file.name == name:
                return Kept(path, text, file)
            if _composed(file.name) == _composed(name):
                alike = alike or Kept(path, text, file)
        if alike is not None and not _has_twin(beside):
            return alike
        return Kept(self._new_path(name, beside), None, NoteFile(name, ()))

    def read(self, path: Path) -> NoteFile:
        """The notes of one file."""
        text = read_text(path, self._root.parent)
        if text is None:
            raise UnreadableFile(path, None, "no such file")
        file = self._parsed(path, text)
        self._require_place(path, file.name)
        return file

    def _require_place(self, path: Path, name: TableName) -> None:
        """Raise UnreadableFile where the header names a table whose notes nobody would look for here.

        Which table it is is not said: it may be hidden from who asks.
        """
        if not lies_right(path.relative_to(self._root).parts, name):
            problem = "the header names another table than the path does"
            raise UnreadableFile(path, 2, problem, hint="mend the header, or move the file", kind="place")

    def with_id(self, note_id: str) -> tuple[Path, NoteFile, Note] | None:
        """The note of that id and its file. Looks at the bytes of all files and parses only those that hold the id.

        A file that cannot be read raises only where no other has the note: it does not block the rest.
        """
        if not is_id(note_id):
            return None
        unreadable: UnreadableFile | None = None
        for path in self.paths():
            try:
                holds = note_id.encode() in (read_bytes(path, self._root.parent) or b"")
                file = self.read(path) if holds else None
            except UnreadableFile as problem:
                unreadable = unreadable or (problem if self._may_name(path) else None)
                continue
            note = next((note for note in file.notes if note.id == note_id), None) if file else None
            if file and note:
                return path, file, note
        if unreadable is not None:
            raise unreadable
        return None

    def paths(self) -> Iterator[Path]:
        """Every note file, in the order of their paths."""
        for folder, folders, files in os.walk(self._root):
            folders.sort()
            yield from (Path(folder, name) for name in sorted(files) if name.endswith(EXTENSION) and name[0] != ".")

    def names(self, connection: str, schema: str) -> frozenset[str]:
        """The tables of a schema that may have a note file, as the paths show them. Reads none."""
        folders = (one for parent in spellings(self._root, connection) for one in spellings(parent, schema))
        listed = [listing(folder, EXTENSION) for folder in folders]
        plain = (name for one in listed for names in one.names.values() for name in names)
        return frozenset((*plain, *(guess(own) for one in listed for own in one.hashed)))

    def _paths(self, name: TableName) -> Iterator[Path]:
        for connection in spellings(self._root, name.connection):
            for schema in spellings(connection, name.schema):
                yield from spellings(schema, name.table, EXTENSION)

    def remember(self, path: Path, text: str, file: NoteFile) -> None:
        """Spare the next reader the parsing of a text that was just written."""
        cached(self._cache, str(path.relative_to(self._root.parent)), text, lambda: to_json(file))

    def _parsed(self, path: Path, text: str) -> NoteFile:
        relative = path.relative_to(self._root.parent)
        built = cached(self._cache, str(relative), text, lambda: to_json(parse_notes(text, relative)))
        return from_json(built)

    def _new_path(self, name: TableName, beside: Path | None) -> Path:
        relative = Path(places([name])[name]) if beside is None else beside.with_name(beside.name.rpartition(".")[0])
        path = self._root / relative.with_name(relative.name + EXTENSION)
        if path.exists():  # it is a twin's, from the time when the catalog knew that one only
            return path.with_name(component(name.table, twin=True) + EXTENSION)
        return path


def lies_right(steps: Sequence[str], name: TableName) -> bool:
    """Whether the steps of a path below `notes/` are those at which the notes of the table are looked for."""
    parts = (*steps[:-1], steps[-1].removesuffix(EXTENSION))
    return len(parts) == len(name) and all(
        nfc(part) == component(one) or nfc(part) == component(one, twin=True)
        for part, one in zip(parts, name, strict=True)
    )


def _has_twin(beside: Path | None) -> bool:
    """Whether the catalog says that a name beside it differs only in case or composition; twins carry a hash."""
    return beside is not None and "~" in str(beside)


def _composed(name: TableName) -> tuple[str, ...]:
    return _key(name, nfc)


def _key(name: TableName, form: Callable[[str], str]) -> tuple[str, ...]:
    return tuple(form(part) for part in (name.connection, name.schema, name.table))
