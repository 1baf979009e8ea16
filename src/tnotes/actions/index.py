"""The index as a session uses it, and the verbs `index rebuild` and `index status`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple, TypeVar

from tnotes.actions.session import Session
from tnotes.catalog.access import EVERYTHING
from tnotes.context.current import Corpus, Place, Talk, asked_of, folder_of, rebuild, stale
from tnotes.context.documents import Row
from tnotes.context.frame import Frame
from tnotes.context.gather import Source
from tnotes.context.modes import shows_notes
from tnotes.context.stamps import CATALOG, NOTES

WHOLE = (CATALOG, NOTES)
Answer = TypeVar("Answer")
SILENT = Talk(lambda _: None, lambda _, __: None)


class Status(NamedTuple):
    """How the index stands. `stale` are the files that the next search reads again or drops, each with the reason."""

    engine: str
    folder: str | None
    built: bool
    damaged: str | None
    tables: int
    notes: int
    stale: tuple[tuple[str, str], ...]
    unreadable: tuple[str, ...]


def asked_of_index(session: Session, talk: Talk, use: Callable[[Frame, Corpus], Answer]) -> Answer:
    """What `use` makes of what this session may search. Where notes are off, no note file is even looked at."""
    noted = shows_notes(session.mode)

    def used(corpus: Corpus) -> Answer:
        seen = corpus.frame(None if session.rules is EVERYTHING else session.visible.sees)
        return use(seen if noted else seen.without_notes(), corpus)

    return asked_of(place_of(session), WHOLE if noted else (CATALOG,), talk, used)


def rebuilt(session: Session, talk: Talk = SILENT) -> Status:
    """Make the index anew and tell how it stands."""
    rebuild(place_of(session), WHOLE, talk)
    return status(session)


def status(session: Session) -> Status:
    """How the index stands; changes nothing."""
    place = place_of(session)
    head, body, plan, damaged = stale(place, WHOLE)
    return Status(
        engine=place.engine,
        folder=None if place.folder is None else str(place.folder),
        built=head is not None,
        damaged=damaged,
        tables=_seen(session, body.rows(CATALOG).values()),
        notes=_seen(session, body.rows(NOTES).values()),
        stale=tuple(sorted(one for one in plan.stale if _may_name(session, one[0]))),
        unreadable=unreadable(session, head.bad if head else {}),
    )


def _seen(session: Session, rows: Collection[Row]) -> int:
    """How many of the rows are those of tables that this session sees."""
    if session.rules is EVERYTHING:
        return len(rows)
    visible = session.visible
    return sum(visible.sees(row.name) for row in rows)


def unreadable(session: Session, bad: dict[str, str]) -> tuple[str, ...]:
    """What is wrong with files that this session may know of."""
    return tuple(problem for path, problem in sorted(bad.items()) if _may_name(session, path))


def place_of(session: Session) -> Place:
    """Where the index lies and what it is made of."""
    workspace, engine = session.workspace, session.settings.engine
    source = Source(workspace.root, workspace.cache)
    return Place(source, folder_of(workspace.git_dir, engine), engine)


def _may_name(session: Session, path: str) -> bool:
    """A file's path tells its table: whoever may not see that table is not told of the file."""
    top, _, below = path.partition("/")
    root = session.workspace.notes
    return session.may_name(root / below) if top in WHOLE else False
