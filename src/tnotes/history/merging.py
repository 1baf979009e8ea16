"""A merge of what was fetched, by git itself, taken back whole where it cannot be finished."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tnotes.errors import GitState, MergeConflict
from tnotes.history.driver import NAME, driver_command
from tnotes.history.git import Repository, Result, ask, refused, run
from tnotes.history.status import MOST_ON_COMMAND_LINE
from tnotes.history.waiting import index_lock, patiently

NOTHING, FORWARD, MERGED, UNRELATED = "nothing", "fast-forward", "merge", "unrelated"


class Conflict(NamedTuple):
    """A file that git could not merge: the ids of its texts by both origins, None where a side has no file."""

    path: str
    base: str | None
    ours: str | None
    theirs: str | None


def kind_of(repository: Repository, ours: str | None, theirs: str) -> str:
    """What a merge of that commit would be."""
    if ours is None:
        return FORWARD
    base = run(repository, "merge-base", ours, theirs)
    found = base.out.decode().strip()
    if base.code != 0 or not found:
        return UNRELATED
    return NOTHING if found == theirs else FORWARD if found == ours else MERGED


def commits_between(repository: Repository, old: str | None, new: str) -> int:
    """How many commits `new` has that `old` has not."""
    return int(ask(repository, "rev-list", "--count", new, *([f"^{old}"] if old else [])))


def head_of(repository: Repository) -> str | None:
    """The commit that HEAD names; None before the first."""
    found = run(repository, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    return found.out.decode().strip() if found.code == 0 else None


def forward(repository: Repository, theirs: str) -> None:
    """Move the branch on to that commit. Raises GitState where waiting changes are in the way."""
    _merge(repository, "--ff-only", theirs)


def begin_merge(repository: Repository, theirs: str) -> tuple[Conflict, ...]:
    """Merge into the work tree without a commit; what git could not merge. Raises GitState, nothing changed.

    With our driver, registered here or not, and without looking for renamed files: a table's notes never become those
    of another table because the two files are alike.
    """
    _merge(repository, "--no-ff", "--no-commit", theirs)
    rows = ask(repository, "ls-files", "--unmerged", "--full-name", "-z", "--", ":/")
    stages: dict[str, dict[str, str]] = {}
    for row in rows.decode(errors="surrogateescape").split("\0"):
        head, _, path = row.partition("\t")
        if path:
            _, sha, stage = head.split(" ")
            stages.setdefault(path, {})[stage] = sha
    return tuple(Conflict(path, *(found.get(stage) for stage in "123")) for path, found in stages.items())


def settle_conflicts(repository: Repository, texts: Mapping[str, bool]) -> None:
    """Tell git that these files, told from the top, are merged as they stand in the work tree, or are gone."""
    for there, verb in ((True, ("add", "--force")), (False, ("rm", "--quiet", "--cached", "--ignore-unmatch"))):
        paths = [f":(top,literal){path}" for path, is_there in texts.items() if is_there == there]
        for at in range(0, len(paths), MOST_ON_COMMAND_LINE):
            patiently_asked(repository, *verb, "--", *paths[at : at + MOST_ON_COMMAND_LINE])


def finish_merge(repository: Repository, message: str) -> str:
    """Commit the merge, with the user's identity, hooks and signing, and return its id. Raises GitFailed."""
    arguments = ("-c", "i18n.commitEncoding=UTF-8", "commit", "--quiet", "--no-status", "--cleanup=verbatim")
    result = patiently(
        repository, lambda: run(repository, *arguments, "--file=-", given=message.encode(errors="replace"))
    )
    if result.code != 0:
        raise refused("commit", result)
    return head_of(repository) or ""


