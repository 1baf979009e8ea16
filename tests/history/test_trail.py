"""What happened to files, from commits of every sort and under every setting."""

from __future__ import annotations

import os
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from ground import CUSTOMER, DELETED
from test_allowed_states import loud_settings, ssh_key

from builders import Place
from tnotes.errors import GitFailed
from tnotes.history.git import Repository
from tnotes.history.trail import Step, steps, versions

FILE = "notes/f.yaml"


def repository(place: Place) -> Repository:
    return Repository(place.root, place.root / ".git", place.root / ".git")


def trail(place: Place, *paths: str) -> list[Step]:
    return list(steps(repository(place), paths or ("notes",)))


def put(place: Place, text: str | None, message: str, name: str = FILE, *more: str) -> str:
    """A commit that gives the file this text, or removes it."""
    path = place.root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if text is None:
        path.unlink()
    else:
        path.write_text(text)
    place.git("add", "--all", name)
    place.git("commit", "--quiet", "--message", message, *more)
    return place.head()


@pytest.fixture
def bare_place(tmp_path: Path) -> Place:
    """A repository without a workspace's files."""
    place = Place(tmp_path / "r")
    place.root.mkdir()
    place.git("init", "--quiet", "--initial-branch=main")
    place.git("config", "user.name", "kim")
    place.git("config", "user.email", "kim@example.invalid")
    return place


def test_before_the_first_commit_there_is_none(bare_place: Place) -> None:
    assert trail(bare_place) == []


@pytest.mark.parametrize("settings", [None, loud_settings, ssh_key])
def test_each_change_newest_first(bare_place: Place, settings: object) -> None:
    if callable(settings):
        settings(bare_place)
    shas = [put(bare_place, "1", "one"), put(bare_place, "2", "two\n\nbody"), put(bare_place, None, "gone")]
    put(bare_place, "x", "elsewhere", "other/f.yaml")
    found = trail(bare_place)
    assert [(s.commit, s.before, s.after) for s in found] == [
        (shas[2], "2", None),
        (shas[1], "1", "2"),
        (shas[0], None, "1"),
    ]
    assert [s.message.strip() for s in found] == ["gone", "two\n\nbody", "one"]
    assert {(s.author, s.path, s.others) for s in found} == {("kim", FILE, ())}
    assert all(len(s.date) in (20, 25) for s in found)


def test_a_renamed_file_ends_and_begins(bare_place: Place) -> None:
    put(bare_place, "same\n" * 9, "one")
    bare_place.git("mv", FILE, "notes/g.yaml")
    bare_place.git("commit", "--quiet", "--message=moved")
    assert {(s.path, s.before is None, s.after is None) for s in trail(bare_place)[:2]} == {
        (FILE, False, True),
        ("notes/g.yaml", True, False),
    }


def test_a_side_branch_that_came_to_nothing_is_told(bare_place: Place) -> None:
    """Merged, it leaves no trace in the merge: git's log drops it unless the whole history is asked for."""
    put(bare_place, "start", "start")
    bare_place.git("checkout", "--quiet", "-b", "side")
    put(bare_place, "secret", "came")
    put(bare_place, "start", "went")
    bare_place.git("checkout", "--quiet", "main")
    put(bare_place, "x", "elsewhere", "other.txt")
    bare_place.git("merge", "--quiet", "--no-edit", "side")
    assert [s.message.strip() for s in trail(bare_place, FILE)] == ["went", "came", "start"]
    assert "secret" in list(versions(repository(bare_place), FILE))


def test_what_a_merge_made_itself_is_told_with_all_parents(bare_place: Place) -> None:
    put(bare_place, "0", "start")
    bare_place.git("checkout", "--quiet", "-b", "side")
    put(bare_place, "theirs", "theirs")
    bare_place.git("checkout", "--quiet", "main")
    put(bare_place, "ours", "ours")
    bare_place.git("merge", "--quiet", "side", code=1)
    merged = put(bare_place, "both", "merged")
    first = trail(bare_place, FILE)[0]
    assert (first.commit, first.before, first.others, first.after) == (merged, "ours", ("theirs",), "both")
    assert next(versions(repository(bare_place), FILE)) == "both"


def test_a_merge_that_took_one_side_as_it_was_is_no_step(bare_place: Place) -> None:
    put(bare_place, "0", "start")
    bare_place.git("checkout", "--quiet", "-b", "side")
    put(bare_place, "theirs", "theirs")
    bare_place.git("checkout", "--quiet", "main")
    put(bare_place, "x", "elsewhere", "other.txt")
    bare_place.git("merge", "--quiet", "--no-edit", "side")
    assert [s.message.strip() for s in trail(bare_place)] == ["theirs", "start"]


def test_a_squash_is_one_step(bare_place: Place) -> None:
    put(bare_place, "0", "start")
    bare_place.git("checkout", "--quiet", "-b", "side")
    put(bare_place, "1", "one")
    put(bare_place, "2", "two")
    bare_place.git("checkout", "--quiet", "main")
    bare_place.git("merge", "--quiet", "--squash", "side")
    bare_place.git("commit", "--quiet", "--message=squashed")
    assert [(s.before, s.after) for s in trail(bare_place)] == [("0", "2"), (None, "0")]


