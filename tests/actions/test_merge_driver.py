"""Git merges note files through our driver: under every command that merges, and never one side alone."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from builders import Place
from notefiles import entry, only, write_notes
from tnotes.errors import UnreadableFile
from tnotes.files.guard import refuse_unusable
from tnotes.history.driver import driver_command, driver_problem, register_driver
from tnotes.history.git import Repository
from tnotes.notes.file import parse_notes

CUSTOMER = "sales.CUSTOMER"


def texts(place: Place, file: Path | None = None) -> set[str]:
    """The texts of the active notes of a file."""
    path = file or place.note_file()
    return {str(note.content) for note in parse_notes(path.read_text(encoding="utf-8"), path).notes if note.active}


def apart(place: Place, here: str, there: str) -> None:
    """Two branches of one note file, a text added on each; the work tree is on main."""
    both, ours, theirs = entry(1, content="both had this"), entry(2, content=here), entry(3, content=there)
    write_notes(place, [both])
    place.git("branch", "side")
    write_notes(place, [both, ours])
    place.git("switch", "--quiet", "side")
    write_notes(place, [both, theirs])
    place.git("switch", "--quiet", "main")


def repository(place: Place) -> Repository:
    return Repository(place.root, place.root / ".git", place.root / ".git")


def clean(place: Place) -> bool:
    return place.git("status", "--porcelain") == ""


def marked(text: str) -> bool:
    """Whether readers refuse the text for its conflict markers."""
    try:
        refuse_unusable(text, "x")
    except UnreadableFile as problem:
        return problem.kind == "conflict"
    return False


MERGES = {
    "merge": [("merge", "--quiet", "--no-edit", "side")],
    "merge --squash": [("merge", "--quiet", "--squash", "side"), ("commit", "--quiet", "--message=squashed")],
    "rebase": [("rebase", "--quiet", "side")],
    "rebase with apply": [("rebase", "--quiet", "--apply", "side")],
    "cherry-pick": [("cherry-pick", "side")],
    "pull --rebase": [("pull", "--quiet", "--rebase", ".", "side")],
}


@pytest.mark.parametrize("commands", MERGES.values(), ids=MERGES)
def test_both_notes_are_there_after(place, commands):
    apart(place, "added here", "added there")
    for command in commands:
        place.git(*command)
    assert texts(place) == {"both had this", "added here", "added there"}
    assert clean(place)


def test_a_stash_comes_back_into_a_file_that_changed_meanwhile(place):
    place.add(CUSTOMER, "both had this")
    place.add(CUSTOMER, "in the stash", "--no-commit")
    place.git("stash", "--quiet")
    place.add(CUSTOMER, "added meanwhile")
    place.git("stash", "pop", "--quiet")
    assert texts(place) == {"both had this", "in the stash", "added meanwhile"}


def test_a_revert_takes_back_one_addition_and_leaves_what_came_after(place):
    place.add(CUSTOMER, "first")
    place.add(CUSTOMER, "taken back")
    wrong = place.head()
    place.add(CUSTOMER, "after it")
    place.git("revert", "--no-edit", wrong)
    assert texts(place) == {"first", "after it"}


def test_a_cherry_pick_brings_its_own_note_and_no_other(place):
    place.git("branch", "side")
    place.add(CUSTOMER, "here")
    place.git("switch", "--quiet", "side")
    place.add(CUSTOMER, "not picked")
    place.add(CUSTOMER, "picked")
    place.git("switch", "--quiet", "main")
    place.git("cherry-pick", "side")
    assert texts(place) == {"here", "picked"}


def test_in_another_work_tree(place):
    apart(place, "added here", "added there")
    place.git("worktree", "add", "--quiet", "../other", "side")
    other = Place(place.root.parent / "other")
    other.git("merge", "--quiet", "--no-edit", "main")
    assert texts(other) == {"both had this", "added here", "added there"}
    assert clean(other)


def test_in_a_submodule(place, tmp_path):
    outer = Place(tmp_path / "outer")
    outer.root.mkdir()
    outer.git("init", "--quiet")
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(place.root), "work space")
    inner = Place(outer.root / "work space")
    inner.git("config", "user.name", "lee")
    inner.git("config", "user.email", "lee@example.invalid")
    assert "the merge driver" in inner.tnotes("init").fine().out
    apart(inner, "added here", "added there")
    inner.git("merge", "--quiet", "--no-edit", "side")
    assert texts(inner) == {"both had this", "added here", "added there"}
    assert clean(inner)


@pytest.mark.parametrize("folder", ["저장소 하나", 'it\'s "quoted" $HOME', "sub/데이터 카탈로그"])
def test_in_a_folder_with_any_name_and_a_table_too(tmp_path, folder):
    top = Place(tmp_path / folder.partition("/")[0])
    place = Place(tmp_path / folder)
    if place.root != top.root:  # a workspace inside a larger repository
        place.root.mkdir(parents=True)
        top.git("init", "--quiet", "--initial-branch=main")
        top.git("config", "user.name", "kim")
        top.git("config", "user.email", "kim@example.invalid")
        place.tnotes("init").fine()
    else:
        place.make()
    export = tmp_path / "tables.sql"
    export.write_text('CREATE TABLE "고객\'s $(표)" (ID int);\n', encoding="utf-8")
    place.tnotes("catalog", "import", str(export), "-c", "창고", "--schema", "판매").fine()
    table = '"고객\'s $(표)"'
    place.git("branch", "side")
    place.add(table, "여기")
    place.git("switch", "--quiet", "side")
    place.add(table, "거기")
    place.git("switch", "--quiet", "main")
    place.git("merge", "--quiet", "--no-edit", "side")
    (file,) = (place.root / "notes").rglob("*.yaml")
    assert texts(place, file) == {"여기", "거기"}


def test_branches_that_merged_each_other_have_a_base_of_two_commits(place):
    apart(place, "added here", "added there")
    place.git("branch", "main-before")
    place.git("merge", "--quiet", "--no-edit", "side")
    place.git("switch", "--quiet", "side")
    place.git("merge", "--quiet", "--no-edit", "main-before")
    for branch in ("side", "main"):
        place.git("switch", "--quiet", branch)
        place.add(CUSTOMER, f"later on {branch}")
    place.git("merge", "--quiet", "--no-edit", "side")
    assert texts(place) == {"both had this", "added here", "added there", "later on main", "later on side"}


def test_comments_and_quoting_of_both_sides_stay(place):
    first = place.add(CUSTOMER, "both had this")
    path = place.note_file()
    place.git("branch", "side")
    path.write_text(path.read_text().replace("notes:\n", "notes:\n# ours, by hand\n"))
    place.git("commit", "--quiet", "--all", "--message=comment")
    place.git("switch", "--quiet", "side")
    path.write_text(path.read_text().replace("content: both had this", "content: 'both had this'  # theirs"))
    place.git("commit", "--quiet", "--all", "--message=quotes")
    place.add(CUSTOMER, "added there")
    place.git("switch", "--quiet", "main")
    place.git("merge", "--quiet", "--no-edit", "side")
    merged = path.read_text()
    assert "# ours, by hand\n- id:" in merged
    assert merged.count(first) == 1
    assert "content: 'both had this'  # theirs\n" in merged
    assert texts(place) == {"both had this", "added there"}


def test_two_clones_add_forty_each_to_one_table_and_the_newest_forty_stay(place):
    """The cap over both sides, and no two ids alike (D7, D9)."""
    write_notes(place, [entry(at) for at in range(20)])
    place.git("branch", "side")
    write_notes(place, [entry(at) for at in range(40)])
    place.git("switch", "--quiet", "side")
    others = [entry(at, id=f"n_side{at:06}", content=f"Other {at}.") for at in range(20, 40)]
    write_notes(place, [*(entry(at) for at in range(20)), *others])
    place.git("switch", "--quiet", "main")
    place.git("merge", "--quiet", "--no-edit", "side")
    assert texts(place) == {f"{word} {at}." for at in range(20, 40) for word in ("Fact", "Other")}
    everything = place.tnotes("ls", "--status", "all", "--json").fine().json["notes"]
    assert len({note["id"] for note in everything}) == len(everything) == 60


def test_the_same_text_on_both_sides_is_one_active_note_and_an_archived_one_is_not_doubled(place):
    """Never two active ones of one text (D6)."""
    old = entry(1, content="archived once", status="archived", archived_by="person")
    write_notes(place, [old])
    place.git("branch", "side")
    place.add(CUSTOMER, "said on both sides")
    revived = place.add(CUSTOMER, "archived once")
    place.git("switch", "--quiet", "side")
    place.add(CUSTOMER, "said on both sides")
    place.git("switch", "--quiet", "main")
    place.git("merge", "--quiet", "--no-edit", "side")
    notes = place.tnotes("ls", "--json").fine().json["notes"]
    assert sorted(note["content"] for note in notes) == ["archived once", "said on both sides"]
    assert revived == old["id"]


def test_a_text_that_both_sides_edited_is_kept_as_an_archived_note(place):
    note = place.add(CUSTOMER, "nine")
    place.git("branch", "side")
    place.tnotes("edit", note, "nine means closed").fine()
    place.git("switch", "--quiet", "side")
    place.tnotes("edit", note, "nine means cancelled").fine()
    place.git("switch", "--quiet", "main")
    place.git("merge", "--quiet", "--no-edit", "side")
    assert texts(place) == {"nine means cancelled"}
    (kept,) = place.tnotes("ls", "--status", "archived", "--json").fine().json["notes"]
    assert kept["content"] == "nine means closed"
    assert "archived_by: merge" in place.note_file().read_text()
    place.tnotes("restore", kept["id"]).fine()
    assert texts(place) == {"nine means cancelled", "nine means closed"}
    assert only(place, note)["status"] == "active"


def test_the_workspaces_cap_counts_in_a_merge(place):
    (place.root / "tnotes.yaml").write_text("version: 1\nnotes: {cap: 2}\n")
    place.git("commit", "--quiet", "--all", "--message=cap")
    apart(place, "added here", "added there")
    place.git("merge", "--quiet", "--no-edit", "side")
    assert texts(place) == {"added here", "added there"}


# What cannot be merged


def broken_sides(place: Place) -> None:
    """Main and side differ, and side's file has the key of its notes twice (Y4)."""
    apart(place, "added here", "added there")
    place.git("switch", "--quiet", "side")
    path = place.note_file()
    path.write_text(path.read_text() + "notes: []\n")
    place.git("commit", "--quiet", "--all", "--message=damage")
    place.git("switch", "--quiet", "main")


