"""The catalog as files: `catalog/<connection>/<schema>/<table>.json`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from tnotes.catalog.folding import named
from tnotes.catalog.names import component, exact
from tnotes.catalog.record import from_text
from tnotes.catalog.table import Table, TableName
from tnotes.files.disk import read_text
from tnotes.words import fold, nfc

EXTENSION = ".json"


class FolderCatalog:
    """The whole catalog of a workspace, read as far as it is asked for and no further."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._loaded: dict[Path, Table | None] = {}
        self._listed: dict[Path, tuple[str, ...]] = {}

    def connections(self) -> tuple[str, ...]:
        """The names of the connections, sorted."""
        return self._names(self._root, lambda table: table.name.connection)

    def schemas(self, connection: str) -> tuple[str, ...]:
        """The names of the connection's schemas, sorted."""
        return tuple(
            schema
            for folder in spellings(self._root, connection)
            for schema in self._names(folder, lambda table: table.name.schema)
        )

    def tables(self, connection: str, schema: str) -> tuple[str, ...]:
        """The names of the schema's tables, sorted."""
        folders = self._schema_folders(connection, schema)
        return tuple(table for folder in folders for table in self._names(folder, lambda table: table.name.table))

    def find(self, connection: str, schema: str, typed: str) -> tuple[str, ...]:
        """The table spelled exactly so, else all that differ from it only in case.

        Common spellings are looked up by their path, so that this does not list a large schema. A plain path means
        that no other name beside it differs only in case: such twins all carry a hash.
        """
        for spelling in dict.fromkeys((typed, typed.upper(), typed.lower())):
            for path in self._paths(connection, schema, spelling):
                table = self._read(path)
                if table is not None and fold(table.name.table) == fold(typed):
                    return (table.name.table,)
        return named(typed, self.tables(connection, schema))

    def load(self, name: TableName) -> Table | None:
        """The table of exactly that name; None where there is none."""
        path = self.path_of(name)
        return None if path is None else self._read(path)

    def path_of(self, name: TableName) -> Path | None:
        """The file of the table; None where there is none. The header decides, not the path."""
        for path in self._paths(name.connection, name.schema, name.table):
            table = self._read(path)
            if table is not None and nfc(table.name.table) == nfc(name.table):
                return path
        return None

    def all_tables(self, connection: str) -> Iterator[tuple[Path, Table]]:
        """Every table of the connection with its file."""
        for folder in spellings(self._root, connection):
            for path in sorted(folder.glob(f"*/*{EXTENSION}")):
                table = self._read(path)
                if table is not None:
                    yield path, table

    def _paths(self, connection: str, schema: str, table: str) -> Iterator[Path]:
        for folder in self._schema_folders(connection, schema):
            yield from spellings(folder, table, EXTENSION)

    def _schema_folders(self, connection: str, schema: str) -> Iterator[Path]:
        for parent in spellings(self._root, connection):
            yield from spellings(parent, schema)

    def _read(self, path: Path) -> Table | None:
        if path not in self._loaded:
            text = read_text(path, self._root.parent)
            self._loaded[path] = None if text is None else from_text(text, path)
        return self._loaded[path]

    def _names(self, folder: Path, of: Callable[[Table], str]) -> tuple[str, ...]:
        if folder not in self._listed:
            depth = len(folder.relative_to(self._root).parts)
            self._listed[folder] = tuple(sorted(set(self._names_in(folder, depth, of))))
        return self._listed[folder]

    def _names_in(self, folder: Path, depth: int, of: Callable[[Table], str]) -> Iterator[str]:
        for entry in _entries(folder):
            is_file = depth == 2 and entry.name.endswith(EXTENSION)
            if entry.name.startswith(".") or not (is_file or (depth < 2 and entry.is_dir())):
                continue
            name = exact(nfc(entry.name.removesuffix(EXTENSION) if is_file else entry.name))
            if name is not None:
                yield name
            else:  # only a file's header knows a name that was cut short
                path = Path(entry.path)
                files = [path] if is_file else sorted(path.rglob(f"*{EXTENSION}"))
                table = self._read(files[0]) if files else None
                if table is not None:
                    yield of(table)


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return list(found)
    except (FileNotFoundError, NotADirectoryError):
        return []


def spellings(parent: Path, name: str, extension: str = "") -> Iterator[Path]:
    """What lies in `parent` and may hold that name: the plain path, then the one with a hash.

    A path that came from macOS may be decomposed on disk; it is found by its composed form.
    """
    plain = parent / (component(name) + extension)
    found = plain.exists()
    if found:
        yield plain
    if extension or any("~" in entry.name for entry in _entries(parent)):  # hashing is not free, twins are rare
        twin = parent / (component(name, twin=True) + extension)
        if twin.exists():
            found = True
            yield twin
    if not found and not name.isascii():
        wanted = [component(name, twin=twin) + extension for twin in (False, True)]
        yield from (Path(entry.path) for entry in _entries(parent) if nfc(entry.name) in wanted)
