"""The index as the files are now: only what changed is read again, and nobody who searches waits for who writes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple, TypeVar

from tnotes.catalog.table import TableName
from tnotes.context.alone import alone
from tnotes.context.change import Change
from tnotes.context.engine import Both, Memory, Postings, Reader, Store, Unusable
from tnotes.context.frame import Frame
from tnotes.context.gather import Source, gather
from tnotes.context.ledger import (
    Body,
    Head,
    body_of,
    head_of,
    whole_frame,
)
from tnotes.context.lookout import looking
from tnotes.context.plan import Plan, is_unchanged, plan_for
from tnotes.context.stamps import Scan, scan
from tnotes.errors import Busy, WriteFailed

WHOOSH, SQLITE = ENGINES = ("whoosh", "sqlite")
_WAIT = 30.0
NOTHING = Head({}, {}, {})
_AGAIN = "the search index is made again: {}"

Answer = TypeVar("Answer")


class Place(NamedTuple):
    """What the index is made of, and the folder for it; None where it can be kept in memory only."""

    source: Source
    folder: Path | None
    engine: str


class Talk(NamedTuple):
    """Who hears what is going on: `say` one line, `tick` how many of how many files are done."""

    say: Callable[[str], None]
    tick: Callable[[int, int], None]


class Corpus(NamedTuple):
    """All that a search needs. `body` is None while nobody needed it; `close` when done."""

    postings: Postings
    head: Head
    reader: Reader | None
    body: Body | None

    def frame(self, sees: Callable[[TableName], bool] | None) -> Frame:
        """The tables as somebody sees them; None sees all."""
        if self.reader is None or self.body is not None:
            return (self.body or Body()).frame(sees)
        if sees is None:
            return whole_frame(self.reader.text("frame"))
        return body_of(self.reader.text("body")).frame(sees)

    def close(self) -> None:
        """Let go of the files."""
        if self.reader is not None:
            self.reader.close()


def folder_of(git_dir: Path | None, engine: str) -> Path | None:
    """Where the index of that engine lies: in the Git directory, since one that came with the files is never opened."""
    return None if git_dir is None else git_dir / "tnotes" / f"index-{engine}"


def asked_of(place: Place, tops: tuple[str, ...], talk: Talk, use: Callable[[Corpus], Answer]) -> Answer:
    """What `use` makes of the index of the files below those top folders as they are now.

    Where that shows the index to be damaged, what it makes of a new one.
    """
    try:
        return _answered(place, tops, talk, use)
    except Unusable as problem:
        talk.say(_AGAIN.format(problem))
    with alone(place.folder) if place.folder else nullcontext(False) as may:
        store = store_of(place)
        if may and store is not None:
            store.wipe()
        corpus = _in_memory(place, None, scan(place.source.root, tops), tops, talk)
    return use(corpus)


def _answered(place: Place, tops: tuple[str, ...], talk: Talk, use: Callable[[Corpus], Answer]) -> Answer:
    """What `use` makes of the index; while the files are still being looked at, of the one that is probably right."""
    with looking(place.source.root, tops) as lookout:
        store = store_of(place)
        opened = _open(store)
        guess = None if opened is None or lookout.is_done() else (use(opened),)
        seen = lookout.scan()
        if opened is not None and is_unchanged(place.source, opened.head, seen, tops):
            corpus = opened
        else:
            guess = None
            corpus = _brought_up(place, store, opened, seen, tops, talk)
    try:
        return use(corpus) if guess is None else guess[0]
    finally:
        corpus.close()


def _brought_up(
    place: Place, store: Store | None, opened: Corpus | None, seen: Scan, tops: tuple[str, ...], talk: Talk
) -> Corpus:
    """The index with what changed: written, or in memory where another writes or nothing can be written."""
    if store is not None and place.folder is not None:
        with alone(place.folder) as may:
            written = _written(place, store, opened, seen, tops, talk) if may else None
        if written is not None:
            return written
    return _in_memory(place, opened, seen, tops, talk)


def rebuild(place: Place, tops: tuple[str, ...], talk: Talk) -> None:
    """Make the index anew, whatever is there. Raises Busy, or WriteFailed where none can be kept."""
    store = store_of(place)
    if store is None or place.folder is None:
        raise WriteFailed("there is no Git directory to keep an index in", hint="search works in memory there")
    with alone(place.folder, wait=_WAIT) as may:
        if not may:
            problem = f"another process writes the search index, or {place.folder} cannot be written"
            raise Busy(problem, hint="try again; a search does without meanwhile")
        store.wipe()
        _renew(place, store, None, scan(place.source.root, tops), tops, talk).close()


def stale(place: Place, tops: tuple[str, ...]) -> tuple[Head | None, Body, Plan, str | None]:
    """What is known, what the next search would have to do, and why the index cannot be used if so."""
    seen = scan(place.source.root, tops)
    store = store_of(place)
    known, damage = None, None
    try:
        reader = store.read() if store else None
        if reader is not None:
            known = head_of(reader.text("head")), body_of(reader.text("body"))
            reader.close()
    except (Unusable, OSError) as problem:
        damage = str(problem)
    head, body = known or (NOTHING, Body())
    return head if known else None, body, plan_for(place.source, head, body, seen, tops), damage


def store_of(place: Place) -> Store | None:
    """The store of the engine that was chosen; its library is imported here."""
    if place.folder is None:
        return None
    if place.engine == SQLITE:
        from tnotes.context.fts import FtsStore

        return FtsStore(place.folder)
    from tnotes.context.index import WhooshStore

    return WhooshStore(place.folder)


def _open(store: Store | None) -> Corpus | None:
    if store is None:
        return None
    try:
        reader = store.read()
        return None if reader is None else Corpus(reader, head_of(reader.text("head")), reader, None)
    except (Unusable, OSError):  # who may write it finds out whether it is damaged or just being written
        return None


def _written(
    place: Place, store: Store, opened: Corpus | None, seen: Scan, tops: tuple[str, ...], talk: Talk
) -> Corpus | None:
    """The index brought up to date, and what was open of it closed; None where the disk refuses."""
    try:
        latest = opened
        if opened is None or opened.reader is None or not store.is_latest(opened.reader):
            # somebody was here first: what was seen is older than what they wrote
            latest = _open(store)
            seen = scan(place.source.root, tops)
            if latest is not None and is_unchanged(place.source, latest.head, seen, tops):
                if opened is not None:
                    opened.close()
                return latest
        written = _renew(place, store, latest, seen, tops, talk)
    except (OSError, Unusable) as problem:
        talk.say(f"the search index could not be written, this search goes without: {problem}")
        return None
    if opened is not None and opened is not latest:
        opened.close()
    return written


def _renew(place: Place, store: Store, before: Corpus | None, seen: Scan, tops: tuple[str, ...], talk: Talk) -> Corpus:
    """Bring the index on disk up to date, open it and close what was open `before`. The lock is held."""
    head, body, reader = NOTHING, Body(), None if before is None else before.reader
    try:
        reader = reader or store.read()
        if reader is not None:
            head, body = head_of(reader.text("head")), body_of(reader.text("body"))
        plan = plan_for(place.source, head, body, seen, tops)
    except Unusable as problem:
        talk.say(_AGAIN.format(problem))
        store.wipe()
        head, body, reader = NOTHING, Body(), None
        plan = plan_for(place.source, head, body, seen, tops)
    change = Change(head, body, plan, seen, tops)
    found = gather(place.source, plan.read, lambda done: talk.tick(done, len(plan.read)))
    store.write(change.take(found), tuple(plan.gone), lambda: change.texts(reader), before=reader)
    if reader is not None:
        reader.close()
    after = store.read()
    if after is None:
        raise OSError("the index went away as it was written")
    return Corpus(after, change.head(), after, None)


def _in_memory(place: Place, opened: Corpus | None, seen: Scan, tops: tuple[str, ...], talk: Talk) -> Corpus:
    """What is on disk with what changed since in memory; all of it in memory where nothing is on disk."""
    head, body = NOTHING, Body()
    if opened is not None and opened.reader is not None:
        try:
            head, body = opened.head, body_of(opened.reader.text("body"))
        except (Unusable, OSError):  # the writer has moved on
            opened.close()
            opened = None
            head, body = NOTHING, Body()
    plan = plan_for(place.source, head, body, seen, tops)
    change = Change(head, body, plan, seen, tops)
    found = gather(place.source, plan.read, lambda done: talk.tick(done, len(plan.read)))
    memory = Memory(change.take(found))
    if opened is None or opened.reader is None:
        return Corpus(memory, change.head(), None, change.body)
    return Corpus(Both(opened.reader, memory), change.head(), opened.reader, change.body)