def test_a_side_that_cannot_be_read_leaves_markers_and_is_named(place):
    broken_sides(place)
    place.git("merge", "--quiet", "--no-edit", "side", code=1)
    text = place.note_file().read_text()
    assert marked(text)
    assert "added here" in text
    assert "added there" in text
    assert place.git("ls-files", "--unmerged") != ""
    for command in (("card", CUSTOMER), ("add", CUSTOMER, "more")):  # never an empty list of notes (Y7, Y8)
        answer = place.tnotes(*command).refused()
        assert "unresolved merge conflict" in answer.err or "merge is in progress" in answer.err
    assert "unresolved merge conflict" in place.tnotes("card", CUSTOMER).err
    assert "CUSTOMER.yaml" in place.tnotes("card", CUSTOMER).err
    assert "CUSTOMER.yaml" in place.tnotes("search", "added").err


def test_the_driver_says_what_is_wrong_with_which_file(place):
    broken_sides(place)
    ran = subprocess.run(["git", "merge", "--no-edit", "side"], cwd=place.root, capture_output=True, check=False)
    assert b"notes/warehouse/sales/CUSTOMER.yaml:" in ran.stderr
    assert b"Traceback" not in ran.stderr


def register(place: Place, program: str) -> None:
    """Let the command of the clone's driver begin with another program."""
    command = driver_command().replace(shlex.quote(sys.executable), program, 1)
    place.git("config", "merge.tnotes.driver", command)


