"""A look at all files that another process takes while this one opens its index: the two take about as long."""

from __future__ import annotations

import marshal
import os
import select
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from tnotes.context.stamps import Scan, Seen, scan
from tnotes.files.workers import may_fork

_FOLDERS = b"f"  # the one question that the other process answers


class Lookout:
    """A look under way. Where none could be begun or it came to nothing, it is taken when it is asked for."""

    def __init__(self, root: Path, tops: tuple[str, ...], answers: BinaryIO | None, questions: int) -> None:
        self._where = root, tops
        self._answers = answers
        self._questions = questions

    def scan(self) -> Scan:
        """What was seen; of the files themselves only what is asked for is handed over."""
        answer = self._answer(marshal.load)
        return scan(*self._where) if answer is None else Scan(_Asked(self), *answer)

    def is_done(self) -> bool:
        """Whether asking takes no time, or none of it passes while something else is done."""
        if self._answers is None:
            return True
        try:
            return bool(select.select([self._answers], [], [], 0)[0])
        except ValueError:  # the number of an open file that select cannot take
            return False

    def folders(self) -> Mapping[str, Sequence[Seen]]:
        """All files by their folders; newer than the digests where the other process went away meanwhile."""
        with suppress(OSError):
            os.write(self._questions, _FOLDERS)
        answer = self._answer(lambda answers: marshal.loads(answers.read()))  # noqa: S302 - `load` reads bit by bit
        return scan(*self._where).folders if answer is None else answer

    def _answer(self, taken: Callable[[BinaryIO], Any]) -> Any:
        """What the other process says next; None where there is none or it went away."""
        if self._answers is None:
            return None
        try:
            return taken(self._answers)  # what is unmarshalled comes from a copy of this very process
        except (EOFError, ValueError, TypeError, OSError):
            return None


class _Asked(Mapping[str, Sequence[Seen]]):
    """The files by their folders, handed over at the first question: a search in which nothing changed asks none."""

    def __init__(self, lookout: Lookout) -> None:
        self._lookout = lookout
        self._found: Mapping[str, Sequence[Seen]] | None = None

    def _all(self) -> Mapping[str, Sequence[Seen]]:
        if self._found is None:
            self._found = self._lookout.folders()
        return self._found

    def __getitem__(self, folder: str) -> Sequence[Seen]:
        return self._all()[folder]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


@contextmanager
def looking(root: Path, tops: tuple[str, ...]) -> Iterator[Lookout]:
    """A look at the files below the top folders that begins now; what it found can be asked within the `with`."""
    begun = _begun(root, tops) if may_fork() else None
    if begun is None:
        yield Lookout(root, tops, None, -1)
        return
    child, answered, asking = begun
    try:
        with os.fdopen(answered, "rb") as answers:
            yield Lookout(root, tops, answers, asking)
    finally:
        os.close(asking)
        with suppress(ChildProcessError):  # who calls us may ignore what becomes of its children
            os.waitpid(child, 0)


def _begun(root: Path, tops: tuple[str, ...]) -> tuple[int, int, int] | None:
    """The other process with our ends of its pipes; None where no more processes or open files are allowed."""
    ends: list[int] = []
    try:
        ends += os.pipe()
        ends += os.pipe()
        child = os.fork()
    except OSError:
        for end in ends:
            os.close(end)
        return None
    answered, answering, asked, asking = ends
    if not child:
        os.close(answered)
        os.close(asking)
        _look(root, tops, asked, answering)
    os.close(answering)
    os.close(asked)
    return child, answered, asking


def _look(root: Path, tops: tuple[str, ...], asked: int, answering: int) -> None:
    """The other process: look, tell, and go when the one who asked has gone. Nothing of ours is run or flushed."""
    try:
        seen = scan(root, tops)
        with os.fdopen(answering, "wb") as answers:
            answers.write(marshal.dumps((seen.digests, seen.at)))
            answers.flush()
            if os.read(asked, 1) == _FOLDERS:
                answers.write(marshal.dumps(dict(seen.folders)))
    finally:
        os._exit(0)
