"""One commit of exactly the files that a command wrote, by git itself: identity, hooks and signing are the user's."""

from __future__ import annotations

from collections.abc import Sequence

from tnotes.history.git import Repository, Result, ask, ask_all, literal, refused, run
from tnotes.history.index import announce, forget, named, otherwise, with_paths
from tnotes.history.status import MOST_ON_COMMAND_LINE, as_in_head, look
from tnotes.history.waiting import patiently


def commit(repository: Repository, paths: Sequence[str], message: str, new: Sequence[str]) -> str | None:
    """Commit these paths alone and return the commit's id; None where git sees no change.

    Whatever else is staged stays staged. `new` are the paths that git does not track yet. Raises GitFailed or
    Busy and leaves the index as it was.
    """
    undo = announce(repository, new) if new else None
    try:
        result = patiently(repository, lambda: _commit(repository, paths, message))
        if result.code != 0:
            if look(repository, paths).states or len(as_in_head(repository, paths)) < len(paths):
                raise refused("commit", result)
            return None
    except BaseException:
        if undo is not None:
            undo()
        raise
    return settle(repository, paths)


# The commit's id and all of its files, against log.showRoot, log.showSignature and log.follow.
_FILES_OF = (
    *("--format=%H", "--full-diff", "--name-only", "-z", "--root"),
    *("--no-renames", "--no-show-signature", "--no-follow"),
)


def settle(repository: Repository, paths: Sequence[str]) -> str:
    """The commit that has the paths, found by them since somebody may have moved HEAD on; mends what a hook left."""
    few = paths if len(paths) <= MOST_ON_COMMAND_LINE else [paths[0]]
    log = ("log", "-1", *_FILES_OF, "--", *map(literal, few))
    out, differs = ask_all(repository, log, otherwise(paths))
    sha, *files = (part.strip("\n") for part in out.decode(errors="surrogateescape").split("\0"))
    forget(repository, named(paths, differs))
    prefix = repository.prefix
    ours = {f"{prefix}{path}" for path in paths}
    _take_along(repository, sha, [file for file in files if file and file not in ours])
    return sha


def _take_along(repository: Repository, sha: str, others: Sequence[str]) -> None:
    """Files that a hook added to the commit: without this the index would have their removal staged.

    One that was staged by somebody with other content before stays as it was.
    """
    if not others or len(others) > MOST_ON_COMMAND_LINE:
        return
    top = [f":(top,literal){path}" for path in others]
    parent = run(repository, "rev-parse", "--verify", "--quiet", f"{sha}^")
    if parent.code != 0:
        return
    before = parent.out.decode().strip()
    staged = ask(repository, "diff-index", "--cached", "--name-only", "-z", "--no-renames", before, "--", *top)
    changed = set(staged.decode(errors="surrogateescape").split("\0"))
    clean = [spec for spec, path in zip(top, others, strict=True) if path not in changed]
    if clean:
        patiently(repository, lambda: run(repository, "reset", "--quiet", "--", *clean))


def _commit(repository: Repository, paths: Sequence[str], message: str) -> Result:
    # The message is UTF-8 whatever i18n.commitEncoding says of messages that people type.
    arguments = ("-c", "i18n.commitEncoding=UTF-8", "commit", "--quiet", "--no-status", "--cleanup=verbatim", "--only")
    if len(paths) <= MOST_ON_COMMAND_LINE:
        text = message.encode(errors="replace")
        return run(repository, *arguments, "--file=-", "--", *map(literal, paths), given=text)

    def call(*more: str, given: bytes | None = None) -> Result:
        return run(repository, *arguments, "-m", message, *more, given=given)

    return with_paths(call, paths)
