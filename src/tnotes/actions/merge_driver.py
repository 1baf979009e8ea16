"""The verb `merge-driver`: Git calls it for a file of notes or of the catalog that both sides changed."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tnotes.errors import NotAWorkspace, TnotesError, UnreadableFile
from tnotes.files.disk import decode, read_bytes
from tnotes.files.replace import replace
from tnotes.history.git import Repository, run
from tnotes.project.settings import CAP, load_settings
from tnotes.project.workspace import Workspace, find_workspace, git_folders

MERGED, CONFLICT = 0, 1


class Sides(NamedTuple):
    """The three files that Git gives, and the path of the merged one from the top of the work tree."""

    base: Path
    ours: Path
    theirs: Path
    name: str


class Driven(NamedTuple):
    """Whether it merged, and why not."""

    code: int
    problem: TnotesError | None = None


def merge_driver(sides: Sides) -> Driven:
    """Merge into the file of our side. Whatever fails, both sides are in it then, between conflict markers."""
    here = Path.cwd()
    git_dir, common_dir = git_folders(here)
    repository = Repository(here, git_dir or sides.ours.absolute().parent, common_dir or here)
    done = False
    try:
        merged = _merged(repository, sides)
        done = merged is not None
        if merged is not None:
            _put(repository, sides.ours, merged)
            return Driven(MERGED)
        return Driven(_as_git(repository, sides, certain=False))
    except TnotesError as problem:
        return Driven(_as_git(repository, sides, certain=True), problem)
    except Exception:
        if not done:
            _as_git(repository, sides, certain=True)
        raise


def _merged(repository: Repository, sides: Sides) -> bytes | None:
    """What belongs into the file; None where it is none of ours."""
    workspace = _workspace(repository.root / sides.name)
    path = Path(sides.name)
    top = _folder(repository, workspace, path)
    ours, theirs = (decode(_read(file), path) for file in (sides.ours, sides.theirs))
    base = _base(sides.base, path)
    if top == "notes" and path.suffix == ".yaml":
        from tnotes.notes.merging import merge_texts

        merged = merge_texts(path, base, ours, theirs, _cap(workspace))
    elif top == "catalog" and path.suffix == ".json":
        from tnotes.catalog.merge import merge_tables
        from tnotes.history.driver import written_at

        merged = merge_tables(path, base, ours, theirs, lambda text: written_at(repository, sides.name, text))
    else:
        return None
    return (merged or "").encode()


def _folder(repository: Repository, workspace: Workspace | None, path: Path) -> str:
    """The folder of the workspace that the file lies in; told from its name where there is no work tree to look in."""
    file = repository.root / path
    if workspace is not None and file.is_relative_to(workspace.root):  # it is not where a folder is a link
        return file.relative_to(workspace.root).parts[0]
    return {".yaml": "notes", ".json": "catalog"}.get(path.suffix, "")


def _workspace(file: Path) -> Workspace | None:
    folder = next((folder for folder in file.parents if folder.is_dir()), None)
    with suppress(NotAWorkspace):
        return None if folder is None else find_workspace(folder)
    return None


def _cap(workspace: Workspace | None) -> int:
    """The cap of the work tree that is merged in; the usual one where its settings cannot be read just now."""
    with suppress(TnotesError):
        return CAP if workspace is None else load_settings(workspace).cap
    return CAP


def _base(file: Path, path: Path) -> str | None:
    """What both sides had; Git gives an empty file where that is nothing. One that is no text tells nothing either."""
    with suppress(UnreadableFile):
        return decode(_read(file), path) or None
    return None


def _read(file: Path) -> bytes:
    return read_bytes(file.absolute(), file.absolute().parent) or b""


def _put(repository: Repository, file: Path, data: bytes) -> None:
    scratch = file.absolute().parent
    if repository.git_dir != scratch:  # in a work tree, where nobody wants to see what a crash left behind
        scratch = repository.git_dir / "tnotes" / "tmp"
        scratch.mkdir(parents=True, exist_ok=True)
    replace(file.absolute(), data, scratch, durable=False)  # Git reads it at once and writes its own


def _as_git(repository: Repository, sides: Sides, *, certain: bool) -> int:
    """Merge line by line as Git does. Where that is `certain` not to be enough, markers stand in the file after it."""
    names = ("-L", "ours", "-L", "base", "-L", "theirs")
    files = [str(file.absolute()) for file in (sides.ours, sides.base, sides.theirs)]
    result = run(repository, "merge-file", "-p", *names, *files)
    if 0 <= result.code <= 127 and (result.code > 0 or not certain):
        _put(repository, sides.ours, result.out)
        return MERGED if result.code == 0 else CONFLICT
    ours, theirs = (_ended(_read(file)) for file in (sides.ours, sides.theirs))
    _put(repository, sides.ours, b"<<<<<<< ours\n" + ours + b"=======\n" + theirs + b">>>>>>> theirs\n")
    return CONFLICT


def _ended(data: bytes) -> bytes:
    return data if not data or data.endswith(b"\n") else data + b"\n"
