"""Note files that people, editors and merges have touched, through the verbs (part 1 of the cases)."""

from __future__ import annotations

import difflib
import json

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builders import Place, make_database
from tnotes.catalog.table import TableName
from tnotes.notes.file import NoteFile, parse_notes, rewrite
from tnotes.notes.note import Note

NOTE = """\
- id: n_aaaaaaaaaa
  content: {content}
  status: active
  created: '2026-01-01T00:00:00.000Z'
  updated: '2026-01-01T00:00:00.000Z'
"""
HEAD = "version: 1\nconnection: warehouse\nschema: sales\ntable: CUSTOMER\nnotes:\n"

HAND_MADE = """\
# who looks after this: the sales team
version: 1
connection: warehouse
schema: "sales"
table: CUSTOMER
notes:

  # about the codes
  -   id:  n_bbbbbbbbbb   # do not touch
      content:   >-
        folded
        text
      status: active

      # times
      created: '2026-01-01T00:00:00Z'
      updated: "2026-01-01T09:00:00+09:00"

# the end
"""


def write(place: Place, text: str | bytes) -> None:
    path = place.note_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    place.git("add", "notes")
    place.git("commit", "--quiet", "--message=by hand")


def table_notes(place: Place) -> list[str]:
    return [note["content"] for note in place.card("sales.CUSTOMER")["notes"]]


@pytest.mark.parametrize(
    "text",
    ["NO", "on", "yes", "off", "null", "~", "0123", "08063075", "12:30", "1e5", "2026-11-30", "=", "- item", "a: b",
     "x #y", "trailing:", "'", '"', "\\", "{}", "[a]", "해지 😀", "nel\x85x", "ls\u2028x", "del\x7fx", "c1\x95x",
     "tab\tx", "two\nlines", "two\n\n  lines: x", "? key", "! bang", "& amp", "* star", "| pipe", "> fold", "% pct",
     "@ at", "` tick", "#", "---", "...", "<<"],
)  # fmt: skip
def test_y1_y2_y6_y10_text_in_is_text_out_for_us_and_for_others(place: Place, text: str) -> None:
    place.tnotes("add", "sales.CUSTOMER", "-", given=text.encode()).fine()
    assert table_notes(place) == [text]
    raw = place.note_file().read_text(encoding="utf-8")
    assert [note["content"] for note in yaml.safe_load(raw)["notes"]] == [text]
    assert not {"\\uD", "\\ud"} & {raw[at : at + 3] for at in range(len(raw))}


def test_y1_names_that_other_readers_take_for_booleans(place: Place, tmp_path) -> None:
    make_database(tmp_path / "odd.sqlite", ('CREATE TABLE "NO" ("ON" TEXT, "Y" TEXT, "null" TEXT)',))
    place.tnotes("catalog", "import", str(tmp_path / "odd.sqlite"), "-c", "off", "--schema", "yes").fine()
    for column in ("ON", "Y", "null"):
        place.add("off/yes.NO", "no", "--column", column)
    columns = {column["name"]: column["notes"] for column in place.card("NO")["columns"]}
    assert [len(columns[name]) for name in ("ON", "Y", "null")] == [1, 1, 1]
    assert place.note_file("NO", "yes", "off").is_file()
    header = yaml.safe_load(place.note_file("NO", "yes", "off").read_text())
    assert (header["connection"], header["schema"], header["table"]) == ("off", "yes", "NO")


