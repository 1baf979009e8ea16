"""One schema through every format: recognised by one source alone, and the same card up to what a format lacks."""

from __future__ import annotations

import pytest
from shop_exports import DATABASE, FILES, SCHEMA, TABLES, TEXTS, bird, write

from tnotes.catalog.sources import SOURCES, read_export
from tnotes.catalog.sources.export import Options
from tnotes.catalog.sources.opened import open_file
from tnotes.catalog.table import Table, TableName
from tnotes.context.card import Database, card
from tnotes.notes.attach import Attached

LACKS = {name: lacks for name, (_, _, lacks) in TEXTS.items()} | {name: lacks for name, (_, lacks) in FILES.items()}
NAMES = {name: source for name, (source, _, _) in TEXTS.items()} | {name: name for name in FILES}


def cards(tables, lacks):
    """The cards of the tables by name, without what the format does not carry."""
    return {table.table: without(card_of(table), lacks) for table in tables}


def card_of(table):
    name = TableName("warehouse", table.schema, table.table)
    whole = Table(name, table.kind, table.database, None, True, table.comment, table.columns)
    return card(whole, Database(table.database, None), Attached({}, (), 0), None)


def without(found, lacks):
    for what, key, nothing in (("kind", "kind", ""), ("table comment", "comment", None), ("schema", "schema", "")):
        if what in lacks:
            found[key] = nothing
    if "database" in lacks:
        found["database"] = None
    for column in found["columns"]:
        for key in ("type", "nullable", "comment", "key", "references"):
            if key in lacks or (key == "nullable" and "nullable of views" in lacks and found["kind"] == "view"):
                column[key] = None
        if "schema" in lacks and column["references"]:
            column["references"]["schema"] = ""
    return found


@pytest.mark.parametrize("name", LACKS)
def test_the_same_tables_give_the_same_cards(tmp_path, name):
    export = read_export([write(tmp_path, name)], None, Options())
    assert export.format == NAMES[name]
    assert cards(export.tables, LACKS[name]) == cards(TABLES, LACKS[name])
    assert export.skipped == ()


def test_the_matrix_is_of_more_than_six_formats():
    assert len(set(NAMES.values())) > 6
    assert {table.schema for table in TABLES} == {SCHEMA}
    assert {table.database for table in TABLES} == {DATABASE}


@pytest.mark.parametrize("name", LACKS)
def test_one_source_alone_recognises_each_file(tmp_path, name):
    file = open_file(write(tmp_path, name))
    assert [source.name for source in SOURCES if source.recognises(file)] == [NAMES[name]]


def test_every_source_of_this_list_has_a_file_here(tmp_path):
    described = tmp_path / "ORDERS.csv"
    described.write_text(bird(), encoding="utf-8")
    assert [source.name for source in SOURCES if source.recognises(open_file(described))] == ["bird"]
    elsewhere = {"dbt", "ddl", "bird"}  # their own tests
    assert {source.name for source in SOURCES} - elsewhere == set(NAMES.values())
