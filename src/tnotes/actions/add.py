"""The verb `add`, for one note or a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tnotes.actions.commits import Committed, writing
from tnotes.actions.find import find_column, find_table, load_kept, require_own_notes
from tnotes.actions.retry import is_retry
from tnotes.actions.session import Session
from tnotes.actions.warnings import along_warnings, cap_warnings
from tnotes.actions.who import Who, Writer, name_of_writer, who_of
from tnotes.actions.wording import refuse_people, wording_warnings
from tnotes.actions.write import Draft, Receipt, keep, now
from tnotes.catalog.names import quote
from tnotes.catalog.table import Table
from tnotes.errors import TnotesError
from tnotes.history.git import Repository
from tnotes.notes.dedup import same_note
from tnotes.notes.note import new_id
from tnotes.notes.record import TOUCHED, Entry, record
from tnotes.notes.text import clean
from tnotes.notes.times import later


class Line(NamedTuple):
    """One note to record, as the caller typed it. Author and conversation None are those of the writer.

    `number` is its line in a batch file, which every complaint about it names.
    """

    table: str
    content: str
    column: str | None = None
    connection: str | None = None
    author: str | None = None
    conversation: str | None = None
    number: int | None = None


class Added(NamedTuple):
    """What became of each line, and the one commit."""

    receipts: tuple[Receipt, ...]
    committed: Committed


class _Placed(NamedTuple):
    """A line whose place and text are settled."""

    table: Table
    entry: Entry


def add(session: Session, lines: Sequence[Line], writer: Writer) -> Added:
    """Record all lines, or none where one of them cannot be. Each line counts as later than the one before."""
    session.require_writes("add")
    placed = [_placed(session, line) for line in lines]
    with writing(session.workspace) as repository:
        who = who_of(repository, writer)
        draft, moment = Draft(), now()
        receipts: list[Receipt] = []
        for table, entry in placed:
            entry = entry._replace(
                author=entry.author or who.author, conversation=entry.conversation or who.conversation
            )
            receipts.append(_record(session, repository, draft, table, entry, moment))
            moment = later(moment)
        committed = keep(session, repository, draft, receipts, commit=writer.commit)
    for first in receipts[:1]:
        receipts[0] = first._replace(warnings=(*first.warnings, *along_warnings(committed)))
    return Added(tuple(receipts), committed)


def _placed(session: Session, line: Line) -> _Placed:
    try:
        typed = f"{quote(line.connection)}/{line.table}" if line.connection else line.table
        table = find_table(session, typed)
        require_own_notes(session, table)
        column = None if line.column is None else find_column(table, line.column)
        author, conversation = name_of_writer(line.author, "author"), name_of_writer(line.conversation, "conversation")
        text = clean(line.content)
        refuse_people(text)
        return _Placed(table, Entry(text, column, author, conversation))
    except TnotesError as problem:
        if line.number is not None:
            problem.message = f"line {line.number}: {problem.message}"
        raise


def _record(session: Session, repository: Repository, draft: Draft, table: Table, entry: Entry, moment: str) -> Receipt:
    kept = load_kept(session, table)
    notes = draft.take(kept)
    who = Who(entry.author, entry.conversation)
    same = same_note(notes, entry.column, entry.content)
    if same is not None and is_retry(repository, kept.path, same, who, moment):
        return Receipt(TOUCHED, table.name, same, who, wording_warnings(entry.content))
    fresh = new_id(frozenset(note.id for note in notes))
    outcome = record(notes, entry, moment, fresh, session.settings.cap)
    draft.put(kept.file.name, outcome.notes)
    warnings = (*wording_warnings(entry.content), *cap_warnings(outcome, session.settings.cap))
    return Receipt(outcome.action, table.name, outcome.note, who, warnings)
