"""What people install: complete, typed, with an entry point that starts, on bounded and explained dependencies."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import tnotes

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PROJECT = tomllib.loads(TEXT)
OFFLINE = re.compile(r"No matching distribution found for setuptools|Failed to establish a new connection|ReadTimeout")


def requirements() -> Iterator[str]:
    """Every requirement that pyproject.toml states."""
    yield from PROJECT["build-system"]["requires"]
    yield from PROJECT["project"]["dependencies"]
    for extra in PROJECT["project"]["optional-dependencies"].values():
        yield from (one for one in extra if not one.startswith("tnotes["))


@pytest.mark.parametrize("requirement", list(requirements()))
def test_a_dependency_has_a_bound_and_a_reason(requirement):
    name, bound = re.fullmatch(r"([\w.-]+(?:\[[\w,]+\])?)([^;]*)(?:;.*)?", requirement).groups()
    assert re.match(r"(>=|==|~=)\d", bound), f"{name} takes any version"
    (line,) = [line for line in TEXT.splitlines() if f'"{requirement}"' in line]
    assert re.search(r"#\s*\S.{9,}", line.rpartition('"')[2]), f"nothing says why {name} is needed"


def test_the_version_is_said_once():
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "tnotes.__version__"}
    assert "version" not in PROJECT["project"]
    assert importlib.metadata.version("tnotes") == tnotes.__version__


def test_the_entry_point_starts():
    (entry,) = importlib.metadata.entry_points(group="console_scripts", name="tnotes")
    assert callable(entry.load())
    command = shutil.which("tnotes", path=str(Path(sys.executable).parent))
    assert command is not None
    ran = subprocess.run([command, "--version"], capture_output=True, encoding="utf-8", check=True)
    assert ran.stdout == f"tnotes {tnotes.__version__}\n"


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """The wheel as pip builds it, from a copy: setuptools leaves its traces where it builds."""
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--retries=1", "--wheel-dir=out", "."]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    if ran.returncode != 0 and OFFLINE.search(ran.stderr):
        pytest.skip("offline: pip cannot fetch setuptools to build with")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    (built,) = (tmp_path / "out").glob("*.whl")
    return built


def test_the_wheel_is_complete_and_runs(wheel, tmp_path):
    """One test, since each that needs the wheel would build it on its own worker."""
    inside = zipfile.ZipFile(wheel)
    names = {name for name in inside.namelist() if ".dist-info/" not in name}
    ours = {path.relative_to(tmp_path / "src").as_posix() for path in (tmp_path / "src" / "tnotes").rglob("*.*")}
    assert "tnotes/py.typed" in names
    assert names == ours

    folder = f"tnotes-{tnotes.__version__}.dist-info"
    assert "\nLicense-Expression: Apache-2.0\n" in inside.read(f"{folder}/METADATA").decode()
    assert f"{folder}/licenses/LICENSE" in inside.namelist()
    assert "tnotes = tnotes.cli.main:main" in inside.read(f"{folder}/entry_points.txt").decode()

    inside.extractall(tmp_path / "unpacked")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "unpacked")}
    where = [sys.executable, "-c", "import tnotes; print(tnotes.__file__)"]
    ran = subprocess.run(where, env=environment, capture_output=True, encoding="utf-8", check=True)
    assert Path(ran.stdout.strip()).is_relative_to(tmp_path / "unpacked")
    run = [sys.executable, "-m", "tnotes", "--help"]
    ran = subprocess.run(run, env=environment, capture_output=True, encoding="utf-8", check=True)
    assert "card" in ran.stdout
