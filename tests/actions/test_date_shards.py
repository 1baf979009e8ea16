"""Date shards through the verbs: one logical table, whose notes stand on every shard's card."""

from __future__ import annotations

import pytest

from catalogs import columns_csv

SHARDS = [("ga4", f"events_202011{day:02}") for day in range(1, 31)]
OTHERS = [("ga4", "events_intraday_20201101"), ("ga4", "orders_1997_Q4"), ("ga4", "lone_20201101")]


@pytest.fixture
def ga4(empty, tmp_path):
    """A connection with 30 shards, one of another stem, a quarter and a dated table alone."""
    export = columns_csv(tmp_path / "columns.csv", [*SHARDS, *OTHERS], columns=("event_name", "value"))
    arguments = ("--dialect", "bigquery", "-c", "bq", "--no-commit")
    empty.tnotes("catalog", "import", str(export), *arguments).fine()
    return empty


def contents(card):
    return [note["content"] for note in card["notes"]], {
        c["name"]: [n["content"] for n in c["notes"]] for c in card["columns"]
    }


def test_a_note_on_one_shard_is_refused_with_the_family_to_paste_back(ga4):
    with ga4.unchanged():
        error = ga4.tnotes("add", "events_20201101", "x", "--json").refused().error
    assert (error["code"], error["candidates"]) == ("ambiguous_table", ["ga4.events_*"])
    assert "30 date shards" in error["message"]
    added = ga4.tnotes("add", error["candidates"][0], "x", "--json").fine().json
    assert (added["schema"], added["table"]) == ("ga4", "events_*")
    assert "table: events_*\n" in (ga4.root / "notes/bq/ga4/events_%2A.yaml").read_text()


def test_a_batch_names_the_line(ga4):
    lines = b'{"table": "events_*", "content": "x"}\n{"table": "ga4.events_20201102", "content": "y"}\n'
    with ga4.unchanged():
        error = ga4.tnotes("add", "--batch", "-", "--json", given=lines).refused().error
    assert error["message"].startswith("line 2: ")


@pytest.mark.parametrize(
    "typed", ["events_*", "ga4.events_*", 'bq/ga4."events_*"', "`ga4.events_*`", "[ga4].[events_*]"]
)
def test_a_family_is_named_as_any_table(ga4, typed):
    assert ga4.card(typed)["table"] == "events_*"


def test_the_notes_of_a_family_stand_on_the_card_of_each_shard_and_of_no_other(ga4):
    ga4.add("events_*", "One row per event.")
    ga4.add("events_*", "purchase is new.", "--column", "event_name")
    for table in ("events_20201101", "events_20201130", "events_*"):
        assert contents(ga4.card(table)) == (["One row per event."], {"event_name": ["purchase is new."], "value": []})
    for table in ("events_intraday_20201101", "orders_1997_Q4", "lone_20201101"):
        assert contents(ga4.card(table)) == ([], {"event_name": [], "value": []})
    assert contents(ga4.card("events_20201101", "--mode", "eval"))[0] == []
    assert len(ga4.tnotes("ls", "events_20201105", "--json").fine().json["notes"]) == 2
    assert ga4.tnotes("log", "events_*").fine().out.count("added") == 2
    assert ga4.tnotes("log", "events_20201105").fine().out.count("added") == 2
    assert ga4.tnotes("log", "events_intraday_20201101").fine().out == ""


def test_a_card_of_a_shard_carries_at_most_twenty_of_both(ga4, tmp_path):
    export = columns_csv(tmp_path / "more.csv", [("s", "a_20200101")])
    ga4.tnotes("catalog", "import", str(export), "-c", "c", "--no-commit").fine()
    for number in range(15):
        ga4.add("a_20200101", f"Own fact {number}.", "--no-commit")
    export = columns_csv(tmp_path / "more.csv", [("s", "a_20200101"), ("s", "a_20200102")])
    ga4.tnotes("catalog", "import", str(export), "-c", "c", "--no-commit").fine()
    for number in range(10):
        ga4.add("a_*", f"Fact {number}.", "--no-commit")
    card = ga4.card("a_20200101")
    assert (len(card["notes"]), card["notes_omitted"]) == (20, 5)
    assert card["notes"][0]["content"] == "Fact 9."


