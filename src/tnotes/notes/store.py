"""The notes as files: `notes/<connection>/<schema>/<table>.yaml`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tnotes.catalog.layout import places
from tnotes.catalog.names import component
from tnotes.catalog.store import spellings
from tnotes.catalog.table import TableName
from tnotes.errors import UnreadableFile
from tnotes.files.cache import cached
from tnotes.files.disk import read_bytes, read_text
from tnotes.notes.file import NoteFile, from_json, parse_notes, to_json
from tnotes.notes.note import Note
from tnotes.words import fold, nfc

EXTENSION = ".yaml"


class Kept(NamedTuple):
    """A table's note file as it lies on disk; where there is none yet, `text` is None and `path` where it will be."""

    path: Path
    text: str | None
    file: NoteFile


class NoteFolder:
    """All note files of a workspace."""

    def __init__(self, root: Path, cache: Path | None) -> None:
        self._root = root
        self._cache = cache

    def load(self, name: TableName, beside: Path | None = None) -> Kept:
        """The table's notes. `beside` is its catalog file below `catalog/`, whose place a new note file mirrors."""
        for path in self._paths(name):
            text = read_text(path, self._root.parent)
            if text is None:
                continue
            file = self._parsed(path, text)
            if _same(file.name, name):
                return Kept(path, text, file)
            if not _twins(file.name, name):
                found = f"{file.name.connection}/{file.name.schema}.{file.name.table}"
                raise UnreadableFile(
                    path, 2, f"the header says {found}, not the table of this path", hint="mend one of the two"
                )
        return Kept(self._new_path(name, beside), None, NoteFile(name, ()))

    def read(self, path: Path) -> NoteFile:
        """The notes of one file."""
        text = read_text(path, self._root.parent)
        if text is None:
            raise UnreadableFile(path, None, "no such file")
        return self._parsed(path, text)

    def with_id(self, note_id: str) -> tuple[Path, NoteFile, Note] | None:
        """The note of that id and its file. Looks at the bytes of all files and parses only those that hold the id."""
        wanted = note_id.encode()
        for path in self.paths():
            if wanted in (read_bytes(path, self._root.parent) or b""):
                file = self.read(path)
                note = next((note for note in file.notes if note.id == note_id), None)
                if note is not None:
                    return path, file, note
        return None

    def paths(self) -> Iterator[Path]:
        """Every note file, in the order of their paths."""
        for folder, folders, files in os.walk(self._root):
            folders.sort()
            yield from (Path(folder, name) for name in sorted(files) if name.endswith(EXTENSION) and name[0] != ".")

    def _paths(self, name: TableName) -> Iterator[Path]:
        for connection in spellings(self._root, name.connection):
            for schema in spellings(connection, name.schema):
                yield from spellings(schema, name.table, EXTENSION)

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


def _same(one: TableName, other: TableName) -> bool:
    return _key(one, nfc) == _key(other, nfc)


def _twins(one: TableName, other: TableName) -> bool:
    return _key(one, fold) == _key(other, fold)


def _key(name: TableName, form: Callable[[str], str]) -> tuple[str, ...]:
    return tuple(form(part) for part in (name.connection, name.schema, name.table))