FAILING = {
    "a program that is gone": "/nowhere/python",
    "a Python without tnotes": "no-module",
    "one that is killed": "killed",
    "one with a bug": "bug",
}


@pytest.mark.parametrize("kind", FAILING.values(), ids=FAILING)
def test_a_driver_that_fails_leaves_both_sides(place, tmp_path, kind):
    script = {"no-module": "exit 1", "killed": "kill -9 $$", "bug": "echo oops >&2; exit 3"}.get(kind)
    program = kind
    if script is not None:
        made = tmp_path / kind
        made.write_text(f"#!/bin/sh\n{script}\n")
        made.chmod(0o755)
        program = str(made)
    write_notes(place, [entry(1, content="nine")])
    place.git("branch", "side")
    write_notes(place, [entry(1, content="nine means closed")])
    place.git("switch", "--quiet", "side")
    write_notes(place, [entry(1, content="nine means cancelled")])
    place.git("switch", "--quiet", "main")
    register(place, program)
    place.git("merge", "--quiet", "--no-edit", "side", code=1)
    text = place.note_file().read_text()
    assert marked(text)
    assert text.count("<<<<<<<") == 1
    assert "nine means closed" in text
    assert "nine means cancelled" in text


def run_driver(folder: Path, base: bytes, ours: bytes, theirs: bytes, name: str) -> tuple[int, bytes]:
    """The exit code of a driver called by hand and what stands in the file of our side."""
    for file, data in (("o", base), ("a", ours), ("b", theirs)):
        (folder / file).write_bytes(data)
    command = [sys.executable, "-P", "-m", "tnotes", "merge-driver", "o", "a", "b", name]
    ran = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert b"Traceback" not in ran.stderr
    return ran.returncode, (folder / "a").read_bytes()