def abort_merge(repository: Repository, index: bytes | None = None) -> None:
    """Everything as it was before the merge; the index to the byte where it is given. Raises GitFailed."""
    if (repository.git_dir / "MERGE_HEAD").exists():
        patiently_asked(repository, "merge", "--abort")
    if index is None or not repository.index_file.exists() or repository.index_file.read_bytes() == index:
        return
    # Git writes the index anew with the times of the files that it put back, and nothing else differs.
    with index_lock(repository) as held:
        now = _entries(repository, repository.index_file)
        held.write_bytes(index)
        if _entries(repository, held) == now:
            held.replace(repository.index_file)


def _entries(repository: Repository, index: Path) -> bytes:
    there = repository._replace(other_index=index)
    return ask(there, "ls-files", "--stage", "-z", "--", ":/") + ask(there, "ls-files", "-t", "-v", "-z", "--", ":/")


def patiently_asked(repository: Repository, *arguments: str) -> None:
    """Run git, waiting for its locks. Raises GitFailed or Busy."""
    result = patiently(repository, lambda: run(repository, *arguments))
    if result.code != 0:
        raise refused(next(one for one in arguments if not one.startswith("-")), result)


_CONFIGURED = (
    *("-c", "merge.renames=false", "-c", "merge.directoryRenames=false", "-c", "merge.verifySignatures=false"),
    *("-c", "rerere.enabled=false", "-c", "merge.autoStash=false", "-c", "submodule.recurse=false"),
)


def _plain(repository: Repository) -> tuple[str, ...]:
    """Whatever options the branch sets for every merge, such as `-s ours`, this one merges."""
    head = run(repository, "symbolic-ref", "--quiet", "--short", "HEAD")
    branch = head.out.decode(errors="surrogateescape").strip()
    return () if head.code != 0 or "=" in branch else ("-c", f"branch.{branch}.mergeOptions=")


def _merge(repository: Repository, *arguments: str) -> None:
    # Ours answers that both changed the file, so that it is merged here after, in one process instead of one for each
    # file. Where two commits are the base of the merge, Git merges those first, and for that asks the real one.
    inner = f"{NAME}-base"
    driver = (
        *("-c", f"merge.{NAME}.driver=false", "-c", f"merge.{NAME}.recursive={inner}"),
        *("-c", f"merge.{inner}.name=tnotes", "-c", f"merge.{inner}.driver={driver_command()}"),
    )
    plain = _plain(repository)
    english = {"LC_ALL": "C.UTF-8", "LANGUAGE": ""}

    def call() -> Result:
        return run(
            repository, *_CONFIGURED, *plain, *driver, "merge", "--quiet", "--no-stat", *arguments, extra=english
        )

    result = patiently(repository, call)
    if result.code == 0 or (repository.git_dir / "MERGE_HEAD").exists():
        return
    said = result.err + result.out.decode(errors="replace")
    if "would be overwritten" in said:
        raise _in_the_way(said)
    if "unrelated histories" in said:
        raise MergeConflict("the two histories have no commit in common", hint="is this the right remote?")
    raise refused("merge", result)


def _in_the_way(said: str) -> GitState:
    """Git names files, one a line behind a tab, that hold what no commit has."""
    files = [line.strip() for line in said.splitlines() if line.startswith("\t")]
    named = ", ".join(files[:3]) + (f" and {len(files) - 3} more" if len(files) > 3 else "")
    kind = "untracked files" if "untracked" in said else "changes that no commit has"
    return GitState(
        f"{kind} are in the way of the merge: {named}" if named else f"{kind} are in the way of the merge",
        hint="commit them, or put them aside with git stash --include-untracked, and sync again",
    )


def touched(repository: Repository, old: str | None, new: str, folders: Sequence[str]) -> tuple[str, ...]:
    """The files below the workspace's folders that differ between two commits and are there in the second."""
    if old is None:
        out = ask(repository, "ls-tree", "-r", "--name-only", "-z", new, "--", *folders)
    else:
        options = ("--name-only", "-z", "--no-renames", "--relative", "--diff-filter=AM")
        out = ask(repository, "diff", *options, old, new, "--", *folders)
    return tuple(path for path in out.decode(errors="surrogateescape").split("\0") if path)