def test_a_dated_table_alone_is_a_table_like_any_other(ga4):
    ga4.add("lone_20201101", "x")
    ga4.add("orders_1997_Q4", "y")
    assert ga4.tnotes("card", "lone_*", "--json").refused().error["code"] == "unknown_table"


def test_the_card_of_a_family_has_the_columns_of_the_newest_shard_that_is_available(ga4, tmp_path):
    export = columns_csv(tmp_path / "columns.csv", SHARDS[:-1], columns=("event_name", "value"))
    ga4.tnotes("catalog", "import", str(export), "-c", "bq", "--no-commit").fine()
    export = columns_csv(tmp_path / "new.csv", [("ga4", "events_20201102")], columns=("event_name", "extra"))
    ga4.tnotes("catalog", "import", str(export), "-c", "bq", "--no-commit").fine()
    card = ga4.card("events_*")
    assert (card["kind"], card["available"]) == ("family", True)
    assert [column["name"] for column in card["columns"]] == ["event_name", "extra"]
    export = columns_csv(tmp_path / "new.csv", [("ga4", "other")])
    ga4.tnotes("catalog", "import", str(export), "-c", "bq", "--no-commit").fine()
    card = ga4.card("events_*")
    assert (card["available"], [column["name"] for column in card["columns"]]) == (False, ["event_name", "value"])


def test_ls_lists_a_family_once(ga4):
    lines = ga4.tnotes("catalog", "ls").fine().out.splitlines()
    assert lines[0] == "bq/ga4.events_*\tfamily\t2 columns\t30 shards"
    assert [line.split("\t")[0].rpartition(".")[2] for line in lines[1:]] == [
        "events_intraday_20201101",
        "lone_20201101",
        "orders_1997_Q4",
    ]
    tables = ga4.tnotes("catalog", "ls", "--json").fine().json["tables"]
    assert [(one["table"], one.get("shards")) for one in tables][:2] == [
        ("events_*", 30),
        ("events_intraday_20201101", None),
    ]


def test_a_year_of_shards_is_one_family(empty, tmp_path):
    days = [f"s_2020{month:02}{day:02}" for month in range(1, 13) for day in range(1, 32)]
    export = columns_csv(tmp_path / "columns.csv", [("ga360", day) for day in days])
    empty.tnotes("catalog", "import", str(export), "-c", "bq", "--no-commit").fine()
    tables = {one["table"]: one.get("shards") for one in empty.tnotes("catalog", "ls", "--json").fine().json["tables"]}
    assert tables.pop("s_*") == 366
    assert sorted(tables) == ["s_20200230", "s_20200231", "s_20200431", "s_20200631", "s_20200931", "s_20201131"]


def test_what_is_misspelled_is_offered_the_family_once(ga4):
    assert ga4.tnotes("card", "event_2020110", "--json").refused().error["candidates"][0] == "ga4.events_*"


def test_a_real_table_of_that_name_is_itself(empty, tmp_path):
    export = columns_csv(tmp_path / "columns.csv", [*SHARDS[:3], ("ga4", "events_*")])
    empty.tnotes("catalog", "import", str(export), "-c", "bq", "--no-commit").fine()
    empty.add("events_*", "Of the real one.")
    empty.add("events_20201101", "Of the shard.")
    assert contents(empty.card("events_20201101"))[0] == ["Of the shard."]
    assert empty.card("events_*")["kind"] == "table"