HEADER = b"version: 1\nconnection: c\nschema: s\ntable: t\n"


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (b"\xff\xfe\n", HEADER),
        (HEADER, b"\0\0"),
        (HEADER, b""),
        (HEADER, HEADER.replace(b"table: t", b"table: other")),
        (HEADER, b"version: 2\nconnection: c\n"),
        (HEADER, HEADER + b"notes: &a [*a]\n"),
        (b"<<<<<<< ours\n=======\n>>>>>>> theirs\n", HEADER),
    ],
)
def test_whatever_cannot_be_merged_both_sides_stand_between_markers(tmp_path, ours, theirs):
    code, left = run_driver(tmp_path, b"", ours, theirs, "notes/c/s/t.yaml")
    assert 0 < code < 128
    assert b"<<<<<<< " in left
    assert b"\n>>>>>>> " in left
    for side in (ours, theirs):
        assert all(line in left for line in side.splitlines())


def test_outside_of_a_work_tree_it_merges_by_the_name(tmp_path):
    moment = b"'2026-01-01T00:00:00.000Z'\n"
    note = b"notes:\n- id: n_aaaa%d\n  content: said\n  status: active\n  created: " + moment + b"  updated: " + moment
    code, left = run_driver(tmp_path, HEADER, HEADER + note % 1, HEADER + note % 2, "notes/c/s/t.yaml")
    assert code == 0
    assert left.index(b"n_aaaa1") < left.index(b"n_aaaa2")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "o"]


def test_another_file_is_merged_as_git_does(tmp_path):
    lines = [b"%d\n" % at for at in range(9)]
    ours, theirs = [b"ours\n", *lines], [*lines, b"theirs\n"]
    code, left = run_driver(tmp_path, b"".join(lines), b"".join(ours), b"".join(theirs), "notes/README.md")
    assert (code, left) == (0, b"".join([b"ours\n", *lines, b"theirs\n"]))
    code, left = run_driver(tmp_path, b"a\n", b"b\n", b"c\n", "notes/README.md")
    assert code == 1
    assert left.startswith(b"<<<<<<< ")


def test_a_driver_killed_at_any_moment_leaves_the_old_file_or_the_whole_new_one(place):
    apart(place, "added here", "added there")
    name = "notes/warehouse/sales/CUSTOMER.yaml"
    sides = {branch: place.git("show", f"{branch}:{name}") for branch in ("main", "side", "main~1")}
    for file, branch in (("o", "main~1"), ("a", "main"), ("b", "side")):
        (place.root / file).write_text(sides[branch])
    place.tnotes("merge-driver", "o", "a", "b", name).fine()
    whole = (place.root / "a").read_text()
    left = set()
    for at in range(10):
        (place.root / "a").write_text(sides["main"])
        process = place.start("merge-driver", "o", "a", "b", name)
        time.sleep(at * 0.015)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        left.add((place.root / "a").read_text())
    assert left <= {sides["main"], whole}
    assert [path.name for path in place.root.glob("*.tmp")] == []


# The catalog


def imported(place: Place, columns: str, when: str) -> None:
    (place.root.parent / "sales.sql").write_text(f"CREATE TABLE CUSTOMER ({columns});\n")
    dates = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": "2026-05-05T00:00:00Z"}
    place.tnotes("catalog", "import", "../sales.sql", "-c", "warehouse", "--schema", "sales", env=dates).fine()


@pytest.mark.parametrize("turned", [False, True])
def test_the_newer_export_of_a_table_wins_whoever_merges(place, turned):
    place.git("branch", "side")
    imported(place, "ID int, A_NEWER int", "2026-03-03T00:00:00Z")
    place.git("switch", "--quiet", "side")
    imported(place, "ID int, Z_OLDER int", "2026-02-02T00:00:00Z")
    place.git("switch", "--quiet", "side" if turned else "main")
    place.git("merge", "--quiet", "--no-edit", "main" if turned else "side")
    assert [column["name"] for column in place.card(CUSTOMER)["columns"]] == ["ID", "A_NEWER"]
    assert clean(place)


def test_a_catalog_file_that_cannot_be_read_leaves_markers(tmp_path):
    code, left = run_driver(tmp_path, b"{}\n", b'{"version": 1}\n', b'{"version": 7}\n', "catalog/c/s/t.json")
    assert code == 1
    assert left.count(b"<<<<<<< ") == 1


