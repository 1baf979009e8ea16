"""The words of `log` for what became of a note."""

import pytest

from tnotes.notes.changes import changes
from tnotes.notes.note import ACTIVE, ARCHIVED, DELETED, Note

T, LATER = "2026-11-30T09:00:00.000Z", "2026-11-30T10:00:00.000Z"
BASE = Note("n_aaaa", "x", T, T)


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        (None, BASE, "added"),
        (BASE, None, "removed"),
        (BASE, BASE._replace(updated=LATER), "touched"),
        (BASE, BASE._replace(content="y", updated=LATER), "edited"),
        (BASE, BASE._replace(content="y", column="A"), "edited"),
        (BASE, BASE._replace(column="A", updated=LATER), "moved"),
        (BASE, BASE._replace(status=ARCHIVED, archived_by="cap"), "archived"),
        (BASE, BASE._replace(status=DELETED, content=None), "deleted"),
        (BASE._replace(status=ARCHIVED), BASE._replace(status=ACTIVE, updated=LATER), "restored"),
        (BASE._replace(status=DELETED, content=None), BASE, "restored"),
        (BASE._replace(status=ARCHIVED), BASE._replace(status=DELETED, content=None), "deleted"),
    ],
)
def test_one_word_for_each_change(before, after, what):
    one, other = (() if note is None else (note,) for note in (before, after))
    assert [change.what for change in changes(one, other)] == [what]


def test_what_did_not_change_is_not_told():
    moved = (BASE._replace(id="n_bbbb"), BASE)
    assert list(changes((BASE, BASE._replace(id="n_bbbb")), moved)) == []
