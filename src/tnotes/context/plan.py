"""What has to be done so that the index is right again, told by stamps and, where those do not do, by content."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tnotes.context.documents import Row
from tnotes.context.gather import Source, digest_of
from tnotes.context.ledger import Body, Folder, Head, Known, of_paths
from tnotes.context.stamps import Scan, is_racy

NEW, CHANGED, DELETED = "new", "changed", "deleted"


_FEW = 100  # racy files that are quicker read than the index is written


class Plan(NamedTuple):
    """What to do, by folder: `folders` are those with any change, without the files that are read anew or are gone.

    `gone` are the rows whose entries are dropped, `stale` each changed file with the reason, `young` those whose
    content was looked at while their stamps could not tell of a change in the same moment.
    """

    folders: dict[str, Folder]
    read: tuple[str, ...]
    gone: dict[int, Row]
    stale: tuple[tuple[str, str], ...]
    young: frozenset[str]


def is_unchanged(source: Source, head: Head, seen: Scan, tops: tuple[str, ...]) -> bool:
    """Whether every file is as it was: by the folders' digests, and the racy files by their content.

    False too where many racy files have grown old: writing the stamps again spares reading them every time.
    """
    if of_paths(head.folders, tops, inside=True) != seen.digests:
        return False
    racy = of_paths(head.racy, tops, inside=True)
    if len(racy) > _FEW and not _any_young(racy, seen):
        return False
    return all(digest_of(source, path) == digest for path, digest in racy.items())


def _any_young(racy: Iterable[str], seen: Scan) -> bool:
    folders = {path.rpartition("/")[0] for path in racy}
    return any(is_racy(stamp, seen.at) for folder in folders for stamp in seen.stamps(folder).values())


def plan_for(source: Source, head: Head, body: Body, seen: Scan, tops: tuple[str, ...]) -> Plan:
    """The plan for the files below the top folders; others stay as they are known. Raises Unusable."""
    plan = Plan({}, (), {}, (), frozenset())
    racy = {path.rpartition("/")[0] for path in head.racy}
    for path in dict.fromkeys((*body, *seen.folders)):
        if path.split("/", 1)[0] in tops and (path in racy or head.folders.get(path) != seen.digests.get(path)):
            one = _plan_for_one(source, head, path, body.folder(path), seen)
            plan = Plan(
                {**plan.folders, **one.folders},
                (*plan.read, *one.read),
                {**plan.gone, **one.gone},
                (*plan.stale, *one.stale),
                plan.young | one.young,
            )
    return plan


def _plan_for_one(source: Source, head: Head, folder: str, before: Folder, seen: Scan) -> Plan:
    stamps = seen.stamps(folder)
    kept: dict[str, Known] = {}
    stale = [(f"{folder}/{name}", DELETED) for name in before.files if name not in stamps]
    read: list[str] = []
    young: list[str] = []
    for name, stamp in stamps.items():
        path = f"{folder}/{name}"
        known = before.files.get(name)
        if known is not None and known.stamp == stamp and path not in head.racy:
            kept[name] = known
            continue
        young += [path] if is_racy(stamp, seen.at) else []
        if known is not None and known.digest and digest_of(source, path) == known.digest:
            kept[name] = known._replace(stamp=stamp)
            continue
        read.append(path)
        stale.append((path, NEW if known is None else CHANGED))
    numbers = {known.number for known in kept.values()}
    rows = {number: row for number, row in before.rows.items() if number in numbers}
    gone = {number: row for number, row in before.rows.items() if number not in numbers}
    return Plan({folder: Folder(kept, rows)}, tuple(read), gone, tuple(stale), frozenset(young))
