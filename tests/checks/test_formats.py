"""What other programs read from a check: JSON, SARIF, JUnit and GitHub's commands, and the options around them."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest

from builders import Answer, Place
from notefiles import entry, write_notes
from tnotes.actions.check import Report
from tnotes.actions.check_formats import to_github, to_junit, to_sarif
from tnotes.checks.problem import Problem
from tnotes.checks.rules import RULES

NASTY = 'a "quoted" <tag> & 100%\nnext line, with: signs \x07 ]]> \x1b[31m \ud800 \U0001f600'


def report(message: str, severity: str = "error") -> Report:
    path = "notes/wa re/a,b:c%/고객.yaml"
    return Report((Problem("TN204", severity, path, 7, message, "mend it", "n_aaaaaaaaaa"),), 3, prefix="in ner/")


@pytest.fixture
def faulty(place: Place) -> Place:
    """A workspace with one error and one warning."""
    write_notes(place, [entry(1, status="done"), entry(2, updated="2026-01-01T00:02:00Z")])
    return place


def problems(answer: Answer) -> list[str]:
    return [one["rule"] for one in answer.json["problems"]]


def test_the_text_names_file_line_rule_and_fix(faulty: Place) -> None:
    answer = faulty.tnotes("check")
    assert answer.code == 1
    where = "notes/warehouse/sales/CUSTOMER.yaml"
    assert answer.out.splitlines() == [
        f"{where}:8: TN204 status 'done' is none of active, archived, deleted "
        "(fix: write active, archived or deleted; archived_by is cap, duplicate, merge or person)",
        f"{where}:17: TN210 warning: updated of n_hand000002 would be 2026-01-01T00:02:00.000Z "
        "(fix: write it as UTC; --fix does)",
    ]
    assert answer.err == "1 error, 1 warning, --fix mends 1 in 5 files\n"


def test_the_json_has_its_keys(faulty: Place) -> None:
    found = faulty.tnotes("check", "--json").json
    assert list(found) == ["problems", "fixed", "errors", "warnings", "files", "known", "hidden", "staged"]
    assert list(found["problems"][0]) == [
        *("rule", "severity", "path", "line", "note", "message", "advice", "fixable", "commit")
    ]
    assert (found["errors"], found["warnings"], found["files"]) == (1, 1, 5)


def test_warnings_fail_only_when_asked(place: Place) -> None:
    write_notes(place, [entry(2, updated="2026-01-01T00:02:00Z")])
    assert place.tnotes("check").code == 0
    assert place.tnotes("check", "--strict").code == 1


def test_sarif_is_whole() -> None:
    found: dict[str, Any] = json.loads(json.dumps(to_sarif(report(NASTY))))
    assert found["version"] == "2.1.0"
    run = found["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.id for rule in RULES]
    assert {rule["defaultConfiguration"]["level"] for rule in rules} <= {"error", "warning", "note", "none"}
    result = run["results"][0]
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == "TN204"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "in%20ner/notes/wa%20re/a%2Cb%3Ac%25/%EA%B3%A0%EA%B0%9D.yaml"
    assert place["region"] == {"startLine": 7}


def test_junit_is_xml_whatever_stands_in_a_text() -> None:
    root = ElementTree.fromstring(to_junit(report(NASTY)).encode())  # noqa: S314 - our own
    case = root.find("testsuite/testcase")
    assert case is not None
    failure = case.find("failure")
    assert failure is not None
    assert failure.get("message", "").startswith('a "quoted" <tag> & 100%\nnext line')
    assert root.get("failures") == "1"
    warned = ElementTree.fromstring(to_junit(report("x", "warning")).encode())  # noqa: S314 - our own
    assert warned.find("testsuite/testcase/failure") is None
    assert ElementTree.fromstring(to_junit(Report((), 3)).encode()).find("testsuite/testcase") is not None  # noqa: S314


def test_github_commands_stay_on_their_line() -> None:
    line = to_github(report(NASTY))[0]
    assert "\n" not in line
    head, _, message = line.partition("::error ")[2].partition("::")
    assert head.startswith("file=in ner/notes/wa re/a%2Cb%3Ac%25/고객.yaml,line=7,title=TN204 ")
    assert message.startswith('a "quoted" <tag> & 100%25%0Anext line, with: signs')


@pytest.mark.parametrize("form", ["json", "github", "sarif", "junit"])
def test_every_format_says_the_same(faulty: Place, form: str) -> None:
    answer = faulty.tnotes("check", "--format", form)
    assert answer.code == 1
    assert answer.out.count("TN204") >= 1
    assert "1 error, 1 warning" in answer.err


def test_select_and_ignore_never_hide_what_cannot_be_read(faulty: Place) -> None:
    assert problems(faulty.tnotes("check", "--json", "--ignore", "tn2")) == ["TN204"]
    assert problems(faulty.tnotes("check", "--json", "--select", "TN210,TN3")) == ["TN204", "TN210"]
    assert problems(faulty.tnotes("check", "--json", "--select", "TN1")) == ["TN204"]
    assert faulty.tnotes("check", "--json", "--select", "TN9").refused().error["code"] == "usage"


def test_the_settings_say_how_much_a_rule_counts(faulty: Place) -> None:
    settings = faulty.root / "tnotes.yaml"
    settings.write_text(
        "version: 1\ncheck:\n  severity: {TN2: 'off', TN210: error, TN204: warning}\n", encoding="utf-8"
    )
    found = {one["rule"]: one["severity"] for one in faulty.tnotes("check", "--json").json["problems"]}
    assert found == {"TN204": "error", "TN210": "error", "TN115": "error"}  # what cannot be read is always an error
    settings.write_text("version: 1\ncheck:\n  severity: {TN210: 'off', TN9: error}\n", encoding="utf-8")
    found = {one["rule"]: one["severity"] for one in faulty.tnotes("check", "--json").json["problems"]}
    assert found == {"TN204": "error", "TN115": "error"}


def test_settings_that_cannot_be_used_are_a_problem_among_others(faulty: Place) -> None:
    (faulty.root / "tnotes.yaml").write_text("version: 1\nnote: 3\n", encoding="utf-8")
    assert set(problems(faulty.tnotes("check", "--json"))) == {"TN115", "TN204", "TN210"}


def test_a_baseline_lets_old_sins_pass_and_no_new_ones(place: Place) -> None:
    write_notes(place, [entry(1, column="GONE"), entry(2)])
    place.tnotes("check", "--write-baseline", "old.json").fine()
    answer = place.tnotes("check", "--baseline", "old.json").fine()
    assert answer.err == "0 errors, 0 warnings, 1 of the baseline in 5 files\n"
    write_notes(place, [entry(0), entry(1, column="GONE"), entry(2, column="LOST")])
    answer = place.tnotes("check", "--baseline", "old.json", "--json")
    assert [(one["rule"], one["note"]) for one in answer.json["problems"]] == [("TN112", "n_hand000002")]
    assert "Fact" not in (place.root / "old.json").read_text(encoding="utf-8")


def test_a_baseline_lets_nothing_pass_that_cannot_be_read(faulty: Place) -> None:
    faulty.tnotes("check", "--write-baseline", "old.json").fine()
    assert problems(faulty.tnotes("check", "--baseline", "old.json", "--json")) == ["TN204"]
    (faulty.root / "old.json").write_text("{}", encoding="utf-8")
    assert faulty.tnotes("check", "--baseline", "old.json", "--json").refused().error["code"] == "usage"


def test_paths_are_files_or_folders_of_the_workspace(faulty: Place) -> None:
    assert problems(faulty.tnotes("check", "catalog", "--json")) == []
    assert problems(faulty.tnotes("check", "notes/warehouse", "--json")) == ["TN204", "TN210"]
    assert problems(faulty.tnotes("check", "sales", "--json", cwd=faulty.root / "notes" / "warehouse")) == [
        *("TN204", "TN210")
    ]
    for path in ("notes/nowhere", "/", "../x"):
        assert faulty.tnotes("check", path, "--json").refused().error["code"] == "usage"


def test_a_role_sees_only_problems_of_its_own_tables(faulty: Place) -> None:
    write_notes(faulty, [entry(9, status="done")], schema="archive")
    settings = "version: 1\nroles:\n  clerk: {allow: ['archive.*']}\n"
    (faulty.root / "tnotes.yaml").write_text(settings, encoding="utf-8")
    answer = faulty.tnotes("check", "--role", "clerk", "--json")
    assert answer.code == 1
    assert [one["path"] for one in answer.json["problems"]] == ["notes/warehouse/archive/CUSTOMER.yaml"]
    assert answer.json["hidden"] == 2
    assert "sales" not in answer.out


@pytest.mark.parametrize("rule", [rule.id for rule in RULES])
def test_every_rule_is_explained(rule: str) -> None:
    from tnotes.actions.check_formats import explained

    text = explained(next(one for one in RULES if one.id == rule))
    assert text.startswith(f"{rule} ")
    assert "\nFix: " in text
    assert "\nBad:\n" in text
    assert "\nGood:\n" in text


def test_explain_prints_one_or_all(place: Place) -> None:
    assert place.tnotes("check", "--explain", "tn204").fine().out.startswith("TN204 A status that is not known (error)")
    answer = place.tnotes("check", "--explain", "all", "--json").fine()
    assert [one["rule"] for one in answer.json["rules"]] == [rule.id for rule in RULES]
    assert place.tnotes("check", "--explain", "TN999", "--json").refused().error["code"] == "usage"
