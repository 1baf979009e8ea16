"""Files to disk and into one commit, or everything as it was. The only way in which an action writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tnotes.errors import GitState
from tnotes.files.disk import revert, write_all
from tnotes.history.commit import commit, head, waiting
from tnotes.history.git import Repository
from tnotes.history.lock import lock
from tnotes.history.state import require_calm
from tnotes.project.workspace import Workspace

_UNMERGED = frozenset({"DD", "AU", "UD", "UA", "DU", "AA", "UU"})


class Committed(NamedTuple):
    """The commit, None where nothing was committed, and the files whose waiting hand edits went along."""

    sha: str | None
    along: tuple[str, ...] = ()


def repository_of(workspace: Workspace) -> Repository:
    """The repository of the workspace. Raises GitState where there is none to write to."""
    if workspace.git_dir is None or workspace.common_dir is None:
        raise GitState(
            f"{workspace.root} is in no Git work tree", hint="git init there; until then it can only be read"
        )
    return Repository(workspace.root, workspace.git_dir, workspace.common_dir)


@contextmanager
def writing(workspace: Workspace) -> Iterator[Repository]:
    """The repository, locked against other writers and in a state in which a commit can be made."""
    repository = repository_of(workspace)
    with lock(repository.common_dir):
        require_calm(repository.git_dir)
        yield repository


def save(
    repository: Repository, changes: Mapping[Path, bytes | None], message: str, *, commit_it: bool, durable: bool = True
) -> Committed:
    """Write the files (None removes one) and commit exactly them; where either fails, all is as it was."""
    paths = {path.relative_to(repository.root).as_posix(): path for path in changes}
    states = waiting(repository, list(paths)) if commit_it else {}
    _refuse(states)
    new = [name for name, path in paths.items() if states.get(name) == "??" or not (name in states or path.exists())]
    start = head(repository) if commit_it else None
    scratch = repository.common_dir / "tnotes" / "tmp"
    before = write_all(changes, repository.root, scratch, durable=durable)
    if not commit_it:
        return Committed(None)
    try:
        sha = commit(repository, list(paths), message, new)
    except BaseException:
        if head(repository) == start:  # else the commit was made, and only what came after it failed
            revert(before, repository.root, scratch)
        raise
    return Committed(sha, tuple(states))


def _refuse(states: Mapping[str, str]) -> None:
    for name, state in states.items():
        if state in _UNMERGED:
            raise GitState(f"{name} has an unresolved merge conflict", hint="resolve it and git add the file first")
        if state == "!!":
            raise GitState(
                f"{name} is ignored by Git", hint="take it out of .gitignore (git check-ignore -v says where)"
            )
