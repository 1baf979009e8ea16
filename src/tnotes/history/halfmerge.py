"""A merge of ours that a crash cut short, taken back by the next writer; what people changed since stays."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tnotes.files.folders import make_like_parent
from tnotes.files.replace import replace
from tnotes.history.git import Repository, ask, run
from tnotes.history.merging import abort_merge, head_of, patiently_asked
from tnotes.history.waiting import index_lock

_FEW = 200  # paths on one command line


class Half(NamedTuple):
    """The commit that HEAD was at, None before the first, and the one that was merged into it.

    `dirty` are the files that already held what no commit has: git merges over none of them, and they are left alone.
    """

    before: str | None
    theirs: str
    dirty: tuple[str, ...] = ()


def begin(repository: Repository, before: str | None, theirs: str) -> None:
    """Note a merge that is about to start."""
    path = _path(repository)
    make_like_parent(path.parent)
    half = Half(before, theirs, _dirty(repository))
    replace(path, json.dumps(half._asdict()).encode(), path.parent, durable=False)


def end(repository: Repository) -> None:
    """The merge is done, or taken back."""
    _path(repository).unlink(missing_ok=True)


def half_done(repository: Repository) -> Half | None:
    """The merge that was begun and not ended; None where there is none."""
    with suppress(OSError, ValueError, TypeError):
        return Half(**json.loads(_path(repository).read_bytes()))
    return None


def recover_merge(repository: Repository) -> tuple[str, ...]:
    """Settle what a crash interrupted, under the writers' lock; what to tell about it. Raises Busy or GitFailed."""
    half = half_done(repository)
    if half is None:
        return ()
    _sweep(repository)
    merging = _merging(repository)
    if merging not in (None, half.theirs):
        end(repository)  # somebody began a merge of their own since
        return ()
    if head_of(repository) != half.before:
        end(repository)
        return ("a sync was interrupted after its merge, which stands",)
    if merging is not None:
        abort_merge(repository)
        told: tuple[str, ...] = ()
    else:
        with index_lock(repository):
            pass  # a git that is still at work, or left its lock, is waited for and then named
        told = tuple(_put_back(repository, half))
    end(repository)
    return ("a sync was interrupted in its merge, which was taken back; run it again", *told)


def take_back(repository: Repository, index: bytes | None) -> None:
    """Everything as it was before a merge of ours that failed just now. Raises Busy or GitFailed."""
    half = half_done(repository)
    merging = _merging(repository)
    if half is not None and merging is None and head_of(repository) == half.before:
        for _ in _put_back(repository, half):  # a fast-forward that broke off leaves files that git had written
            pass
    abort_merge(repository, index)
    end(repository)


def _dirty(repository: Repository) -> tuple[str, ...]:
    options = ("--no-optional-locks", "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all")
    rows = ask(repository, *options, "--", ":/").decode(errors="surrogateescape").split("\0")
    return tuple(row[3:] for row in rows if row)


def _sweep(repository: Repository) -> None:
    """Remove the files that git hands to a merge driver, which stay in the work tree where git is killed."""
    begun = _path(repository).stat().st_mtime
    for path in _top(repository).glob(".merge_file_??????"):
        with suppress(OSError):
            if path.is_file() and path.stat().st_mtime >= begun - 1:
                path.unlink()


def _path(repository: Repository) -> Path:
    return repository.git_dir / "tnotes" / "merge" / "half.json"


def _merging(repository: Repository) -> str | None:
    with suppress(OSError):
        return (repository.git_dir / "MERGE_HEAD").read_text(encoding="ascii").split()[0]
    return None


def _put_back(repository: Repository, half: Half) -> Iterator[str]:
    """The files that git had already written as they were. A content that git does not know is somebody's edit."""
    old = half.before or ask(repository, "hash-object", "-t", "tree", "--stdin").decode().strip()
    names = ask(repository, "diff", "--name-only", "--no-renames", "-z", old, half.theirs, "--", ":/")
    dirty = set(half.dirty)
    paths = [path for path in names.decode(errors="surrogateescape").split("\0") if path and path not in dirty]
    top = _top(repository)
    for at in range(0, len(paths), _FEW):
        some = paths[at : at + _FEW]
        before = _blobs(repository, old, some)
        now = _on_disk(repository, top, some)
        known = _known(repository, list(now.values()))
        written = [path for path in some if now.get(path) != before.get(path) and now.get(path, "") in known | {""}]
        _reset(repository, half.before, some)
        _restored(repository, top, [path for path in written if path in before])
        for path in written:
            if path not in before:
                (top / path).unlink(missing_ok=True)
        for path in sorted(set(some) - set(written)):
            if now.get(path) != before.get(path):
                yield f"{path} was changed since and is left as it is; see git diff"


def _top(repository: Repository) -> Path:
    top = repository.root
    for _ in filter(None, repository.prefix.split("/")):
        top = top.parent
    return top


def _specs(paths: Sequence[str]) -> list[str]:
    return [f":(top,literal){path}" for path in paths]


def _blobs(repository: Repository, tree: str, paths: Sequence[str]) -> dict[str, str]:
    rows = ask(repository, "ls-tree", "-r", "--full-tree", "-z", tree, "--", *paths)
    found: dict[str, str] = {}
    for row in rows.decode(errors="surrogateescape").split("\0"):
        head, _, path = row.partition("\t")
        if path:
            found[path] = head.split(" ")[2]
    return found


def _on_disk(repository: Repository, top: Path, paths: Sequence[str]) -> dict[str, str]:
    """The ids that the files would have in git, where there are files."""
    there = [path for path in paths if (top / path).is_file()]
    hashed = {path: run(repository, "hash-object", "--", str(top / path)) for path in there}
    # What a filter cannot read has an id that git does not know, and is left as it is.
    return {path: one.out.decode().strip() if one.code == 0 else "unreadable" for path, one in hashed.items()}


def _known(repository: Repository, blobs: Sequence[str]) -> set[str]:
    out = run(repository, "cat-file", "--batch-check", given="".join(f"{sha}\n" for sha in blobs).encode()).out
    return {line.split(" ")[0] for line in out.decode().splitlines() if " blob " in line}


def _reset(repository: Repository, before: str | None, paths: Sequence[str]) -> None:
    if before is None:
        patiently_asked(repository, "rm", "--quiet", "--cached", "--ignore-unmatch", "--", *_specs(paths))
    else:
        patiently_asked(repository, "reset", "--quiet", before, "--", *_specs(paths))


def _restored(repository: Repository, top: Path, paths: Sequence[str]) -> None:
    if paths:
        patiently_asked(repository, "checkout-index", "--force", "--", *(str(top / path) for path in paths))
