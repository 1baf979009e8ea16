"""Disks that are full or read-only, folders of somebody else: a clean failure. As another user, since root may all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from ground import (
    ALL,
    CUSTOMER,
    FEW,
    FILES_ONLY,
    NOBODY,
    ORDERS,
    READS,
    as_nobody,
    give,
    leftovers,
    made,
    reads,
    refused,
)

from builders import Answer, Place

root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user or mount")


@root_only
def test_somebody_elses_repository(reachable: Place) -> None:
    """G10: git's own text, not "not a repository"; and reading needs no git."""
    (reachable.root / ".git" / "tnotes").chmod(0o777)
    for path in (reachable.root / ".git" / "tnotes").rglob("*"):
        path.chmod(0o777 if path.is_dir() else 0o666)
    run = as_nobody(reachable)
    env = {"TNOTES_AUTHOR": "lee"}
    refused(reachable, FEW, "git_failed", "dubious ownership", env, run)
    assert "safe.directory" in run("add", "sales.CUSTOMER", "x", env=env).refused().err
    reads(reachable, FILES_ONLY, {}, run)
    assert "dubious ownership" in run("log").refused().err


@pytest.fixture
def trusted(reachable: Place, monkeypatch: pytest.MonkeyPatch) -> Place:
    """The same, and git is told that it may work there whoever owns it."""
    for name, value in (("COUNT", "1"), ("KEY_0", "safe.directory"), ("VALUE_0", "*")):
        monkeypatch.setenv(f"GIT_CONFIG_{name}", value)
    return Place(reachable.root)


@root_only
def test_a_repository_that_may_only_be_read(trusted: Place) -> None:
    run = as_nobody(trusted)
    refused(trusted, ALL, "write_failed", "permission denied", {}, run)
    reads(trusted, READS, {}, run)


@root_only
@pytest.mark.parametrize("what", ["notes/warehouse/sales", ".git/objects", ".git/tnotes", ".git"])
def test_one_folder_that_may_not_be_written(trusted: Place, what: str) -> None:
    give(trusted.root)
    below = () if what == ".git" else (trusted.root / what).rglob("*")
    for path in (trusted.root / what, *below):
        os.chown(path, 0, 0)
    code = "git_failed" if what in (".git", ".git/objects") else "write_failed"
    refused(trusted, ("add", "add new", "edit"), code, "ermission", {}, as_nobody(trusted))
    reads(trusted, READS, {}, as_nobody(trusted))


@root_only
def test_a_file_that_its_owner_made_read_only(trusted: Place) -> None:
    """Replacing it would be possible, the folder can be written; but somebody did not want it changed."""
    give(trusted.root)
    (trusted.root / CUSTOMER).chmod(0o444)
    refused(trusted, ("add", "edit", "rm"), "write_failed", "permission denied", {}, as_nobody(trusted))
    made(trusted, ("add new",), {}, as_nobody(trusted))


@root_only
def test_a_repository_shared_by_a_group(trusted: Place) -> None:
    """What one of them makes, the next one can write: our folder, its lock, a new note file and its folder."""
    trusted.git("config", "core.sharedRepository", "group")
    shutil.rmtree(trusted.root / ".git" / "tnotes")
    for path in (trusted.root, *trusted.root.rglob("*")):
        os.chown(path, 0, NOBODY)
        path.chmod(0o2775 if path.is_dir() else 0o664)
    made(trusted, ("add new", "edit"), {})  # root first
    (trusted.root / ORDERS).chmod(0o664)
    made(trusted, ("add", "rm"), {}, as_nobody(trusted))  # then one of the group
    assert (trusted.root / ORDERS).stat().st_gid == NOBODY
    made(trusted, ("restore",), {})


@root_only
def test_a_file_keeps_its_owner(reachable: Place) -> None:
    give(reachable.root / "notes", 65533)
    made(reachable, ("add", "edit"), {})
    assert (reachable.root / CUSTOMER).stat().st_uid == 65533


