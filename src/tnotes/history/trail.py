"""What happened to files, from the differences between commits. GitPython walks; it is imported only here."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from tnotes.errors import GitMissing
from tnotes.history.blobs import texts_of
from tnotes.history.environment import NO_PROMPT, NOT_OURS
from tnotes.history.git import Repository, Result, ask, literal, refused, run

if TYPE_CHECKING:
    from git import Git


class Step(NamedTuple):
    """One file in one commit: its text before and after (None where there was none), and who, when and what for.

    A merge that made something of its own has the texts of its further parents in `others`: what one of the parents
    had already did not happen here.
    """

    commit: str
    author: str
    date: str
    message: str
    path: str
    before: str | None
    after: str | None
    others: tuple[str | None, ...] = ()


# How many changes are read at once: memory stays bounded, and git is started once for many.
_AT_ONCE = 200

# Each option against a setting that would change what we parse: log.showSignature, log.follow, log.showRoot, color.ui,
# log.diffMerges, diff.renames, diff.external, i18n.logOutputEncoding. Full history, since a note that came and went on
# a side branch leaves no trace in the merge; date order, since clocks differ and a restore wants the last text first.
_LOG = (
    *("-z", "--raw", "--no-abbrev", "--no-color", "--root", "-c", "--full-history", "--date-order"),
    *("--no-show-signature", "--no-follow", "--no-renames", "--no-ext-diff", "--relative", "--encoding=UTF-8"),
    # One record a commit, begun by a sign that no other part of the -z output begins with. The name stands before the
    # message, so that a sign in it cannot move another field.
    "--format=%x1e%H%x1f%aI%x1f%an%x1f%B",
)


def steps(repository: Repository, paths: Sequence[str]) -> Iterator[Step]:
    """Each change of a file below the paths, newest first, as far back as this clone's history goes."""
    with _git(repository) as git:
        out = _said(lambda: git.log(*_LOG, "--", *map(literal, paths), stdout_as_string=False))
    yield from _steps(repository, out)


def steps_since(repository: Repository, revision: str, paths: Sequence[str]) -> Iterator[Step]:
    """Those of the commits that HEAD has and the revision has not."""
    yield from _steps(repository, ask(repository, "log", *_LOG, f"{revision}..HEAD", "--", *map(literal, paths)))


def _steps(repository: Repository, out: bytes) -> Iterator[Step]:
    changes = iter(_parsed(iter(out.split(b"\0"))))
    texts: dict[str, str | None] = {}
    while some := tuple(islice(changes, _AT_ONCE)):
        # What one commit found is what the one before it left: the texts of the last lot are kept for this one.
        wanted = dict.fromkeys(sha for change in some for sha in change.blobs)
        texts = {sha: texts[sha] for sha in wanted if sha in texts}
        texts |= texts_of(repository, [sha for sha in wanted if sha not in texts])
        for change in some:
            before, *others, after = (texts[sha] for sha in change.blobs)
            yield Step(
                change.commit, change.author, change.date, change.message, change.path, before, after, (*others,)
            )


class _Change(NamedTuple):
    """One file in one commit: the ids of its texts, first those of the parents, last its own."""

    commit: str
    author: str
    date: str
    message: str
    path: str
    blobs: tuple[str, ...]


def _parsed(parts: Iterator[bytes]) -> Iterator[_Change]:
    commit, date, author, text = "", "", "", ""
    for raw in parts:
        part = raw.decode(errors="surrogateescape").lstrip("\n")
        if part.startswith("\x1e"):
            commit, date, author, text = part[1:].split("\x1f", 3)
        elif part.startswith(":"):
            parents = len(part) - len(part.lstrip(":"))
            path = next(parts).decode(errors="surrogateescape")
            yield _Change(commit, author, date, text, path, tuple(part.split(" ")[parents + 1 : 2 * parents + 2]))


def left_out(repository: Repository, path: str, sign: str) -> Iterator[Step]:
    """The merges that took a file without the sign although one of their parents had it, newest first.

    They took one side as it was, so to Git they changed nothing.
    """
    options = (
        "--merges",
        "-m",
        "--full-history",
        "--date-order",
        "--no-renames",
        "--no-show-signature",
        "--no-ext-diff",
    )
    out = ask(repository, "log", *options, f"-S{sign}", "-s", "--format=%H%x1f%aI%x1f%an", "--", literal(path))
    for row in dict.fromkeys(out.decode(errors="surrogateescape").split("\n")):
        commit, _, rest = row.partition("\x1f")
        found = run(repository, "cat-file", "blob", f"{commit}:./{path}") if commit else None
        if found is None or sign.encode() in found.out:
            continue
        date, _, author = rest.partition("\x1f")
        yield Step(
            commit, author, date, "", path, None, found.out.decode(errors="replace") if found.code == 0 else None
        )


def versions(repository: Repository, path: str) -> Iterator[str]:
    """The texts that a file has had, the last one first."""
    for step in steps(repository, [path]):
        yield from (text for text in (step.after, step.before, *step.others) if text is not None)


def cut_at(repository: Repository) -> frozenset[str]:
    """The commits at which this clone's history is cut: what they seem to add may be older. None in a whole clone."""
    try:
        return frozenset((repository.common_dir / "shallow").read_text(encoding="ascii").split())
    except FileNotFoundError:
        return frozenset()


def is_shallow(repository: Repository) -> bool:
    """Whether this clone's history is cut, so that old changes are missing."""
    return (repository.common_dir / "shallow").is_file()


_taking = threading.Lock()


@contextmanager
def _git(repository: Repository) -> Iterator[Git]:
    """GitPython's git in the workspace, without the variables that tie it to another repository.

    GitPython copies the environment and can only add to it. No other thread of ours misses what is taken out.
    """
    with _taking:
        taken = {name: os.environ.pop(name) for name in NOT_OURS if name in os.environ}
        try:
            try:
                from git import Git
            except ImportError as problem:  # what GitPython raises where git is not on PATH
                raise GitMissing("git was not found on PATH", hint="install Git; reading works without it") from problem
            git = Git(repository.root)
            git.update_environment(**NO_PROMPT)
            yield git
        finally:
            os.environ.update(taken)


def _said(call: Callable[[], Any]) -> bytes:
    from git.exc import GitCommandError

    try:
        return bytes(call())
    except GitCommandError as problem:
        said = str(problem.stderr).removeprefix("\n  stderr: '").removesuffix("'")
        if "does not have any commits yet" in said:
            return b""
        raise refused("log", Result(128, b"", said)) from problem
