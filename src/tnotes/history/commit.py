"""One commit of exactly the files that a command wrote, by git itself: identity, hooks and signing are the user's."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from tnotes.errors import GitFailed
from tnotes.history.git import Repository, Result, ask, busy, literal, lock_in_the_way, refused, run

LOCK_WAIT_SECONDS = 10.0
# Above this many paths the command line would grow too long for some systems.
_MOST_ON_COMMAND_LINE = 200


def head(repository: Repository) -> str | None:
    """The commit that HEAD names; None before the first one."""
    result = run(repository, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    return result.out.decode().strip() if result.code == 0 else None


def waiting(repository: Repository, paths: Sequence[str]) -> dict[str, str]:
    """Which of the paths git sees as changed, untracked (`??`) or ignored (`!!`), by its two-letter state."""
    arguments = ("status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--ignored=matching")
    out = _with_paths(lambda *more, given=None: run(repository, *arguments, *more, given=given), paths)
    if out.code != 0:
        raise refused("status", out)
    prefix = ask(repository, "rev-parse", "--show-prefix").decode().rstrip("\n") if out.out else ""
    rows = [row for row in out.out.decode(errors="surrogateescape").split("\0") if row]
    return {row[3:].removeprefix(prefix): row[:2] for row in rows}


def commit(repository: Repository, paths: Sequence[str], message: str, new: Sequence[str]) -> str | None:
    """Commit these paths alone and return the commit's id; None where git sees no change.

    Whatever else is staged stays staged. `new` are the paths that git does not track yet. Raises GitFailed or Busy and
    leaves the index as it was.
    """
    undo = _announce(repository, new) if new else None
    try:
        result = _patiently(repository, lambda: _commit(repository, paths, message))
        if result.code != 0 and not _unchanged(repository, paths):
            raise refused("commit", result)
    except BaseException:
        if undo is not None:
            undo()
        raise
    if result.code != 0:
        return None
    _refresh(repository, paths)
    return head(repository)


def _commit(repository: Repository, paths: Sequence[str], message: str) -> Result:
    arguments = ("commit", "--quiet", "--no-status", "--cleanup=verbatim", "--only")
    if len(paths) > _MOST_ON_COMMAND_LINE:
        return _with_paths(
            lambda *more, given=None: run(repository, *arguments, "-m", message, *more, given=given), paths
        )
    return run(repository, *arguments, "--file=-", "--", *map(literal, paths), given=message.encode(errors="replace"))


def _with_paths(call: Callable[..., Result], paths: Sequence[str]) -> Result:
    if len(paths) <= _MOST_ON_COMMAND_LINE:
        return call("--", *map(literal, paths))
    listed = "\0".join(map(literal, paths)).encode(errors="surrogateescape")
    return call("--pathspec-from-file=-", "--pathspec-file-nul", given=listed)


def _announce(repository: Repository, new: Sequence[str]) -> Callable[[], None]:
    """Tell the index of new files, since `git commit -- path` knows tracked ones only; returns what takes it back."""
    before = _bytes(repository)
    add = lambda *more, given=None: run(repository, "add", "--intent-to-add", *more, given=given)  # noqa: E731
    result = _patiently(repository, lambda: _with_paths(add, new))
    if result.code != 0:
        _restore(repository, before, _bytes(repository), new)
        raise refused("add", result)
    after = _bytes(repository)
    return lambda: _restore(repository, before, after, new)


def _restore(repository: Repository, before: bytes | None, after: bytes | None, new: Sequence[str]) -> None:
    """Put the index back byte for byte, under git's own lock; where somebody changed it since, only our entries."""
    if before == after:
        return
    held = repository.index_file.with_name("index.lock")
    try:
        handle = os.open(held, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except OSError:
        handle = -1
    if handle < 0 or _bytes(repository) != after:
        if handle >= 0:
            os.close(handle)
            held.unlink()
        with suppress(GitFailed):
            remove = lambda *more, given=None: run(repository, "reset", "--quiet", *more, given=given)  # noqa: E731
            _patiently(repository, lambda: _with_paths(remove, new))
        return
    with os.fdopen(handle, "wb") as out:
        out.write(before or b"")
    if before is None:
        repository.index_file.unlink(missing_ok=True)
        held.unlink()
    else:
        held.replace(repository.index_file)


def _bytes(repository: Repository) -> bytes | None:
    try:
        return repository.index_file.read_bytes()
    except FileNotFoundError:
        return None


def _patiently(repository: Repository, call: Callable[[], Result]) -> Result:
    """The call's result, again and again while only a lock of git's is in the way."""
    deadline = time.monotonic() + LOCK_WAIT_SECONDS
    while lock_in_the_way(result := call()):
        if time.monotonic() > deadline:
            raise busy(repository)
        time.sleep(0.05)
    return result


def _unchanged(repository: Repository, paths: Sequence[str]) -> bool:
    """Whether git sees no difference between HEAD and these files, as after a filter that makes them equal."""
    return head(repository) is not None and not waiting(repository, paths)


def _refresh(repository: Repository, paths: Sequence[str]) -> None:
    """Take a file that a hook rewrote and added again into the index, which else still has the old content."""
    if len(paths) <= _MOST_ON_COMMAND_LINE:
        different = run(repository, "diff-index", "--cached", "--quiet", "HEAD", "--", *map(literal, paths))
        if different.code == 1:
            run(repository, "reset", "--quiet", "--", *map(literal, paths))


def last_message(repository: Repository, path: str) -> str:
    """The message of the last commit that changed the file; empty where there is none."""
    result = run(repository, "log", "-1", "--format=%B", "--", literal(path))
    return result.out.decode(errors="replace") if result.code == 0 else ""
