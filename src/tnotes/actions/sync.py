"""The verb `sync`: what others pushed is merged note by note, and what was committed here is pushed."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import NamedTuple

from tnotes.actions.commits import repository_of, writing
from tnotes.actions.session import Session
from tnotes.actions.sync_merge import merge_in
from tnotes.errors import NoRights, RemoteMoving
from tnotes.history.environment import sync_seconds
from tnotes.history.git import Repository
from tnotes.history.merging import FORWARD, MERGED, NOTHING, commits_between, head_of
from tnotes.history.remote import MOVED, PROTECTED, PUSHED, Upstream, fetch, push, request_branch, upstream
from tnotes.history.status import waiting_below

_LONGEST_PAUSE = 3.0


class Synced(NamedTuple):
    """What a sync did: how many commits came and went, and how often it had to start over.

    `pushed_to` is the remote's branch that has our commits now, another than `to.branch` where that takes no pushes;
    None where there was nothing to push. `waiting` counts files with changes that no commit has.
    """

    to: Upstream
    fetched: int = 0
    merged: str = NOTHING
    pushed: int = 0
    pushed_to: str | None = None
    said: str = ""
    commit: str | None = None
    tries: int = 0
    mended: tuple[str, ...] = ()
    waiting: int = 0


def sync(session: Session, tell: Callable[[str], None]) -> Synced:
    """Fetch, merge and push, again while somebody else pushes first. Raises with the files as they were, or merged."""
    repository = repository_of(session.workspace)
    to = upstream(repository)
    done = Synced(to)
    for tried in _attempts(to):
        tell(f"fetching {to.shown}")
        theirs = fetch(repository, to)
        done = _merged(session, repository, done._replace(tries=tried), theirs)
        done = done._replace(pushed=0 if done.commit is None else commits_between(repository, theirs, done.commit))
        if done.pushed:
            tell(f"pushing to {to.shown}")
            outcome, said = push(repository, to, to.branch)
            if outcome == MOVED:
                continue
            branch, said = (to.branch, said) if outcome == PUSHED else _as_request(repository, to, said)
            done = done._replace(pushed_to=branch, said=said)
        break
    return done._replace(waiting=waiting_below(repository, ("notes", "catalog")))


def _attempts(to: Upstream) -> Iterator[int]:
    """1, 2, 3 … with growing pauses between them. Raises RemoteMoving when the time for it is over."""
    deadline = time.monotonic() + sync_seconds()
    for tried in count(1):
        yield tried
        if time.monotonic() > deadline:
            raise RemoteMoving(
                f"somebody else pushed to {to.shown} first, {tried} times",
                hint="everything is merged and committed here; run tnotes sync again",
            )
        time.sleep(random.uniform(0, min(_LONGEST_PAUSE, 0.05 * 2**tried)))  # noqa: S311 - so that nobody keeps step


def _merged(session: Session, repository: Repository, done: Synced, theirs: str | None) -> Synced:
    """What was done so far, with the merge of what was fetched just now."""
    with writing(session.workspace):
        if theirs is None:
            return done._replace(commit=head_of(repository))
        came = commits_between(repository, head_of(repository), theirs)
        merge = merge_in(session, repository, theirs, done.to.shown)
        return done._replace(
            fetched=done.fetched + came,
            merged=max(done.merged, merge.kind, key=(NOTHING, FORWARD, MERGED).index),
            commit=head_of(repository),
            mended=tuple(dict.fromkeys((*done.mended, *merge.mended))),
        )


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
