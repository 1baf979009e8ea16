"""Running git: always with the user's configuration, hooks and signing, never with somebody else's repository."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tnotes.errors import GitFailed, GitMissing
from tnotes.history.environment import environment, git_seconds

# How often we look whether git has ended although something that it started still holds its output open.
_LOOK_SECONDS = 0.25
# How long git may take to remove its lock files once it is asked to end.
_LEAVE_SECONDS = 5.0
NOTHING: Mapping[str, str] = {}
# What a pipe takes in on every system while nobody reads it.
_IN_PIPE = 4096


class Repository(NamedTuple):
    """Where a workspace lies in Git: `git_dir` is this work tree's own, `common_dir` that of all its work trees.

    `other_index` is another index file than the work tree's own, such as the one that a commit under way is made from.
    """

    root: Path
    git_dir: Path
    common_dir: Path
    other_index: Path | None = None

    @property
    def index_file(self) -> Path:
        """The index file of this work tree."""
        return self.other_index or self.git_dir / "index"

    @property
    def scratch(self) -> Path:
        """The folder of the write under way. Each work tree has its own, which goes with it."""
        return self.git_dir / "tnotes" / "write"

    @property
    def prefix(self) -> str:
        """What git's paths from the top of the work tree have before the workspace's own; empty where it is the top."""
        top = next((one for one in (self.root, *self.root.parents) if (one / ".git").exists()), self.root)
        return "" if top == self.root else f"{self.root.relative_to(top).as_posix()}/"


class Result(NamedTuple):
    """What git answered."""

    code: int
    out: bytes
    err: str


class DidNotEnd(GitFailed):
    """Git, or a hook, was ended because it took too long."""


def literal(path: str) -> str:
    """A path as a pathspec that stands for itself: `a[1].yaml` is no pattern, `:(top)` no magic.

    Not `--literal-pathspecs`: hooks would inherit it.
    """
    return f":(literal){path}"


def run(
    repository: Repository, *arguments: str, given: bytes | None = None, extra: Mapping[str, str] = NOTHING
) -> Result:
    """Run git in the workspace. Raises GitMissing, and DidNotEnd where it takes longer than anybody waits."""
    seconds = git_seconds()
    with _as_stdin(given) as stdin:
        process = _start(repository, arguments, stdin, extra)
    return _result(process, _verb(arguments), seconds)


@contextmanager
def _as_stdin(given: bytes | None) -> Iterator[int]:
    """What git reads, all of it there before git starts.

    Popen.communicate() cannot do that together with a time limit: up to Python 3.11 at least it forgets what it had not
    yet sent when the time is over, and git then waits for ever.
    """
    if given is None:
        yield subprocess.DEVNULL
    elif len(given) <= _IN_PIPE:
        out, into = os.pipe()
        try:
            os.write(into, given)
            os.close(into)
            yield out
        finally:
            os.close(out)
    else:
        from tempfile import TemporaryFile  # ten milliseconds that few commands need

        with TemporaryFile() as file:
            file.write(given)
            file.seek(0)
            yield file.fileno()


def ask_all(repository: Repository, *commands: Sequence[str]) -> list[bytes]:
    """What each git command prints, all of them running at once. Raises as `ask` does."""
    seconds = git_seconds()
    started = []
    try:
        for arguments in commands:
            started.append(_start(repository, arguments, subprocess.DEVNULL))
        results = [_result(process, "", seconds) for process in started]
    finally:
        for process in started:
            if process.returncode is None:
                _end(process)
    for arguments, result in zip(commands, results, strict=True):
        if result.code != 0:
            raise refused(_verb(arguments), result)
    return [result.out for result in results]


def _start(
    repository: Repository, arguments: Sequence[str], stdin: int, extra: Mapping[str, str] = NOTHING
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            ("git", *arguments),
            cwd=repository.root,
            env={**environment(), **_index(repository), **extra},
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # so that a hook that hangs can be ended with all it started
        )
    except (FileNotFoundError, NotADirectoryError, PermissionError) as problem:
        raise GitMissing("git was not found on PATH", hint="install Git; reading works without it") from problem


def _index(repository: Repository) -> dict[str, str]:
    return {} if repository.other_index is None else {"GIT_INDEX_FILE": str(repository.other_index)}


def _result(process: subprocess.Popen[bytes], verb: str, seconds: float) -> Result:
    try:
        out, err = _finish(process, seconds)
    except subprocess.TimeoutExpired as problem:
        raise DidNotEnd(
            f"git {verb} did not end within {seconds:g} seconds and was ended",
            hint="look for a hook or a prompt that waits; TNOTES_GIT_TIMEOUT sets the limit",
        ) from problem
    return Result(process.returncode, out, err.decode(errors="replace").strip())


def ask(repository: Repository, *arguments: str) -> bytes:
    """What git prints. Raises GitFailed with git's own words where it refuses."""
    result = run(repository, *arguments)
    if result.code != 0:
        raise refused(_verb(arguments), result)
    return result.out


def _verb(arguments: Sequence[str]) -> str:
    return next(one for one in arguments if not one.startswith("-") and "=" not in one)


def refused(verb: str, result: Result) -> GitFailed:
    """The error for a git command that failed, in git's own words or those of a hook."""
    lines = [line.strip() for line in (result.err or result.out.decode(errors="replace")).splitlines() if line.strip()]
    telling = [line for line in lines if line.startswith(("fatal:", "error:"))] or lines or [_no_reason(result)]
    # git dies with 128; a commit that ends with 1 and no `error:` was refused by a hook, in any language.
    by_hook = verb == "commit" and result.code == 1 and not telling[0].startswith(("fatal:", "error:"))
    who = "a hook refused the commit" if by_hook else f"git {verb} failed"
    words = "the hook's" if by_hook else "git's"
    return GitFailed(
        f"{who}: {telling[0].removeprefix('fatal: ').removeprefix('error: ')}",
        hint=f"{words} own words are above; nothing was changed" if len(lines) > 1 else "nothing was changed",
        detail=lines if len(lines) > 1 else (),
    )


def _no_reason(result: Result) -> str:
    return "it gave no reason" if result.code >= 0 else f"it was killed ({signal.Signals(-result.code).name})"


def _finish(process: subprocess.Popen[bytes], seconds: float) -> tuple[bytes, bytes]:
    """What it printed, once it has ended; it has ended too when this raises.

    A hook may leave something in the background that holds git's output open: what counts is that git ended.
    """
    deadline = time.monotonic() + seconds
    ended = False
    try:
        while True:
            try:
                return process.communicate(timeout=_LOOK_SECONDS)
            except subprocess.TimeoutExpired as late:
                if ended:
                    _close(process)
                    return late.output or b"", late.stderr or b""
                ended = process.poll() is not None
                if not ended and time.monotonic() > deadline:
                    raise
    except BaseException:
        _end(process)
        raise


def _end(process: subprocess.Popen[bytes]) -> None:
    """End git and all it started. Asked first: git that is killed outright leaves its lock files behind."""
    for sign in ("SIGTERM", "SIGKILL"):
        with suppress(ProcessLookupError, PermissionError):
            if os.name == "nt":
                process.kill()
            else:
                os.killpg(process.pid, getattr(signal, sign))
        with suppress(subprocess.TimeoutExpired):
            process.wait(_LEAVE_SECONDS)
    _close(process)


def _close(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()
