"""What all checks of the doctor look at, and what they answer with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.session import Session, open_session
from tnotes.errors import NotAWorkspace, TnotesError
from tnotes.history.git import Repository, run
from tnotes.project.workspace import Workspace, find_workspace, git_folders

HIDDEN = "one that this role may not see"
OK, WARN, FAIL = STATES = ("ok", "warn", "fail")


class Finding(NamedTuple):
    """What one look found, and the command that mends it; `init_mends` where that is `tnotes init`."""

    check: str
    state: str
    message: str
    fix: str = ""
    init_mends: bool = False


class Asked(NamedTuple):
    """What the command line and the environment ask for."""

    start: Path
    role: str | None = None
    mode: str | None = None
    time_zone: str | None = None


class Patient(NamedTuple):
    """A workspace as far as it can be opened. `git` is Git's version, None where there is no Git.

    `repository` is None where git cannot be asked about it; `problem` says why there is no session.
    """

    asked: Asked
    git: str | None
    workspace: Workspace | None
    repository: Repository | None
    refusal: str
    session: Session | None
    problem: TnotesError | None

    def said(self, *arguments: str) -> str:
        """What git answers, empty where it refuses or cannot be asked."""
        if self.repository is None or self.git is None:
            return ""
        answer = run(self.repository, *arguments)
        return answer.out.decode(errors="surrogateescape").strip() if answer.code == 0 else ""

    def named(self, path: str) -> str:
        """A path of the workspace, unless it tells of a table that this user may not see."""
        top, _, below = path.partition("/")
        if self.session is None or self.workspace is None:
            seen = self.asked.role is None
        else:
            seen = top not in ("notes", "catalog") or self.session.may_name(self.workspace.notes / below)
        return path if seen else HIDDEN


def many(count: int, what: str) -> str:
    """A number of things in words."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


Check = Callable[[Patient], Iterator[Finding]]


def examine(asked: Asked) -> Patient:
    """The patient; nothing that is wrong with it raises."""
    workspace: Workspace | None = None
    session: Session | None = None
    problem: TnotesError | None = None
    try:
        workspace = find_workspace(asked.start)
        session = open_session(asked.start, role=asked.role, mode=asked.mode, time_zone=asked.time_zone)
    except TnotesError as trouble:
        problem = trouble
    except OSError as trouble:
        problem = NotAWorkspace(f"{asked.start}: {(trouble.strerror or str(trouble)).lower()}")
    folder = workspace.root if workspace else asked.start
    there = _repository(folder.resolve()) if folder.is_dir() else None
    git = _git(there or Repository(Path.cwd(), Path.cwd(), Path.cwd()))
    refusal = ""
    if there is not None and git is not None:
        answer = run(there, "rev-parse", "--git-dir")
        refusal = "" if answer.code == 0 else next(iter(answer.err.splitlines()), "git refuses it")
    return Patient(asked, git, workspace, None if refusal else there, refusal, session, problem)


def _repository(folder: Path) -> Repository | None:
    git_dir, common_dir = git_folders(folder)
    return None if git_dir is None or common_dir is None else Repository(folder, git_dir, common_dir)


def _git(anywhere: Repository) -> str | None:
    try:
        return run(anywhere, "version").out.decode(errors="replace").strip().removeprefix("git version ")
    except TnotesError:
        return None
