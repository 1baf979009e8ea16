"""The index as the files are now: only what changed is read again, and nobody who searches waits for who writes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tnotes.context.alone import alone
from tnotes.context.engine import Both, Entry, Memory, Postings, Reader, Store, Unusable
from tnotes.context.gather import Gathered, Source, digest_of, gather
from tnotes.context.ledger import Known, Ledger, empty, files_of, ledger_of, rows_of, to_texts
from tnotes.context.stamps import Scan, is_racy, scan
from tnotes.errors import Busy, WriteFailed

_WAIT = 30.0

WHOOSH, SQLITE = ENGINES = ("whoosh", "sqlite")


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
    """All that a search needs; `close` when done."""

    postings: Postings
    ledger: Ledger
    close: Callable[[], None]


class Plan(NamedTuple):
    """What to do so that the index is right: files to read, entries to drop, and what is known of the rest."""

    read: tuple[str, ...]
    gone: tuple[int, ...]
    kept: dict[str, Known]
    stale: tuple[tuple[str, str], ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether no word changes."""
        return not self.read and not self.gone and not self.stale


def folder_of(git_dir: Path | None, engine: str) -> Path | None:
    """Where the index of that engine lies: in the Git directory, since one that came with the files is never opened."""
    return None if git_dir is None else git_dir / "tnotes" / f"index-{engine}"


def current(place: Place, tops: tuple[str, ...], talk: Talk) -> Corpus:
    """The index of the files below those top folders as they are now."""
    seen = scan(place.source.root, tops, time.time_ns())
    store = store_of(place)
    reader = _read(store, talk)
    ledger = ledger_of(reader.ledger()) if reader else empty()
    if reader is not None and _unchanged(place.source, ledger, seen, tops):
        return Corpus(reader, ledger, reader.close)
    if store is not None and place.folder is not None:
        with alone(place.folder) as may:
            written = _written(place, store, seen, tops, talk) if may else None
        if written is not None:
            if reader is not None:
                reader.close()
            return written
    return _in_memory(place, reader, ledger, seen, tops, talk)


def rebuild(place: Place, tops: tuple[str, ...], talk: Talk) -> Ledger:
    """Make the index anew, whatever is there. Raises Busy, or WriteFailed where none can be kept."""
    store = store_of(place)
    if store is None or place.folder is None:
        raise WriteFailed("there is no Git directory to keep an index in", hint="search works in memory there")
    with alone(place.folder, wait=_WAIT) as may:
        if not may:
            problem = f"another process writes the search index, or {place.folder} cannot be written"
            raise Busy(problem, hint="try again; a search does without meanwhile")
        store.wipe()
        corpus = _renew(place, store, scan(place.source.root, tops, time.time_ns()), tops, talk)
        corpus.close()
    return corpus.ledger


def stale(place: Place, tops: tuple[str, ...]) -> tuple[Ledger | None, Plan, str | None]:
    """What the next search would have to do: the ledger, the plan, and why the index cannot be used if so."""
    seen = scan(place.source.root, tops, time.time_ns())
    store = store_of(place)
    try:
        reader = store.read() if store else None
        if reader is None:
            return None, _plan(place.source, {}, empty(), seen, tops), None
        ledger, files = ledger_of(reader.ledger()), files_of(reader.stamps())
        reader.close()
    except Unusable as problem:
        return None, _plan(place.source, {}, empty(), seen, tops), str(problem)
    return ledger, _plan(place.source, files, ledger, seen, tops), None


def store_of(place: Place) -> Store | None:
    """The store of the engine that was chosen; its library is imported here."""
    if place.folder is None:
        return None
    if place.engine == SQLITE:
        from tnotes.context.fts import FtsStore

        return FtsStore(place.folder)
    from tnotes.context.index import WhooshStore

    return WhooshStore(place.folder)


def _read(store: Store | None, talk: Talk) -> Reader | None:
    if store is None:
        return None
    try:
        reader = store.read()
        if reader is not None:
            ledger_of(reader.ledger())
        return reader
    except Unusable as problem:
        talk.say(f"the search index is made again: {problem}")
        return None
    except OSError:  # it may not be read: it is not needed either
        return None


def _unchanged(source: Source, ledger: Ledger, seen: Scan, tops: tuple[str, ...]) -> bool:
    """Whether every file is as it was: by the folders' digests, and the racy files by their content."""
    known = {folder: digest for folder, digest in ledger.folders.items() if folder.split("/", 1)[0] in tops}
    if known != seen.digests():
        return False
    racy = {path: digest for path, digest in ledger.racy.items() if path.split("/", 1)[0] in tops}
    return all(digest_of(source, path) == digest for path, digest in racy.items()) and not _settled(racy, seen)


def _settled(racy: dict[str, str], seen: Scan) -> bool:
    """Whether files that were racy no longer are, so that writing the ledger again spares reading them every time."""
    if not racy:
        return False
    stamps = seen.stamps()
    return not any(path in stamps and is_racy(stamps[path], seen.at) for path in racy)


