"""The verb `add`, for one note or a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tnotes.actions.commits import Committed, writing
from tnotes.actions.find import find_column, find_table, load_kept
from tnotes.actions.session import Session
from tnotes.actions.write import (
    Draft,
    Receipt,
    Writer,
    along_warnings,
    author_of,
    cap_warnings,
    keep,
    name_of_writer,
    now,
)
from tnotes.catalog.names import quote
from tnotes.catalog.table import Table
from tnotes.errors import TnotesError
from tnotes.history.commit import last_message
from tnotes.history.git import Repository
from tnotes.history.message import trailers
from tnotes.notes.dedup import is_recent, same_note
from tnotes.notes.note import Note, clean, later, new_id
from tnotes.notes.record import TOUCHED, Entry, record


class Line(NamedTuple):
    """One note to record, as the caller typed it. Author and conversation None are those of the writer."""

    table: str
    content: str
    column: str | None = None
    connection: str | None = None
    author: str | None = None
    conversation: str | None = None


class Added(NamedTuple):
    """What became of each line, and the one commit."""

    receipts: tuple[Receipt, ...]
    committed: Committed


class _Placed(NamedTuple):
    """A line whose place and text are settled."""

    table: Table
    entry: Entry


def add(session: Session, lines: Sequence[Line], writer: Writer, *, numbered: bool = False) -> Added:
    """Record all lines, or none where one of them cannot be. Each line counts as later than the one before."""
    session.require_writes("add")
    placed = [_placed(session, line, number if numbered else None) for number, line in enumerate(lines, 1)]
    with writing(session.workspace) as repository:
        author = author_of(repository, writer)
        conversation = name_of_writer(writer.conversation, "conversation")
        draft, moment = Draft(), now()
        receipts: list[Receipt] = []
        for one in placed:
            entry = one.entry._replace(author=one.entry.author or author)
            entry = entry._replace(conversation=entry.conversation or conversation)
            receipts.append(_record(session, repository, draft, one.table, entry, moment))
            moment = later(moment)
        committed = keep(repository, draft, receipts, writer, author)
    for first in receipts[:1]:
        receipts[0] = first._replace(warnings=(*first.warnings, *along_warnings(committed)))
    return Added(tuple(receipts), committed)


def _placed(session: Session, line: Line, number: int | None) -> _Placed:
    try:
        typed = line.table if line.connection is None else f"{quote(line.connection)}/{line.table}"
        table = find_table(session, typed)
        column = None if line.column is None else find_column(table, line.column)
        author, conversation = name_of_writer(line.author, "author"), name_of_writer(line.conversation, "conversation")
        return _Placed(table, Entry(clean(line.content), column, author, conversation))
    except TnotesError as problem:
        if number is not None:
            problem.message = f"line {number}: {problem.message}"
        raise


def _record(session: Session, repository: Repository, draft: Draft, table: Table, entry: Entry, moment: str) -> Receipt:
    kept = load_kept(session, table)
    notes = draft.take(kept)
    same = same_note(notes, entry.column, entry.content)
    if (
        same is not None
        and same.active
        and is_recent(same.updated, moment)
        and _is_retry(repository, kept.path, same, entry)
    ):
        return Receipt(TOUCHED, table.name, same)
    fresh = new_id(frozenset(note.id for note in notes))
    outcome = record(notes, entry, moment, fresh, session.settings.cap)
    draft.put(kept.file.name, outcome.notes)
    return Receipt(outcome.action, table.name, outcome.note, cap_warnings(outcome, session.settings.cap))


def _is_retry(repository: Repository, path: object, same: Note, entry: Entry) -> bool:
    """Whether the last write of that note came from the same author in the same conversation.

    A touch keeps the note's first author, so for anybody else only the commit knows who touched it last.
    """
    who = (entry.author, entry.conversation)
    if (same.author, same.conversation) == who:
        return True
    said = trailers(last_message(repository, str(path)))
    author, conversation = (next(iter(said.get(key, ())), None) for key in ("Author", "Conversation"))
    return same.id in said.get("Note", ()) and (author, conversation) == who
