"""What the catalog of a tree says of a table, found by where its file lies."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from tnotes.actions.check_tree import CATALOG, Tree
from tnotes.catalog.families import is_family, shard
from tnotes.catalog.names import component
from tnotes.catalog.record import from_text
from tnotes.catalog.store import EXTENSION
from tnotes.catalog.table import Table, TableName
from tnotes.files.disk import decode
from tnotes.words import nfc


def read_table(tree: Tree, path: str) -> Table:
    """The table of one catalog file. Raises UnreadableFile."""
    return from_text(decode(tree.read(path), Path(path)), Path(path))


class Shelf:
    """The catalog of a tree, of which only what is asked for is read."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._paths = {nfc(path): path for path in tree.paths if path.startswith(f"{CATALOG}/")}
        self._folders: dict[str, list[str]] | None = None

    def find(self, name: TableName) -> Table | None:
        """The table; None where there is none. Raises UnreadableFile where it may lie in a file that cannot be read."""
        alike: Table | None = None
        for path in self.places(name):
            table = read_table(self._tree, path)
            if table.name == name:
                return table
            if tuple(map(nfc, table.name)) == tuple(map(nfc, name)):
                alike = alike or table
        if alike is None and is_family(name.table):
            return self._family(name)
        return alike

    def places(self, name: TableName) -> Iterator[str]:
        """The files that may hold the table."""
        for steps in product(*(_components(part) for part in name)):
            path = self._paths.get(f"{CATALOG}/{'/'.join(steps)}{EXTENSION}")
            if path is not None:
                yield path

    def _family(self, name: TableName) -> Table | None:
        """The family as its newest shard is. One shard is enough: notes stay where its family shrinks."""
        stem = name.table[:-1]
        for connection, schema in product(_components(name.connection), _components(name.schema)):
            files = self._listed().get(f"{CATALOG}/{connection}/{schema}", [])
            shards = {found.date: file for file in files if (found := shard(file)) is not None and found.stem == stem}
            for _, file in sorted(shards.items(), reverse=True):
                path = self._paths[f"{CATALOG}/{connection}/{schema}/{file}{EXTENSION}"]
                return read_table(self._tree, path)._replace(name=name)
        return None

    def _listed(self) -> dict[str, list[str]]:
        if self._folders is None:
            self._folders = {}
            for path in self._paths:
                folder, _, file = path.rpartition("/")
                self._folders.setdefault(folder, []).append(file.removesuffix(EXTENSION))
        return self._folders


def _components(name: str) -> tuple[str, str]:
    return component(name), component(name, twin=True)
