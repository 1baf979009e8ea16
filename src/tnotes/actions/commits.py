"""Files to disk and into one commit, or everything as it was. The only way in which an action writes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tnotes.errors import GitFailed, GitState
from tnotes.files.journal import Journal, as_written, begin, close, put, take_back
from tnotes.history.commit import commit, settle
from tnotes.history.git import DidNotEnd, Repository
from tnotes.history.halfmerge import recover_merge
from tnotes.history.lock import lock
from tnotes.history.recovery import committed, recover
from tnotes.history.state import is_detached, require_calm, require_committable
from tnotes.project.workspace import Workspace


class Committed(NamedTuple):
    """The commit, None where nothing was committed, and the files whose waiting hand edits went along.

    `detached` where the commit is on no branch.
    """

    sha: str | None
    along: tuple[str, ...] = ()
    detached: bool = False


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
        for line in recover_merge(repository):
            _tell(line)
        require_calm(repository.git_dir)
        for line in recover(repository):
            _tell(line)
        yield repository


def save(
    repository: Repository, changes: Mapping[Path, bytes | None], message: str, *, commit_it: bool, durable: bool = True
) -> Committed:
    """Write the files (None removes one) and commit exactly them; where either fails, all is as it was."""
    names = {path.relative_to(repository.root).as_posix(): path for path in changes}
    states = require_committable(repository, list(names)) if commit_it else {}
    absent = (name for name, path in names.items() if name not in states and not path.exists())
    new = [*absent, *(name for name, state in states.items() if state.untracked)]
    journal = begin(changes, repository.root, repository.scratch, message.partition(" on ")[0].partition("\n")[0])
    try:
        put(journal, changes, durable=durable)
    except BaseException:
        take_back(journal)
        raise
    sha = _commit(repository, journal, list(names), message, new) if commit_it else None
    close(journal)
    return Committed(sha, tuple(states), detached=sha is not None and is_detached(repository.git_dir))


def _commit(
    repository: Repository, journal: Journal, paths: Sequence[str], message: str, new: Sequence[str]
) -> str | None:
    """The commit; where there is none in the end, all is put back. Whatever is raised else, it stands."""
    try:
        try:
            return commit(repository, paths, message, new)
        except GitFailed as problem:
            if isinstance(problem, DidNotEnd) or not _rewritten(journal):
                raise
            # G5: a hook that rewrites files fails at first so that people look. Nobody looks here: once more.
            _tell("a hook changed the files and refused the commit; it is tried once more with what the hook made")
            return commit(repository, paths, message, new)
    except BaseException as problem:
        if not committed(repository, journal):
            take_back(journal)
            raise
        sha = settle(repository, paths)
        close(journal)
        if not isinstance(problem, GitFailed):
            raise
        _tell(f"{problem.message}; the commit was made before that")
        return sha


def _rewritten(journal: Journal) -> bool:
    """Whether somebody changed the files, all of which are still there."""
    there = all(entry.path.exists() == (entry.after is not None) for entry in journal.entries)
    return there and not all(map(as_written, journal.entries))


def _tell(line: str) -> None:
    print(line if line.isprintable() else ascii(line)[1:-1], file=sys.stderr)
