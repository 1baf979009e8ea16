"""A workspace with notes, made once and copied per test; and one that another user can reach."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from ground import take_notes

from builders import Place


@pytest.fixture(scope="session")
def _noted(tmp_path_factory: pytest.TempPathFactory, _template: Path) -> Path:
    import os

    root = tmp_path_factory.mktemp("noted") / "ws"
    shutil.copytree(_template, root, symlinks=True)
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("TNOTES_", "GIT_"))}
    environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    take_notes(Place(root, environment))
    shutil.rmtree(root / ".git" / "hooks")
    return root


@pytest.fixture
def noted(tmp_path: Path, _noted: Path) -> Place:
    """A workspace with an active and a deleted note on sales.CUSTOMER, and an export that changes that table."""
    return _copy(_noted, tmp_path / "ws")


@pytest.fixture
def reachable(_noted: Path) -> Iterator[Place]:
    """The same in a folder that other users can enter."""
    with tempfile.TemporaryDirectory(prefix="tnotes-test-") as folder:
        Path(folder).chmod(0o755)
        yield _copy(_noted, Path(folder) / "ws")


def _copy(template: Path, root: Path) -> Place:
    shutil.copytree(template, root, symlinks=True)
    subprocess.run(["git", "status"], cwd=root, check=True, capture_output=True)  # settle the copied index
    return Place(root)
