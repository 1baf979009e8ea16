"""What one check is about: which files, where they are read, and what they were before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.check_catalog import Shelf
from tnotes.actions.check_tree import CATALOG, FOLDERS, NOTES, Staged, Tree, WorkTree
from tnotes.actions.commits import repository_of
from tnotes.actions.session import Session
from tnotes.errors import GitFailed, GitMissing, GitState, UsageError
from tnotes.history.blobs import bytes_of
from tnotes.history.changed import changed, fork_point, head_of
from tnotes.history.git import Repository
from tnotes.history.hook import commit_index
from tnotes.notes.store import EXTENSION


class Order(NamedTuple):
    """What is asked for. `paths` empty are all files; `since` only what changed since a revision."""

    paths: tuple[Path, ...] = ()
    since: str | None = None
    staged: bool = False
    fix: bool = False
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()


class Ground(NamedTuple):
    """`before` has what the changed files held in the commit `base`, None where they were not there.

    `beside` are note files of tables whose catalog file alone changed.
    """

    tree: Tree
    shelf: Shelf
    repository: Repository | None
    is_staged: bool
    base: str | None
    before: Mapping[str, bytes | None]
    wanted: tuple[str, ...]
    beside: frozenset[str]

    def of(self, folder: str) -> list[str]:
        """The files to check below a folder."""
        return [path for path in self.wanted if path.startswith(f"{folder}/")]


def in_hook(session: Session, order: Order) -> Order:
    """The order as a hook means it: a bare check there is about what the commit changes, not about old sins."""
    repository = _repository(session)
    if order.paths or order.since is not None or repository is None or commit_index(repository) is None:
        return order
    return order._replace(since="HEAD")


def ground_of(session: Session, order: Order) -> Ground:
    """What is to be checked, and against what."""
    root = session.workspace.root
    repository = _repository(session)
    index = None if repository is None or order.fix else commit_index(repository)
    is_staged = order.staged or index is not None
    if is_staged:
        if repository is None:
            raise UsageError("--staged needs a Git work tree", hint="without Git there is nothing staged")
        repository = repository._replace(other_index=index)
    tree: Tree = Staged(repository) if repository is not None and is_staged else WorkTree(root)
    base, blobs = _base(repository, order, staged=is_staged)
    wanted = _asked(order.paths, root, tree.paths)
    beside: frozenset[str] = frozenset()
    if order.since is not None:
        mirrored = frozenset(_note_file(path) for path in blobs if path.startswith(f"{CATALOG}/"))
        beside = mirrored - blobs.keys()
        wanted = [path for path in wanted if path in blobs or path in beside]
    shelf = Shelf(tree)
    before = _before(repository, {path: blob for path, blob in blobs.items() if path in set(wanted)})
    tree.fetch([*wanted, *(catalog_file(path) for path in wanted if path.startswith(f"{NOTES}/"))])
    return Ground(tree, shelf, repository, is_staged, base, before, tuple(wanted), beside)


def _repository(session: Session) -> Repository | None:
    try:
        return repository_of(session.workspace)
    except GitState:
        return None


def _base(repository: Repository | None, order: Order, *, staged: bool) -> tuple[str | None, dict[str, str]]:
    """The commit with which the files are compared, and the blobs there of those that differ."""
    if repository is None:
        if order.since is not None:
            raise UsageError("--since needs a Git work tree", hint="without Git everything is checked")
        return None, {}
    try:
        base = head_of(repository) if order.since is None else fork_point(repository, order.since)
        if base is None:
            return None, dict.fromkeys(_all(repository, staged=staged), "0") if order.since else {}
        return base, changed(repository, base, FOLDERS, staged=staged)
    except (GitMissing, GitFailed):
        if order.since is not None or staged:
            raise
        return None, {}  # reading works without git


def _all(repository: Repository, *, staged: bool) -> Iterable[str]:
    return (Staged(repository) if staged else WorkTree(repository.root)).paths


def _before(repository: Repository | None, blobs: Mapping[str, str]) -> dict[str, bytes | None]:
    if repository is None:
        return {}
    found = bytes_of(repository, list(dict.fromkeys(blobs.values())))
    return {path: found[blob] for path, blob in blobs.items()}


def _asked(paths: Iterable[Path], root: Path, known: Iterable[str]) -> list[str]:
    """The files that are named or lie in a folder that is named; all where none is. Raises UsageError."""
    given = [_within(path, root) for path in paths]
    if not given or "." in given:
        return list(known)
    found = [path for path in known if any(path == one or path.startswith(f"{one}/") for one in given)]
    for one, path in zip(given, paths, strict=True):
        if not any(name == one or name.startswith(f"{one}/") for name in found) and not (root / one).exists():
            raise UsageError(f"no file {path} to check", hint="give files or folders of the workspace")
    return found


def _within(path: Path, root: Path) -> str:
    whole = path if path.is_absolute() else Path.cwd() / path
    whole = whole.parent.resolve() / whole.name  # a link is itself what is checked
    if whole.resolve() == root:
        return "."
    if not whole.is_relative_to(root):
        raise UsageError(f"{path} is not in the workspace {root}", hint="-w names the workspace")
    return whole.relative_to(root).as_posix()


def _note_file(catalog: str) -> str:
    return f"{NOTES}{catalog.removeprefix(CATALOG).rpartition('.')[0]}{EXTENSION}"


def catalog_file(notes: str) -> str:
    """Where the catalog file of a table lies whose note file is this."""
    return f"{CATALOG}{notes.removeprefix(NOTES).removesuffix(EXTENSION)}.json"