@pytest.mark.parametrize(
    ("content", "line", "said"),
    [
        ("0123", 7, "0123 is a number"),
        ("NULL", 7, "NULL is nothing"),
        ("true", 7, "true or false"),
        ("2026-11-30", 7, "quotes"),
        ("1e5", 7, "number"),
        ("[a, b]", 7, "list"),
        ("&x text", 7, "anchor"),
        ("!!int '9'", 7, "tag"),
    ],
)
def test_y2_what_is_no_text_is_refused_with_file_and_line(place: Place, content: str, line: int, said: str) -> None:
    write(place, HEAD + NOTE.format(content=content))
    with place.unchanged():
        for verb in (("card", "sales.CUSTOMER"), ("add", "sales.CUSTOMER", "x")):
            error = place.tnotes(*verb, "--json").refused().error
            assert error["code"] == "unreadable_file"
            assert f"notes/warehouse/sales/CUSTOMER.yaml:{line}:" in error["message"]
            assert said in error["message"]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (HEAD + NOTE.format(content="a") + "notes:\n" + NOTE.format(content="b"), 11, "twice"),
        (HEAD + NOTE.format(content="a") + "  id: n_bbbbbbbbbb\n", 11, "twice"),
        (HEAD + NOTE.format(content="a") + NOTE.format(content="b"), 11, "n_aaaaaaaaaa stands here twice"),
        (HEAD + "<<<<<<< HEAD\n" + NOTE.format(content="a") + "=======\n>>>>>>> other\n", 6, "unresolved merge"),
        (HEAD + "- &a\n  id: x\n- *a\n", 6, "anchor"),
        ("version: 2\n" + HEAD.partition("\n")[2], 1, "version 2"),
        ("- a\n", 1, "keys and values"),
        ("", None, "empty"),
        (HEAD + "- id: [\n", None, "not valid YAML"),
        (HEAD + "\t- id: x\n", 6, "not valid YAML"),
        (HEAD + NOTE.format(content="a").replace("active", "actve"), 8, "actve"),
        (HEAD + NOTE.format(content="a").replace("status", "sttus"), 8, "unknown key sttus"),
        (HEAD + NOTE.format(content="a").replace("'2026-01-01T00:00:00.000Z'", "'2026-01-01T00:00:00'", 1), 9, "zone"),
        (HEAD.rstrip() + " " + "[" * 100_000, 5, "nested deeper"),
        ("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", None, "Git LFS"),
    ],
)  # fmt: skip
def test_y4_y7_y8_a_file_that_cannot_be_read_is_an_error(place: Place, text: str, line: int | None, said: str) -> None:
    write(place, text)
    where = "notes/warehouse/sales/CUSTOMER.yaml" + (f":{line}:" if line else "")
    with place.unchanged():
        for verb in (("card", "sales.CUSTOMER"), ("add", "sales.CUSTOMER", "x"), ("ls", "sales.CUSTOMER")):
            message = place.tnotes(*verb, "--json").refused().error["message"]
            assert where in message
            assert said in message
        listed = place.tnotes("ls").fine()
        assert where in listed.err
        assert place.tnotes("card", "archive.CUSTOMER").fine().json["notes"] == []


def test_y4_bytes_that_are_no_utf8_are_an_error_with_their_line(place: Place) -> None:
    write(place, HEAD.encode() + b"# \xff\n")
    error = place.tnotes("card", "sales.CUSTOMER", "--json").refused().error
    assert "CUSTOMER.yaml:6: not UTF-8" in error["message"]


def test_y5_a_long_line_is_never_wrapped_by_a_later_write(place: Place) -> None:
    place.add("sales.CUSTOMER", "a long line " * 25)
    place.add("sales.CUSTOMER", "short")
    changed = [line for line in place.git("show", "--format=", "HEAD").splitlines() if line[:1] in "+-"]
    assert [line for line in changed if line.startswith("-") and not line.startswith("---")] == []
    assert "".join(changed).count("a long line") == 0


