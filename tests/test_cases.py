"""Cases out of other tools' bug reports that no other test asserts; the number says which case."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from builders import SCHEMAS, Place, make_database
from catalogs import columns_csv, tbls_json
from notefiles import entry, listed, only, write_notes

HEADER = "version: 1\nconnection: warehouse\nschema: sales\ntable: {table}\nnotes:\n- id: n_hand000001\n{column}"
HEADER += "  content: x\n  status: active\n  created: '2026-01-01T00:00:00Z'\n  updated: '2026-01-01T00:00:00Z'\n"
READS = (("card", "sales.CUSTOMER"), ("search", "customer"), ("ls",), ("log",))


def hook(place: Place, name: str, text: str) -> None:
    path = place.root / ".git" / "hooks" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def imported(place: Place, *arguments: object) -> dict[str, object]:
    found = place.tnotes("catalog", "import", *map(str, arguments), "--json").fine().json
    assert isinstance(found, dict)
    return found


def test_y1_a_text_no_on_a_column_no_of_a_table_on(empty: Place, tmp_path: Path) -> None:
    imported(empty, columns_csv(tmp_path / "c.csv", [("s", "ON"), ("s", "Y")], columns=("NO", "ID")), "-c", "c")
    for table in ("ON", "Y"):
        empty.tnotes("add", table, "-c", "NO", "NO").fine()
        column = empty.card(table)["columns"][0]
        assert (column["name"], [note["content"] for note in column["notes"]]) == ("NO", ["NO"])
        assert empty.note_file(table, "s", "c").is_file()


@pytest.mark.parametrize(
    ("table", "column", "line"),
    [("0123", "", 4), ("true", "", 4), ("CUSTOMER", "  column: 0123\n", 7), ("CUSTOMER", "  column: 2026-01-01\n", 7)],
)
def test_y2_a_table_or_column_that_is_no_text(place: Place, table: str, column: str, line: int) -> None:
    path = place.note_file()
    path.parent.mkdir(parents=True)
    path.write_text(HEADER.format(table=table, column=column))
    with place.unchanged():
        for verb in (("card", "sales.CUSTOMER"), ("add", "sales.CUSTOMER", "y")):
            error = place.tnotes(*verb, "--json").refused().error
            assert error["code"] == "unreadable_file"
            assert f"CUSTOMER.yaml:{line}:" in error["message"]
            assert "quotes" in error["message"]


def test_y7_y8_a_search_names_the_file_with_a_conflict(place: Place) -> None:
    place.add("sales.ORDERS", "Monthly totals.")
    place.note_file().write_text("<<<<<<< HEAD\nx\n=======\n>>>>>>> other\n")
    for more in ((), ("--notes",)):
        answer = place.tnotes("search", "monthly", *more).fine()
        assert "ORDERS" in answer.out
        assert "notes/warehouse/sales/CUSTOMER.yaml:1: unresolved merge conflict" in answer.err


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        *((text, text) for text in ("nel\x85x", "ls\u2028x", "tab\tx", "- item", "two\nlines", "del\x7fx")),
        *(("trailing ", "trailing"), (" leading", "leading"), ("a\r\nb", "a\nb")),
        *((text, None) for text in ("a\rb", "a\x07b", "a\x1bb", "a\x0bb", " ")),
    ],
)
def test_y10_a_text_is_taken_alike_from_an_argument_and_from_stdin(place: Place, text: str, kept: str | None) -> None:
    if kept is None:
        with place.unchanged():
            ways = [place.tnotes("add", "sales.CUSTOMER", "--", text), place.tnotes("add", "sales.CUSTOMER", text)]
            ways.append(place.tnotes("add", "sales.CUSTOMER", "-", given=text.encode()))
            assert len({answer.refused().err for answer in ways}) == 1
        return
    first = place.add("sales.CUSTOMER", text, "--author", "kim")
    again = place.tnotes("add", "sales.CUSTOMER", "-", "--json", "--author", "lee", given=text.encode()).fine().json
    assert (again["action"], again["note"]["id"], again["note"]["content"]) == ("touched", first, kept)


def test_y12_init_asks_git_for_line_feeds(empty: Place) -> None:
    asked = empty.git("check-attr", "text", "eol", "--", "notes/w/s/T.yaml")
    assert "eol: lf" in asked
    assert "text: unspecified" not in asked
    empty.git("check-ignore", "notes/w/s/T.yaml", code=1)


TRAVERSALS = ["..", ".", "../../x", "/etc/x", "C:\\x", "~", "%2e%2e", "", ".git", "notes/.git/hooks/pre-commit"]


@pytest.mark.parametrize("name", TRAVERSALS)
def test_n7_no_typed_name_leads_out(place: Place, name: str) -> None:
    codes = {"unknown_table", "bad_name", "unknown_column"}
    with place.unchanged():
        for arguments in (
            (name, "x"),
            (f'sales."{name}"', "x"),
            (f'"{name}".CUSTOMER', "x"),
            (f'"{name}"/sales.CUSTOMER', "x"),
            ("sales.CUSTOMER", "x", "--column", name),
        ):
            assert place.tnotes("add", "--json", *arguments).refused().error["code"] in codes, arguments


@pytest.mark.parametrize("name", [*TRAVERSALS[4:7], ".git", "../.git/hooks", "notes/.git/hooks/pre-commit"])
def test_n7_no_name_of_a_connection_leads_out(empty: Place, tmp_path: Path, name: str) -> None:
    export = columns_csv(tmp_path / "c.csv", [("s", "T")])
    outside = sorted(tmp_path.rglob("hooks/*")) + sorted(tmp_path.iterdir())
    answer = empty.tnotes("catalog", "import", str(export), "-c", name, "--json")
    if answer.code == 0:
        empty.tnotes("add", "s.T", "x").fine()
        files = empty.git("ls-files", "catalog", "notes").splitlines()
        assert [file.count("/") for file in files] == [3, 3]
    else:
        assert answer.refused().error["code"] == "bad_name"
    assert sorted(tmp_path.rglob("hooks/*")) + sorted(tmp_path.iterdir()) == outside


def test_n19_an_sqlite_table_is_one_place_through_every_format(empty: Place, tmp_path: Path) -> None:
    make_database(tmp_path / "shop.sqlite", ("CREATE TABLE orders (ID INTEGER)",))
    (tmp_path / "dump.sql").write_text("CREATE TABLE orders (ID INTEGER PRIMARY KEY AUTOINCREMENT);\n")
    assert imported(empty, tmp_path / "shop.sqlite", "-c", "c")["added"] == 1
    note = empty.add("orders", "One place.")
    assert imported(empty, tmp_path / "dump.sql", "-c", "c")["added"] == 0
    assert imported(empty, tbls_json(tmp_path / "s.json", "sqlite", {"orders": ["ID"]}), "-c", "c")["added"] == 0
    assert [one["id"] for one in empty.card("main.orders")["notes"]] == [note]


def dbt_pair(folder: Path) -> tuple[Path, Path]:
    """A manifest that spells in lower case and a catalog that spells in upper case."""
    version = "https://schemas.getdbt.com/dbt/{}.json"
    columns = {"status": {"name": "status", "description": "How far."}, "id": {"name": "id"}}
    node = {"resource_type": "model", "name": "orders", "database": "dw", "schema": "sales", "alias": "orders"}
    node |= {"relation_name": "dw.sales.orders", "config": {"materialized": "table"}, "columns": columns}
    manifest = {"metadata": {"dbt_schema_version": version.format("manifest/v12"), "adapter_type": "snowflake"}}
    manifest |= {"nodes": {"model.shop.orders": node}, "sources": {}}
    found = {"metadata": {"type": "BASE TABLE", "database": "DW", "schema": "SALES", "name": "ORDERS"}}
    found |= {
        "columns": {name: {"name": name, "index": at, "type": "TEXT"} for at, name in enumerate(("ID", "STATUS"))}
    }
    catalog = {"metadata": {"dbt_schema_version": version.format("catalog/v1")}, "sources": {}}
    catalog |= {"nodes": {"model.shop.orders": found}}
    for name, content in (("manifest.json", manifest), ("catalog.json", catalog)):
        (folder / name).write_text(json.dumps(content))
    return folder / "manifest.json", folder / "catalog.json"


def test_c1_a_note_in_the_spelling_of_dbt_lands_on_the_column_of_the_warehouse(empty: Place, tmp_path: Path) -> None:
    imported(empty, *dbt_pair(tmp_path), "-c", "c")
    note = empty.add("sales.orders", "9 means cancelled.", "--column", "status")
    columns = empty.card("ORDERS")["columns"]
    assert [(one["name"], [found["id"] for found in one["notes"]]) for one in columns] == [
        ("ID", []),
        ("STATUS", [note]),
    ]


def test_c9_a_csv_with_a_mark_and_windows_line_ends(empty: Place, tmp_path: Path) -> None:
    path = tmp_path / "financial" / "database_description" / "loan.csv"
    path.parent.mkdir(parents=True)
    header = "original_column_name,column_name,column_description,data_format,value_description\r\n"
    path.write_bytes(b"\xef\xbb\xbf" + f"{header}status,,how it is paid,text,A: fine\r\n".encode())
    imported(empty, path, "-c", "c")
    assert [(one["name"], one["comment"]) for one in empty.card("loan")["columns"]] == [
        ("status", "how it is paid\nA: fine")
    ]


def test_c15_what_was_not_read_of_a_dump_is_named_on_stderr(empty: Place, tmp_path: Path) -> None:
    path = tmp_path / "dump.sql"
    path.write_text("CREATE TABLE t (a int NOT NULL ??, b text);\nCREATE TABLE u (a int);\n")
    said = empty.tnotes("catalog", "import", str(path), "-c", "c", "--dialect", "postgres").fine()
    assert "2 added" in said.out
    assert "skipped part of 1 table (public.t)" in said.err
    path.write_text("INSERT INTO t VALUES (1);\n")
    with empty.unchanged():
        empty.tnotes("catalog", "import", str(path), "-c", "c").refused()


@pytest.mark.parametrize("comment", ["| a | b |\n" * 500, "{{ doc('x') }} [brackets] [/] 해지 😀 \"q\"", "x" * 50_000])
def test_c22_a_long_or_strange_description_makes_a_valid_card(empty: Place, tmp_path: Path, comment: str) -> None:
    export = tbls_json(tmp_path / "s.json", "mysql", {"T": ["ID"]})
    written = json.loads(export.read_text())
    written["tables"][0] |= {"comment": comment}
    export.write_text(json.dumps(written))
    imported(empty, export, "-c", "c")
    shown = empty.card("T")["comment"]
    assert len(shown) <= 10_000
    assert shown.rstrip("…") == comment.strip()[: len(shown.rstrip("…"))]


def test_g6_before_the_first_commit_all_can_be_read(empty: Place, tmp_path: Path) -> None:
    imported(
        empty, make_database(tmp_path / "s.sqlite", SCHEMAS["sales"]), "-c", "w", "--schema", "sales", "--no-commit"
    )
    empty.git("update-ref", "-d", "HEAD")
    with empty.unchanged():
        for verb in READS:
            empty.tnotes(*verb).fine()
    empty.add("sales.CUSTOMER", "x")
    assert empty.commits() == 1


def test_g9_a_hook_that_reads_from_the_terminal_does_not_hang(place: Place) -> None:
    hook(place, "pre-commit", "cat > .git/read")
    process = subprocess.Popen(
        [sys.executable, "-m", "tnotes", "add", "sales.CUSTOMER", "x"],
        cwd=place.root,
        env=dict(place.environment),
        stdin=subprocess.PIPE,  # open until the end, as a terminal is
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.wait(60) == 0
    process.communicate()
    assert (place.root / ".git" / "read").read_text() == ""


def test_g10_of_a_repository_that_is_somebody_elses_git_says_so_and_reading_goes_on(place: Place) -> None:
    note = place.add("sales.CUSTOMER", "One row per customer.")
    env = {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1", "TNOTES_AUTHOR": "lee"}
    with place.unchanged():
        error = place.tnotes("add", "sales.CUSTOMER", "y", "--json", env=env).refused().error
    assert "dubious ownership" in error["message"]
    assert "not a git repository" not in error["message"].lower()
    for verb in READS[:2]:
        assert note in place.tnotes(*verb, "--json", env=env).fine().out


def test_g12_d7_two_writers_with_fifty_notes_each(place: Place, tmp_path: Path) -> None:
    """Nothing is lost, and exactly forty stay active."""
    started = []
    for who in ("kim", "lee"):
        lines = [json.dumps({"table": "sales.CUSTOMER", "content": f"{who} {number}"}) for number in range(50)]
        (tmp_path / who).write_text("\n".join(lines))
        started.append(place.start("add", "--batch", str(tmp_path / who), "--author", who))
    assert [process.communicate()[1] and process.returncode for process in started] == [0, 0]
    statuses = [note["status"] for note in listed(place, "--status", "all")]
    assert (statuses.count("active"), statuses.count("archived"), len(statuses)) == (40, 60, 100)
    assert place.git("status", "--porcelain") == ""


def test_g13_what_a_killed_write_leaves_is_not_taken_up_by_git_add(place: Place) -> None:
    """The hook kills its tnotes and its git in the middle of the commit."""
    hook(place, "pre-commit", 'git_=$PPID; tnotes=$(ps -o ppid= -p "$git_"); kill -9 $tnotes $git_')
    killed = place.tnotes("add", "sales.CUSTOMER", "Half way.")
    assert killed.code == -9
    (place.root / ".git" / "hooks" / "pre-commit").unlink()
    (place.root / ".git" / "index.lock").unlink(missing_ok=True)
    place.git("add", "--all")
    staged = place.git("diff", "--cached", "--name-only").split()
    assert staged == ["notes/warehouse/sales/CUSTOMER.yaml"]
    place.git("show", ":notes/warehouse/sales/CUSTOMER.yaml").index("Half way.")
    assert place.card("sales.CUSTOMER")["notes"][0]["content"] == "Half way."


def test_g19_a_hook_of_the_workspace_may_ask_tnotes(place: Place) -> None:
    note = place.add("sales.CUSTOMER", "x")
    asks = f"{sys.executable} -m tnotes"
    hook(place, "pre-commit", f"set -e; {asks} card sales.CUSTOMER; {asks} ls; {asks} log >> .git/asked")
    (place.root / "file").write_text("x\n")
    place.git("add", "file")
    place.git("commit", "--quiet", "--message=with a hook")
    assert note in (place.root / ".git" / "asked").read_text()
    assert place.git("show", "--name-only", "--format=", "HEAD").split() == ["file"]


def test_g19_the_receipt_names_repository_and_commit(place: Place, tmp_path: Path) -> None:
    other = Place(tmp_path / "other")
    other.make()
    before = other.head()
    answer = place.tnotes("add", "sales.CUSTOMER", "x", env={"GIT_DIR": str(other.root / ".git")}).fine()
    assert answer.err == f"commit {place.head()[:10]} in {place.root}\n"
    assert other.head() == before


def test_g29_git_that_trusts_no_bare_repository(place: Place) -> None:
    env = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.bareRepository", "GIT_CONFIG_VALUE_0": "explicit"}
    assert place.tnotes("add", "sales.CUSTOMER", "x", "--json", env=env).fine().json["commit"] == place.head()
    for verb in READS:
        place.tnotes(*verb, env=env).fine()


def test_g30_no_command_asks_another_computer_or_for_a_password(place: Place, tmp_path: Path) -> None:
    """The remote is a program that leaves a mark when it is asked."""
    mark = tmp_path / "asked"
    place.git("remote", "add", "origin", f"ext::touch {mark}")
    for setting in ("protocol.ext.allow always", "branch.main.remote origin", "branch.main.merge refs/heads/main"):
        place.git("config", *setting.split())
    place.git("fetch", code=128)
    assert mark.exists()  # the control
    mark.unlink()
    hook(place, "pre-commit", 'echo "$GIT_TERMINAL_PROMPT" > .git/prompt')
    note = place.add("sales.CUSTOMER", "x")
    export = make_database(tmp_path / "one.sqlite", ("CREATE TABLE T (A INTEGER)",))
    verbs = (("edit", note, "y"), ("rm", note), ("restore", note), ("catalog", "import", str(export), "-c", "c"))
    for verb in (*verbs, *READS, ("index", "rebuild"), ("catalog", "diff", "--since", "HEAD~1"), ("init",)):
        place.tnotes(*verb).fine()
    assert not mark.exists()
    assert (place.root / ".git" / "prompt").read_text() == "0\n"


def test_g31_a_squash_merge_loses_neither_author_nor_conversation(place: Place) -> None:
    place.git("checkout", "--quiet", "-b", "side")
    note = place.add("sales.CUSTOMER", "x", "--author", "lee", "--conversation", "chat-7")
    place.git("checkout", "--quiet", "main")
    place.git("merge", "--quiet", "--squash", "side")
    place.git("commit", "--quiet", "--message=squashed")
    found = only(place, note)
    assert (found["author"], found["conversation"]) == ("lee", "chat-7")
    assert list(place.card("sales.CUSTOMER")["notes"][0]) == ["id", "content", "date"]


def test_o2_brackets_in_texts_tables_and_paths_are_printed(empty: Place, tmp_path: Path) -> None:
    text = "codes [a] [b] [c]; [9] of [Order Details] in [dbo].[Customer] :warning: [/]"
    root = tmp_path / "[red]a [dbo].[b] :smile:"
    empty.root.rename(root)
    place = Place(root)
    imported(place, columns_csv(tmp_path / "c.csv", [("[dbo]", "[red]T[/red]")]), "-c", "c")
    answer = place.tnotes("add", '"[dbo]"."[red]T[/red]"', text).fine()
    assert str(root) in answer.err
    assert "[red]T[/red]" in answer.out
    shown = place.tnotes("ls").fine().out
    assert text in shown
    assert "[red]T[/red]" in shown
    assert "no folder [nowhere].[b]" in place.tnotes("ls", "-w", "[nowhere].[b]").refused().err


def test_o7_a_traceback_shows_no_text_of_people(place: Place) -> None:
    answer = place.tnotes("add", "sales.NOPE", "zanzibar", "--author", "quetzal", "--debug")
    assert (answer.code, "Traceback" in answer.err) == (2, True)
    assert "zanzibar" not in answer.err
    assert "quetzal" not in answer.err
    assert "Traceback" not in place.tnotes("add", "sales.NOPE", "zanzibar").refused().err


def test_o11_twenty_times_the_same_bytes(place: Place) -> None:
    write_notes(place, [entry(number % 3, id=f"n_same{number:04d}") for number in range(9)])
    random = {"PYTHONHASHSEED": "random"}
    seen = {place.tnotes("card", "sales.CUSTOMER", env=random).fine().raw for _ in range(20)}
    assert len(seen) == 1
    assert seen.pop().endswith(b"}\n")


def test_d5_the_same_text_on_another_connection_is_another_note(place: Place, tmp_path: Path) -> None:
    make_database(tmp_path / "s.sqlite", SCHEMAS["sales"])
    imported(place, tmp_path / "s.sqlite", "-c", "shop", "--schema", "sales")
    assert place.add("warehouse/sales.ORDERS", "x") != place.add("shop/sales.ORDERS", "x")
    assert len(listed(place)) == 2


def test_d11_short_and_odd_texts_are_notes_and_empty_or_long_ones_are_not(place: Place) -> None:
    kept = ["9", "😀", "👩‍👩‍👧 🇰🇷", "!?…", "가" * 2000]
    for text in kept:
        place.tnotes("add", "sales.CUSTOMER", text).fine()
    assert {note["content"] for note in place.card("sales.CUSTOMER")["notes"]} == set(kept)
    with place.unchanged():
        for text in ("", " \n\t", "x" * 2001, "x" * 10_000, "\n".join(["a line"] * 500)):
            assert place.tnotes("add", "sales.CUSTOMER", text, "--json").refused().error["code"] == "bad_text"


@pytest.mark.parametrize("host", ["UTC", "Asia/Seoul", "America/New_York", "Pacific/Kiritimati"])
@pytest.mark.parametrize(
    ("zone", "moments"),
    [
        ("Asia/Seoul", {"03-07T14:59:59": "03-07", "03-07T15:00:00": "03-08", "03-07T23:30:00": "03-08"}),
        (
            "America/New_York",
            {
                "03-08T04:59:59": "03-07",
                "03-09T03:59:59": "03-08",
                "03-09T04:00:00": "03-09",
                "11-02T04:59:59": "11-01",
            },
        ),
    ],
)
def test_z1_z2_a_card_shows_the_day_of_the_zone_on_every_host(
    place: Place, host: str, zone: str, moments: dict[str, str]
) -> None:
    write_notes(place, [entry(at, content=when, updated=f"2026-{when}Z") for at, when in enumerate(moments)])
    notes = place.tnotes("card", "sales.CUSTOMER", "--tz", zone, env={"TZ": host}).fine().json["notes"]
    assert {note["content"]: note["date"] for note in notes} == {when: f"2026-{day}" for when, day in moments.items()}


def test_z6_what_tnotes_writes_is_utc_in_quotes(place: Place) -> None:
    place.tnotes("add", "sales.CUSTOMER", "x", env={"TZ": "Asia/Seoul"}).fine()
    lines = [line.split(": ", 1)[1] for line in place.note_file().read_text().splitlines() if "ated: " in line]
    assert len(lines) == 2
    assert all(line[0] == line[-1] == "'" and line[-2] == "Z" for line in lines)


def test_a6_a_write_that_is_repeated_after_a_time_out_is_one_note(place: Place) -> None:
    """The commit was made and the answer never came."""
    hook(place, "post-commit", "sleep 60")
    write = ("add", "sales.CUSTOMER", "x", "--conversation", "chat-1", "--json")
    first = place.tnotes(*write, env={"TNOTES_GIT_TIMEOUT": "1"}).fine().json
    (place.root / ".git" / "hooks" / "post-commit").unlink()
    before, head = only(place, first["note"]["id"]), place.head()
    again = place.tnotes(*write).fine().json
    assert (again["action"], again["note"]["id"], again["commit"]) == ("touched", first["note"]["id"], None)
    assert (listed(place), place.head()) == ([before], head)
