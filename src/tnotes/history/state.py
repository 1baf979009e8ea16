"""Whether a commit can be made now, read from the Git directory without running git."""

from __future__ import annotations

from pathlib import Path

from tnotes.errors import GitState

# In these states git would slip our commit into somebody's unfinished rebase, or refuse a partial commit.
_UNFINISHED = (
    ("rebase-merge", "a rebase"),
    ("rebase-apply", "a rebase or git am"),
    ("MERGE_HEAD", "a merge"),
    ("CHERRY_PICK_HEAD", "a cherry-pick"),
    ("REVERT_HEAD", "a revert"),
    ("sequencer", "a cherry-pick or revert"),
    ("BISECT_LOG", "a bisect"),
)


def unfinished(git_dir: Path) -> str | None:
    """The operation that is in progress, in words; None where there is none."""
    return next((words for entry, words in _UNFINISHED if (git_dir / entry).exists()), None)


def require_calm(git_dir: Path) -> None:
    """Raise GitState while a rebase, merge or the like is in progress."""
    words = unfinished(git_dir)
    if words is not None:
        raise GitState(
            f"{words} is in progress in this repository", hint="finish or abort it first (git status says how)"
        )
