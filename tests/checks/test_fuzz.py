"""Whatever lies in a file: a check never fails itself, and never passes what the reader cannot read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tnotes.actions.check_catalog import Shelf
from tnotes.actions.check_fix import mended
from tnotes.actions.check_ground import Ground
from tnotes.actions.check_look import How, look
from tnotes.catalog.record import to_text
from tnotes.catalog.table import Column, Table, TableName
from tnotes.checks.problem import Problem
from tnotes.checks.rules import RULES
from tnotes.errors import UnreadableFile
from tnotes.files.disk import decode
from tnotes.notes.file import parse_notes
from tnotes.notes.store import lies_right

PATH = "notes/warehouse/sales/CUSTOMER.yaml"
CATALOG = "catalog/warehouse/sales/CUSTOMER.json"
TABLE = to_text(Table(TableName("warehouse", "sales", "CUSTOMER"), columns=(Column("STAT_CD"),)))
NOTE = """\
- id: n_{id}
  column: STAT_CD
  content: '{id} means cancelled.'
  status: active
  author: kim
  created: '2025-03-14T09:12:44.102Z'
  updated: '2025-03-14T09:12:44.102Z'
"""
FINE = "version: 1\nconnection: warehouse\nschema: sales\ntable: CUSTOMER\nnotes:\n" + "".join(
    NOTE.format(id=f"aaaa{at}") for at in range(3)
)
HOW = How(RULES, 40, "2026-01-01T00:00:00.000Z", only_changes=False, severity={})


class Texts:
    """A tree that is a mapping."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.paths: Iterable[str] = files
        self._files = files

    def read(self, path: str) -> bytes:
        return self._files[path]

    def is_link(self, _path: str) -> bool:
        return False

    def fetch(self, paths: Iterable[str]) -> None:
        pass


def found(notes: bytes, table: bytes = TABLE.encode(), config: bytes = b"version: 1\n") -> list[Problem]:
    tree = Texts({CATALOG: table, PATH: notes, "tnotes.yaml": config})
    ground = Ground(tree, Shelf(tree), None, False, None, {}, tuple(tree.paths), frozenset())
    return look(ground, HOW, lambda _, __: None)


def readable(data: bytes) -> bool:
    """Whether every command can read the file."""
    try:
        file = parse_notes(decode(data, Path(PATH)), Path(PATH))
    except UnreadableFile:
        return False
    return lies_right(PATH.split("/")[1:], file.name)


def assert_honest(data: bytes) -> None:
    problems = found(data)
    if not readable(data):
        assert any(one.is_error and one.path == PATH for one in problems)
    assert all(one.line is None or 1 <= one.line <= data.count(b"\n") + 1 for one in problems if one.path == PATH)


SIGNS = (
    "- ¦? ¦: ¦\n¦\n  ¦\t¦{¦}¦[¦]¦&a ¦*a¦!!str ¦<<: ¦|\n¦>-\n¦'¦\"¦#¦---\n¦...\n¦%YAML 1.1\n¦<<<<<<< HEAD\n¦=======\n"
)
ODD = "\r¦\x00¦\x85¦\u2028¦\ufeff¦notes:¦id: n_aaaa0¦status: deleted¦null¦~¦0x1f¦1e3¦2025-01-01¦.inf¦\U0001f600"
PIECES = st.one_of(st.text(max_size=8), st.sampled_from([*SIGNS.split("¦"), *ODD.split("¦")]))


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A fine file in which some places were overwritten, cut or filled in."""
    text = FINE
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + draw(st.sampled_from([0, 1, 5, 40, 200])))))
        text = text[:start] + draw(PIECES) + text[end:]
    return text.encode(errors="surrogatepass")


@settings(max_examples=250, deadline=None)
@given(damaged())
def test_a_damaged_file_is_never_passed_over(data: bytes) -> None:
    assert_honest(data)


@settings(max_examples=100, deadline=None)
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode(errors="surrogatepass"))))
def test_anything_at_all(data: bytes) -> None:
    assert_honest(data)
    found(FINE.encode(), table=data)
    found(FINE.encode(), config=data)


@settings(max_examples=100, deadline=None)
@given(damaged())
def test_what_is_mended_can_be_read_and_is_mended_once(data: bytes) -> None:
    problems = [one for one in found(data) if one.path == PATH]
    if not any(one.mends for one in problems) or any(one.is_error and not one.mends for one in problems):
        return
    text = decode(data, Path(PATH))
    after, done = mended(text, Path(PATH), problems, 40)
    assert (after == text) == (not done)
    left = [one for one in found(after.encode()) if one.path == PATH and one.mends]
    assert left == [] or after == text


BROKEN = {
    "an unclosed quote": FINE.replace("'aaaa1 means", "'aaaa1's means"),
    "an unclosed list": FINE.replace("notes:\n", "notes: [\n"),
    "a tab": FINE.replace("  column", "\tcolumn", 1),
    "a colon in a plain text": FINE.replace("'aaaa1 means cancelled.'", "9: means: cancelled"),
    "an unknown escape": FINE.replace("'aaaa1 means cancelled.'", '"\\q"'),
    "a half surrogate escape": FINE.replace("'aaaa1 means cancelled.'", '"\\ud800"'),
    "a billion laughs": "a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\n",
    "two documents": FINE + "---\n" + FINE,
    "deep": "[" * 5000,
    "deep maps": "{a: " * 5000,
    "a key that is a list": FINE + "? [a]\n: b\n",
    "a dedented note": FINE.replace("  content", "content", 1),
    "a note without its dash": FINE.replace("- id: n_aaaa1", "id: n_aaaa1"),
    "a python object": FINE.replace("'aaaa1 means cancelled.'", "!!python/object/apply:os.system [ls]"),
    "a huge number": FINE.replace("version: 1", "version: " + "9" * 5000),
    "a float version": FINE.replace("version: 1", "version: 1.0"),
    "a boolean version": FINE.replace("version: 1", "version: true"),
    "half of the file": FINE[: len(FINE) // 2],
    "only a comment": "# nothing\n",
    "a null byte": FINE + "\0",
    "UTF-16": FINE.encode("utf-16"),
    "cp949": FINE.replace("means", "해지").encode("cp949"),
    "a merge that left two lists": FINE + "notes:\n" + NOTE.format(id="bbbb1"),
    "a block scalar as id": FINE.replace("id: n_aaaa1", "id: |\n    n_aaaa1"),
    "no value": FINE.replace("active", "", 1),
    "an old Mac file": FINE.replace("\n", "\r"),
    "JSON lines": '{"table": "CUSTOMER"}\n{"table": "ORDERS"}\n',
    "HTML": "<!DOCTYPE html>\n<html></html>\n",
    "a diff": "".join(f"+{line}\n" for line in FINE.splitlines()),
    "a time that is none": FINE.replace("'2025-03-14T09:12:44.102Z'", "'2025-13-45T09:12:44.102Z'", 1),
    "a year that no calendar has": FINE.replace("'2025-03-14T09:12:44.102Z'", "'0001-01-01T00:00:00+14:00'", 1),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_an_error_with_words(name: str) -> None:
    text = BROKEN[name]
    data = text if isinstance(text, bytes) else text.encode(errors="surrogatepass")
    assert_honest(data)
    problems = [one for one in found(data) if one.path == PATH]
    assert any(one.is_error for one in problems)
    assert all(one.message and one.advice for one in problems)
