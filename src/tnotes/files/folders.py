"""Folders: none is entered through a link, and ours beside Git's are open to whom Git's are."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def link_in(path: Path, root: Path) -> Path | None:
    """The first symbolic link among `path` and its parents below `root`: it may lead anywhere."""
    below = path.relative_to(root).parts
    steps = (root.joinpath(*below[: count + 1]) for count in range(len(below)))
    return next((step for step in steps if step.is_symlink()), None)


def missing(folder: Path) -> tuple[Path, ...]:
    """The folders that have to be made before there is `folder`, outermost first."""
    absent: list[Path] = []
    while not folder.exists():
        absent.append(folder)
        folder = folder.parent
    return tuple(reversed(absent))


def make_like_parent(folder: Path) -> None:
    """Make the folder where there is none, with its parent's mode: a shared repository is shared by that."""
    for one in missing(folder):
        one.mkdir(exist_ok=True)
        mode = one.parent.stat().st_mode & 0o7777
        if one.stat().st_mode & 0o7777 != mode:
            with suppress(PermissionError):  # somebody else made it first
                one.chmod(mode)


def words(problem: OSError) -> str:
    """What the system says of it, as the end of a sentence."""
    return (problem.strerror or str(problem)).lower()
