"""The verb `sync`: what others pushed is merged note by note, and what was committed here is pushed."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import NamedTuple

from tnotes.actions.commits import repository_of, writing
from tnotes.actions.session import Session
from tnotes.actions.sync_merge import Merge, merge_in
from tnotes.errors import NoRights, RemoteMoving
from tnotes.history.environment import sync_tries
from tnotes.history.git import Repository
from tnotes.history.merging import FORWARD, MERGED, NOTHING, commits_between, head_of
from tnotes.history.remote import PROTECTED, PUSHED, Upstream, fetch, push, request_branch, upstream
from tnotes.history.status import waiting_below

_LONGEST_PAUSE = 3.0


class Synced(NamedTuple):
    """What a sync did: how many commits came and went, and how often it had to start over.

    `pushed_to` is the remote's branch that has our commits now, another than `to.branch` where that takes no pushes;
    None where there was nothing to push. `waiting` counts files with changes that no commit has.
    """

    to: Upstream
    fetched: int
    merged: str
    pushed: int
    pushed_to: str | None
    said: str
    commit: str | None
    tries: int
    mended: tuple[str, ...]
    waiting: int


def sync(session: Session, tell: Callable[[str], None]) -> Synced:
    """Fetch, merge and push, again while somebody else pushes first. Raises with the files as they were, or merged."""
    repository = repository_of(session.workspace)
    to = upstream(repository)
    fetched, kinds, mended = 0, [NOTHING], dict[str, None]()
    tries = sync_tries()
    for tried in range(1, tries + 1):
        tell(f"fetching {to.shown}")
        theirs = fetch(repository, to)
        came, merge = _merged(session, repository, to, theirs)
        fetched += came
        kinds.append(merge.kind)
        mended |= dict.fromkeys(merge.mended)
        head = head_of(repository)
        ahead = 0 if head is None else commits_between(repository, theirs, head)
        outcome, said = PUSHED, ""
        if ahead:
            tell(f"pushing to {to.shown}")
            outcome, said = push(repository, to, to.branch)
        if outcome in (PUSHED, PROTECTED):
            branch, said = (to.branch, said) if outcome == PUSHED else _as_request(repository, to, said)
            kind = next(one for one in (MERGED, FORWARD, NOTHING) if one in kinds)
            waiting = waiting_below(repository, ("notes", "catalog"))
            sent = branch if ahead else None
            return Synced(to, fetched, kind, ahead, sent, said, head, tried, tuple(mended), waiting)
        time.sleep(random.uniform(0, min(_LONGEST_PAUSE, 0.05 * 2**tried)))  # noqa: S311 - so that nobody keeps step
    raise RemoteMoving(
        f"somebody else pushed to {to.shown} first, {tries} times",
        hint="everything is merged and committed here; run tnotes sync again",
    )


def _merged(session: Session, repository: Repository, to: Upstream, theirs: str | None) -> tuple[int, Merge]:
    with writing(session.workspace):
        if theirs is None:
            return 0, Merge(NOTHING)
        came = commits_between(repository, head_of(repository), theirs)
        return came, merge_in(session, repository, theirs, to.shown)


def _as_request(repository: Repository, to: Upstream, why: str) -> tuple[str, str]:
    """Our commits on a branch of their own, from which somebody can open a request; what the remote said of it."""
    first = request_branch(repository, to)
    for branch in (first, f"{first}-{(head_of(repository) or '')[:8]}"):
        outcome, said = push(repository, to, branch)
        if outcome == PUSHED:
            return branch, said or why
        if outcome == PROTECTED:
            why = said
    raise NoRights(f"{to.remote} takes no pushes: {why}", hint="ask its owner; everything is committed here")
