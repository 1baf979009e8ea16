"""What a workspace stands on: Git, Python, the repository, the identity."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterator
from importlib.util import find_spec

from tnotes import __version__
from tnotes.actions.doctor.patient import FAIL, OK, WARN, Finding, Patient, many
from tnotes.errors import NotAWorkspace
from tnotes.history.rewrite import INSTALL, can_rewrite
from tnotes.history.state import is_detached, unfinished
from tnotes.project.workspace import SETTINGS

# --pathspec-from-file, by which imports of many files are committed
_LEAST_GIT = (2, 25)


def versions(patient: Patient) -> Iterator[Finding]:
    """Git, Python, tnotes."""
    ours = f"tnotes {__version__}, Python {platform.python_version()}"
    if patient.git is None:
        yield Finding("versions", FAIL, f"{ours}, and no git on PATH: nothing can be written", "install Git")
        return
    number = re.match(r"(\d+)\.(\d+)", patient.git)
    if number and tuple(map(int, number.groups())) < _LEAST_GIT:
        least = ".".join(map(str, _LEAST_GIT))
        yield Finding(
            "versions", WARN, f"{ours}, git {patient.git}: older than {least}", f"install Git {least} or newer"
        )
        return
    yield Finding("versions", OK, f"{ours}, git {patient.git}")


def extras(patient: Patient) -> Iterator[Finding]:
    """What need not be installed."""
    found = {"duckdb": (find_spec("duckdb") is not None, "pip install 'tnotes[duckdb]'")}
    if patient.repository is not None and patient.git is not None:
        found["git-filter-repo"] = (can_rewrite(patient.repository), INSTALL)
    words = [
        f"{name} {'is there' if there else f'is not installed ({install})'}" for name, (there, install) in found.items()
    ]
    yield Finding("extras", OK, "; ".join(words))


def workspace(patient: Patient) -> Iterator[Finding]:
    """Whether there is one."""
    if patient.workspace is not None:
        yield Finding("workspace", OK, f"{patient.workspace.root}")
    elif isinstance(patient.problem, NotAWorkspace):
        yield Finding("workspace", FAIL, patient.problem.message, "tnotes init")


def settings(patient: Patient) -> Iterator[Finding]:
    """Settings, role, mode and zone."""
    if patient.session is not None:
        yield Finding("settings", OK, f"{SETTINGS} can be used")
    elif patient.problem is not None and not isinstance(patient.problem, NotAWorkspace):
        yield Finding("settings", FAIL, patient.problem.message, patient.problem.hint)


def repository(patient: Patient) -> Iterator[Finding]:
    """Whether Git has the workspace and works with it."""
    if patient.refusal:
        owner = "dubious ownership" in patient.refusal
        root = patient.workspace.root if patient.workspace else patient.asked.start
        fix = f"git config --global --add safe.directory {root}" if owner else "git status says more"
        yield Finding("repository", FAIL, patient.refusal.removeprefix("fatal: "), fix)
    elif patient.repository is None:
        if patient.workspace is not None:
            yield Finding("repository", FAIL, "it lies in no Git work tree, so it can only be read", "git init")
    elif not os.access(patient.repository.git_dir, os.W_OK):
        git_dir = patient.repository.git_dir
        yield Finding("repository", FAIL, f"{git_dir} cannot be written to", f"chmod u+rwX {git_dir}, or ask its owner")
    else:
        yield from _branch(patient)


def _branch(patient: Patient) -> Iterator[Finding]:
    if patient.repository is not None and is_detached(patient.repository.git_dir):
        yield Finding("repository", WARN, "HEAD is on no branch: commits made now are easily lost", "git switch BRANCH")
    else:
        branch = patient.said("symbolic-ref", "--short", "HEAD")
        yield Finding("repository", OK, f"on branch {branch}" if branch else "Git works here")


def identity(patient: Patient) -> Iterator[Finding]:
    """Who commits."""
    if patient.repository is None or patient.git is None:
        return
    who = patient.said("var", "GIT_AUTHOR_IDENT")
    if who:
        yield Finding("identity", OK, f"commits are made by {who.rpartition('>')[0]}>")
    else:
        fix = "git config --global user.name NAME && git config --global user.email ADDRESS"
        yield Finding("identity", FAIL, "Git does not know who you are", fix)


def history(patient: Patient) -> Iterator[Finding]:
    """How much of history is here."""
    if patient.repository is None or patient.git is None:
        return
    if (patient.repository.common_dir / "shallow").is_file():
        yield Finding(
            "history", WARN, "a shallow clone: log and restore know only what is in it", "git fetch --unshallow"
        )
    else:
        commits = patient.said("rev-list", "--count", "HEAD")
        yield Finding("history", OK, many(int(commits or 0), "commit"))


def operation(patient: Patient) -> Iterator[Finding]:
    """A merge or the like that nobody finished."""
    if patient.repository is None:
        return
    words = unfinished(patient.repository.git_dir)
    left = dict.fromkeys(row.partition("\t")[2] for row in patient.said("ls-files", "--unmerged", ":/").splitlines())
    if words is not None:
        fix = "git status says how to finish or abort it"
        yield Finding("operation", FAIL, f"{words} is in progress: nothing can be written until it ends", fix)
    if left:
        message = f"{many(len(left), 'file')} with unresolved conflicts, such as {patient.named(next(iter(left)))}"
        yield Finding("operation", FAIL, message, "resolve them and git add them")
    if words is None and not left:
        yield Finding("operation", OK, "no merge, rebase or the like is in progress")
