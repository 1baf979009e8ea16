"""The same work on many things at once, on all cores."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

MANY = 400  # below that, starting processes costs more than they save
_BUNCH = 16
_MOST_PROCESSES = 4

Given = TypeVar("Given")
Made = TypeVar("Made")


def spread(work: Callable[[Given], Made], given: Sequence[Given], tick: Callable[[int], None]) -> Iterator[Made]:
    """What the work makes of each, in no order where there are many; `tick` hears how many are done."""
    cores = min(os.cpu_count() or 1, _MOST_PROCESSES)
    made = _at_once(work, given, cores) if len(given) >= MANY and may_fork() else map(work, given)
    for done, one in enumerate(made, 1):
        yield one
        tick(done)


def may_fork() -> bool:
    """Whether it helps to double this process, and it may be: what locks a thread holds would stay locked for ever."""
    return sys.platform != "win32" and (os.cpu_count() or 1) > 1 and threading.active_count() == 1


def _at_once(work: Callable[[Given], Made], given: Sequence[Given], cores: int) -> Iterator[Made]:
    from multiprocessing import get_context
    from multiprocessing.connection import wait

    fork = get_context("fork")
    pipes: list[Any] = []
    workers: list[Any] = []
    try:
        try:
            for core in range(cores):
                ours, theirs = fork.Pipe(duplex=False)
                pipes.append(ours)
                worker = fork.Process(target=_work, args=(work, given[core::cores], theirs, tuple(pipes)), daemon=True)
                worker.start()
                theirs.close()
                workers.append(worker)
        except OSError:  # no more processes or open files are allowed: then one after the other
            for pipe in pipes:
                pipe.close()
            yield from map(work, given)
            return
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


def _work(work: Callable[[Given], Made], given: Sequence[Given], out: Connection, others: Sequence[Connection]) -> None:
    """Send what is made in bunches. Where whoever asked was killed, sending fails: only they hold the other end."""
    for pipe in others:
        pipe.close()
    try:
        for at in range(0, len(given), _BUNCH):
            out.send([work(one) for one in given[at : at + _BUNCH]])
    except (BrokenPipeError, KeyboardInterrupt):
        return
    finally:
        out.close()
