"""Two people with a clone each of one bare repository."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from builders import Place


class Team(NamedTuple):
    """The shared repository and who has a clone of it."""

    hub: Path
    kim: Place
    lee: Place

    def clone(self, name: str, *more: str) -> Place:
        """One more clone, in which `tnotes init` was never run."""
        root = self.hub.parent / name
        subprocess.run(["git", "clone", "--quiet", *more, self.hub.as_uri(), str(root)], check=True)
        place = Place(root)
        place.git("config", "user.name", name)
        place.git("config", "user.email", f"{name}@example.invalid")
        return place

    def hub_git(self, *arguments: str) -> str:
        """What git prints in the shared repository."""
        return subprocess.run(
            ["git", *arguments], cwd=self.hub, capture_output=True, encoding="utf-8", check=True
        ).stdout

    def hook(self, text: str) -> None:
        """Let the shared repository judge what is pushed."""
        path = self.hub / "hooks" / "pre-receive"
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)


@pytest.fixture
def team(tmp_path: Path, _template: Path) -> Team:
    """The small workspace, shared."""
    hub = tmp_path / "hub 허브.git"
    subprocess.run(["git", "clone", "--quiet", "--bare", str(_template), str(hub)], check=True)
    team = Team(hub, Place(tmp_path / "kim"), Place(tmp_path / "lee"))
    return Team(hub, team.clone("kim"), team.clone("lee"))


@pytest.fixture
def lonely(tmp_path: Path, _template: Path) -> Place:
    """A workspace without any remote."""
    root = tmp_path / "ws"
    shutil.copytree(_template, root, symlinks=True)
    return Place(root)
