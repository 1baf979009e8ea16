"""The catalog as files: `catalog/<connection>/<schema>/<table>.json`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from tnotes.catalog.folder import Listing, entries, listing, on_disk, spellings
from tnotes.catalog.names import component, guess
from tnotes.catalog.record import from_text
from tnotes.catalog.table import Table, TableName
from tnotes.errors import UnreadableFile
from tnotes.files.disk import read_text
from tnotes.words import fold, nfc

EXTENSION = ".json"


class FolderCatalog:
    """The whole catalog of a workspace, read as far as it is asked for and no further."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._loaded: dict[Path, Table | None] = {}
        self._listed: dict[Path, Listing] = {}

    def connections(self) -> tuple[str, ...]:
        """The names of the connections, sorted."""
        return self._names(self._root, lambda name: name.connection)

    def schemas(self, connection: str) -> tuple[str, ...]:
        """The names of the connection's schemas, sorted."""
        folders = self._folders(self._root, connection)
        found = (schema for folder in folders for schema in self._names(folder, lambda name: name.schema))
        return tuple(dict.fromkeys(found))

    def tables(self, connection: str, schema: str) -> tuple[str, ...]:
        """The names of the schema's tables, sorted."""
        folders = self._schema_folders(connection, schema)
        found = (table for folder in folders for table in self._names(folder, lambda name: name.table, EXTENSION))
        return tuple(dict.fromkeys(found))

    def find(self, connection: str, schema: str, typed: str, *, thorough: bool = True) -> tuple[str, ...]:
        """The table spelled exactly so, else all that differ from it only in case or composition.

        Where it need not be `thorough`, only the exact spelling is looked up: quick enough for thousands of schemas.
        """
        folders = tuple(self._schema_folders(connection, schema))
        if thorough:
            found = self._by_path(folders, typed) or self._by_listing(folders, typed)
        else:
            found = self._alike((path for folder in folders for path in on_disk(folder, _plain(typed))), typed)
        return (typed,) if typed in found else tuple(sorted(found))

    def load(self, name: TableName) -> Table | None:
        """The table of exactly that name; None where there is none."""
        path = self.path_of(name)
        return None if path is None else self._read(path)

    def path_of(self, name: TableName) -> Path | None:
        """The file of the table; None where there is none. The header decides, not the path.

        A name that differs only in its composition is taken too: what a path tells is composed.
        """
        alike: Path | None = None
        for path in self._paths(*name):
            table = self._read(path)
            if table is not None and table.name == name:
                return path
            if table is not None and _composed(table.name) == _composed(name):
                alike = alike or path
        return alike

    def lies_at(self, name: TableName) -> Path | None:
        """Where the file of a table lies that was loaded before; None where there is none. Reads nothing."""
        return next(self._paths(*name), None)

    def would_lie_at(self, name: TableName) -> Path | None:
        """Where the file of a table would lie in its schema's folder; None where there is no such folder."""
        folder = next(self._schema_folders(name.connection, name.schema), None)
        return None if folder is None else folder / _plain(name.table)

    def all_files(self, connection: str) -> Iterator[tuple[Path, Table | UnreadableFile]]:
        """Every file of the connection with its table, or with what is wrong with it."""
        for folder in self._folders(self._root, connection):
            for path in sorted(folder.glob(f"[!.]*/[!.]*{EXTENSION}")):
                try:
                    table = self._read(path)
                except UnreadableFile as problem:
                    yield path, problem
                else:
                    if table is not None:
                        yield path, table

    def _by_path(self, folders: tuple[Path, ...], typed: str) -> set[str]:
        """The table found without listing a large folder: by its exact spelling, or by a common one that has no twin.

        A plain path means that no name beside it differs only in case, since twins carry a hash. Only after a merge
        of two branches may two plain ones lie there; the common spellings are all looked at, so that both are seen.
        """
        found: set[str] = set()
        for spelling in dict.fromkeys((typed, typed.upper(), typed.lower(), typed.capitalize())):
            for folder in folders:
                exactly = spelling == typed
                paths = spellings(folder, typed, EXTENSION) if exactly else on_disk(folder, _plain(spelling))
                found |= self._alike(paths, typed)
                if typed in found:
                    return {typed}
        return found

    def _by_listing(self, folders: tuple[Path, ...], typed: str) -> set[str]:
        found: set[str] = set()
        for folder in folders:
            listed = self._list(folder, EXTENSION)
            found.update(listed.names.get(fold(typed), ()))
            for own in listed.may_be(typed):
                found |= self._alike(on_disk(folder, own + EXTENSION), typed)
        return found

    def _alike(self, paths: Iterable[Path], typed: str) -> set[str]:
        """The names in the headers of these files that are spelled so, case and composition aside."""
        tables = map(self._read, paths)
        return {table.name.table for table in tables if table is not None and fold(table.name.table) == fold(typed)}

    def _paths(self, connection: str, schema: str, table: str) -> Iterator[Path]:
        for folder in self._schema_folders(connection, schema):
            yield from spellings(folder, table, EXTENSION)

    def _schema_folders(self, connection: str, schema: str) -> Iterator[Path]:
        for parent in self._folders(self._root, connection):
            yield from self._folders(parent, schema)

    def _folders(self, parent: Path, name: str) -> Iterator[Path]:
        """The folders in `parent` that may have that name, as `spellings` finds them, with its listing kept."""
        yield from on_disk(parent, component(name))
        if self._list(parent, "").hashed:
            yield from on_disk(parent, component(name, twin=True))

    def _read(self, path: Path) -> Table | None:
        if path not in self._loaded:
            text = read_text(path, self._root.parent)
            self._loaded[path] = None if text is None else from_text(text, path)
        return self._loaded[path]

    def _list(self, folder: Path, extension: str) -> Listing:
        if folder not in self._listed:
            self._listed[folder] = listing(folder, extension)
        return self._listed[folder]

    def _names(self, folder: Path, of: Callable[[TableName], str], extension: str = "") -> tuple[str, ...]:
        listed = self._list(folder, extension)
        plain = (name for names in listed.names.values() for name in names)
        return tuple(sorted({*plain, *(self._told(folder, own, of, extension) for own in listed.hashed)}))

    def _told(self, folder: Path, own: str, of: Callable[[TableName], str], extension: str) -> str:
        """The name behind a hashed component: from the first header that can be read, else what the component shows."""
        for path in on_disk(folder, own + extension):
            for file in [path] if extension else _files_below(path):
                with suppress(UnreadableFile):
                    table = self._read(file)
                    if table is not None:
                        return of(table.name)
        return guess(own)


def _plain(name: str) -> str:
    return component(name) + EXTENSION


def _composed(name: TableName) -> tuple[str, ...]:
    return tuple(map(nfc, name))


def _files_below(folder: Path) -> Iterator[Path]:
    """The catalog files in the folder or one below, in no order and as few as are asked for."""
    for entry in entries(folder):
        if entry.is_dir():
            yield from _files_below(Path(entry.path))
        elif entry.name.endswith(EXTENSION):
            yield Path(entry.path)
