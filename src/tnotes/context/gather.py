"""Files to documents: one after the other, or many at once on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tnotes.catalog.record import from_text
from tnotes.context.documents import Document, of_notes, of_table
from tnotes.context.lookout import may_fork
from tnotes.context.stamps import NOTES, content_digest
from tnotes.errors import UnreadableFile
from tnotes.files.disk import decode, read_bytes
from tnotes.notes.store import NoteFolder

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

MANY = 400  # below that, starting processes costs more than they save
_BUNCH = 16
_MOST_PROCESSES = 4


class Source(NamedTuple):
    """Where the files lie, and where what was parsed is kept."""

    root: Path
    cache: Path | None


class Gathered(NamedTuple):
    """A file's document, or what is wrong with it; `digest` is that of the content it was made from."""

    path: str
    digest: str
    document: Document | None
    problem: str | None = None


def digest_of(source: Source, path: str) -> str:
    """The digest of a file's content; empty where there is none to read."""
    try:
        return content_digest(read_bytes(source.root / path, source.root))
    except UnreadableFile:
        return ""


def gather_one(source: Source, path: str) -> Gathered:
    """The document of one file."""
    where = source.root / path
    digest = ""
    try:
        data = read_bytes(where, source.root)
        if data is None:
            return Gathered(path, digest, None)
        digest = content_digest(data)  # before it is parsed: what changes meanwhile is seen by the next search
        if path.startswith(f"{NOTES}/"):
            file = NoteFolder(source.root / NOTES, source.cache).read(where)
            return Gathered(path, digest, of_notes(file.name, file.notes))
        return Gathered(path, digest, of_table(from_text(decode(data, Path(path)), Path(path))))
    except UnreadableFile as problem:
        return Gathered(path, digest, None, problem.message)


def gather(source: Source, paths: Sequence[str], tick: Callable[[int], None]) -> Iterator[Gathered]:
    """The documents of many files, in no order; `tick` hears how many are done."""
    cores = min(os.cpu_count() or 1, _MOST_PROCESSES)
    for done, found in enumerate(
        _at_once(source, paths, cores) if _may_fork(paths, cores) else _each(source, paths), 1
    ):
        yield found
        tick(done)


def _each(source: Source, paths: Sequence[str]) -> Iterator[Gathered]:
    return (gather_one(source, path) for path in paths)


def _may_fork(paths: Sequence[str], cores: int) -> bool:
    return len(paths) >= MANY and cores > 1 and may_fork()


def _at_once(source: Source, paths: Sequence[str], cores: int) -> Iterator[Gathered]:
    from multiprocessing import get_context
    from multiprocessing.connection import wait

    fork = get_context("fork")
    pipes: list[Any] = []
    workers = []
    for core in range(cores):
        ours, theirs = fork.Pipe(duplex=False)
        pipes.append(ours)
        worker = fork.Process(target=_work, args=(source, paths[core::cores], theirs, tuple(pipes)), daemon=True)
        worker.start()
        theirs.close()
        workers.append(worker)
    try:
        while pipes:
            ready: list[Any] = list(wait(pipes))
            for pipe in ready:
                try:
                    yield from pipe.recv()
                except EOFError:
                    pipes.remove(pipe)
        for worker in workers:
            worker.join()
        if any(worker.exitcode for worker in workers):
            raise OSError("a process that reads files has died")
    finally:
        for worker in workers:
            worker.terminate()


def _work(source: Source, paths: Sequence[str], out: Connection, others: Sequence[Connection]) -> None:
    """Send documents in bunches. Where whoever asked was killed, sending fails, since only they hold the other end."""
    for pipe in others:
        pipe.close()
    try:
        for at in range(0, len(paths), _BUNCH):
            out.send([gather_one(source, path) for path in paths[at : at + _BUNCH]])
    except (BrokenPipeError, KeyboardInterrupt):
        return
    finally:
        out.close()
