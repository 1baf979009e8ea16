"""Real workspaces in temporary folders, and tnotes as people run it: as a process."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from builders import SCHEMAS, Place, make_database


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No setting of the machine or its user reaches a test."""
    for name in list(os.environ):
        if name.startswith(("TNOTES_", "GIT_", "LC_")) and name != "TNOTES_SHARED_DATA":
            monkeypatch.delenv(name)
    home = tmp_path_factory.getbasetemp() / "home"
    home.mkdir(exist_ok=True)
    for name, value in {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "COLUMNS": "100",
    }.items():
        monkeypatch.setenv(name, value)


@pytest.fixture(scope="session")
def _template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with the tables sales.CUSTOMER, sales.ORDERS and archive.CUSTOMER, made once and copied per test."""
    root = tmp_path_factory.mktemp("template") / "ws"
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("TNOTES_", "GIT_"))}
    environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    place = Place(root, environment)
    place.make()
    for schema, tables in SCHEMAS.items():
        make_database(root.parent / f"{schema}.sqlite", tables)
        place.tnotes("catalog", "import", f"../{schema}.sqlite", "-c", "warehouse", "--schema", schema).fine()
    return root


@pytest.fixture
def place(tmp_path: Path, _template: Path) -> Place:
    """A fresh copy of the small workspace."""
    root = tmp_path / "ws"
    shutil.copytree(_template, root, symlinks=True)
    subprocess.run(["git", "status"], cwd=root, check=True, capture_output=True)  # settle the copied index
    return Place(root)


@pytest.fixture
def empty(tmp_path: Path) -> Place:
    """A workspace without a catalog."""
    place = Place(tmp_path / "ws")
    place.make()
    return place


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """An SQLite file with one table."""
    path = tmp_path / "one.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE T (A INTEGER)")
    return path
