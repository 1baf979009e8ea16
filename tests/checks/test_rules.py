"""Each rule about files and notes finds what its file of cases says, and nothing in what passes there."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tnotes.actions.check import check, session_for_check
from tnotes.actions.check_ground import Order
from tnotes.catalog.names import component
from tnotes.catalog.record import to_text
from tnotes.catalog.table import Column, Table, TableName
from tnotes.checks.rules import RULES

CASES = Path(__file__).parent / "cases"
RULES_HERE = {rule.id: rule for rule in RULES if rule.id < "TN3"}
HEAD = "version: 1\nconnection: warehouse\nschema: sales\ntable: CUSTOMER\nnotes:\n"
NOTES = "notes/warehouse/sales/CUSTOMER.yaml"
COLUMNS = tuple(map(Column, ("CUST_ID", "STAT_CD", "NAME")))


def cases() -> Iterator[Any]:
    for rule in RULES_HERE:
        given = yaml.safe_load((CASES / f"{rule}.yaml").read_text(encoding="utf-8"))
        for kind in ("fail", "pass"):
            for at, case in enumerate(given[kind], 1):
                yield pytest.param(rule, kind, case, id=f"{rule}-{kind}-{at}")


def lay(root: Path, case: Any) -> None:
    """Put the files of a case there: one text is that of the note file of CUSTOMER."""
    shape: Mapping[str, Any] = {"files": {NOTES: case}} if isinstance(case, str) else case
    contents = {path: text.encode() for path, text in shape.get("files", {}).items()}
    contents |= {path: bytes.fromhex(text) for path, text in shape.get("bytes", {}).items()}
    for path, data in contents.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    for path, target in shape.get("links", {}).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).unlink(missing_ok=True)
        (root / path).symlink_to(target)
    for path in shape.get("folder", ()):
        (root / path).mkdir(parents=True)


def make(root: Path, more: list[str]) -> None:
    for name in ("CUSTOMER", "ORDERS", *more):
        table = Table(TableName("warehouse", "sales", name), columns=COLUMNS)
        path = root / "catalog" / "warehouse" / "sales" / f"{component(name)}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(to_text(table), encoding="utf-8")
    (root / "tnotes.yaml").write_text("version: 1\n", encoding="utf-8")


def commit(root: Path) -> None:
    for command in (
        ("init", "--quiet"),
        ("add", "--all"),
        ("-c", "user.name=kim", "-c", "user.email=kim@example.invalid", "commit", "--quiet", "--message=base"),
    ):
        subprocess.run(["git", *command], cwd=root, check=True, capture_output=True)


def found_in(root: Path, case: Any) -> set[str]:
    make(root, case.get("catalog", []) if isinstance(case, dict) else [])
    if isinstance(case, dict) and "base" in case:
        lay(root, {"files": case["base"]})
        commit(root)
    lay(root, case)
    session = session_for_check(root, role=None, mode=None)
    return {problem.rule for problem in check(session, Order()).problems}


@pytest.mark.parametrize(("rule", "kind", "case"), list(cases()))
def test_a_case(rule: str, kind: str, case: Any, tmp_path: Path) -> None:
    found = found_in(tmp_path, case)
    assert (rule in found) == (kind == "fail"), found


def examples() -> Iterator[Any]:
    for rule in RULES_HERE.values():
        for kind, texts in (("bad", rule.bad), ("good", rule.good)):
            for at, text in enumerate(texts, 1):
                if "\n" in text:  # others describe what no text of one file shows
                    yield pytest.param(rule.id, kind, text, id=f"{rule.id}-{kind}-{at}")


@pytest.mark.parametrize(("rule", "kind", "text"), list(examples()))
def test_an_example_is_what_it_says(rule: str, kind: str, text: str, tmp_path: Path) -> None:
    if rule == "TN115":
        case: Any = {"files": {"tnotes.yaml": text}}
    else:
        case = text if text.startswith("version") else HEAD + text
    found = found_in(tmp_path, case)
    assert found == ({rule} if kind == "bad" else set())


def test_many_files_are_looked_at_by_several_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, [f"T{at}" for at in range(20)])
    for at in range(20):
        text = HEAD.replace("CUSTOMER", f"T{at}") + f"- id: n_hand{at:06}\n"
        lay(tmp_path, {"files": {f"notes/warehouse/sales/T{at}.yaml": text}})
    session = session_for_check(tmp_path, role=None, mode=None)
    alone = check(session, Order()).problems
    monkeypatch.setattr("tnotes.files.workers.MANY", 2)
    monkeypatch.setattr("tnotes.files.workers.threading.active_count", lambda: 1)
    seen: list[tuple[int, int]] = []
    assert check(session, Order(), tick=lambda done, total: seen.append((done, total))).problems == alone
    assert len(alone) == 20
    assert seen[-1] == (42, 42)


def test_every_rule_says_all_there_is_to_say() -> None:
    assert [rule.id for rule in RULES if not (rule.title and rule.why and rule.advice and rule.bad and rule.good)] == []
    assert len({rule.id for rule in RULES}) == len(RULES)
    assert [rule.id for rule in RULES] == sorted(rule.id for rule in RULES)
