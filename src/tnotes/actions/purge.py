"""The verb `purge`: a text that must not stay in history, taken out of every commit. Nothing is ever pushed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.commits import writing
from tnotes.actions.edit import rm
from tnotes.actions.purge_ground import require_rewritable
from tnotes.actions.purge_plan import Plan, scan
from tnotes.actions.session import Session
from tnotes.actions.who import Writer
from tnotes.errors import GitFailed, GitState
from tnotes.history.git import Repository
from tnotes.history.objects import BLOB, all_objects, put_back, reachable, read, refs
from tnotes.history.rewrite import INSTALL, clear, rewrite, throw_away
from tnotes.notes.note import DELETED, PURGED
from tnotes.notes.purging import without

# What of the Git directory is Git's store itself, looked through object by object.
_STORE = ("objects", "refs", "packed-refs", "lfs")
_MOST_BYTES = 64 * 1024 * 1024


class Purged(NamedTuple):
    """What was done: how many commits have new ids, and which files in the Git directory still hold a text."""

    plan: Plan
    rewritten: int
    left: tuple[str, ...]


def purge(session: Session, plan: Plan, writer: Writer) -> Purged:
    """Take the note's texts out of history. Where it fails, all refs are as they were."""
    workspace = session.workspace
    repository = Repository(workspace.root, workspace.git_dir or workspace.root, workspace.common_dir or workspace.root)
    if plan.is_empty:
        return Purged(plan, 0, _left(repository, plan))
    if not plan.ready:
        raise GitState(
            "git-filter-repo, which rewrites history, is not installed", hint=f"{INSTALL}, then again; nothing was run"
        )
    require_rewritable(repository, plan)
    before = refs(repository)
    try:
        _delete(session, plan.note, writer)
        with writing(workspace):
            now = scan(session, repository, plan.note)
            require_rewritable(repository, now)
            if not reachable(repository).isdisjoint((*now.blobs, *now.messages)):
                rewrite(repository, now.blobs, _of(now.pattern), PURGED.encode())
            _require_gone(repository, now, reachable(repository), "is still reachable after the rewriting")
    except BaseException:
        put_back(repository, before)
        raise
    _forget_caches(repository)
    throw_away(repository)
    _require_gone(repository, now, None, "is still kept, though nothing leads to it")
    return Purged(now, now.commits, _left(repository, now))


def _of(pattern: re.Pattern[bytes] | None) -> bytes | None:
    return None if pattern is None else pattern.pattern


def _delete(session: Session, note_id: str, writer: Writer) -> None:
    found = session.notes.with_id(note_id)
    if found is not None and found[2].status != DELETED:
        rm(session, note_id, writer)


def _require_gone(repository: Repository, plan: Plan, among: frozenset[str] | None, words: str) -> None:
    """Look through every object again. Raises GitFailed."""
    objects = [one for one in all_objects(repository) if among is None or one.sha in among]
    for one, data in read(repository, objects):
        if _holds(plan, data, is_blob=one.kind == BLOB):
            hint = f"git cat-file -p {one.sha[:10]} shows it"
            raise GitFailed(f"the text {words}: {one.kind} {one.sha[:10]}", hint=hint)


def _holds(plan: Plan, data: bytes, *, is_blob: bool) -> bool:
    if is_blob:
        return without(data, plan.note, plan.pattern) != data
    return plan.pattern is not None and plan.pattern.search(data) is not None


def _forget_caches(repository: Repository) -> None:
    """Parsed files, the search index and what a write left: all made anew when they are needed."""
    for folder in {repository.git_dir, repository.common_dir}:
        for name in ("parsed", "write", "tmp", "purge"):
            clear(folder / "tnotes" / name)
        for index in (folder / "tnotes").glob("index-*"):
            clear(index) if index.is_dir() else index.unlink(missing_ok=True)
        for name in ("COMMIT_EDITMSG", "MERGE_MSG", "SQUASH_MSG"):
            (folder / name).unlink(missing_ok=True)
        clear(folder / "rr-cache")


def _left(repository: Repository, plan: Plan) -> tuple[str, ...]:
    """Files that Git does not track, and files in the Git directory, that hold a text."""
    return tuple(sorted(str(path) for path in _untracked(repository) if _file_holds(plan, path)))


def _untracked(repository: Repository) -> Iterator[Path]:
    for folder in (repository.root / "notes", repository.root / "catalog"):
        yield from (path for path in folder.rglob("*") if path.is_file())
    for path in repository.git_dir.rglob("*"):
        if path.relative_to(repository.git_dir).parts[0] not in _STORE and path.is_file():
            yield path


def _file_holds(plan: Plan, path: Path) -> bool:
    try:
        return path.stat().st_size <= _MOST_BYTES and _holds(plan, path.read_bytes(), is_blob=True)
    except OSError:
        return False
