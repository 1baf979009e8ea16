"""The hook that other repositories use, through pre-commit itself: `pre-commit try-repo`."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from builders import Place
from notefiles import entry, write_notes

ROOT = Path(__file__).parent.parent.parent
WHAT_IS_INSTALLED = ("src", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml")


def test_the_hook_is_one_that_pre_commit_takes() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [(hook["id"], hook["entry"], hook["language"]) for hook in hooks] == [
        ("tnotes-check", "tnotes check", "python")
    ]


@pytest.mark.skipif(shutil.which("pre-commit") is None, reason="pre-commit is not installed")
def test_try_repo_finds_a_staged_fault_and_no_unstaged_one(place: Place, tmp_path: Path) -> None:
    tool = Place(tmp_path / "tool")
    tool.root.mkdir()
    for name in WHAT_IS_INSTALLED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tool.root / name)
    tool.git("init", "--quiet")
    tool.git("add", "--all")
    tool.git("-c", "user.name=kim", "-c", "user.email=kim@example.invalid", "commit", "--quiet", "--message=tool")
    write_notes(place, [entry(1)])
    path = place.note_file()
    fine = path.read_text(encoding="utf-8")
    faulty = fine.replace("active", "done")

    path.write_text(faulty, encoding="utf-8")
    orders = place.note_file("ORDERS")
    orders.write_text(fine.replace("CUSTOMER", "ORDERS").replace("n_hand", "n_more"), encoding="utf-8")
    place.git("add", str(orders))
    passed = try_repo(place, tool.root)
    assert passed.returncode == 0
    assert "0 errors, 0 warnings in 1 file" in passed.stdout

    place.git("add", "notes")
    path.write_text(fine, encoding="utf-8")
    found = try_repo(place, tool.root)
    assert found.returncode == 1
    assert "notes/warehouse/sales/CUSTOMER.yaml:8: TN204" in found.stdout


def try_repo(place: Place, tool: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PRE_COMMIT_HOME": str(place.root.parent / "pre-commit")}
    return subprocess.run(
        ["pre-commit", "try-repo", str(tool), "tnotes-check", "--verbose"],
        cwd=place.root,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
