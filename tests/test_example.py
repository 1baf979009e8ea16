"""This repository is a workspace itself, and its card can be printed from a fresh clone."""

import shutil
from pathlib import Path

from builders import Place

ROOT = Path(__file__).parent.parent
PARTS = ("tnotes.yaml", "catalog", "notes")


def test_the_card_of_the_example_carries_its_notes(tmp_path: Path) -> None:
    for part in PARTS:  # a copy: no test touches the example itself, not even by a cache
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, tmp_path / part)
    card = Place(tmp_path).card("sales.CUSTOMER")
    notes = {column["name"]: [note["content"] for note in column["notes"]] for column in card["columns"]}
    assert notes["STAT_CD"] == ["9 means cancelled; leave it out when counting active customers."]
    assert [note["content"] for note in card["notes"]] == ["One row per customer."]
