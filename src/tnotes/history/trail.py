"""What happened to files, from the differences between commits. GitPython walks; it is imported only here."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from tnotes.errors import GitFailed, GitMissing
from tnotes.history.git import Repository, environment, literal

if TYPE_CHECKING:
    from git import Git


class Step(NamedTuple):
    """One file in one commit: its text before and after (None where there was none), and who, when and what for."""

    commit: str
    author: str
    date: str
    message: str
    path: str
    before: str | None
    after: str | None


def steps(repository: Repository, paths: Sequence[str]) -> tuple[Step, ...]:
    """Each change of a file below the paths, newest first, as far back as this clone's history goes."""
    with _git(repository) as git:
        # One record a commit, begun by a sign that no other part of the -z output begins with.
        form = "--format=%x1e%H%x1f%an%x1f%aI%x1f%B"
        arguments = ("-z", "--raw", "--relative", "--no-renames", "--no-abbrev", "--no-ext-diff", form)
        out = _said(lambda: git.log(*arguments, "--", *map(literal, paths), stdout_as_string=False))
        return tuple(_parsed(git, iter(out.split(b"\0"))))


def _parsed(git: Git, parts: Iterator[bytes]) -> Iterator[Step]:
    commit, author, date, text = "", "", "", ""
    for raw in parts:
        part = raw.decode(errors="surrogateescape").lstrip("\n")
        if part.startswith("\x1e"):
            commit, author, date, text = part[1:].split("\x1f", 3)
        elif part.startswith(":"):
            _, _, old, new, _ = part.split(" ")
            path = next(parts).decode(errors="surrogateescape")
            yield Step(commit, author, date, text, path, _blob(git, old), _blob(git, new))


def versions(repository: Repository, path: str) -> Iterator[str]:
    """The texts that a file has had, the last one first."""
    for step in steps(repository, [path]):
        yield from (text for text in (step.after, step.before) if text is not None)


def is_shallow(repository: Repository) -> bool:
    """Whether this clone's history is cut, so that old changes are missing."""
    return (repository.common_dir / "shallow").is_file()


@contextmanager
def _git(repository: Repository) -> Iterator[Git]:
    """GitPython's git in the workspace, closed after: it keeps two processes."""
    kept = dict(os.environ)
    os.environ.clear()
    os.environ.update(environment())  # GitPython can add to the environment, not take from it
    try:
        try:
            from git import Git
        except ImportError as problem:  # what GitPython raises where git is not on PATH
            raise GitMissing("git was not found on PATH", hint="install Git; reading works without it") from problem
        git = Git(repository.root)
        try:
            yield git
        finally:
            git.clear_cache()
    finally:
        os.environ.clear()
        os.environ.update(kept)


def _said(call: Callable[[], Any]) -> bytes:
    from git.exc import GitCommandError

    try:
        return bytes(call())
    except GitCommandError as problem:
        words = [line.strip(" '") for line in str(problem.stderr).splitlines() if line.strip(" '")]
        if problem.status == 128 and any("does not have any commits yet" in line for line in words):
            return b""
        reason = words[-1].removeprefix("fatal: ") if words else str(problem)
        raise GitFailed(f"git log failed: {reason}", hint="see git log") from problem


def _blob(git: Git, sha: str) -> str | None:
    if set(sha) == {"0"}:
        return None
    _, _, _, data = git.get_object_data(sha)
    return bytes(data).decode(errors="replace")
