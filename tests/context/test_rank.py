"""Ranking on values: no files, no engine."""

from __future__ import annotations

import pytest

from tnotes.catalog.table import Column, Reference, Table, TableName
from tnotes.context.documents import of_notes, of_table
from tnotes.context.engine import Entry, Memory
from tnotes.context.frame import Frame, frame_of, from_text, patched, to_shape
from tnotes.context.rank import Ranked, rank, tables_by_notes
from tnotes.context.tokens import asked
from tnotes.files.jsons import dumps
from tnotes.notes.note import Note


def name(place: str) -> TableName:
    schema, _, table = place.partition(".")
    return TableName("w", schema, table)


def table(place: str, *columns: str, to: str = "", available: bool = True) -> Table:
    """A table; a column `x>y` has the comment y. `to` is the table that its first column points to."""
    made = [Column(text.partition(">")[0], comment=text.partition(">")[2] or None) for text in columns]
    if to:
        target = name(to)
        made[0] = made[0]._replace(references=Reference(target.schema, target.table, "ID"))
    return Table(name(place), columns=tuple(made), available=available)


def world(*tables: Table, notes: dict[str, list[str]] | None = None, sees=None) -> tuple[Frame, Memory]:
    """The frame and the postings of these tables and notes."""
    rows, noted, memory, number = {}, {}, Memory(), 0
    for one in tables:
        number += 1
        document = of_table(one)
        rows[number] = document.row
        memory.add(Entry(number, document.words))
    for place, texts in (notes or {}).items():
        number += 1
        document = of_notes(name(place), [Note(f"n_{at:04}", text, "", "") for at, text in enumerate(texts)])
        noted[number] = document.row
        memory.add(Entry(number, document.words))
    return frame_of(rows, noted, sees), memory


def found(question: str, *tables: Table, notes: dict[str, list[str]] | None = None, most: int = 10) -> list[str]:
    frame, memory = world(*tables, notes=notes)
    return [shown(one) for one in rank(frame, memory, asked(question), most)]


def shown(one: Ranked) -> str:
    return f"{one.name.schema}.{one.name.table}"


CUSTOMER = table("sales.CUSTOMER", "CUST_ID", "STAT_CD>state of the account")
ORDERS = table("sales.ORDERS", "CUST_ID", "TOTAL", to="sales.CUSTOMER")
STOCK = table("depot.STOCK", "SKU", "QUANTITY")


def test_a_name_finds_its_table_first():
    assert found("orders", CUSTOMER, ORDERS, STOCK)[0] == "sales.ORDERS"


def test_a_comment_finds_its_table():
    assert found("state", CUSTOMER, STOCK)[0] == "sales.CUSTOMER"


def test_a_note_finds_its_table_by_words_that_stand_nowhere_else():
    assert found("해지 고객", CUSTOMER, STOCK, notes={"sales.CUSTOMER": ["9는 해지된 고객"]}) == ["sales.CUSTOMER"]


def test_a_schema_is_a_reason_too():
    twins = [table("sales.CUSTOMER", "ID"), table("archive.CUSTOMER", "ID")]
    assert found("archive customer", *twins)[0] == "archive.CUSTOMER"
    assert found("sales customer", *twins)[0] == "sales.CUSTOMER"


def test_what_matches_nothing_finds_nothing():
    assert found("zeppelin", CUSTOMER, ORDERS, STOCK) == []
    assert found("*", CUSTOMER, ORDERS, STOCK) == []
    assert found("anything") == []


def test_a_table_joined_to_one_that_matched_comes_along():
    assert found("total", ORDERS, CUSTOMER, STOCK) == ["sales.ORDERS", "sales.CUSTOMER"]


def test_a_lookup_table_is_lifted_by_those_that_point_to_it_more_than_the_reverse():
    tables = [
        table("s.FACT", "LOOKUP_ID", "AMOUNT", to="s.LOOKUP"),
        table("s.LOOKUP", "ID"),
        table("s.OTHER", "FACT_ID", to="s.FACT"),
    ]
    assert found("amount", *tables) == ["s.FACT", "s.LOOKUP", "s.OTHER"]


def test_columns_named_after_tables_join_them_where_no_foreign_keys_are_known():
    tables = [table("s.orders", "order_id", "eye_colour_id", "total"), table("s.colour", "id"), table("s.zoo", "id")]
    assert found("total", *tables) == ["s.orders", "s.colour", "s.zoo"]


def test_the_schema_that_answers_most_is_lifted():
    tables = [
        table("bank.ACCOUNT", "OWNER"),
        table("bank.LOAN", "AMOUNT"),
        table("zoo.AMOUNT", "KEEPER"),
        table("zoo.CAGE", "SIZE"),
    ]
    assert found("loan amount of the account owner", *tables)[:2] == ["bank.ACCOUNT", "bank.LOAN"]


def test_an_unavailable_table_comes_last_however_well_it_matches():
    gone = table("sales.CUSTOMER", "STAT_CD", available=False)
    assert found("customer total", gone, ORDERS)[-1] == "sales.CUSTOMER"


def test_shards_of_one_table_are_one():
    shards = [table(f"s.events_202011{day:02}", "USER_ID", "EVENT") for day in range(1, 31)]
    assert len(found("event user", *shards, CUSTOMER)) == 1


