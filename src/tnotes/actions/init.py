"""The verb `init`."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tnotes.errors import UsageError
from tnotes.files.disk import read_text, write_all
from tnotes.history.driver import ATTRIBUTES, register_driver
from tnotes.history.git import Repository, ask
from tnotes.project.workspace import SETTINGS, git_folders

_SETTINGS = """\
# Settings of this workspace; docs/files.md of tnotes describes every key.
version: 1
# time_zone: Asia/Seoul
# connections:
#   warehouse:
#     description: Timestamps are stored in UTC.
"""
# One line ending on every platform, so that a checkout on Windows makes no noise.
_ATTRIBUTES = ("notes/** text eol=lf", "catalog/** text eol=lf", *ATTRIBUTES)
DRIVER = "the merge driver"


class Made(NamedTuple):
    """The workspace's root and what was made there; nothing where all was there already."""

    root: Path
    made: tuple[str, ...]


def init(folder: Path) -> Made:
    """Make a workspace of the folder, or put in what is missing. Commits nothing."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is not a folder", hint="give a folder, or none for the one you are in")
    new_folder = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    root = folder.resolve()
    made = [f"{folder}/"] if new_folder else []
    if git_folders(root)[0] is None:
        ask(Repository(root, root / ".git", root / ".git"), "init", "--quiet")
        made.append(".git/")
    changes = _changes(root)
    git_dir, common_dir = git_folders(root)
    write_all(changes, root, (common_dir or root) / "tnotes" / "tmp")
    made += [path.name for path in changes]
    if register_driver(Repository(root, git_dir or root, common_dir or root)):
        made.append(DRIVER)
    return Made(root, tuple(made))


def _changes(root: Path) -> dict[Path, bytes | None]:
    changes: dict[Path, bytes | None] = {}
    if not (root / SETTINGS).exists():
        changes[root / SETTINGS] = _SETTINGS.encode()
    attributes = root / ".gitattributes"
    text = read_text(attributes, root) or ""
    missing = [line for line in _ATTRIBUTES if line not in text.splitlines()]
    if missing:
        start = text if not text or text.endswith("\n") else text + "\n"
        changes[attributes] = (start + "".join(f"{line}\n" for line in missing)).encode()
    return changes
