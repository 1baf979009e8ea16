"""Which files changed: by their stamps as Git tells it, and by content where stamps cannot tell."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tnotes.context.gather import Source, digest_of
from tnotes.context.ledger import Body, Folder, Head, Known
from tnotes.context.plan import CHANGED, DELETED, NEW, is_unchanged, plan_for
from tnotes.context.stamps import CATALOG, NOTES, Scan, is_racy, scan

TOPS = (CATALOG, NOTES)
SECOND = 1_000_000_000


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("notes/w/s/A.yaml", "notes/w/s/B.yaml", "catalog/w/s/A.json"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
        os.utime(path, ns=(5, 5 * SECOND + 7))
    return tmp_path


def far(root: Path) -> int:
    """A moment when no file there is racy any more."""
    return max(path.stat().st_ctime_ns for path in root.rglob("*.*")) + 10 * SECOND


def look(root: Path, at: int, tops: tuple[str, ...] = TOPS) -> Scan:
    """A look at the files as if it were that moment."""
    return scan(root, tops)._replace(at=at)


def known(root: Path, at: int | None = None) -> tuple[Head, Body]:
    """What an index knows that was written at that moment."""
    seen = look(root, far(root) if at is None else at)
    source, body, number = Source(root, None), Body(), 0
    for folder in seen.folders:
        files = {}
        for name, stamp in seen.stamps(folder).items():
            number += 1
            files[name] = Known(stamp, digest_of(source, f"{folder}/{name}"), number)
        body.put(folder, Folder(files, {}))
    stamps = {f"{folder}/{name}": one for folder in seen.folders for name, one in seen.stamps(folder).items()}
    racy = {path: digest_of(source, path) for path, stamp in stamps.items() if is_racy(stamp, seen.at)}
    return Head(seen.digests, racy, {}), body


def stale(root: Path, head: Head, body: Body, tops: tuple[str, ...] = TOPS) -> dict[str, str]:
    seen = look(root, far(root), tops)
    found = dict(plan_for(Source(root, None), head, body, seen, tops).stale)
    assert is_unchanged(Source(root, None), head, seen, tops) <= (not found)
    return found


def test_nothing_changed(root):
    head, body = known(root)
    assert is_unchanged(Source(root, None), head, look(root, far(root)), TOPS)
    assert stale(root, head, body) == {}


def test_new_changed_and_deleted_files(root):
    head, body = known(root)
    (root / "notes/w/s/A.yaml").write_text("other", encoding="utf-8")
    (root / "notes/w/s/B.yaml").unlink()
    (root / "notes/w/s/C.yaml").write_text("new", encoding="utf-8")
    assert stale(root, head, body) == {
        "notes/w/s/A.yaml": CHANGED,
        "notes/w/s/B.yaml": DELETED,
        "notes/w/s/C.yaml": NEW,
    }


def test_an_edit_of_the_same_size_with_the_old_time_put_back(root):
    head, body = known(root)
    path = root / "notes/w/s/A.yaml"
    before = path.stat()
    path.write_text("notes/w/s/X.yaml", encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    assert stale(root, head, body) == {"notes/w/s/A.yaml": CHANGED}


def test_a_file_written_again_with_the_same_content_is_not_read_again(root):
    head, body = known(root)
    path = root / "notes/w/s/A.yaml"
    text = path.read_text(encoding="utf-8")
    path.unlink()
    path.write_text(text, encoding="utf-8")
    os.utime(path)
    assert stale(root, head, body) == {}


def test_a_racy_file_is_compared_by_content(root):
    """Changed within one tick of the clock after it was read: size, times and inode are all as they were."""
    now = max(path.stat().st_ctime_ns for path in root.rglob("*.*"))
    head, body = known(root, at=now)
    path = "notes/w/s/A.yaml"
    assert path in head.racy
    folder = body.folder("notes/w/s")
    body.put(
        "notes/w/s", folder._replace(files={**folder.files, "A.yaml": folder.files["A.yaml"]._replace(digest="?")})
    )
    head.racy[path] = "?"
    seen = look(root, now)
    assert not is_unchanged(Source(root, None), head, seen, TOPS)
    assert dict(plan_for(Source(root, None), head, body, seen, TOPS).stale) == {path: CHANGED}


def test_many_files_that_were_racy_are_settled_once(root, monkeypatch):
    """Few are quicker compared by content at each search than the index is written."""
    head, _ = known(root, at=max(path.stat().st_ctime_ns for path in root.rglob("*.*")))
    source = Source(root, None)
    assert is_unchanged(source, head, look(root, far(root)), TOPS)
    monkeypatch.setattr("tnotes.context.plan._FEW", 2)
    assert not is_unchanged(source, head, look(root, far(root)), TOPS)
    settled, _ = known(root)
    assert settled.racy == {}
    assert is_unchanged(source, settled, look(root, far(root)), TOPS)


def test_a_clock_that_counts_in_seconds_keeps_files_racy_for_longer():
    assert is_racy((1, 5 * SECOND, 5 * SECOND, 1), 6 * SECOND)
    assert not is_racy((1, 5 * SECOND, 5 * SECOND, 1), 8 * SECOND)
    assert not is_racy((1, 5 * SECOND + 1, 5 * SECOND + 1, 1), 6 * SECOND)


def test_what_lies_outside_the_top_folders_stays_as_it_is_known(root):
    head, body = known(root)
    (root / "notes/w/s/A.yaml").unlink()
    assert stale(root, head, body, (CATALOG,)) == {}


def test_links_hidden_files_and_other_endings_are_passed_by(root):
    head, body = known(root)
    (root / "notes/w/s/.hidden.yaml").write_text("x", encoding="utf-8")
    (root / "notes/w/s/readme.txt").write_text("x", encoding="utf-8")
    (root / "notes/.git").mkdir()
    (root / "notes/.git/x.yaml").write_text("x", encoding="utf-8")
    (root / "elsewhere").mkdir()
    (root / "elsewhere" / "x.yaml").write_text("x", encoding="utf-8")
    (root / "notes" / "link").symlink_to(root / "elsewhere")
    assert stale(root, head, body) == {}


def test_no_folders_no_files(tmp_path):
    assert scan(tmp_path, TOPS).folders == {}
