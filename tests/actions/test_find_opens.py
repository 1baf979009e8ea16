"""What a card opens does not depend on how many tables lie beside its own."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from builders import Place
from catalogs import columns_csv

# Runs many commands and prints, as JSON, which files each opened and which folders it listed.
WATCH = """
import json, sys
seen = None
def watch(event, arguments):
    if seen is not None and event in ("open", "os.scandir", "os.listdir"):
        seen.append((event, str(arguments[0])))
sys.addaudithook(watch)
from tnotes.cli.main import run
answers = []
for arguments in json.load(sys.stdin):
    seen = []
    code, found, seen = run(arguments), seen, None
    answers.append((code, found))
sys.stderr.write(json.dumps(answers))
"""
ASKED = ["s.T_00001", "T_00001", "c/s.t_00001", "c.s.T_00001", '"s"."T_00001"', "other.LONE", "고객", "other.고객"]


def watched(place, *commands):
    """For each command the files below catalog/ and notes/ that it opened, and the folders there that it listed."""
    ran = subprocess.run(
        [sys.executable, "-c", WATCH],
        cwd=place.root,
        env=dict(place.environment),
        input=json.dumps(commands),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    root = f"{place.root}/"
    for code, seen in json.loads(ran.stderr.splitlines()[-1]):
        assert code == 0, ran.stderr
        found = {(event == "open", path.removeprefix(root)) for event, path in seen if path.startswith(root)}
        found = {one for one in found if one[1].startswith(("catalog", "notes"))}
        yield tuple(sorted(path for is_open, path in found if is_open is wanted) for wanted in (True, False))


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """A workspace with 3 tables in the schema s, one with 2,000, and in both the schema other."""
    found = []
    for count in (3, 2000):
        place = Place(tmp_path_factory.mktemp("opens") / "ws")
        place.make()
        tables = [("s", f"T_{number:05}") for number in range(count)]
        export = columns_csv(place.root.parent / "columns.csv", [*tables, ("other", "LONE"), ("other", "고객")])
        place.tnotes("catalog", "import", str(export), "-c", "c", "--no-commit").fine()
        for name in ("s.T_00001", "other.LONE", "other.고객", "s.T_00002"):
            place.tnotes("add", name, "A note.", "--no-commit").fine()
        settings = place.root / "tnotes.yaml"
        settings.write_text(settings.read_text() + 'roles:\n  few:\n    allow: ["s.*", "other.*"]\n')
        found.append(place)
    return found


@pytest.mark.parametrize("role", [(), ("--role", "few")])
def test_a_card_opens_the_same_files_among_three_tables_and_among_two_thousand(places, role):
    commands = [["card", typed, *role] for typed in ASKED]
    few, many = (list(watched(place, *commands)) for place in places)
    assert few == many
    for typed, (opened, listed) in zip(ASKED, many, strict=True):
        assert [path.rpartition(".")[2] for path in opened] == ["json", "yaml"], typed
        if "." in typed:  # a bare name may lie in any schema, in any case
            assert not [path for path in listed if path.count("/") > 1], typed


def test_a_table_without_notes_lists_nothing_either(places):
    ((opened, listed),) = watched(places[1], ["card", "s.T_00000"])
    assert opened == ["catalog/c/s/T_00000.json"]
    assert not [path for path in listed if path.count("/") > 1]


def test_the_watch_sees_what_a_list_of_all_tables_opens(places):
    """The control."""
    ((opened, listed),) = watched(places[0], ["catalog", "ls"])
    assert len(opened) == 5
    assert "catalog/c/s" in listed
