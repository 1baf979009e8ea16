"""Git's index: new files made known to it before a commit, and everything put back where the commit fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from tnotes.errors import Busy, GitFailed, GitState
from tnotes.files.folders import make_like_parent
from tnotes.files.replace import bring_back, set_aside
from tnotes.history.git import Repository, Result, ask, literal, refused, run
from tnotes.history.state import ignored
from tnotes.history.status import MOST_ON_COMMAND_LINE, specs
from tnotes.history.waiting import index_lock, patiently


class _Call(Protocol):
    def __call__(self, *arguments: str, given: bytes | None = None) -> Result: ...


def with_paths(call: _Call, paths: Sequence[str]) -> Result:
    """A git command with these paths, however many; `call` may have used up standard input for few of them only."""
    if len(paths) <= MOST_ON_COMMAND_LINE:
        return call("--", *map(literal, paths))
    listed = "\0".join(map(literal, paths)).encode(errors="surrogateescape")
    return call("--pathspec-from-file=-", "--pathspec-file-nul", given=listed)


def announce(repository: Repository, new: Sequence[str]) -> Callable[[], None]:
    """Tell the index of new files, since `git commit -- path` knows tracked ones only (G7); returns what undoes it."""

    def add(*more: str, given: bytes | None = None) -> Result:
        return run(repository, "add", "--intent-to-add", *more, given=given)

    before = _kept(repository)
    try:
        result = patiently(repository, lambda: with_paths(add, new))
    except BaseException:
        _restore(repository, before, _state(repository), new)
        raise
    after = _state(repository)
    if result.code != 0:
        _restore(repository, before, after, new)
        raise _ignored(repository, new) or refused("add", result)
    return lambda: _restore(repository, before, after, new)


def refresh(repository: Repository, paths: Sequence[str]) -> None:
    """Take files from HEAD into the index where it has them otherwise, as after a hook that rewrote one (` MM`)."""
    forget(repository, named(paths, ask(repository, *otherwise(paths))))


def otherwise(paths: Sequence[str]) -> tuple[str, ...]:
    """The git command that names the files that the index has otherwise than HEAD."""
    return ("diff-index", "--cached", "--name-only", "--relative", "--no-renames", "-z", "HEAD", "--", *specs(paths))


def named(paths: Sequence[str], out: bytes) -> list[str]:
    """Those of the paths that such a command named."""
    found = frozenset(out.decode(errors="surrogateescape").split("\0"))
    return [path for path in paths if path in found]


def forget(repository: Repository, paths: Sequence[str]) -> None:
    """Let the index have these paths as HEAD has them: not at all where it has none."""

    def reset(*more: str, given: bytes | None = None) -> Result:
        return run(repository, "reset", "--quiet", *more, given=given)

    if paths:
        patiently(repository, lambda: with_paths(reset, paths))


def _ignored(repository: Repository, new: Sequence[str]) -> GitState | None:
    result = run(repository, "check-ignore", "--verbose", "--no-index", "--", *new[:MOST_ON_COMMAND_LINE])
    if result.code != 0:
        return None
    rule, _, path = result.out.decode(errors="replace").splitlines()[0].partition("\t")
    return ignored(path, rule)


class _Index(NamedTuple):
    """What tells one state of the index file from another: git never changes it in place."""

    file: int
    time: int
    size: int


def _state(repository: Repository) -> _Index | None:
    try:
        found = repository.index_file.stat()
    except FileNotFoundError:
        return None
    return _Index(found.st_ino, found.st_mtime_ns, found.st_size)


def _kept(repository: Repository) -> Path | None:
    """The index file under a second name; None where there is none yet."""
    if not repository.index_file.exists():
        return None
    make_like_parent(repository.scratch)
    kept = repository.scratch / "index.was"
    kept.unlink(missing_ok=True)
    set_aside(repository.index_file, kept)
    return kept


def _restore(repository: Repository, before: Path | None, after: _Index | None, new: Sequence[str]) -> None:
    """Put the index back byte for byte, under git's own lock; where somebody changed it since, only our entries."""
    with suppress(Busy, OSError), index_lock(repository):
        if _state(repository) == after:
            if before is None:
                repository.index_file.unlink(missing_ok=True)
            else:
                bring_back(before, repository.index_file)
            return
    with suppress(GitFailed, Busy):
        forget(repository, new)
