"""The merge of notes: a table of cases, and every order of three branches with random histories."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
import yaml
from branches import CAP, START, Branch, Notes, as_git, settle_before
from hypothesis import given, settings
from hypothesis import strategies as st

from tnotes.catalog.table import TableName
from tnotes.notes.births import as_copy, moved_id
from tnotes.notes.file import NoteFile, parse_notes, rewrite
from tnotes.notes.merge import mend, merge
from tnotes.notes.merging import merge_texts
from tnotes.notes.note import ACTIVE, ARCHIVED, BY_CAP, BY_DUPLICATE, DELETED, Note
from tnotes.notes.settle import reconsidered, settled
from tnotes.notes.times import later, stamp
from tnotes.words import same_text_key

PATH = Path("notes/warehouse/sales/CUSTOMER.yaml")
NAME = TableName("warehouse", "sales", "CUSTOMER")
CASES = yaml.safe_load((Path(__file__).parent / "merge_cases.yaml").read_text(encoding="utf-8"))
_SHORT = re.compile(
    r"(?P<mark>[~^]?)(?P<id>[a-z])(?:\.(?P<column>\w+))?@(?P<updated>\d+)(?:/(?P<born>\d+))?"
    r"(?: (?P<deleted>deleted)| archived(?: (?P<by>\w+))?:)?(?: (?P<text>.+))?"
)


def minute(number: int | str) -> str:
    return later(stamp(START), int(number) * 60_000)


def short(text: str) -> Note:
    """The note that a case writes on one line."""
    found = _SHORT.fullmatch(text)
    assert found, text
    part = found.groupdict()
    status = DELETED if part["deleted"] else ARCHIVED if " archived" in text else ACTIVE
    content = None if part["deleted"] else part["text"]
    times = minute(part["born"] or 1), minute(part["updated"])
    note = Note(f"n_{part['id']}0000", content, *times, part["column"], status, archived_by=part["by"])
    if part["mark"] == "~":
        return note._replace(id=as_copy(note._replace(status=ACTIVE, content=part["text"])).id)
    return note._replace(id=moved_id(note)) if part["mark"] == "^" else note


def several(texts: list[str] | None) -> Notes | None:
    return None if texts is None else tuple(map(short, texts))


def test_there_are_cases_enough_and_each_has_its_name():
    assert len({case["case"] for case in CASES}) == len(CASES) >= 40


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_a_case_of_the_table(case):
    base, ours, theirs, merged = (several(case[key]) for key in ("base", "ours", "theirs", "merged"))
    texts = [_text(notes) for notes in (base, ours, theirs)]
    one = merge_texts(PATH, *texts, case.get("cap", CAP))
    assert one == merge_texts(PATH, texts[0], texts[2], texts[1], case.get("cap", CAP)), "the order counts"
    assert merged == (None if one is None else parse_notes(one, PATH).notes) or _sorted(merged) == _sorted(_parsed(one))


def _parsed(text: str | None) -> Notes:
    return () if text is None else parse_notes(text, PATH).notes


def _sorted(notes: Notes | None) -> list[Note]:
    return sorted(notes or (), key=lambda note: note.id)


def _text(notes: Notes | None) -> str | None:
    return None if notes is None else rewrite(None, PATH, NoteFile(NAME, ()), notes)[0]


RANDOMS = st.one_of(st.randoms(use_true_random=False), st.integers(0, 2**40).map(Random))


def _branches(random: Random) -> tuple[Branch, list[Branch]]:
    """A file with a history, and three branches that begin there."""
    trunk = settle_before(random)
    branches = [trunk.fork(name, random.choice((-3, -1, 0, 0, 1, 2))) for name in "abc"]
    for branch in branches:
        for _ in range(random.randrange(5)):
            branch.act(random)
    return trunk, branches


@settings(max_examples=300, deadline=None)
@given(RANDOMS)
def test_every_order_of_three_branches_gives_the_same_file(random):
    trunk, branches = _branches(random)
    results = set()
    for one, two, three in permutations(branch.notes for branch in branches):
        results.add(as_git(trunk.notes, as_git(trunk.notes, one, two), three))
        results.add(as_git(trunk.notes, one, as_git(trunk.notes, two, three)))
    (merged,) = results
    ids = {note.id for note in merged}
    for note_id, born in set().union(*(branch.born for branch in branches)):
        assert note_id in ids or moved_id(Note(note_id, None, born, born)) in ids, "a note is lost"


@settings(max_examples=200, deadline=None)
@given(RANDOMS)
def test_a_merged_file_keeps_the_rules_and_no_wording_of_one_side_is_lost(random):
    trunk, (one, two, _) = _branches(random)
    merged = merge(trunk.notes, one.notes, two.notes, CAP)
    active = [note for note in merged if note.active]
    assert len(active) <= CAP
    assert len({(note.column, same_text_key(note.content)) for note in active}) == len(active)
    assert [note.id for note in merged] == sorted({note.id for note in merged})
    before = {same_text_key(note.content) for note in trunk.notes if note.content is not None}
    there = {same_text_key(note.content) for note in merged if note.content is not None}
    for branch, other in ((one, two), (two, one)):
        for note in branch.notes:
            said = same_text_key(note.content or "")
            gone = {old.id for old in other.notes if old.status == DELETED}
            assert note.content is None or said in there or said in before or note.id in gone


@settings(max_examples=200, deadline=None)
@given(RANDOMS)
def test_what_cap_and_duplicates_archived_is_what_was_given(random):
    notes = reconsidered(_branches(random)[1][0].notes)
    once = settled(notes, CAP)
    assert reconsidered(once) == tuple(sorted(notes, key=lambda note: note.id))
    assert settled(reconsidered(once), CAP) == once


def test_histories_that_merged_in_between_have_the_same_active_notes_in_every_order():
    from crossing import final_states

    for seed in range(400):
        states = list(final_states(Random(seed)))  # noqa: S311 - a seed makes the history
        assert len({tuple(note for note in state if note.active) for state in states}) == 1, seed


def test_mending_leaves_each_id_once_no_equal_notes_and_no_more_than_the_cap():
    notes = several(["a@1 one", "b@2 two", "c@3 three", "d@4 four", "b@5 zwei", "e@6 one"])
    assert mend(notes, 3) == tuple(
        _sorted(
            several(
                [
                    "a@1 archived duplicate: one",
                    "b@5 zwei",
                    "~b@2 archived merge: two",
                    "c@3 archived cap: three",
                    "d@4 four",
                    "e@6 one",
                ]
            )
        )
    )
    assert mend(mend(notes, 3), 3) == mend(notes, 3) == mend(reversed(notes), 3)


def test_forty_one_active_notes_are_forty_after_mending():
    notes = [Note(f"n_{at:05}", f"fact {at}", minute(at), minute(at)) for at in range(41)]
    mended = mend(notes, 40)
    assert [note for note in mended if note.status == ARCHIVED] == [
        notes[0]._replace(status=ARCHIVED, archived_by=BY_CAP)
    ]


def test_a_deleted_text_does_not_return_through_a_note_that_said_the_same():
    twins = several(["a@1 archived duplicate: nine", "b@2 nine"])
    after = merge(twins, several(["a@1 archived duplicate: nine", "b@5 deleted"]), (*twins, short("c@3 two")), CAP)
    assert [note.content for note in after if note.active] == ["two"]
    assert BY_DUPLICATE not in [note.archived_by for note in after]
