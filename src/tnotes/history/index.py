"""Git's index: new files made known to it before a commit, and everything put back where the commit fails."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol

from tnotes.errors import Busy, GitFailed, GitState
from tnotes.history.git import Repository, Result, literal, refused, run
from tnotes.history.state import ignored
from tnotes.history.status import MOST_ON_COMMAND_LINE, look
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
        _restore(repository, before, _kept(repository), new)
        raise
    after = _kept(repository)
    if result.code != 0:
        _restore(repository, before, after, new)
        raise _ignored(repository, new) or refused("add", result)
    return lambda: _restore(repository, before, after, new)


def refresh(repository: Repository, paths: Sequence[str]) -> None:
    """Take files from HEAD into the index where it has them otherwise, as after a hook that rewrote one (` MM`)."""
    stale = [path for path, state in look(repository, paths).states.items() if state.staged not in ".?!u"]
    forget(repository, stale)


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
    """The index file's bytes and its time, by which git tells what may have changed since."""

    data: bytes
    time: int


def _kept(repository: Repository) -> _Index | None:
    try:
        time = repository.index_file.stat().st_mtime_ns
        return _Index(repository.index_file.read_bytes(), time)
    except FileNotFoundError:
        return None


def _restore(repository: Repository, before: _Index | None, after: _Index | None, new: Sequence[str]) -> None:
    """Put the index back byte for byte, under git's own lock; where somebody changed it since, only our entries."""
    if before == after:
        return
    with suppress(Busy, OSError), index_lock(repository) as held:
        if _kept(repository) == after:
            if before is None:
                repository.index_file.unlink(missing_ok=True)
            else:
                held.write_bytes(before.data)
                os.utime(held, ns=(before.time, before.time))
                held.replace(repository.index_file)
            return
    with suppress(GitFailed, Busy):
        forget(repository, new)
