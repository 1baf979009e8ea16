"""Running git: always with the user's configuration, hooks and signing, never with somebody else's repository."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tnotes.errors import Busy, GitFailed, GitMissing

# A hook may run a test suite; a prompt that nobody sees must still end some day.
LONGEST_SECONDS = 300.0

# What `git rev-parse --local-env-vars` prints, less GIT_CONFIG*, which people use on purpose. A hook or a caller sets
# these for its own repository, and git would then commit there. GIT_*_PATHSPECS would change what our paths mean.
_NOT_OURS = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_OBJECT_DIRECTORY",
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_GRAFT_FILE",
    "GIT_INDEX_FILE",
    "GIT_INDEX_VERSION",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_REPLACE_REF_BASE",
    "GIT_PREFIX",
    "GIT_SHALLOW_FILE",
    "GIT_COMMON_DIR",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NAMESPACE",
    "GIT_QUARANTINE_PATH",
    "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
)


class Repository(NamedTuple):
    """Where a workspace lies in Git: `git_dir` is this work tree's own, `common_dir` that of all its work trees."""

    root: Path
    git_dir: Path
    common_dir: Path

    @property
    def index_file(self) -> Path:
        """The index file of this work tree."""
        return self.git_dir / "index"


class Result(NamedTuple):
    """What git answered."""

    code: int
    out: bytes
    err: str


def environment() -> dict[str, str]:
    """The environment for git: the user's, without what ties it to another repository, and without any prompt."""
    kept = {name: value for name, value in os.environ.items() if name not in _NOT_OURS}
    return kept | {"GIT_TERMINAL_PROMPT": "0", "GIT_EDITOR": ":"}


def literal(path: str) -> str:
    """A path as a pathspec that stands for itself: `a[1].yaml` is no pattern, `:(top)` no magic.

    Not `--literal-pathspecs`: hooks would inherit it.
    """
    return f":(literal){path}"


def run(
    repository: Repository, *arguments: str, given: bytes | None = None, seconds: float = LONGEST_SECONDS
) -> Result:
    """Run git in the workspace. Raises GitMissing, and GitFailed where it does not end."""
    try:
        process = subprocess.Popen(
            ("git", *arguments),
            cwd=repository.root,
            env=environment(),
            stdin=subprocess.DEVNULL if given is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # so that a hook that hangs can be ended with all it started
        )
    except FileNotFoundError as problem:
        raise GitMissing("git was not found on PATH", hint="install Git; reading works without it") from problem
    try:
        out, err = process.communicate(given, timeout=seconds)
    except subprocess.TimeoutExpired as problem:
        _end(process)
        raise GitFailed(
            f"git {arguments[0]} did not end within {seconds:.0f} seconds",
            hint="look for a hook or a prompt that waits",
        ) from problem
    except BaseException:
        _end(process)
        raise
    return Result(process.returncode, out, err.decode(errors="replace").strip())


def ask(repository: Repository, *arguments: str) -> bytes:
    """What git prints. Raises GitFailed with git's own words where it refuses."""
    result = run(repository, *arguments)
    if result.code != 0:
        raise refused(arguments[0], result)
    return result.out


def refused(verb: str, result: Result) -> GitFailed:
    """The error for a git command that failed, in git's own words."""
    lines = [line.strip() for line in (result.err or result.out.decode(errors="replace")).splitlines() if line.strip()]
    telling = [line for line in lines if line.startswith(("fatal:", "error:"))] or lines or ["it gave no reason"]
    return GitFailed(
        f"git {verb} failed: {telling[0].removeprefix('fatal: ').removeprefix('error: ')}",
        hint="git's own words are above; nothing was changed" if len(lines) > 1 else "nothing was changed",
        detail=lines if len(lines) > 1 else (),
    )


def lock_in_the_way(result: Result) -> bool:
    """Whether git failed only because another process held one of its lock files, or moved HEAD first."""
    return result.code != 0 and (".lock'" in result.err or "cannot lock ref" in result.err)


def busy(repository: Repository) -> Busy:
    """The error for a lock that stayed. The lock is never deleted: only a person knows whether its owner lives."""
    lock = repository.index_file.with_name("index.lock")
    what = f"{lock} exists" if lock.exists() else "another git process holds a lock"
    return Busy(
        f"{what}; another git command is running, or one crashed",
        hint=f"try again; if no git is running, remove {lock}",
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired, ValueError):
        process.communicate(timeout=5)