def test_a_family_counts_as_one_table_and_its_words_once():
    shards = [table(f"s.events_202011{day:02}", "USER_ID", "EVENT") for day in range(1, 31)]
    one = [table("s.events_20201130", "USER_ID", "EVENT"), table("s.events_20201129", "USER_ID", "EVENT")]
    for question in ("event user", "state", "customer event"):
        many, words = world(*shards, CUSTOMER)
        few, own = world(*one, CUSTOMER)
        assert rank(many, words, asked(question), 10) == rank(few, own, asked(question), 10)
    assert found("events_20201103", *shards, CUSTOMER)[0] == "s.events_*"


def test_a_frame_with_families_reads_back_and_is_patched_to_what_it_would_be_made_anew():
    shards = [table(f"s.events_202011{day:02}", "EVENT") for day in range(1, 4)]
    lone = table("s.lone_20201101", "EVENT")
    before, _ = world(*shards, lone)
    assert from_text(dumps(to_shape(before))) == before
    after, _ = world(*shards, lone, notes={"s.events_*": ["purchase"]})
    row = of_notes(name("s.events_*"), [Note("n_1", "purchase", "", "")]).row
    assert patched(before, {}, {5: row}) == after
    for other in ("s.events_20201101", "s.lone_*"):
        assert patched(before, {}, {5: of_notes(name(other), []).row}) is None


def test_numbers_that_are_no_dates_make_no_family():
    tables = [table("s.form_1040", "LINE"), table("s.form_1099", "LINE")]
    assert len(found("line", *tables)) == 2


def test_notes_do_not_push_out_what_names_found():
    tables = [table(f"s.T{at}", "REVENUE") for at in range(9)]
    loud = {f"s.T{at}": ["revenue revenue revenue of everything"] for at in range(9)}
    assert found("revenue", table("s.REVENUE", "ID"), *tables, notes=loud)[0] == "s.REVENUE"


def test_the_number_of_candidates_is_limited():
    assert len(found("id", *[table(f"s.T{at}", "ID") for at in range(30)], most=7)) == 7


def test_scores_fall_and_lie_between_0_and_1():
    frame, memory = world(CUSTOMER, ORDERS, STOCK, notes={"depot.STOCK": ["total of customers"]})
    scores = [one.score for one in rank(frame, memory, asked("customer total"), 10)]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


def test_a_hidden_table_changes_no_score():
    hidden = table("hr.CUSTOMER", "TOTAL", "TOTAL_2")
    question = asked("customer total")
    whole, all_words = world(
        CUSTOMER, ORDERS, hidden, notes={"hr.CUSTOMER": ["total"]}, sees=lambda n: n.schema != "hr"
    )
    alone, own_words = world(CUSTOMER, ORDERS)
    assert rank(whole, all_words, question, 10) == rank(alone, own_words, question, 10)


def test_without_notes_is_a_workspace_without_notes_to_the_last_bit():
    noted, words = world(CUSTOMER, ORDERS, STOCK, notes={"depot.STOCK": ["customer total state"]})
    plain, own = world(CUSTOMER, ORDERS, STOCK)
    question = asked("customer total state of cancelled stock")
    assert rank(noted.without_notes(), words, question, 10) == rank(plain, own, question, 10)


def test_the_order_of_entries_does_not_matter():
    question = asked("customer total state")
    one, words = world(CUSTOMER, ORDERS, STOCK)
    other, others = world(STOCK, ORDERS, CUSTOMER)
    assert rank(one, words, question, 10) == rank(other, others, question, 10)


def test_notes_of_no_known_table_do_not_count():
    assert found("hidden", CUSTOMER, notes={"sales.NOWHERE": ["hidden"]}) == []


def test_tables_by_their_notes():
    frame, memory = world(CUSTOMER, STOCK, notes={"depot.STOCK": ["counted on Mondays"], "sales.CUSTOMER": ["counted"]})
    names, rarity = tables_by_notes(frame, memory, asked("counted mondays"), 5)
    assert [one.table for one in names] == ["STOCK", "CUSTOMER"]
    assert rarity["mondai"] > rarity["count"]


def test_a_word_too_frequent_to_pay_for_is_left_out_and_never_the_only_one(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tnotes.context.rank._MOST_POSTINGS", 5)
    tables = [table(f"s.T{at}", "ID") for at in range(20)]
    assert found("id", *tables)
    assert found("id stock", *tables, STOCK)[0] == "depot.STOCK"


def test_a_frame_reads_back_as_it_was():
    frame, _ = world(CUSTOMER, ORDERS, STOCK, notes={"depot.STOCK": ["total"]})
    assert from_text(dumps(to_shape(frame))) == frame


def test_a_frame_is_patched_to_what_it_would_be_made_anew():
    tables = (CUSTOMER, ORDERS, STOCK)
    before, _ = world(*tables, notes={"depot.STOCK": ["total"], "sales.ORDERS": ["of all orders", "x"]})
    after, _ = world(*tables, notes={"depot.STOCK": ["total"], "sales.CUSTOMER": ["one of them"]})
    gone = of_notes(name("sales.ORDERS"), [Note("n_1", "of all orders", "", ""), Note("n_2", "x", "", "")])
    added = of_notes(name("sales.CUSTOMER"), [Note("n_1", "one of them", "", "")])
    assert patched(before, {5: gone.row}, {5: added.row}) == after
    nowhere = of_notes(name("sales.NOWHERE"), [])
    assert patched(before, {}, {9: nowhere.row}) == before
    assert patched(before, {}, {9: of_notes(TableName("w", "sales", "고객"), []).row}) is None
