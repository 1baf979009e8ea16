"""The other repository: the only place that touches the network, and no prompt can make it wait."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from tnotes.errors import GitFailed, GitState, MergeConflict, NoRemote, NoRights, RemoteUnreachable, TnotesError
from tnotes.history.git import Repository, Result, ask, refused, run

PUSHED, MOVED, PROTECTED = "pushed", "moved", "protected"

# Git's own words, asked for in English below. Whatever else it says is passed on as it is.
_NO_RIGHTS = (
    *("authentication failed", "permission denied", "could not read username", "could not read password"),
    *(
        "access denied",
        "error: 403",
        "error: 401",
        "not allowed",
        "permission to",
        "insufficient permission",
        "read-only",
    ),
    *("unable to create temporary object directory", "host key verification failed"),
)
_NOT_THERE = (
    *("could not resolve host", "connection refused", "connection timed out", "network is unreachable"),
    *("no route to host", "does not appear to be a git repository", "repository not found", "not found"),
    *("unable to access", "could not read from remote repository", "the remote end hung up", "no such file"),
)


class Upstream(NamedTuple):
    """Where the current branch is synced: the name of a remote, and of its branch there."""

    remote: str
    branch: str
    local: str

    @property
    def shown(self) -> str:
        """Both in one."""
        return f"{self.remote}/{self.branch}"

    @property
    def tracked(self) -> str:
        """The reference that keeps what the remote had when it was last asked."""
        return f"refs/remotes/{self.remote}/{self.branch}"


def upstream(repository: Repository) -> Upstream:
    """Where the current branch belongs. Raises GitState on no branch, NoRemote where that is not known."""
    head = run(repository, "symbolic-ref", "--quiet", "HEAD")
    if head.code != 0:
        raise GitState("HEAD is on no branch", hint="git switch to the branch that is to be synced")
    local = _text(head).removeprefix("refs/heads/")
    remotes = _text(run(repository, "remote")).splitlines()
    set_up = _text(run(repository, "config", "--get", f"branch.{local}.remote"))
    merged = _text(run(repository, "config", "--get", f"branch.{local}.merge"))
    if set_up == ".":
        raise NoRemote(f"branch {local} follows another local branch", hint="sync that one, or give it a remote")
    if set_up and set_up not in remotes:
        raise NoRemote(f"branch {local} follows {set_up}, which is no remote here", hint="git remote -v lists them")
    remote = set_up or ("origin" if "origin" in remotes else "".join(remotes) if len(remotes) == 1 else "")
    if not remote:
        why = f"none of {', '.join(remotes)} is set up for branch {local}" if remotes else "there is no remote"
        fix = f"git branch --set-upstream-to REMOTE/{local}" if remotes else "git remote add origin URL"
        raise NoRemote(why, hint=fix)
    return Upstream(remote, (merged.removeprefix("refs/heads/") if set_up else "") or local, local)


def fetch(repository: Repository, to: Upstream) -> str | None:
    """The commit that the remote's branch is at now; None where it has no such branch yet.

    Raises MergeConflict where the remote's history was rewritten: merging would bring back what somebody took out.
    """
    extra = _without_prompts(repository)
    # Not into refs/remotes at once: what was rewritten is seen there as long as nobody overwrites it.
    # Nor read from FETCH_HEAD, which any other fetch beside this one writes too.
    own = f"refs/tnotes/fetched/{os.getpid()}-{os.urandom(4).hex()}"
    arguments = (*_QUICK, "fetch", "--quiet", "--no-tags", "--refmap=", to.remote, f"+refs/heads/{to.branch}:{own}")
    try:
        result = run(repository, *arguments, extra=extra)
        new = _commit(repository, own)
    finally:
        run(repository, "update-ref", "-d", own)
    if result.code != 0 and "couldn't find remote ref" in result.err.lower():
        return None
    if result.code != 0:
        raise _failed("fetch", to, result)
    if not new:
        raise GitFailed(f"git fetched nothing from {to.shown}", hint="try again; git fetch shows what it does")
    old = _commit(repository, to.tracked)
    if old and old != new and not _is_in(repository, old, new) and not _is_shallow(repository):
        raise MergeConflict(
            f"{to.shown} and this clone have different histories: one of them was rewritten since the last sync",
            hint=f"after a purge here: git push --force {to.remote} HEAD; where it was rewritten there: git fetch,"
            f" then git rebase --onto {to.shown} {old[:10]}, or clone it again",
        )
    ask(repository, "update-ref", to.tracked, new)
    return new


def _commit(repository: Repository, name: str) -> str:
    return _text(run(repository, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"))


def _is_in(repository: Repository, old: str, new: str) -> bool:
    return run(repository, "merge-base", "--is-ancestor", old, new).code == 0


def _is_shallow(repository: Repository) -> bool:
    return (repository.common_dir / "shallow").exists()


def push(repository: Repository, to: Upstream, branch: str) -> tuple[str, str]:
    """Give the remote's branch our commits: whether it took them, and what the remote said.

    MOVED where somebody pushed first, PROTECTED where the remote takes no pushes to the branch. Raises TnotesError.
    """
    arguments = (*_QUICK, "push", "--porcelain", to.remote, f"HEAD:refs/heads/{branch}")
    result = run(repository, *arguments, extra=_without_prompts(repository))
    if result.code == 0:
        return PUSHED, _of_the_remote(result)
    rows = [line for line in result.out.decode(errors="replace").splitlines() if line.startswith("!")]
    said = rows[0].rpartition("\t")[2] if rows else ""
    if "[remote rejected]" in said and ("cannot lock ref" in said or "failed to update ref" in said):
        return MOVED, said  # two pushed in the same moment
    if "[remote rejected]" in said:
        return PROTECTED, _of_the_remote(result) or said
    if "[rejected]" in said:
        return MOVED, said
    raise _failed("push", to, result)


def request_branch(repository: Repository, to: Upstream) -> str:
    """The branch for what `to.branch` does not take: the same at every sync of this clone, another in each clone."""
    from hashlib import sha256
    from socket import gethostname

    clone = f"{gethostname()}:{repository.common_dir.resolve()}"
    return f"tnotes/{to.branch}-{sha256(clone.encode(errors='surrogateescape')).hexdigest()[:8]}"


def _of_the_remote(result: Result) -> str:
    """The address that the remote's own words name, such as where to open a request; else their first line."""
    rows = (line.removeprefix("remote:").strip() for line in result.err.splitlines() if line.startswith("remote:"))
    lines = [line for line in rows if line]
    return next((line for line in lines if "://" in line), lines[0] if lines else "")


