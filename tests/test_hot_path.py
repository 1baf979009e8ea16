"""What runs before every question stays light: heavy libraries are imported where they are used, and not before.

What this costs in time is measured by benchmarks/startup.py; here nothing is timed.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from builders import Place

HEAVY = ("git", "whoosh", "sqlglot", "rich", "mcp", "pydantic", "importlib.metadata")
YAML = "ruamel"

# Runs one command and prints, as JSON, which files it opened and which folders it listed.
WATCH = """
import json, sys
seen = {"open": [], "os.scandir": [], "os.listdir": []}
watching = False
def watch(event, arguments):
    if watching and event in seen:
        seen[event].append(str(arguments[0]))
sys.addaudithook(watch)
from tnotes.cli.main import run
watching = True
code = run(sys.argv[1:])
watching = False
print(json.dumps({"code": code, **seen}), file=sys.stderr)
"""


def imported(place: Place, *arguments: str) -> set[str]:
    """The modules that one run of tnotes imported, as Python itself tells."""
    ran = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "tnotes", *arguments],
        cwd=place.root,
        env=dict(place.environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    names = set(re.findall(r"^import time: +\d+ \| +\d+ \| +(\S+)$", ran.stderr, re.MULTILINE))
    assert "tnotes.cli.main" in names
    return names


def among(names: set[str], unwanted: tuple[str, ...]) -> set[str]:
    """Those of the names that are one of the unwanted modules or lie below it."""
    return {name for name in names for module in unwanted if f"{name}.".startswith(f"{module}.")}


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ("add", "--help"), ("card", "--help")])
def test_help_and_version_import_nothing_heavy(place, arguments):
    assert among(imported(place, *arguments), (*HEAVY, YAML, "tnotes.history", "tnotes.actions")) == set()


@pytest.mark.parametrize("table", ["sales.CUSTOMER", "ORDERS", "warehouse/archive.CUSTOMER"])
def test_a_card_imports_neither_git_nor_a_yaml_parser(place, table):
    place.add("sales.CUSTOMER", "9 means cancelled.")
    place.card(table)  # the first run parses the files and keeps what it found
    assert among(imported(place, "card", table), (*HEAVY, YAML, "tnotes.history")) == set()


def test_many_cards_import_no_more_than_one(place):
    place.tnotes("card", "sales.CUSTOMER", "sales.ORDERS").fine()
    names = imported(place, "card", "sales.CUSTOMER", "sales.ORDERS")
    assert among(names, (*HEAVY, YAML, "tnotes.history")) == set()


def test_a_write_imports_nothing_heavy_but_the_yaml_parser(place):
    names = imported(place, "add", "sales.CUSTOMER", "9 means cancelled.")
    assert among(names, HEAVY) == set()
    assert YAML in names


def test_a_retry_that_writes_nothing_imports_no_gitpython(place):
    place.add("sales.CUSTOMER", "9 means cancelled.", "--conversation", "chat-1")
    names = imported(place, "add", "sales.CUSTOMER", "9 means cancelled.", "--conversation", "chat-1")
    assert among(names, HEAVY) == set()


def test_the_walk_through_history_is_what_imports_gitpython(place):
    """The control: these tests would see it."""
    place.add("sales.CUSTOMER", "9 means cancelled.")
    assert "git" in imported(place, "log", "sales.CUSTOMER")


@pytest.mark.parametrize("table", ["sales.CUSTOMER", "warehouse/sales.CUSTOMER", "warehouse.sales.CUSTOMER"])
def test_a_card_opens_one_catalog_file_and_one_note_file(place, table):
    for name in ("sales.CUSTOMER", "sales.ORDERS", "archive.CUSTOMER"):
        place.add(name, "A note.")
    seen = watched(place, "card", table)
    assert below(place, seen["open"]) == [
        "catalog/warehouse/sales/CUSTOMER.json",
        "notes/warehouse/sales/CUSTOMER.yaml",
    ]


def test_a_bare_name_opens_no_other_table(place):
    for name in ("sales.CUSTOMER", "sales.ORDERS", "archive.CUSTOMER"):
        place.add(name, "A note.")
    seen = watched(place, "card", "ORDERS")
    assert below(place, seen["open"]) == ["catalog/warehouse/sales/ORDERS.json", "notes/warehouse/sales/ORDERS.yaml"]


def test_a_card_lists_no_folder_of_tables(place):
    place.add("sales.CUSTOMER", "A note.")
    seen = watched(place, "card", "sales.CUSTOMER")
    listed = below(place, seen["os.scandir"] + seen["os.listdir"])
    assert [folder for folder in listed if folder.count("/") > 1] == []


def watched(place: Place, *arguments: str) -> dict[str, list[str]]:
    """What a run of tnotes opened and listed."""
    ran = subprocess.run(
        [sys.executable, "-c", WATCH, *arguments],
        cwd=place.root,
        env=dict(place.environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    seen = json.loads(ran.stderr.splitlines()[-1])
    assert seen.pop("code") == 0, ran.stderr
    return seen


def below(place: Place, paths: list[str]) -> list[str]:
    """Those of the paths that lie in the catalog or the notes, without repetition."""
    found = {(place.root / path).resolve() for path in paths if not path.isdigit()}
    inside = {path.relative_to(place.root.resolve()) for path in found if path.is_relative_to(place.root.resolve())}
    return sorted(Path(path).as_posix() for path in inside if path.parts[:1] in (("catalog",), ("notes",)))
