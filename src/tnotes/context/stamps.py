"""Which files changed since the index was written: told by their stamps as Git tells it, else by their content.

Size, times and inode alike mean the same content, except where the file was changed in the very moment it was read:
such a racy file is compared by content until it has grown old. Of a folder whose stamps are all alike only a digest is
compared, so that a search in which nothing changed reads no list of files.
"""

from __future__ import annotations

import os
import time
from array import array
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

try:
    from _blake2 import blake2b  # hashlib loads OpenSSL first, which takes longer than a search
except ImportError:
    from hashlib import blake2b

CATALOG, NOTES = "catalog", "notes"
ENDINGS = {CATALOG: ".json", NOTES: ".yaml"}
_TICK = 20_000_000  # a clock of a file system that counts in ticks of the kernel, with room
_SIGNED = (1 << 63) - 1  # some file systems use the highest bit of an inode
_COARSE = 2_000_000_000  # one that counts in seconds, or in two of them as FAT does

Stamp = tuple[int, int, int, int]  # size, time of content, time of status, inode


class Scan(NamedTuple):
    """The files below the folders that were asked for, by folder and name, and when the look began.

    `digests` has for each folder a text that changes when any of its files does.
    """

    folders: Mapping[str, tuple[tuple[str, Stamp], ...]]
    digests: dict[str, str]
    at: int

    def stamps(self) -> dict[str, Stamp]:
        """Every file by its path."""
        return {f"{folder}/{name}": stamp for folder, entries in self.folders.items() for name, stamp in entries}

    def stamp(self, path: str) -> Stamp | None:
        """The stamp of one file; None where there is none."""
        folder, _, name = path.rpartition("/")
        return next((stamp for own, stamp in self.folders.get(folder, ()) if own == name), None)


def scan(root: Path, tops: tuple[str, ...]) -> Scan:
    """Look at all files of the catalog or the notes, through no link, and open none."""
    now = time.time_ns()
    found = {shown: entries for top in tops for shown, entries in _walk(str(root / top), top, ENDINGS[top])}
    return Scan(found, {folder: _digest(entries) for folder, entries in found.items()}, now)


def _walk(path: str, shown: str, ending: str) -> Iterator[tuple[str, tuple[tuple[str, Stamp], ...]]]:
    files: list[tuple[str, Stamp]] = []
    folders: list[str] = []
    try:
        with os.scandir(path) as entries:
            for entry in entries:
                name = entry.name
                if name[0] == ".":
                    continue
                if name.endswith(ending) and not entry.is_dir(follow_symlinks=False):
                    try:
                        seen = entry.stat(follow_symlinks=False)
                    except FileNotFoundError:  # it went away meanwhile
                        continue
                    files.append((name, (seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_ino & _SIGNED)))
                elif entry.is_dir(follow_symlinks=False):
                    folders.append(name)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return
    if files:
        yield shown, tuple(sorted(files))
    for name in sorted(folders):
        yield from _walk(f"{path}/{name}", f"{shown}/{name}", ending)


def _digest(entries: tuple[tuple[str, Stamp], ...]) -> str:
    names = "\n".join([name for name, _ in entries]).encode(errors="surrogateescape")
    numbers = array("q", [number for _, stamp in entries for number in stamp])
    return blake2b(names + b"\0" + numbers.tobytes(), digest_size=16).hexdigest()


def is_racy(stamp: Stamp, read_at: int) -> bool:
    """Whether the file may have changed after it was read without its stamp telling so."""
    _, changed, status, _ = stamp
    latest = max(changed, status)
    coarse = changed % 1_000_000_000 == 0 and status % 1_000_000_000 == 0
    return latest >= read_at - (_COARSE if coarse else _TICK)


def content_digest(data: bytes | None) -> str:
    """A text that changes with the content."""
    return "" if data is None else blake2b(data, digest_size=16).hexdigest()
