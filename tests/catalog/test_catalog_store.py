"""The catalog as files: which are found, and which are never opened."""

from __future__ import annotations

import unicodedata

import pytest

from catalogs import NASTY, make_catalog, table, table_of
from tnotes.catalog.record import to_text
from tnotes.catalog.store import FolderCatalog
from tnotes.catalog.table import TableName
from tnotes.errors import UnreadableFile


def test_every_nasty_name_is_listed_and_loaded_as_table_schema_and_connection(tmp_path):
    named = [TableName(*place) for name in NASTY for place in (("c", "s", name), ("c", name, "T"), (name, "s", "T"))]
    catalog = make_catalog(tmp_path, [])
    for connection in dict.fromkeys(name.connection for name in named):
        # one connection at a time, as an import takes them; twins among connections are refused there
        mine = [table_of(name) for name in named if name.connection == connection]
        catalog = make_catalog(tmp_path, mine)
        for one in mine:
            assert catalog.load(one.name) == one
        listed = {(s, t) for s in catalog.schemas(connection) for t in catalog.tables(connection, s)}
        composed = {tuple(unicodedata.normalize("NFC", part) for part in one.name[1:]) for one in mine}
        assert {tuple(unicodedata.normalize("NFC", part) for part in place) for place in listed} == composed


def test_what_the_header_says_counts_not_the_path(tmp_path):
    folder = tmp_path / "c" / "s"
    folder.mkdir(parents=True)
    (folder / "A.json").write_text(to_text(table("c/s.B")))
    catalog = FolderCatalog(tmp_path)
    assert catalog.load(table("c/s.A").name) is None
    assert catalog.load(table("c/s.B").name) is None  # nobody looks for B at this path


@pytest.mark.parametrize("place", ["연결/s.T", "c/스키마.T", "c/s.고객", "연결/스키마.고객", "c/s.café"])
def test_a_path_that_macos_decomposed_is_found(tmp_path, place):
    one = table(place)
    make_catalog(tmp_path / "nfc", [one])
    for path in sorted((tmp_path / "nfc").rglob("*.json")):
        there = tmp_path / "nfd" / unicodedata.normalize("NFD", str(path.relative_to(tmp_path / "nfc")))
        there.parent.mkdir(parents=True)
        there.write_bytes(path.read_bytes())
    catalog = FolderCatalog(tmp_path / "nfd")
    assert catalog.load(one.name) == one
    assert catalog.find(*one.name) == (one.name.table,)
    assert (catalog.connections(), catalog.schemas(one.name.connection)) == ((one.name.connection,), (one.name.schema,))
    assert catalog.tables(*one.name[:2]) == (one.name.table,)
    assert catalog.lies_at(one.name) == there


def test_find_gives_the_exact_spelling_alone_else_all_that_are_alike(tmp_path):
    tables = [table(f"c/s.{name}") for name in ("Customer", "CUSTOMER", "ORDERS", "OrderItem")]
    catalog = make_catalog(tmp_path, tables)
    assert catalog.find("c", "s", "Customer") == ("Customer",)
    assert catalog.find("c", "s", "customer") == ("CUSTOMER", "Customer")
    assert catalog.find("c", "s", "orders") == ("ORDERS",)
    assert catalog.find("c", "s", "ORDERITEM") == ("OrderItem",)
    assert catalog.find("c", "s", "nope") == catalog.find("c", "x", "T") == catalog.find("x", "s", "T") == ()


def test_long_names_that_begin_alike_are_told_apart(tmp_path):
    long = [table(f"c/s.{'나' * 200}{end}") for end in "12"] + [table("c/s." + "e\u0301" * 150)]
    catalog = make_catalog(tmp_path, long)
    for one in long:
        assert catalog.find("c", "s", one.name.table) == (one.name.table,)
        assert catalog.load(one.name) == one
    assert catalog.find("c", "s", "é" * 150) == ("e\u0301" * 150,)  # typed composed, kept decomposed


def test_hidden_and_foreign_entries_are_nobodys(tmp_path):
    catalog = make_catalog(tmp_path, [table("c/s.T")])
    for path in ("c/s/.T2.json", ".x/s/T.json", "c/.y/T.json", "c/s/README.md", "c/notes.txt", "README"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("?")
    assert (catalog.connections(), catalog.schemas("c"), catalog.tables("c", "s")) == (("c",), ("s",), ("T",))
    assert [path.name for path, _ in catalog.all_files("c")] == ["T.json"]


def test_no_catalog_at_all(tmp_path):
    catalog = FolderCatalog(tmp_path / "none")
    assert catalog.connections() == catalog.schemas("c") == catalog.tables("c", "s") == ()
    assert catalog.find("c", "s", "t") == ()
    assert catalog.load(TableName("c", "s", "t")) is None
    assert list(catalog.all_files("c")) == []


def test_a_damaged_file_is_named_by_what_asks_for_it_and_by_nothing_else(tmp_path):
    catalog = make_catalog(tmp_path, [table(f"c/s.{name}") for name in ("A", "B", "Twin", "TWIN")])
    for path in (tmp_path / "c" / "s").glob("*"):
        if path.name.startswith(("B", "TWIN")):
            path.write_text('{\n<<<<<<< HEAD\n "version": 1\n}')
    assert catalog.load(table("c/s.A").name) is not None
    assert catalog.tables("c", "s") == ("A", "B", "TWIN", "Twin")
    with pytest.raises(UnreadableFile, match="unresolved merge conflict") as caught:
        catalog.load(table("c/s.B").name)
    assert caught.value.line == 2
    with pytest.raises(UnreadableFile):
        catalog.find("c", "s", "twin")  # else the other twin would be taken for the one that was meant
    assert catalog.find("c", "s", "Twin") == ("Twin",)
    states = {path.name.partition("~")[0]: type(found) for path, found in catalog.all_files("c")}
    assert states["B.json"] is states["TWIN"] is UnreadableFile