def test_who_may_not_see_the_shards_knows_no_family(ga4):
    note = ga4.add("events_*", "The family's note.")
    roles = {
        "none": "deny: ['ga4.events_20*']",
        "name": "deny: ['ga4.\"events_*\"']",
        "some": "deny: ['ga4.events_2020112?']",
    }
    lines = "".join(f"  {name}: {{{rules}}}\n" for name, rules in roles.items())
    (ga4.root / "tnotes.yaml").write_text(f"version: 1\nroles:\n{lines}")
    for role in ("none", "name"):
        assert ga4.tnotes("card", "events_*", "--role", role, "--json").refused().error["code"] == "unknown_table"
        assert ga4.tnotes("show", note, "--role", role, "--json").refused().error["code"] == "unknown_note"
        assert note not in ga4.tnotes("ls", "--role", role).fine().out
    assert contents(ga4.card("events_20201101", "--role", "name"))[0] == []
    assert contents(ga4.card("events_20201101", "--role", "some"))[0] == ["The family's note."]
    error = ga4.tnotes("add", "events_20201101", "x", "--role", "some", "--json").refused().error
    assert "20 date shards" in error["message"]


def test_a_partition_offers_the_table_that_it_is_a_part_of(empty, tmp_path):
    dump = tmp_path / "dump.sql"
    dump.write_text(
        "CREATE TABLE public.payment (id integer, paid date) PARTITION BY RANGE (paid);\n"
        "CREATE TABLE public.payment_q1 PARTITION OF public.payment FOR VALUES FROM ('2007-01-01') TO ('2007-04-01');\n"
    )
    arguments = ("--dialect", "postgres", "-c", "c", "--no-commit")
    empty.tnotes("catalog", "import", str(dump), *arguments).fine()
    shown = empty.tnotes("catalog", "show", "payment_q1", "--json").fine().json
    assert (shown["kind"], shown["part_of"]) == ("table", {"schema": "public", "table": "payment"})
    error = empty.tnotes("add", "payment_q1", "x", "--json").refused().error
    assert (error["code"], error["candidates"]) == ("ambiguous_table", ["public.payment"])
    empty.add(error["candidates"][0], "x")


def test_diff_tells_what_happened_to_many_shards_on_one_line(ga4, tmp_path):
    note = ga4.add("events_*", "One row per event.")
    days = [("ga4", f"events_202012{day:02}") for day in range(1, 32)]
    export = columns_csv(tmp_path / "next.csv", [*SHARDS[1:], *days, *OTHERS[1:]], columns=("event_name", "value"))
    arguments = ("catalog", "diff", str(export), "-c", "bq")
    lines = [line.split("\t") for line in ga4.tnotes(*arguments).fine().out.splitlines()]
    assert [line[:4] for line in lines if "events_" in line[0]] == [
        ["bq/ga4.events_20201101", "unavailable", "", ""],
        ["bq/ga4.events_*", "added", "", "31 shards"],
        ["bq/ga4.events_intraday_20201101", "unavailable", "", ""],
    ]
    changes = ga4.tnotes(*arguments, "--json").fine().json["changes"]
    assert [one["family"] for one in changes] == ["events_*"] * 32 + [None]
    retyped = columns_csv(tmp_path / "wide.csv", [*SHARDS, *OTHERS], columns=("event_name", "value", "extra"))
    lines = ga4.tnotes("catalog", "diff", str(retyped), "-c", "bq").fine().out.splitlines()
    assert [line.split("\t")[0] for line in lines][:1] == ["bq/ga4.events_*"]
    assert len(lines) == 1 + len(OTHERS)
    gone = columns_csv(tmp_path / "none.csv", OTHERS, columns=("event_name", "value"))
    lines = ga4.tnotes("catalog", "diff", str(gone), "-c", "bq").fine().out.splitlines()
    assert lines == [f"bq/ga4.events_*\tunavailable\t\t30 shards\t{note}"]


def test_diff_names_no_family_to_those_who_may_not_read_it(ga4, tmp_path):
    (ga4.root / "tnotes.yaml").write_text("version: 1\nroles:\n  name: {deny: ['ga4.\"events_*\"']}\n")
    gone = columns_csv(tmp_path / "none.csv", OTHERS, columns=("event_name", "value"))
    out = ga4.tnotes("catalog", "diff", str(gone), "-c", "bq", "--role", "name").fine().out
    assert (out.count("events_2020"), "events_*" in out) == (30, False)