@pytest.fixture
def small_disk(noted: Place, tmp_path: Path) -> Iterator[Place]:
    """The workspace on a disk of its own of one megabyte."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("mounting is not permitted here")
    try:
        shutil.copytree(noted.root, disk / "ws", symlinks=True)
        place = Place(disk / "ws")
        place.git("status")
        yield place
    finally:
        subprocess.run(["umount", disk], check=True)


def test_a_full_disk(small_disk: Place) -> None:
    """With ever less space left, each verb makes its commit or leaves every byte alone."""
    made_so_far = 0
    filler = small_disk.root.parent / "filler"
    for left in (0, 1, 2, 3, 4, 6, 8, 12, 24, 100):
        outcomes = set()
        for table in ("sales.CUSTOMER", "sales.ORDERS"):
            fill(filler, left)
            before, state = small_disk.head(), small_disk.state()
            answer = small_disk.tnotes("add", table, f"With {left} left.", "--json")
            filler.unlink()
            outcomes.add(answer.code)
            if answer.code == 0:
                assert small_disk.head() == answer.json["commit"] != before
                assert small_disk.git("status", "--porcelain") == ""
                made_so_far += 1
            else:
                assert answer.refused().error["code"] in ("write_failed", "git_failed")
                assert small_disk.state() == state
            assert leftovers(small_disk) == []
        if left == 0:
            assert outcomes == {2}
    assert made_so_far > 0
    small_disk.git("fsck", "--strict")


def fill(filler: Path, left: int) -> None:
    """Leave so many blocks of four kilobytes."""
    with filler.open("wb", buffering=0) as out:
        try:
            while True:
                out.write(b"x" * 4096)
        except OSError:
            pass
        out.truncate(max(0, os.fstat(out.fileno()).st_size - left * 4096))


def test_at_every_limit_of_file_sizes(noted: Place) -> None:
    """Another way to a write that ends in the middle: git itself is killed by it, and leaves its lock as it does."""
    done = 0
    for limit in (0, 100, 250, 400, 700, 1000, 1500, 3000, 100_000):
        state = noted.state()
        answer = limited(noted, limit, "add", "sales.CUSTOMER", f"At most {limit}.", "--json")
        if answer.code == 0:
            done += 1
            assert noted.head() == answer.json["commit"]
        else:
            lock = noted.root / ".git" / "index.lock"
            if answer.refused().error["code"] == "busy":  # git was killed before it could remove it, the time before
                assert str(lock) in answer.error["message"]
            lock.unlink(missing_ok=True)
            assert noted.state() == state, limit
        assert leftovers(noted) == []
    assert done in range(1, 9)


def limited(place: Place, limit: int, *arguments: str) -> Answer:
    """tnotes, which may make no file larger than that; its output goes to pipes."""
    code = f"import resource, runpy; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n"
    code += "import sys; sys.argv[0] = 'tnotes'; runpy.run_module('tnotes', run_name='__main__')"
    ran = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=place.root,
        env={**place.environment, "TNOTES_LOCK_TIMEOUT": "0.3"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return Answer(ran.returncode, ran.stdout, ran.stderr)


@root_only
def test_a_read_only_file_system(small_disk: Place) -> None:
    subprocess.run(["mount", "-o", "remount,ro", small_disk.root.parent], check=True)
    shutil.copy(small_disk.root / ".git" / "export.sqlite", small_disk.root.parent.parent)
    refused(small_disk, FEW, "write_failed", "read-only file system", {})
    reads(small_disk, READS, {})


@root_only
def test_a_git_directory_on_another_disk(small_disk: Place, tmp_path: Path) -> None:
    """Renaming from there to here is not possible, so the new content is prepared beside the file."""
    here = tmp_path / "here"
    shutil.copytree(small_disk.root, here, ignore=shutil.ignore_patterns(".git"))
    (here / ".git").write_text(f"gitdir: {small_disk.root / '.git'}\n")
    place = Place(here)
    place.git("config", "core.worktree", str(here))
    shutil.copy(small_disk.root / ".git" / "export.sqlite", tmp_path)
    made(place, ALL, {})
    hooks = small_disk.root / ".git" / "hooks"
    hooks.mkdir()
    (hooks / "pre-commit").write_text("#!/bin/sh\nexit 1\n")
    (hooks / "pre-commit").chmod(0o755)
    with place.unchanged():
        assert "a hook refused" in place.tnotes("add", "archive.CUSTOMER", "x").refused().err
    assert leftovers(place) == []