# A server that takes the connection and then says nothing.
_QUICK = ("-c", "http.lowSpeedLimit=1", "-c", "http.lowSpeedTime=30")


def _without_prompts(repository: Repository) -> dict[str, str]:
    """What keeps git, ssh and credential helpers from asking a person; what people set on purpose stays."""
    extra = {"LC_ALL": "C.UTF-8", "LANGUAGE": "", "GCM_INTERACTIVE": "never", "SSH_ASKPASS_REQUIRE": "never"}
    if "GIT_SSH_COMMAND" not in os.environ and "GIT_SSH" not in os.environ:
        configured = _text(run(repository, "config", "--get", "core.sshCommand")) or "ssh"
        # A command of somebody's own may be no ssh at all, and then knows no such option.
        extra["GIT_SSH_COMMAND"] = f"{configured} -oBatchMode=yes" if configured.startswith("ssh") else configured
    if "GIT_ASKPASS" not in os.environ and not _text(run(repository, "config", "--get", "core.askPass")):
        extra |= {"GIT_ASKPASS": "", "SSH_ASKPASS": ""}
    return extra


def _failed(verb: str, to: Upstream, result: Result) -> TnotesError:
    """Git's refusal in the words of what a person can do about it."""
    lines = [line.strip() for line in result.err.splitlines() if line.strip()]
    # The program that git called says why, before git says that it failed.
    said = lines[0] if lines else ""
    said = said.partition(": ")[2] if said.startswith(("fatal:", "error:", "ssh:")) else said
    low = re.sub("'[^']*'", "", result.err.lower())  # a path may hold any of the words
    if any(words in low for words in _NO_RIGHTS):
        what = "read" if verb == "fetch" else "write"
        hint = "check your key or token: git fetch in a terminal asks for it" if verb == "fetch" else "ask its owner"
        return NoRights(f"{to.remote} does not let you {what}: {said}", hint=f"{hint}; your notes are safe here")
    if any(words in low for words in _NOT_THERE):
        return RemoteUnreachable(
            f"{to.remote} cannot be reached: {said}",
            hint=f"git remote -v shows where {to.remote} is; your notes are safe here",
        )
    problem = refused(verb, result)
    return GitFailed(problem.message, hint="your notes are safe here", detail=problem.detail)


def _text(result: Result) -> str:
    return result.out.decode(errors="surrogateescape").strip() if result.code == 0 else ""
