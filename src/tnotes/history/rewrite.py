"""Rewriting history with git-filter-repo, a program of its own that need not be installed."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tnotes.errors import GitFailed
from tnotes.files.folders import make_like_parent
from tnotes.history.git import Repository, ask, refused, run

INSTALL = "pip install git-filter-repo"
# New texts lie in files named by the old blobs' ids; what finds the text in messages lies beside them.
_MESSAGES = "messages"
_BLOBS = """
import os
new = os.path.join({folder!r}, blob.original_id.decode())
if os.path.exists(new):
    with open(new, 'rb') as file:
        blob.data = file.read()
"""
_MESSAGE = """
import os, re
path = os.path.join({folder!r}, {messages!r})
if not os.path.exists(path):
    return message
with open(path, 'rb') as file:
    return re.sub(file.read(), {marker!r}, message)
"""


def can_rewrite(repository: Repository) -> bool:
    """Whether git-filter-repo is installed."""
    return run(repository, "filter-repo", "--version").code == 0


def rewrite(repository: Repository, blobs: Mapping[str, bytes], pattern: bytes | None, marker: bytes) -> None:
    """Rewrite all refs with the new content of blobs, and the marker in messages where the pattern finds something.

    Nothing is thrown away by this: old objects and reflogs are still there. Raises GitFailed.
    """
    folder = repository.git_dir / "tnotes" / "purge"
    make_like_parent(folder)
    try:
        for sha, data in blobs.items():
            (folder / sha).write_bytes(data)
        if pattern is not None:
            (folder / _MESSAGES).write_bytes(pattern)
        options = ("--force", "--partial", "--prune-empty=never", "--prune-degenerate=never")
        callbacks = (
            f"--blob-callback={_BLOBS.format(folder=str(folder))}",
            f"--message-callback={_MESSAGE.format(folder=str(folder), messages=_MESSAGES, marker=marker)}",
        )
        # "n" answers the one question that it may have: whether to go on with somebody's rewriting of another day.
        result = run(repository, "filter-repo", *options, *callbacks, given=b"n\n")
        if result.code != 0:
            raise refused("filter-repo", result)
    finally:
        clear(folder)


def throw_away(repository: Repository) -> None:
    """Forget the old history: reflogs, and all that nothing leads to any more."""
    ask(repository, "reflog", "expire", "--expire=now", "--expire-unreachable=now", "--all")
    for name in ("ORIG_HEAD", "FETCH_HEAD"):
        (repository.git_dir / name).unlink(missing_ok=True)
    result = run(repository, "gc", "--quiet", "--prune=now")
    if result.code != 0:
        raise GitFailed(
            f"git gc failed: {(result.err.splitlines() or ['it gave no reason'])[0]}",
            hint="history is rewritten; mend that and run git gc --prune=now",
        )


def clear(folder: Path) -> None:
    """Remove a folder of ours with the files in it."""
    with suppress(OSError):
        for path in sorted(folder.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
        folder.rmdir()