def test_clocks_that_jump_do_not_turn_the_order(bare_place: Place) -> None:
    for number, year in enumerate(("2030", "2010", "2020")):
        stamp = f"{year}-01-01T00:00:00Z"
        place = Place(
            bare_place.root, {**bare_place.environment, "GIT_COMMITTER_DATE": stamp, "GIT_AUTHOR_DATE": stamp}
        )
        put(place, str(number), f"{number}")
    assert next(versions(repository(bare_place), FILE)) == "2"
    assert [s.after for s in trail(bare_place)] == ["2", "1", "0"]


def commit_raw(place: Place, text: bytes, author: bytes, message: bytes, header: bytes = b"") -> None:
    """A commit as old tools and other systems leave them."""
    run = lambda *a, given=b"": subprocess.run(  # noqa: E731
        ["git", *a], cwd=place.root, input=given, capture_output=True, check=True
    ).stdout.strip()
    blob = run("hash-object", "-w", "--stdin", given=text)
    inner = run("mktree", given=b"100644 blob " + blob + b"\tf.yaml\n")
    tree = run("mktree", given=b"040000 tree " + inner + b"\tnotes\n")
    parent = b"parent " + place.head().encode() + b"\n" if place.head() else b""
    who = author + b" <a@b> 1700000000 +0900\n"
    data = b"tree " + tree + b"\n" + parent + b"author " + who + b"committer " + who + header + b"\n" + message
    sha = run("hash-object", "-t", "commit", "-w", "--stdin", "--literally", given=data)
    run("update-ref", "HEAD", sha.decode())


def test_names_and_messages_that_are_no_utf8_or_full_of_signs(bare_place: Place) -> None:
    commit_raw(bare_place, b"1", b"M\xfcller", b"\xff\xfe bytes\n")
    commit_raw(bare_place, b"2", "김".encode("euc-kr"), "메시지\n".encode("euc-kr"), b"encoding EUC-KR\n")
    commit_raw(bare_place, b"3", b"a\x1fb\x1ec", b":100644 x\x1f\x1e\n\n\n:notes\n\nTnotes-Note: n_1\n")
    commit_raw(bare_place, b"\xff\x00\r\n4", b"", b"")
    found = trail(bare_place)
    assert [s.after for s in found] == ["\ufffd\x00\r\n4", "3", "2", "1"]
    assert (found[2].author, found[2].message.strip()) == ("김", "메시지")
    assert "Tnotes-Note: n_1" in found[1].message
    assert {s.date for s in found} == {"2023-11-15T07:13:20+09:00"}
    for s in found:
        assert isinstance(s.author.encode(errors="surrogateescape"), bytes)


def test_paths_with_signs(bare_place: Place) -> None:
    names = ["notes/한글 [1]*.yaml", "notes/:(top)x.yaml", "notes/a\tb\n.yaml", 'notes/"q".yaml']
    for name in names:
        put(bare_place, name, "x", name)
        assert [s.path for s in trail(bare_place, name)] == [name]
    assert [s.path for s in trail(bare_place)] == names[::-1]


def test_thousands_of_commits(bare_place: Place) -> None:
    """More than are read at once, each with the text of the one before."""
    number = 3000
    stream = b""
    for n in range(number):
        data = b"%d\n" % n * 50
        stream += b"commit refs/heads/main\ncommitter kim <k@e> %d +0000\ndata 1\nx\n" % (1_700_000_000 + n)
        stream += b"M 644 inline notes/f.yaml\ndata %d\n%b\n" % (len(data), data)
    bare_place.git("fast-import", "--quiet", given=stream)
    found = trail(bare_place)
    assert len(found) == number
    assert [s.after.split("\n")[0] for s in (found[0], found[-1]) if s.after] == [str(number - 1), "0"]
    assert all(new.before == old.after for new, old in pairwise(found))


def test_a_text_that_is_missing_is_an_error_and_not_an_empty_text(bare_place: Place) -> None:
    put(bare_place, "1", "one")
    put(bare_place, "2", "two")
    blob = bare_place.git("rev-parse", "HEAD~1:notes/f.yaml").strip()
    (bare_place.root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(GitFailed, match=blob):
        trail(bare_place)


def test_restore_takes_the_last_text_that_anybody_committed(noted: Place) -> None:
    """Also one from a branch whose side a merge did not take: nobody's words are lost by a merge."""
    noted.git("checkout", "--quiet", "-b", "side", "HEAD~1")
    noted.tnotes("edit", DELETED, "The last text.").fine()
    noted.git("checkout", "--quiet", "-")
    noted.git("merge", "--quiet", "--no-edit", "-s", "ours", "side")
    noted.tnotes("restore", DELETED).fine()
    assert "The last text." in (noted.root / CUSTOMER).read_text()


def test_variables_of_another_repository_stay_ours(bare_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are taken out while git runs, and put back."""
    put(bare_place, "1", "one")
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_NAMESPACE", "x")
    before = dict(os.environ)
    assert len(trail(bare_place)) == 1
    assert dict(os.environ) == before
