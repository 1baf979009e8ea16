"""Whether a commit can be made now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tnotes.errors import GitState
from tnotes.history.git import Repository
from tnotes.history.status import State, look_closely

# In these states git would slip our commit into somebody's unfinished rebase, or refuse a partial commit (G14, G15).
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
    """The operation that is in progress, in words; None where there is none. Read without running git."""
    return next((words for entry, words in _UNFINISHED if (git_dir / entry).exists()), None)


def require_calm(git_dir: Path) -> None:
    """Raise GitState while a rebase, merge or the like is in progress."""
    words = unfinished(git_dir)
    if words is not None:
        raise GitState(
            f"{words} is in progress in this repository", hint="finish or abort it first (git status says how)"
        )


def is_detached(git_dir: Path) -> bool:
    """Whether HEAD names a commit and no branch."""
    try:
        return not (git_dir / "HEAD").read_text(encoding="utf-8", errors="replace").startswith("ref:")
    except OSError:
        return False


def require_committable(repository: Repository, paths: Sequence[str]) -> Mapping[str, State]:
    """How the files stand that are not as HEAD has them. Raises GitState where git could not commit one."""
    seen, flagged, unmerged = look_closely(repository, paths)
    for path in unmerged[:1]:  # the name of another file may tell of a table that is hidden from who asks
        what = path if path in paths else "a file of this repository"
        raise GitState(f"{what} has an unresolved merge conflict", hint="resolve it and git add the file first")
    for path in flagged[:1]:
        # Sparse-checkout leaves tracked files out, and a new one would replace all their notes (G23); what is hidden
        # by the other two was never to be committed.
        raise GitState(
            f"Git is told not to look at {path} (sparse-checkout, skip-worktree or assume-unchanged)",
            hint="git sparse-checkout add its folder, or git update-index --no-skip-worktree --no-assume-unchanged it",
        )
    for path, state in seen.states.items():
        if state.ignored:
            raise ignored(path)
    return seen.states


def ignored(path: str, rule: str = "") -> GitState:
    """The error for a path that git is told to leave alone."""
    return GitState(
        f"{path} is ignored by Git{f' ({rule})' if rule else ''}",
        hint="take it out of .gitignore (git check-ignore -v says where)",
    )
