"""What has to be done so that the index is right again, told by stamps and, where those do not do, by content."""

from __future__ import annotations

from typing import NamedTuple

from tnotes.context.gather import Source, digest_of
from tnotes.context.ledger import Body, Head, Known, of_paths
from tnotes.context.stamps import Scan, Stamp, is_racy

NEW, CHANGED, DELETED = "new", "changed", "deleted"


_FEW = 100  # racy files that are quicker read than the index is written


class Plan(NamedTuple):
    """Files to read, numbers of entries to drop, what stays as it is known, and each stale file with the reason.

    `young` are files whose content was looked at while their stamps could not tell of a change in the same moment.
    """

    read: tuple[str, ...]
    gone: tuple[int, ...]
    kept: dict[str, Known]
    stale: tuple[tuple[str, str], ...]
    young: frozenset[str]


def is_unchanged(source: Source, head: Head, seen: Scan, tops: tuple[str, ...]) -> bool:
    """Whether every file is as it was: by the folders' digests, and the racy files by their content.

    False too where many racy files have grown old: writing the stamps again spares reading them every time.
    """
    if of_paths(head.folders, tops, inside=True) != seen.digests:
        return False
    racy = of_paths(head.racy, tops, inside=True)
    if len(racy) > _FEW and not any((stamp := seen.stamp(path)) and is_racy(stamp, seen.at) for path in racy):
        return False
    return all(digest_of(source, path) == digest for path, digest in racy.items())


def plan_for(source: Source, head: Head, body: Body, seen: Scan, tops: tuple[str, ...]) -> Plan:
    """The plan for the files below the top folders; others stay as they are known."""
    read: list[str] = []
    gone: list[int] = []
    looked_at: list[tuple[str, Stamp]] = []
    kept: dict[str, Known] = {}
    stale: list[tuple[str, str]] = []
    stamps = seen.stamps()
    for path, known in body.files.items():
        if path.split("/", 1)[0] not in tops:
            kept[path] = known
        elif path not in stamps:
            stale.append((path, DELETED))
            gone += [known.number] if known.number is not None else []
    for path, stamp in stamps.items():
        before = body.files.get(path)
        if before is not None and before.stamp == stamp and path not in head.racy:
            kept[path] = before
            continue
        looked_at.append((path, stamp))
        if before is not None and before.digest and digest_of(source, path) == before.digest:
            kept[path] = before._replace(stamp=stamp)
            continue
        read.append(path)
        stale.append((path, NEW if before is None else CHANGED))
        gone += [before.number] if before is not None and before.number is not None else []
    young = frozenset(path for path, stamp in looked_at if is_racy(stamp, seen.at))
    return Plan(tuple(read), tuple(gone), kept, tuple(stale), young)
