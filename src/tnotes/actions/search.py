"""The verb `search`: candidate tables for a question, each with why and its notes."""

from __future__ import annotations

from typing import NamedTuple

from tnotes.actions.find import note_files_around
from tnotes.actions.index import SILENT, asked_of_index, unreadable
from tnotes.actions.session import Session
from tnotes.catalog.table import Table, TableName
from tnotes.context.current import Corpus, Talk
from tnotes.context.frame import Frame
from tnotes.context.modes import shows_notes
from tnotes.context.rank import Ranked, rank, tables_by_notes
from tnotes.context.tokens import asked
from tnotes.context.why import Matched, by_worth, matching, of_names, shown
from tnotes.errors import UnreadableFile
from tnotes.notes.attach import CARD_NOTES
from tnotes.notes.note import Note, newest_first

MOST = 10
_TABLES_OF_NOTES = 50


class Candidate(NamedTuple):
    """A table, what of the question it matched, and its notes, the matching ones first."""

    ranked: Ranked
    why: tuple[str, ...]
    notes: tuple[Note, ...]


class NotePlace(NamedTuple):
    """A table or one of its columns with the notes there that match."""

    name: TableName
    column: str | None
    notes: tuple[Note, ...]


class Answer(NamedTuple):
    """What a search found, and what is wrong with files that it had to leave out."""

    tables: tuple[Candidate, ...]
    places: tuple[NotePlace, ...]
    unreadable: tuple[str, ...]


def search(session: Session, question: str, most: int = MOST, *, talk: Talk = SILENT) -> Answer:
    """The tables that the question may be about, best first."""
    words = asked(question)

    def ranking(frame: Frame, corpus: Corpus) -> tuple[list[Ranked], dict[str, str]]:
        return rank(frame, corpus.postings, words, most), corpus.head.bad

    ranked, bad = asked_of_index(session, talk, ranking)
    found = [candidate for one in ranked if (candidate := _candidate(session, one, words)) is not None]
    return Answer(tuple(found), (), unreadable(session, bad))


def search_notes(session: Session, question: str, most: int = MOST, *, talk: Talk = SILENT) -> Answer:
    """The notes that the question may be about, by their places."""
    words = asked(question)

    def ranking(frame: Frame, corpus: Corpus) -> tuple[list[TableName], dict[str, float], dict[str, str]]:
        return *tables_by_notes(frame, corpus.postings, words, _TABLES_OF_NOTES), corpus.head.bad

    names, rarity, bad = asked_of_index(session, talk, ranking)
    tables = [table for name in names if (table := _table(session, name)) is not None]
    of = {
        id(one.note): (table, name, one)
        for table in tables
        for name, notes in _by_place(session, table).items()
        for one in matching(notes, words)
    }
    best = by_worth((one for _, _, one in of.values()), rarity)[:most]
    found: dict[tuple[TableName, str | None], list[Note]] = {}
    for one in best:
        table, name, _ = of[id(one.note)]
        found.setdefault((name, one.note.column), []).append(shown(table, one.note))
    places = tuple(NotePlace(name, column, tuple(notes)) for (name, column), notes in found.items())
    return Answer((), places, unreadable(session, bad))


def _candidate(session: Session, ranked: Ranked, words: dict[str, str]) -> Candidate | None:
    table = _table(session, ranked.name)
    if table is None:
        return None
    notes = _notes(session, table)
    matched = matching(notes, words)
    first = {id(one.note) for one in matched}
    ordered = (*(one.note for one in matched), *(note for note in notes if id(note) not in first))
    why = (*of_names(table, words), *map(Matched.text, matched[:CARD_NOTES]))
    return Candidate(ranked, why or _near(ranked), tuple(shown(table, note) for note in ordered[:CARD_NOTES]))


def _table(session: Session, name: TableName) -> Table | None:
    """The table; None where it went away since it was ranked, or cannot be read."""
    try:
        return session.visible.load(name)
    except UnreadableFile:
        return None


def _notes(session: Session, table: Table) -> tuple[Note, ...]:
    """The table's active notes, newest first."""
    return tuple(newest_first([note for notes in _by_place(session, table).values() for note in notes]))


def _by_place(session: Session, table: Table) -> dict[TableName, tuple[Note, ...]]:
    """The active notes that tell of the table, newest first, by the table that they stand on; none where notes are off.

    A file that cannot be read is left out; the index named it.
    """
    if not shows_notes(session.mode):
        return {}
    files = note_files_around(session, table)
    return {file.name: tuple(newest_first([note for note in file.notes if note.active])) for file in files}


def _near(ranked: Ranked) -> tuple[str, ...]:
    if ranked.near is None:
        return ("in the schema of tables that matched",)
    return (f"joined to {ranked.near.schema}.{ranked.near.table}",)
