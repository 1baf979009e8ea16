"""Every import contract of pyproject.toml holds, and notices when it is broken."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NAMES = [
    contract["name"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
]
pytestmark = pytest.mark.skipif(
    find_spec("importlinter") is None, reason="import-linter is not installed; it comes with the dev extra"
)

LAYERS, CYCLES, PURE = "Layers: each may use what stands below it", "No cycles, at any depth", "Pure parts do no I/O"
GIT, RUAMEL, TYPER = "GitPython only in history.trail", "ruamel only in files.yaml", "typer and rich only in cli"
PROCESSES = "Processes only from history.git and cli.demo"
SQLITE = "sqlite3 only in catalog.sources.sqlite, cli.demo and context.fts"
DUCKDB = "duckdb only in catalog.sources.duckdb"
SQLGLOT, WHOOSH, MCP = "sqlglot only in catalog", "Whoosh only in context.index", "mcp only in agent.server"
APPROVE = "No agent can approve"

# contract: modules and the line that each gets; together they break this contract and no other
BREAKS = [
    # Upwards and sideways without also closing a cycle, which another contract would see.
    (LAYERS, {"errors": "from tnotes.words import fold"}),
    (LAYERS, {"files.disk": "from tnotes.words import fold"}),
    (LAYERS, {"history.lock": "from tnotes.project.workspace import SETTINGS"}),
    (LAYERS, {"checks.rule": "from tnotes.context.modes import CHAT"}),
    (LAYERS, {"nowhere": "from tnotes.words import fold"}),  # a module that no layer names
    (CYCLES, {"files.guard": "from tnotes.files.lines import line_starts"}),
    (CYCLES, {"catalog.sources.clean": "from tnotes.catalog.sources.shapes import Node"}),  # two packages deep
    (PURE, {"catalog.table": "from tnotes.files.disk import read_text"}),
    (PURE, {"words": "import time"}),
    (PURE, {"notes.dedup": "from tnotes.notes.store import NoteFolder"}),  # by way of another module
    (GIT, {"history.commit": "from git import Repo"}),
    (RUAMEL, {"files.splice": "from ruamel.yaml import YAML"}),
    (TYPER, {"actions.add": "import typer"}),
    (TYPER, {"actions.look": "from rich.table import Table"}),
    (PROCESSES, {"history.lock": "import subprocess"}),
    (SQLITE, {"actions.catalog": "import sqlite3"}),
    (DUCKDB, {"catalog.store": "import duckdb"}),
    (SQLGLOT, {"notes.note": "import sqlglot"}),
    (WHOOSH, {"context.search": "from whoosh.index import open_dir"}),
    (MCP, {"agent.tools": "from mcp.server import Server"}),
    (APPROVE, {"agent.tools": "from tnotes.actions.approvals import approve", "actions.approvals": ""}),
    (APPROVE, {"agent.tools": "from tnotes.actions.cleanup import cleanup"}),
    (
        APPROVE,  # by way of an action that the agent may use
        {
            "agent.tools": "from tnotes.actions.look import listed",
            "actions.look": "from tnotes.actions.approvals import approve",
            "actions.approvals": "",
        },
    ),
]
# What the contracts allow where they forbid the rest.
ALLOWED = {
    "history.trail": "import git",
    "catalog.sql": "import sqlglot",
    "context.index": "import whoosh",
    "agent.server": "import mcp",
    "ui.page": "from tnotes.actions.add import add",
    "checks.rule": "from tnotes.lessons.lesson import Lesson",
    "lessons.lesson": "from tnotes.notes.note import Note",
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package and its contracts, to be broken."""
    shutil.copytree(ROOT / "src" / "tnotes", tmp_path / "src" / "tnotes", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def append(copy: Path, modules: dict[str, str]) -> None:
    for module, line in modules.items():
        path = copy / "src" / "tnotes" / Path(*module.split(".")).with_suffix(".py")
        path.parent.mkdir(exist_ok=True)
        (path.parent / "__init__.py").touch()
        with path.open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")


def broken(copy: Path) -> list[str]:
    """The contracts that import-linter finds broken in the copy; it must have judged all of them."""
    ran = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--no-logo"],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "src"), "COLUMNS": "200"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    said = re.findall(r"^(.+) (KEPT|BROKEN)(?: \(.*\))?$", ran.stdout, re.MULTILINE)
    assert [name for name, _ in said] == NAMES, ran.stdout + ran.stderr
    found = [name for name, verdict in said if verdict == "BROKEN"]
    assert ran.returncode == bool(found), ran.stdout + ran.stderr
    return found


def test_all_contracts_hold(copy):
    assert broken(copy) == []


@pytest.mark.parametrize(("contract", "modules"), BREAKS, ids=lambda value: value if isinstance(value, str) else "")
def test_a_contract_notices_when_it_is_broken(copy, contract, modules):
    append(copy, modules)
    assert broken(copy) == [contract]


def test_what_is_to_come_has_its_place(copy):
    append(copy, ALLOWED)
    assert broken(copy) == []


def test_every_contract_is_broken_once_on_purpose():
    assert {contract for contract, _ in BREAKS} == set(NAMES)