def _plan(source: Source, files: dict[str, Known], ledger: Ledger, seen: Scan, tops: tuple[str, ...]) -> Plan:
    read, gone, kept, why = [], [], {}, []
    stamps = seen.stamps()
    for path, known in files.items():
        if path.split("/", 1)[0] not in tops:
            kept[path] = known
        elif path not in stamps:
            why.append((path, "deleted"))
            gone += [known.number] if known.number is not None else []
    for path, stamp in stamps.items():
        before = files.get(path)
        if before is None:
            why.append((path, "new"))
            read.append(path)
        elif before.stamp == stamp and path not in ledger.racy:
            kept[path] = before
        elif digest_of(source, path) == before.digest:
            kept[path] = before._replace(stamp=stamp)
        else:
            why.append((path, "changed"))
            read.append(path)
            gone += [before.number] if before.number is not None else []
    return Plan(tuple(read), tuple(gone), kept, tuple(why))


class _Change:
    """A ledger on its way to what the files are now."""

    def __init__(self, ledger: Ledger, plan: Plan, seen: Scan, tops: tuple[str, ...]) -> None:
        gone = set(plan.gone)
        self._seen = seen
        self._tops = tops
        self._stamps = seen.stamps()
        self.files = dict(plan.kept)
        dropped = {path for path, _ in plan.stale}
        self._ledger = ledger._replace(
            tables={number: row for number, row in ledger.tables.items() if number not in gone},
            notes={number: row for number, row in ledger.notes.items() if number not in gone},
            bad={path: problem for path, problem in ledger.bad.items() if path not in dropped},
        )

    def take(self, found: Iterator[Gathered]) -> Iterator[Entry]:
        """The entries of files that were read, each under a fresh number."""
        for one in found:
            number = None
            if one.document is not None:
                number = self._ledger.next
                rows_of(self._ledger, one.path)[number] = one.document.row
                self._ledger = self._ledger._replace(next=number + 1)
                yield Entry(number, one.document.words)
            elif one.problem is not None:
                self._ledger.bad[one.path] = one.problem
            self.files[one.path] = Known(self._stamps[one.path], one.digest, number)

    def ledger(self) -> Ledger:
        """The ledger with all that was taken."""
        others = {path: one for path, one in self._ledger.folders.items() if path.split("/", 1)[0] not in self._tops}
        young = {path: one for path, one in self._ledger.racy.items() if path.split("/", 1)[0] not in self._tops}
        young |= {
            path: self.files[path].digest
            for path, stamp in self._stamps.items()
            if path in self.files and is_racy(stamp, self._seen.at)
        }
        return self._ledger._replace(folders={**others, **self._seen.digests()}, racy=young)


def _written(place: Place, store: Store, seen: Scan, tops: tuple[str, ...], talk: Talk) -> Corpus | None:
    """The index brought up to date; None where the disk refuses."""
    try:
        return _renew(place, store, seen, tops, talk)
    except (OSError, Unusable) as problem:
        talk.say(f"the search index could not be written, this search goes without: {problem}")
        return None


def _renew(place: Place, store: Store, seen: Scan, tops: tuple[str, ...], talk: Talk) -> Corpus:
    """Bring the index on disk up to date and open it. The lock is held."""
    try:
        reader = store.read()
        ledger = ledger_of(reader.ledger()) if reader else empty()
        files = files_of(reader.stamps()) if reader else {}
        if reader is not None:
            reader.close()
    except Unusable:  # it was said when it was read
        store.wipe()
        ledger, files = empty(), {}
    plan = _plan(place.source, files, ledger, seen, tops)
    change = _Change(ledger, plan, seen, tops)
    total = len(plan.read)
    found = gather(place.source, plan.read, lambda done: talk.tick(done, total))
    store.write(change.take(found), plan.gone, lambda: to_texts(change.ledger(), change.files), whole=not files)
    after = store.read()
    if after is None:
        raise OSError("the index went away as it was written")
    return Corpus(after, ledger_of(after.ledger()), after.close)


def _in_memory(
    place: Place, reader: Reader | None, ledger: Ledger, seen: Scan, tops: tuple[str, ...], talk: Talk
) -> Corpus:
    """What is on disk with what changed since in memory; all of it in memory where nothing is on disk."""
    files = {}
    if reader is not None:
        try:
            files = files_of(reader.stamps())
        except (Unusable, OSError):  # the writer has moved on
            reader.close()
            reader, ledger = None, empty()
    plan = _plan(place.source, files, ledger, seen, tops)
    change = _Change(ledger, plan, seen, tops)
    total = len(plan.read)
    memory = Memory(change.take(gather(place.source, plan.read, lambda done: talk.tick(done, total))))
    if reader is None:
        return Corpus(memory, change.ledger(), lambda: None)
    return Corpus(Both(reader, memory), change.ledger(), reader.close)
