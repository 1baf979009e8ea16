"""Which files changed since the index was written: told by their stamps as Git tells it, else by their content.

Size, times and inode alike mean the same content, except where the file was changed in the very moment it was read:
such a racy file is compared by content until it has grown old. Of a folder whose stamps are all alike only a digest is
compared, so that a search in which nothing changed reads no list of files.
"""

from __future__ import annotations

import marshal
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from stat import S_ISDIR
from typing import NamedTuple

try:
    from _blake2 import blake2b  # hashlib loads OpenSSL first, which takes longer than a search
except ImportError:
    from hashlib import blake2b

CATALOG, NOTES = "catalog", "notes"
ENDINGS = {CATALOG: ".json", NOTES: ".yaml"}
_TICK = 20_000_000  # a clock of a file system that counts in ticks of the kernel, with room
_COARSE = 2_000_000_000  # one that counts in seconds, or in two of them as FAT does

Stamp = tuple[int, int, int, int]  # size, time of content, time of status, inode
Seen = tuple[str, int, int, int, int]  # a name and its stamp


class Scan(NamedTuple):
    """The files below the folders that were asked for, and when the look began.

    `digests` has for each folder a text that changes when any of its files does.
    """

    folders: Mapping[str, Sequence[Seen]]
    digests: dict[str, str]
    at: int

    def stamps(self, folder: str) -> dict[str, Stamp]:
        """The files of one folder by their names."""
        return {name: tuple(stamp) for name, *stamp in self.folders.get(folder, ())}  # type: ignore[misc]


def scan(root: Path, tops: tuple[str, ...]) -> Scan:
    """Look at all files of the catalog or the notes, through no link, and open none."""
    now = time.time_ns()
    found = {shown: files for top in tops for shown, files in _walk(str(root / top), top, ENDINGS[top])}
    return Scan(found, {folder: _digest(files) for folder, files in found.items()}, now)


def _walk(path: str, shown: str, ending: str) -> Iterator[tuple[str, list[Seen]]]:
    files: list[Seen] = []
    folders: list[str] = []
    try:
        with os.scandir(path) as entries:
            for entry in entries:
                name = entry.name
                if name.endswith(ending) and name[0] != ".":
                    one = _look(entry)
                    if one is not None:
                        files.append(one)
                elif name[0] != "." and entry.is_dir(follow_symlinks=False):
                    folders.append(name)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return
    if files:
        files.sort()
        yield shown, files
    for name in sorted(folders):
        yield from _walk(f"{path}/{name}", f"{shown}/{name}", ending)


def _look(entry: os.DirEntry[str]) -> Seen | None:
    """The stamp of a file; None where it went away meanwhile or is a folder."""
    try:
        seen = entry.stat(follow_symlinks=False)
    except FileNotFoundError:
        return None
    if S_ISDIR(seen.st_mode):
        return None
    return (entry.name, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_ino)


def _digest(files: list[Seen]) -> str:
    # marshal is the quickest way to bytes; its second version is the last whose bytes depend on values alone
    return blake2b(marshal.dumps(files, 2), digest_size=16).hexdigest()


def is_racy(stamp: Stamp, read_at: int) -> bool:
    """Whether the file may have changed after it was read without its stamp telling so."""
    _, changed, status, _ = stamp
    latest = max(changed, status)
    coarse = changed % 1_000_000_000 == 0 and status % 1_000_000_000 == 0
    return latest >= read_at - (_COARSE if coarse else _TICK)


def content_digest(data: bytes | None) -> str:
    """A text that changes with the content."""
    return "" if data is None else blake2b(data, digest_size=16).hexdigest()
