"""Where the workspace is."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tnotes.errors import NotAWorkspace

SETTINGS = "tnotes.yaml"


class Workspace(NamedTuple):
    """A folder with a `tnotes.yaml`; the Git directories are None where it lies in no work tree."""

    root: Path
    git_dir: Path | None
    common_dir: Path | None

    @property
    def notes(self) -> Path:
        """The folder of the note files."""
        return self.root / "notes"

    @property
    def catalog(self) -> Path:
        """The folder of the catalog files."""
        return self.root / "catalog"

    @property
    def cache(self) -> Path | None:
        """The folder for parsed files; None where nothing can be cached."""
        return None if self.git_dir is None else self.git_dir / "tnotes" / "parsed"


def find_workspace(start: Path) -> Workspace:
    """The workspace that `start` lies in: the nearest `tnotes.yaml` upwards is its root."""
    if not start.exists():
        raise NotAWorkspace(
            f"there is no folder {start}", hint="give a folder of a workspace, or tnotes init makes one"
        )
    here = start.resolve()
    root = next((folder for folder in (here, *here.parents) if (folder / SETTINGS).is_file()), None)
    if root is None:
        raise NotAWorkspace(
            f"no {SETTINGS} in {start} or a folder above", hint="tnotes init makes a workspace; -w names one"
        )
    git_dir, common_dir = git_folders(root)
    return Workspace(root, git_dir, common_dir)


def git_folders(folder: Path) -> tuple[Path | None, Path | None]:
    """The Git directory of the work tree around `folder` and the one all its work trees share, found without git."""
    for parent in (folder, *folder.parents):
        entry = parent / ".git"
        if (entry / "HEAD").exists() or (entry / "HEAD").is_symlink():  # git goes on upwards past an empty .git
            return entry, entry
        if entry.is_file():  # a worktree's or a submodule's: it names the real one
            name = entry.read_text(encoding="utf-8", errors="surrogateescape").removeprefix("gitdir:").strip()
            git_dir = (parent / name).resolve()
            shared = git_dir / "commondir"
            if shared.is_file():
                return git_dir, (git_dir / shared.read_text(encoding="utf-8").strip()).resolve()
            return (git_dir, git_dir) if git_dir.is_dir() else (None, None)
    return None, None
