"""What others pushed, merged note by note into the work tree and one commit, or everything as it was."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.commits import save
from tnotes.actions.session import Session
from tnotes.catalog.merge import merge_tables
from tnotes.errors import BadSettings, MergeConflict, UnreadableFile
from tnotes.files.disk import decode, read_text, write_all
from tnotes.history import halfmerge
from tnotes.history.blobs import bytes_of
from tnotes.history.driver import written_at
from tnotes.history.git import Repository
from tnotes.history.merging import (
    FORWARD,
    NOTHING,
    UNRELATED,
    Conflict,
    begin_merge,
    finish_merge,
    forward,
    head_of,
    kind_of,
    settle_conflicts,
    touched,
)
from tnotes.history.message import message
from tnotes.notes.file import parse_notes
from tnotes.notes.merge import mend
from tnotes.notes.merging import mend_text, merge_texts
from tnotes.notes.settle import settled
from tnotes.project.settings import load_settings


class Merge(NamedTuple):
    """What kind of merge it was, and the files of notes that had to be mended after it."""

    kind: str
    mended: tuple[str, ...] = ()


def merge_in(session: Session, repository: Repository, theirs: str, shown: str) -> Merge:
    """Merge that commit. The lock is held. Raises MergeConflict or GitState with everything as it was."""
    before = head_of(repository)
    kind = kind_of(repository, before, theirs)
    if kind == NOTHING:
        return Merge(kind)
    if kind == UNRELATED:
        shallow = (repository.common_dir / "shallow").exists()
        hint = (
            "git fetch --unshallow, and sync again" if shallow else "check with git remote -v that it is the right one"
        )
        raise MergeConflict(f"{shown} has no commit in common with this branch", hint=hint)
    index = repository.index_file.read_bytes() if repository.index_file.exists() else None
    halfmerge.begin(repository, before, theirs)
    try:
        if kind == FORWARD:
            forward(repository, theirs)
        else:
            _merge(session, repository, theirs, shown)
    except BaseException:
        halfmerge.take_back(repository, index)
        raise
    halfmerge.end(repository)
    return Merge(kind, _mended(session, repository, before))


def _merge(session: Session, repository: Repository, theirs: str, shown: str) -> None:
    conflicts = begin_merge(repository, theirs)
    foreign = [conflict.path for conflict in conflicts if _below(repository, conflict.path) is None]
    if foreign:
        named = ", ".join(foreign[:3]) + (f" and {len(foreign) - 3} more" if len(foreign) > 3 else "")
        raise MergeConflict(
            f"both sides changed {named}, which are no notes", hint=f"git merge {shown} by hand, then sync again"
        )
    settle_conflicts(repository, _resolved(session, repository, conflicts))
    finish_merge(repository, message(f"notes: merge {shown}", [("Action", "sync")]))


def _below(repository: Repository, path: str) -> Path | None:
    """The path in the workspace where it is that of a note file or of a table; None for any other."""
    if not path.startswith(repository.prefix):
        return None
    inside = Path(path.removeprefix(repository.prefix))
    ours = (inside.parts[0], inside.suffix) in (("notes", ".yaml"), ("catalog", ".json"))
    return inside if ours else None


def _resolved(session: Session, repository: Repository, conflicts: Sequence[Conflict]) -> dict[str, bool]:
    """What never reached a driver, such as a file that one side deleted: merged and written; whether it is there."""
    blobs = bytes_of(repository, [sha for one in conflicts for sha in one[1:] if sha is not None])
    changes: dict[Path, bytes | None] = {}
    there: dict[str, bool] = {}
    for conflict in conflicts:
        inside = _below(repository, conflict.path) or Path(conflict.path)
        sides = [None if sha is None else blobs[sha] for sha in conflict[1:]]
        text = _text(session, repository, conflict.path, inside, sides)
        changes[repository.root / inside] = None if text is None else text.encode()
        there[conflict.path] = text is not None
    write_all(changes, repository.root, repository.git_dir / "tnotes" / "tmp")
    return there


def _text(
    session: Session, repository: Repository, path: str, inside: Path, sides: Sequence[bytes | None]
) -> str | None:
    try:
        base, ours, theirs = (None if data is None else decode(data, inside) for data in sides)
        if inside.parts[0] == "notes":
            return merge_texts(inside, base, ours, theirs, session.settings.cap)
        return merge_tables(inside, base, ours, theirs, lambda text: written_at(repository, path, text))
    except UnreadableFile as problem:
        raise MergeConflict(
            f"both sides changed {inside}, and one cannot be read: {problem.message}",
            hint="mend it on the side where it is broken, commit, and sync again",
        ) from problem


def _mended(session: Session, repository: Repository, before: str | None) -> tuple[str, ...]:
    """Files that a merge elsewhere left with equal active notes or too many, put right in a commit of their own."""
    changes: dict[Path, bytes | None] = {}
    cap = _cap(session)
    for name in touched(repository, before, head_of(repository) or "", ("notes",)):
        path = repository.root / name
        try:
            text = read_text(path, repository.root)
            file = None if text is None else parse_notes(text, Path(name))
        except UnreadableFile:  # check names it
            continue
        if text is None or file is None or path.suffix != ".yaml":
            continue
        if settled(file.notes, cap) != tuple(sorted(file.notes, key=lambda note: note.id)):
            changes[path] = mend_text(Path(name), text, file, mend(file.notes, cap)).encode()
    if changes:
        said = message(f"notes: settle {len(changes)} files after a merge", [("Action", "sync")])
        save(repository, changes, said, commit_it=True)
    return tuple(path.relative_to(repository.root).as_posix() for path in changes)


def _cap(session: Session) -> int:
    """The cap as it is after the merge, which may have brought other settings."""
    try:
        return load_settings(session.workspace).cap
    except BadSettings:
        return session.settings.cap
