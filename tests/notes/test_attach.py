"""Notes under their columns, the twenty newest (rules 4 and 6)."""

import unicodedata

from tnotes.catalog.table import Column, Table, TableName
from tnotes.notes.attach import attach
from tnotes.notes.note import ARCHIVED, DELETED, Note

NAME = TableName("warehouse", "sales", "CUSTOMER")


def table(*columns):
    return Table(NAME, columns=tuple(Column(name) for name in columns))


def note(number, column=None, **more):
    moment = f"2026-01-01T00:{number:02d}:00.000Z"
    return Note(f"n_{number:04d}", f"fact {number}", moment, moment, column=column, **more)


def test_each_note_stands_where_it_belongs_newest_first():
    found = attach(table("A", "B"), [note(1), note(2, "A"), note(3), note(4, "A"), note(5, "B")])
    assert [one.id for one in found.table] == ["n_0003", "n_0001"]
    assert {name: [one.id for one in notes] for name, notes in found.columns.items()} == {
        "A": ["n_0004", "n_0002"],
        "B": ["n_0005"],
    }


def test_archived_and_deleted_notes_reach_no_card():
    found = attach(table("A"), [note(1, status=ARCHIVED), note(2, status=DELETED, column="A")])
    assert (found.columns, found.table, found.omitted) == ({}, (), 0)


def test_a_note_whose_column_is_gone_names_it():
    found = attach(table("A"), [note(1, "STAT_CD"), note(2)])
    assert [one.content for one in found.table] == ["fact 2", "STAT_CD (no such column now): fact 1"]


def test_a_name_in_another_case_is_another_column():
    found = attach(table("STAT_CD"), [note(1, "stat_cd")])
    assert found.columns == {}
    assert found.table[0].content == "stat_cd (no such column now): fact 1"


def test_a_decomposed_name_is_the_same_column():
    found = attach(table("상태"), [note(1, unicodedata.normalize("NFD", "상태"))])
    assert [one.id for one in found.columns["상태"]] == ["n_0001"]


def test_the_twenty_newest_count_column_notes_too():
    notes = [note(number, ("A", "GONE", None)[number % 3]) for number in range(25)]
    found = attach(table("A"), notes)
    shown = [*found.columns["A"], *found.table]
    assert sorted(one.id for one in shown) == [f"n_{number:04d}" for number in range(5, 25)]
    assert found.omitted == 5


def test_exactly_twenty_leave_nothing_out():
    assert attach(table(), [note(number) for number in range(20)]).omitted == 0


def test_ties_go_by_id():
    tied = [note(1)._replace(id=name) for name in ("n_bbbb", "n_aaaa", "n_cccc")]
    assert [one.id for one in attach(table(), tied, most=2).table] == ["n_aaaa", "n_bbbb"]
