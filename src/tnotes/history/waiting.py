"""Waiting for git's own locks, which are never deleted: only a person knows whether their owner lives (G11)."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tnotes.errors import Busy
from tnotes.history.environment import lock_seconds
from tnotes.history.git import Repository, Result

LOCK_WAIT_SECONDS = 10.0

_TRIES = 3
_NAMED = re.compile(r"'([^']+\.lock)'")


def patiently(repository: Repository, call: Callable[[], Result]) -> Result:
    """The call's result, again and again while only a lock of git's is in the way. Raises Busy."""
    deadline = time.monotonic() + lock_seconds(LOCK_WAIT_SECONDS)
    absent = 0
    while True:
        result = call()
        lock = _lock(repository, result)
        if result.code == 0 or (lock is None and not _overtaken(result)):
            return result
        # A full disk or a missing permission names the lock too, which then is never there.
        absent = 0 if lock is None or lock.exists() else absent + 1
        if absent == _TRIES:
            return result
        if time.monotonic() > deadline:
            raise busy(repository, lock)
        _pause()


def _overtaken(result: Result) -> bool:
    """Whether somebody moved HEAD while git made our commit."""
    return "cannot lock ref" in result.err and " but expected " in result.err


def _lock(repository: Repository, result: Result) -> Path | None:
    """The lock of git's own that the failure names. A hook's complaint about some other `x.lock` is none."""
    for name in _NAMED.findall(result.err):
        path = Path(repository.root, name)
        if any(folder in path.parents for folder in (repository.git_dir, repository.common_dir)):
            return path
    return None


def busy(repository: Repository, lock: Path | None = None) -> Busy:
    """The error for a lock that stayed."""
    if lock is None:
        return Busy("other git commands move HEAD all the time", hint="try again when they are done")
    return Busy(
        f"{lock} exists: another git command is running in {repository.root}, or one crashed",
        hint=f"try again; if no git is running there, remove {lock}",
    )


@contextmanager
def index_lock(repository: Repository) -> Iterator[Path]:
    """Hold git's lock on the index, as git does, and give it up after. Raises Busy."""
    held = repository.index_file.with_name("index.lock")
    deadline = time.monotonic() + lock_seconds(LOCK_WAIT_SECONDS)
    while True:
        try:
            os.close(os.open(held, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
            break
        except FileExistsError:
            if time.monotonic() > deadline:
                raise busy(repository, held) from None
            _pause()
    try:
        yield held
    finally:
        held.unlink(missing_ok=True)


def _pause() -> None:
    # Never the same length twice: a loop of commits beside us must not keep step with our looking.
    time.sleep(0.005 + os.urandom(1)[0] / 5000)
