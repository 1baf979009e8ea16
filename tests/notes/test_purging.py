"""A text is found however a file writes it, and taken out so that the file can still be read."""

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tnotes.files.scalar import emit, emit_flow
from tnotes.notes.file import parse_notes
from tnotes.notes.note import PURGED
from tnotes.notes.purging import contents_of, is_short, pattern_of, without

ID, OTHER = "n_0000000001", "n_0000000002"
FILE = f"""\
version: 1
connection: w
schema: s
table: T
notes:
# by hand
- id: {ID}
  content: %s
  status: active
  created: '2026-01-02T03:04:05.006Z'
  updated: '2026-01-02T03:04:05.006Z'
- id: {OTHER}
  content: %s
  status: active
  created: '2026-01-02T03:04:05.006Z'
  updated: '2026-01-02T03:04:05.006Z'
"""
TEXT = 'Ask "Zoë" in 한글 road\\7; it\'s 😀\tthere'
FORMS = {
    "double quotes": emit_flow(TEXT),
    "single quotes": "'" + TEXT.replace("'", "''") + "'",
    "named and numbered escapes": TEXT.replace("\\", "\\\\").replace('"', "\\x22").replace("ë", "\\xEB").join('""'),
    "long escapes": TEXT.replace("\\", "\\\\").replace('"', '\\"').replace("😀", "\\U0001F600").join('""'),
    "a broken line": emit_flow(TEXT).replace("Zo", "Z\\\n      o"),
    "a folded line": emit_flow(TEXT).replace(" in ", "\n    in\n    "),
    "a literal block": "|-\n    " + TEXT,
    "a folded block": ">-\n    " + TEXT.replace(" in ", "\n    in "),
    "plain": "Ask Zoë at\n    length",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_every_way_to_write_a_text_is_found_in_both_notes(form: str, newline: str) -> None:
    text = (FILE % (FORMS[form], FORMS[form])).replace("\n", newline)
    data = text.encode()
    wanted = contents_of(data, ID)
    assert wanted == {"Ask Zoë at length" if form == "plain" else TEXT}
    pattern = pattern_of(wanted)
    new = without(data, ID, pattern)
    assert pattern is not None
    assert pattern.search(new) is None
    assert "Zo" not in new.decode().replace(newline, "")
    assert [note.content for note in parse_notes(new.decode(), Path("f")).notes] == [PURGED, PURGED]
    assert yaml.safe_load(new)["notes"][0]["content"] == PURGED
    assert b"# by hand" in new


def test_only_this_text_goes() -> None:
    data = (FILE % ("Zoe keeps the list.", "Zoe keeps the list of lists.")).encode()
    notes = parse_notes(without(data, ID, pattern_of(["Zoe keeps the list."])).decode(), Path("f")).notes
    assert [note.content for note in notes] == [PURGED, "Zoe keeps the list of lists."]
    inside = (FILE % ("Zoe keeps it", "I say: Zoe  keeps it, so there")).replace("I say: ", "I say - ").encode()
    notes = parse_notes(without(inside, ID, pattern_of(["Zoe keeps it"])).decode(), Path("f")).notes
    assert notes[1].content == f"I say - {PURGED}, so there"


def test_a_short_text_goes_from_its_note_alone() -> None:
    assert is_short("Ask Zoë")
    assert pattern_of(["Ask Zoë"]) is None
    data = (FILE % ("Ask Zoë", "Ask Zoë")).encode()
    notes = parse_notes(without(data, ID, None).decode(), Path("f")).notes
    assert [note.content for note in notes] == [PURGED, "Ask Zoë"]


def test_the_sides_of_a_conflict_that_somebody_committed() -> None:
    text = FILE % ("Ours and long.", "x")
    line = "  content: Ours and long.\n"
    conflict = (
        f"<<<<<<< HEAD\n{line}||||||| base\n  content: Base and long.\n=======\n  content: Theirs, long.\n>>>>>>> b\n"
    )
    data = text.replace(line, conflict).encode()
    wanted = contents_of(data, ID)
    assert wanted == {"Ours and long.", "Base and long.", "Theirs, long."}
    assert without(data, ID, pattern_of(wanted)).decode().count(PURGED) == 3


def test_a_text_of_a_note_that_says_it_is_deleted() -> None:
    data = (FILE % ("Still here, it is.", "x")).replace("active", "deleted", 1).encode()
    assert contents_of(data, ID) == {"Still here, it is."}
    assert b"Still" not in without(data, ID, None)


def test_a_byte_order_mark_stays() -> None:
    data = b"\xef\xbb\xbf" + (FILE % ("Ask Zoe there.", "x")).encode()
    assert without(data, ID, None).startswith(b"\xef\xbb\xbfversion")


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=8, max_size=40).map(str.strip))
@settings(max_examples=100, deadline=None)
def test_what_tnotes_and_json_write_of_any_text_is_found(text: str) -> None:
    pattern = pattern_of([text])
    if pattern is None:
        assert is_short(text)
        return
    for form in (text, emit(text, 4), emit_flow(text), json.dumps(text), json.dumps(text, ensure_ascii=False)):
        assert pattern.search(form.encode()), form
