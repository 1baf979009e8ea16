"""What git is given to read reaches it whole, also where it takes its time."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from builders import Place
from tnotes.history.git import Repository, run


@pytest.fixture
def slow_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A git on PATH that first sleeps longer than we look away."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "git").write_text(f'#!/bin/sh\nsleep 1\nexec {shutil.which("git")} "$@"\n')
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join((str(folder), os.environ["PATH"])))
    monkeypatch.setenv("TNOTES_GIT_TIMEOUT", "20")


@pytest.mark.parametrize("size", [0, 1, 4096, 4097, 65_537, 2_000_000])
def test_a_git_that_starts_slowly_gets_all_of_it(place: Place, slow_git: None, size: int) -> None:
    git_dir = place.root / ".git"
    text = b"x" * size
    result = run(Repository(place.root, git_dir, git_dir), "hash-object", "-w", "--stdin", given=text)
    assert place.git("cat-file", "-p", result.out.decode().strip()) == text.decode()
