"""Files in and out: whole or not at all, and never through a link."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tnotes.errors import UnreadableFile, WriteFailed
from tnotes.files.disk import decode, read_bytes, read_text, write_all
from tnotes.files.folders import make_like_parent
from tnotes.files.journal import as_before, as_written, begin, close, pending, put, take_back
from tnotes.files.replace import replace


def snapshot(root: Path) -> dict[str, object]:
    """Everything below a folder: contents, modes, links, the very files."""
    found: dict[str, object] = {}
    for path in sorted(root.rglob("*")):
        stat = path.lstat()
        kind = str(path.readlink()) if path.is_symlink() else path.read_bytes() if path.is_file() else None
        found[str(path.relative_to(root))] = (kind, stat.st_mode, stat.st_ino if path.is_file() else 0)
    return found


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "a").mkdir(parents=True)
    (root / "a" / "one").write_bytes(b"one")
    (root / "a" / "two").write_bytes(b"two")
    (root / "a" / "two").chmod(0o640)
    return root


def test_none_where_there_is_no_file(tree: Path) -> None:
    assert read_bytes(tree / "a" / "none", tree) is None
    assert read_text(tree / "none" / "none", tree) is None


def test_a_byte_order_mark_is_no_text(tree: Path) -> None:
    (tree / "bom").write_bytes(b"\xef\xbb\xbftext \xef\xbb\xbf")
    assert read_text(tree / "bom", tree) == "text \ufeff"


def test_what_is_no_utf8_is_named_with_its_line(tree: Path) -> None:
    with pytest.raises(UnreadableFile, match=r"x:3: not UTF-8"):
        decode(b"a\nb\nc\xff\n", Path("x"))


@pytest.mark.parametrize("what", ["file", "folder", "loop", "nowhere", "itself"])
def test_a_link_is_never_followed(tree: Path, tmp_path: Path, what: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "x").write_text("theirs")
    link = {"file": "a/link", "folder": "b", "loop": "a/link", "nowhere": "a/link", "itself": "a/link"}[what]
    target = {"file": outside / "x", "folder": outside, "loop": tree / "a" / "link", "nowhere": outside / "y"}
    (tree / link).symlink_to(target.get(what, tree / "a" / "one"))
    path = tree / link / "x" if what == "folder" else tree / link
    with pytest.raises(UnreadableFile, match="symbolic link"):
        read_bytes(path, tree)
    before = snapshot(tmp_path)
    for data in (b"ours", None):
        with pytest.raises(WriteFailed, match="symbolic link"):
            write_all({tree / "a" / "new": b"1", path: data}, tree, tmp_path / "scratch")
    assert {k: v for k, v in snapshot(tmp_path).items() if not k.startswith("scratch")} == before


def test_a_root_that_is_reached_by_a_link_is_fine(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tree)
    root = tmp_path / "link"
    assert read_bytes(root / "a" / "one", root) == b"one"
    write_all({root / "a" / "one": b"1"}, root, tmp_path / "scratch")
    assert (tree / "a" / "one").read_bytes() == b"1"


def test_what_is_no_plain_file_is_neither_read_nor_replaced(tree: Path, tmp_path: Path) -> None:
    os.mkfifo(tree / "pipe")
    (tree / "folder").mkdir()
    for name in ("pipe", "folder"):
        with pytest.raises(UnreadableFile):
            read_bytes(tree / name, tree)
        with pytest.raises(WriteFailed, match="no plain file"):
            write_all({tree / "a" / "one": b"1", tree / name: b"x"}, tree, tmp_path / "scratch")
    assert (tree / "a" / "one").read_bytes() == b"one"


def test_no_file_is_left_open(tree: Path) -> None:
    (tree / "folder").mkdir()
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(20):
        with pytest.raises(UnreadableFile):
            read_bytes(tree / "folder", tree)
        read_bytes(tree / "a" / "one", tree)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_mode_set_on_purpose_stays_and_a_new_file_has_the_usual_one(tree: Path, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    (tree / "a" / "two").chmod(0o777)
    old = os.umask(0o027)
    try:
        replace(tree / "a" / "two", b"2", scratch)
        replace(tree / "a" / "new", b"n", scratch)
    finally:
        os.umask(old)
    assert (tree / "a" / "two").stat().st_mode & 0o7777 == 0o777
    assert (tree / "a" / "new").stat().st_mode & 0o7777 == 0o640
    assert list(scratch.iterdir()) == []


def test_a_folder_of_ours_is_as_open_as_the_one_it_lies_in(tmp_path: Path) -> None:
    for mode in (0o700, 0o755, 0o2775):
        parent = tmp_path / f"{mode:o}"
        parent.mkdir()
        parent.chmod(mode)
        make_like_parent(parent / "x" / "y")
        make_like_parent(parent / "x" / "y")
        assert [p.stat().st_mode & 0o7777 for p in (parent / "x", parent / "x" / "y")] == [mode, mode]


def test_all_or_none(tree: Path, tmp_path: Path) -> None:
    """The third of three cannot be written: the first two are the very files they were, and no folder stays."""
    before = snapshot(tree)
    changes = {tree / "a" / "one": b"1", tree / "b" / "c" / "new": b"n", tree / "a" / "two" / "below": b"x"}
    with pytest.raises(WriteFailed):
        write_all(changes, tree, tmp_path / "scratch")
    assert snapshot(tree) == before
    assert list((tmp_path / "scratch").rglob("*")) == []


def test_any_write_can_be_taken_back(tmp_path: Path) -> None:
    """Random trees and changes, stopped after any number of steps: contents, modes and folders are as before."""
    rng = random.Random(5)  # noqa: S311 - cases, no secrets
    for number in range(150):
        root = tmp_path / str(number)
        root.mkdir()
        names = [f"{rng.choice('abc')}/{rng.choice('de')}/{n}" for n in range(6)]
        for name in rng.sample(names, 3):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(rng.randbytes(3))
            (root / name).chmod(rng.choice((0o600, 0o644, 0o755)))
        before = snapshot(root)
        changes = {root / n: None if rng.random() < 0.3 else rng.randbytes(4) for n in rng.sample(names, 4)}
        journal = begin(changes, root, tmp_path / "scratch", "a test")
        assert snapshot(root) == before
        done = dict(list(changes.items())[: rng.randrange(5)])
        put(journal, done)
        assert all(as_written(entry) for entry in journal.entries if entry.path in done)
        found = pending(tmp_path / "scratch")
        assert found == journal
        take_back(found)
        assert snapshot(root) == before
        assert pending(tmp_path / "scratch") is None
        assert not (tmp_path / "scratch").exists()


def test_what_stands_is_not_taken_back(tree: Path, tmp_path: Path) -> None:
    journal = begin({tree / "a" / "one": b"1", tree / "new" / "x": b"x"}, tree, tmp_path / "scratch")
    assert all(as_before(journal, entry) for entry in journal.entries)
    put(journal, {tree / "a" / "one": b"1", tree / "new" / "x": b"x"})
    assert not any(as_before(journal, entry) for entry in journal.entries)
    close(journal)
    assert pending(tmp_path / "scratch") is None
    assert (tree / "new" / "x").read_bytes() == b"x"


def test_what_cannot_be_put_back_is_kept_for_the_next_try(tree: Path, tmp_path: Path) -> None:
    path = tree / "a" / "one"
    journal = begin({path: b"1"}, tree, tmp_path / "scratch")
    put(journal, {path: b"1"})
    path.unlink()
    path.mkdir()
    with pytest.raises(WriteFailed, match="cannot be put back"):
        take_back(journal)
    path.rmdir()
    again = pending(tmp_path / "scratch")
    assert again is not None
    take_back(again)
    assert path.read_bytes() == b"one"


def test_a_path_in_no_encoding_is_noted_and_found_again(tmp_path: Path) -> None:
    root = tmp_path / os.fsdecode(b"\xff\xe9")
    root.mkdir()
    journal = begin({root / "한글": b"x"}, root, tmp_path / "scratch", "쓰기")
    assert pending(tmp_path / "scratch") == journal
