"""Everything that Git keeps: all objects, reachable or not, and which commits and refs lead to them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from tnotes.history.blobs import bytes_of
from tnotes.history.git import Repository, ask, run

BLOB, COMMIT, TAG = KINDS = ("blob", "commit", "tag")
# How many bytes are read at once, and how many ids are put on one command line.
_AT_ONCE = 32 * 1024 * 1024
_ON_LINE = 100


class Object(NamedTuple):
    """An object of Git: a file's text, a commit or a tag."""

    sha: str
    kind: str
    size: int


class Place(NamedTuple):
    """A file in a commit that brings a text in."""

    commit: str
    path: str
    blob: str


def all_objects(repository: Repository) -> list[Object]:
    """All that can hold a text, whether or not anything leads to it."""
    out = ask(repository, "cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype) %(objectsize)")
    rows = (line.split() for line in out.decode().splitlines())
    return [Object(sha, kind, int(size)) for sha, kind, size in rows if kind in KINDS]


def read(repository: Repository, objects: Sequence[Object]) -> Iterator[tuple[Object, bytes]]:
    """Each object with what it holds, a few megabytes at a time."""
    lot: list[Object] = []
    size = 0
    for number, one in enumerate(objects, 1):
        lot.append(one)
        size += one.size
        if size >= _AT_ONCE or number == len(objects):
            found = bytes_of(repository, [each.sha for each in lot])
            yield from ((each, found[each.sha] or b"") for each in lot)
            lot, size = [], 0


def reachable(repository: Repository) -> frozenset[str]:
    """The objects that refs, HEAD and the index lead to; reflogs left aside."""
    out = ask(repository, "rev-list", "--objects", "--no-object-names", "--indexed-objects", "--all", "HEAD")
    return frozenset(out.decode().split())


def places(repository: Repository, blobs: Collection[str]) -> list[Place]:
    """Where commits bring these blobs in, on any ref or reflog, the newest commit first."""
    options = ("-z", "--raw", "-m", "--root", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-show-signature")
    out = ask(repository, "log", "--all", "--reflog", *options, "--format=%x1e%H")
    parts = iter(out.decode(errors="surrogateescape").split("\0"))
    found: dict[Place, None] = {}
    commit = ""
    for part in (part.lstrip("\n") for part in parts):
        if part.startswith("\x1e"):
            commit = part[1:].strip()
        elif part.startswith(":"):
            blob, path = part.split(" ")[3], next(parts)
            if blob in blobs:
                found[Place(commit, path, blob)] = None
    return list(found)


def refs(repository: Repository) -> dict[str, str]:
    """All refs with what they name."""
    out = ask(repository, "for-each-ref", "--format=%(objectname) %(refname)")
    rows = (line.partition(" ") for line in out.decode(errors="surrogateescape").splitlines())
    return {name: sha for sha, _, name in rows}


def refs_with(repository: Repository, commits: Sequence[str]) -> list[str]:
    """The refs whose history has any of the commits."""
    found: dict[str, None] = {}
    for at in range(0, len(commits), _ON_LINE):
        given = [f"--contains={sha}" for sha in commits[at : at + _ON_LINE]]
        out = ask(repository, "for-each-ref", "--format=%(refname)", *given)
        found |= dict.fromkeys(out.decode(errors="surrogateescape").splitlines())
    return sorted(found)


def files_at_head(repository: Repository) -> dict[str, str]:
    """The files of the last commit, from the top of the repository, with the ids of their blobs; none before it."""
    found = run(repository, "ls-tree", "-r", "-z", "--full-tree", "HEAD")
    rows = (row.partition("\t") for row in found.out.decode(errors="surrogateescape").split("\0") if row)
    return {path: head.split(" ")[2] for head, _, path in rows if " blob " in head}


def count_of_commits(repository: Repository) -> int:
    """How many commits all refs have."""
    return int(ask(repository, "rev-list", "--count", "--all"))


def put_back(repository: Repository, before: dict[str, str]) -> None:
    """Let all refs name what they named; files and index follow HEAD, but for what somebody changed meanwhile."""
    head = ask(repository, "rev-parse", "HEAD").decode().strip()
    lines = [f"update {name} {sha}\n" for name, sha in before.items()]
    lines += [f"delete {name}\n" for name in refs(repository) if name not in before]
    run(repository, "update-ref", "--stdin", given="".join(lines).encode(errors="surrogateescape"))
    run(repository, "read-tree", "-m", "-u", head, "HEAD")
