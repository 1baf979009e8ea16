"""Whether a write is the same one again, as after a time-out: then nothing is to be done."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tnotes.actions.who import Trailers, Who, speaker
from tnotes.history.git import Repository, literal, run
from tnotes.history.message import trailers
from tnotes.notes.dedup import RETRY_WITHIN, is_recent
from tnotes.notes.note import Note
from tnotes.notes.times import moment, stamp

EDITED = "edited"


def is_retry(repository: Repository, path: Path, same: Note, who: Who, now: str) -> bool:
    """Whether `who` said the same less than ten minutes ago.

    A touch keeps the note's first author, so for anybody after the first only the commits know.
    """
    if not (same.active and is_recent(same.updated, now)):
        return False
    first = (same.author, same.conversation) == who
    if first and same.created == same.updated:
        return True
    committed = False
    for said in _recent(repository, path, now):
        if same.id not in said.get("Note", ()):
            continue
        if speaker(said, same.id) == who:
            return True
        if EDITED in said.get("Action", ()):  # what was said before was another text
            return False
        committed = True
    return first and (is_recent(same.created, now) or not committed)


def _recent(repository: Repository, path: Path, now: str) -> Iterator[Trailers]:
    """Our trailers in the commits of the last ten minutes that changed the file, newest first."""
    since = stamp(moment(now) - RETRY_WITHIN)
    name = path.relative_to(repository.root).as_posix()
    # each option against a setting that would change what we parse
    plain = ("--no-show-signature", "--no-follow", "--encoding=UTF-8", "--no-color", "--no-patch")
    result = run(repository, "log", *plain, f"--since={since}", "--format=%B%x1e", "--", literal(name))
    if result.code == 0:  # else there is no commit yet
        yield from map(trailers, result.out.decode(errors="replace").split("\x1e"))