def test_y6_hangul_can_be_grepped(place: Place) -> None:
    place.add("sales.CUSTOMER", "9 는 해지 😀")
    assert "CUSTOMER.yaml" in place.git("grep", "해지")


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_y11_y12_notepad_files_are_read_and_only_the_new_note_is_added(
    place: Place, bom: bytes, newline: bytes
) -> None:
    place.git("config", "core.autocrlf", "false")
    (place.root / ".gitattributes").unlink()
    place.git("commit", "--quiet", "-am", "no attributes")
    text = (HEAD + NOTE.format(content="old")).encode().replace(b"\n", newline)
    write(place, bom + text)
    place.add("sales.CUSTOMER", "new")
    after = place.note_file().read_bytes()
    assert not after.startswith(b"\xef\xbb\xbf")
    assert sorted(table_notes(place)) == ["new", "old"]
    removed = [
        line
        for line in place.git("show", "--format=", "HEAD").splitlines()
        if line.startswith("-") and line[:3] != "---"
    ]
    assert len(removed) == (1 if bom else 0)  # the first line loses its mark, and nothing else changes
    assert after.count(b"\n") == after.count(newline)


def test_y12_a_touch_on_an_autocrlf_checkout_makes_no_noise(place: Place) -> None:
    place.git("config", "core.autocrlf", "true")
    place.add("sales.CUSTOMER", "one")
    place.note_file().unlink()
    place.git("checkout", "--", "notes")
    before = place.commits()
    assert place.tnotes("add", "sales.CUSTOMER", "one", "--json").fine().json["commit"] is None
    assert place.commits() == before
    place.add("sales.CUSTOMER", "two")
    assert place.git("show", "--stat", "--format=", "HEAD").count("|") == 1
    assert place.git("status", "--porcelain") == ""


def test_y14_comments_quotes_and_layout_survive_every_write(place: Place) -> None:
    write(place, HAND_MADE)
    added = place.add("sales.CUSTOMER", "new")
    place.tnotes("edit", added, "newer").fine()
    place.tnotes("rm", added).fine()
    after = place.note_file().read_text()
    kept = [line for line in HAND_MADE.splitlines() if line.strip()]
    assert [line for line in after.splitlines() if line in kept] == kept
    assert table_notes(place) == ["folded text"]


TEXTS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters=[chr(c) for c in range(32) if chr(c) not in "\t\n"]),
    min_size=1,
    max_size=80,
).map(str.strip).filter(bool)  # fmt: skip


def note(number: int, content: str, column: str | None = None) -> Note:
    time = f"2026-01-01T00:00:00.{number:03}Z"
    return Note(f"n_{number:010}", content, time, time, column=column, author="kim")


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(TEXTS, st.none() | TEXTS), min_size=1, max_size=5), TEXTS, st.randoms(use_true_random=False))
def test_y10_whatever_the_texts_the_file_reads_back_the_same(tmp_path_factory, texts, names, random) -> None:
    path = tmp_path_factory.getbasetemp() / "x.yaml"
    name = TableName(names, "sales", "해지")
    notes = [note(number, content, column) for number, (content, column) in enumerate(texts)]
    random.shuffle(notes)
    text, file = None, NoteFile(name, ())
    for count in range(1, len(notes) + 1):
        text, file = rewrite(text, path, file, notes[:count])
    assert text is not None
    read = parse_notes(text, path)
    assert (read.name, sorted(read.notes)) == (name, sorted(notes))
    others = yaml.safe_load(text)
    assert sorted(one["content"] for one in others["notes"]) == sorted(one.content for one in notes)
    assert others["connection"] == names


def test_a_note_added_to_forty_changes_its_own_block_only(tmp_path) -> None:
    path = tmp_path / "x.yaml"
    name = TableName("c", "s", "t")
    notes = tuple(
        note(number * 2, f"text {number}: # '{number}'", "COL" if number % 3 else None) for number in range(40)
    )
    text, file = rewrite(None, path, NoteFile(name, ()), notes)
    after, _ = rewrite(text, path, file, (*notes, note(41, "new")))
    added = [line for line in difflib.ndiff(text.splitlines(), after.splitlines()) if line[:1] in "+-"]
    assert {line[0] for line in added} == {"+"}
    assert len(added) == 6
    assert json.dumps(after).count("n_0000000041") == 1
