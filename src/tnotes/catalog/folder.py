"""What lies in one folder of the catalog or of the notes, and which names it stands for."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tnotes.catalog.names import component, exact, guess, shows_all
from tnotes.words import fold, nfc


class Listing(NamedTuple):
    """A folder's entries: the names that entries tell by themselves, under their folded form, and the other entries.

    `hashed` are path components with a hash: only the header inside knows the name.
    """

    names: dict[str, tuple[str, ...]]
    hashed: tuple[str, ...]

    def may_be(self, name: str) -> Iterator[str]:
        """The hashed components that may stand for that name, or for one that differs from it only in case."""
        wanted = fold(name)
        for one in self.hashed:
            shown = fold(guess(one))
            # a name cut short shows only how it begins, and then perhaps what is left of a %XX
            if shown == wanted or (not shows_all(one) and wanted.startswith(shown[:-5])):
                yield one


def listing(folder: Path, extension: str = "") -> Listing:
    """The files with that extension; the folders where it is empty. Hidden entries are nobody's."""
    names: dict[str, tuple[str, ...]] = {}
    hashed: list[str] = []
    for entry in entries(folder):
        if entry.name.startswith(".") or not _wanted(entry, extension):
            continue
        own = nfc(entry.name.removesuffix(extension))
        name = exact(own)
        if name is None:
            hashed.append(own)
        else:
            key = fold(name)
            names[key] = (*names.get(key, ()), name)
    return Listing(names, tuple(sorted(hashed)))


def _wanted(entry: os.DirEntry[str], extension: str) -> bool:
    return entry.name.endswith(extension) if extension else entry.is_dir()


def entries(folder: Path) -> list[os.DirEntry[str]]:
    """All that lies in the folder; nothing where there is none."""
    try:
        with os.scandir(folder) as found:
            return list(found)
    except (FileNotFoundError, NotADirectoryError):
        return []


def spellings(parent: Path, name: str, extension: str = "") -> Iterator[Path]:
    """What lies in `parent` and may hold that name: the plain path, then the one with a hash.

    A path that came from macOS may be decomposed on disk; it is found by its composed form.
    """
    yield from on_disk(parent, component(name) + extension)
    # Hashing is not free and twins are rare, so a small folder of folders is looked through first.
    if extension or any("~" in entry.name for entry in entries(parent)):
        yield from on_disk(parent, component(name, twin=True) + extension)


def on_disk(parent: Path, own: str) -> Iterator[Path]:
    """The path of that component, composed or decomposed, where it exists."""
    if _exists(path := parent / own) or (
        not own.isascii() and _exists(path := parent / unicodedata.normalize("NFD", own))
    ):
        yield path


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # decomposed, the name is too long for this file system
        return False
