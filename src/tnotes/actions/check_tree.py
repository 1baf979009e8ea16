"""The files that are checked: those of the work tree, or those of an index."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Protocol

from tnotes.errors import UnreadableFile
from tnotes.files.disk import read_bytes
from tnotes.history.blobs import bytes_of
from tnotes.history.git import Repository
from tnotes.history.staged import FILES, LINK, Entry, staged
from tnotes.project.workspace import SETTINGS

NOTES, CATALOG = "notes", "catalog"
FOLDERS = (NOTES, CATALOG, SETTINGS)
_EXTENSIONS = (".yaml", ".json")


class Tree(Protocol):
    """Files by their paths in the workspace."""

    @property
    def paths(self) -> Iterable[str]:
        """Every file below notes/ and catalog/, and the settings; links too."""

    def read(self, path: str) -> bytes:
        """What the file holds. Raises UnreadableFile."""

    def is_link(self, path: str) -> bool:
        """Whether it is a symbolic link."""

    def fetch(self, paths: Iterable[str]) -> None:
        """Have these at hand, since they are going to be read."""


class WorkTree:
    """The files as they lie on disk."""

    def __init__(self, root: Path) -> None:
        self._root = root

    @cached_property
    def paths(self) -> Mapping[str, None]:
        """Every file, in order."""
        return dict.fromkeys(self._all())

    def _all(self) -> Iterator[str]:
        for top in (CATALOG, NOTES):
            if (self._root / top).is_symlink():
                yield top
            for folder, folders, files in os.walk(self._root / top):
                folders.sort()
                # A folder is no file, unless it is a link to one or stands where a file belongs.
                odd = [name for name in folders if name.endswith(_EXTENSIONS) or Path(folder, name).is_symlink()]
                below = Path(folder).relative_to(self._root).as_posix()
                yield from (f"{below}/{name}" for name in (*sorted(files), *odd) if name[0] != ".")
        if (self._root / SETTINGS).exists():
            yield SETTINGS

    def read(self, path: str) -> bytes:
        """What the file holds."""
        try:
            found = read_bytes(self._root / path, self._root)
        except UnreadableFile as problem:
            raise UnreadableFile(path, None, problem.problem, hint=problem.hint, kind=problem.kind) from problem
        if found is None:
            raise UnreadableFile(path, None, "it vanished while it was looked at")
        return found

    def is_link(self, path: str) -> bool:
        """Whether it is a symbolic link."""
        return (self._root / path).is_symlink()

    def fetch(self, paths: Iterable[str]) -> None:
        """Nothing to do: the disk is at hand."""


class Staged:
    """The files as an index has them."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._blobs: dict[str, bytes | None] = {}

    @cached_property
    def paths(self) -> Mapping[str, Entry]:
        """Every file, in order."""
        found = staged(self._repository, FOLDERS)
        return {path: entry for path, entry in found.items() if path.rpartition("/")[2][0] != "."}

    def read(self, path: str) -> bytes:
        """What the file holds."""
        entry = self.paths[path]
        if entry.unmerged:
            raise UnreadableFile(path, None, "unresolved merge conflict", kind="conflict")
        if entry.mode not in FILES:
            what = "is a symbolic link" if entry.mode == LINK else "is no plain file"
            kind = "link" if entry.mode == LINK else "unreadable"
            raise UnreadableFile(path, None, what, hint="put the file itself there", kind=kind)
        self.fetch([path])
        return self._blobs[entry.blob] or b""

    def is_link(self, path: str) -> bool:
        """Whether it is a symbolic link."""
        return self.paths[path].mode == LINK

    def fetch(self, paths: Iterable[str]) -> None:
        """Read the blobs of these, all at once."""
        entries = (self.paths[path] for path in paths if path in self.paths)
        wanted = dict.fromkeys(one.blob for one in entries if one.mode in FILES and not one.unmerged)
        new = [blob for blob in wanted if blob not in self._blobs]
        if new:
            self._blobs |= bytes_of(self._repository, new)