# The registration


def test_init_registers_the_driver_once_and_mends_it(place):
    assert driver_problem(repository(place)) is None
    assert place.tnotes("init").fine().out.endswith("nothing was missing\n")
    place.git("config", "--unset", "merge.tnotes.driver")
    assert "not registered" in (driver_problem(repository(place)) or "")
    assert "the merge driver" in place.tnotes("init").fine().out
    assert driver_problem(repository(place)) is None
    register(place, "/nowhere/python")
    assert "/nowhere/python" in (driver_problem(repository(place)) or "")
    assert register_driver(repository(place))
    assert not register_driver(repository(place))
    place.git("config", "merge.tnotes.driver", "true %A")
    assert "another command" in (driver_problem(repository(place)) or "")
    register_driver(repository(place))
    (place.root / ".gitattributes").write_text("notes/** text eol=lf\n")
    assert "does not give notes/" in (driver_problem(repository(place)) or "")
    assert place.tnotes("init").fine().out.endswith("made .gitattributes\n")
    assert driver_problem(repository(place)) is None


def test_init_keeps_the_lines_of_the_attributes(place):
    path = place.root / ".gitattributes"
    path.write_text("*.sql text\nnotes/** text eol=lf")
    place.tnotes("init").fine()
    assert path.read_text().splitlines()[:2] == ["*.sql text", "notes/** text eol=lf"]
    assert path.read_text().count("notes/** text eol=lf") == 1
    for file in ("notes/c/s/t.yaml", "catalog/c/s/t.json"):
        assert place.git("check-attr", "merge", "eol", "--", file).split() == [
            *(f"{file}:", "merge:", "tnotes"),
            *(f"{file}:", "eol:", "lf"),
        ]


def test_a_module_in_the_work_tree_is_not_run_instead_of_ours(place):
    apart(place, "added here", "added there")
    (place.root / "tnotes.py").write_text("open('stolen', 'w')\n")
    place.git("merge", "--quiet", "--no-edit", "side")
    assert not (place.root / "stolen").exists()
    assert not marked(place.note_file().read_text())


def test_a_clone_without_the_driver_merges_as_git_does(place, tmp_path):
    apart(place, "added here", "added there")
    clone = Place(tmp_path / "clone")
    place.git("clone", "--quiet", ".", str(clone.root))
    assert "not registered" in (driver_problem(repository(clone)) or "")
    merged = subprocess.run(
        ["git", "-c", "user.name=lee", "-c", "user.email=l@example.invalid", "merge", "--no-edit", "origin/side"],
        cwd=clone.root,
        capture_output=True,
        check=False,
    )
    text = clone.note_file().read_text()
    assert marked(text) == (merged.returncode != 0)
    assert "added here" in text
    assert "added there" in text


def test_most_additions_merge_on_a_server_that_has_no_driver():
    """The order of the notes alone does it; appended at the end, every pair would conflict (G25)."""
    script = Path(__file__).parents[2] / "benchmarks" / "plain_merge.py"
    usage = subprocess.run(["git", "merge-tree", "-h"], capture_output=True, text=True, check=False)
    if "write-tree" not in usage.stdout + usage.stderr:
        pytest.skip("this Git has no merge-tree --write-tree")
    command = [sys.executable, str(script), "--pairs", "5", "--notes", "10", "--seed", "2", "--json"]
    (row,) = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    assert row["appended"] == 0
    assert row["clean"] >= 0.5


def test_what_a_merge_by_lines_left_is_put_right_by_check(place):
    """41 active notes and two that say the same, from a merge that went well by lines (G25)."""
    write_notes(place, [entry(at) for at in range(39)])
    place.git("branch", "side")
    place.git("config", "--remove-section", "merge.tnotes")
    write_notes(place, [entry(0, id="n_a000000000", content="Said twice."), *(entry(at) for at in range(39))])
    place.git("switch", "--quiet", "side")
    later = [entry(50, id="n_z000000000", content="Said  twice."), entry(51, id="n_z000000001", content="More.")]
    write_notes(place, [*(entry(at) for at in range(39)), *later])
    place.git("switch", "--quiet", "main")
    place.git("merge", "--quiet", "--no-edit", "side")
    assert len(texts(place)) == 42
    assert place.tnotes("check").code == 1
    place.tnotes("check", "--fix").fine()
    assert texts(place) == {*(f"Fact {at}." for at in range(1, 39)), "Said  twice.", "More."}
