"""What a check found, in the forms that other programs read. Values in, texts out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tnotes import __version__
from tnotes.checks.problem import Problem
from tnotes.checks.rule import WARNING, Rule
from tnotes.checks.rules import BY_ID, RULES

if TYPE_CHECKING:
    from tnotes.actions.check import Report

_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
# XML 1.0 has no form in which these could stand.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def problem_fields(one: Problem) -> dict[str, Any]:
    """A problem as JSON. Keys and their order are a contract."""
    return {
        "rule": one.rule,
        "severity": one.severity,
        "path": one.path,
        "line": one.line,
        "note": one.note,
        "message": one.message,
        "advice": one.advice,
        "fixable": one.mends,
        "commit": one.commit,
    }


def to_json(report: Report) -> dict[str, Any]:
    """The answer of `check --format json`."""
    return {
        "problems": [problem_fields(one) for one in report.problems],
        "fixed": [{"path": path, "what": what} for path, what in report.mended],
        "errors": report.errors,
        "warnings": report.warnings,
        "files": report.files,
        "known": report.old,
        "hidden": len(report.hidden),
        "staged": report.is_staged,
    }


def rule_fields(rule: Rule) -> dict[str, Any]:
    """A rule as `--explain` with `--json` has it."""
    return {
        "rule": rule.id,
        "title": rule.title,
        "severity": rule.severity,
        "why": rule.why,
        "advice": rule.advice,
        "fixable": rule.mends,
        "refused": rule.refused,
        "bad": list(rule.bad),
        "good": list(rule.good),
    }


def line_of(one: Problem) -> str:
    """A problem as a line for people."""
    where = one.path if one.line is None else f"{one.path}:{one.line}"
    weight = "warning: " if one.severity == WARNING else ""
    return f"{where}: {one.rule} {weight}{one.message} (fix: {one.advice})"


def to_github(report: Report) -> list[str]:
    """Workflow commands, which GitHub shows beside the lines of a pull request."""
    return [_command(one, report.prefix) for one in report.problems]


def _command(one: Problem, prefix: str) -> str:
    kind = "warning" if one.severity == WARNING else "error"
    place = {"file": prefix + one.path, "line": str(one.line or 1), "title": f"{one.rule} {BY_ID[one.rule].title}"}
    properties = ",".join(f"{key}={_escaped(value, property_of=True)}" for key, value in place.items())
    return f"::{kind} {properties}::{_escaped(f'{one.message} (fix: {one.advice})')}"


def _escaped(text: str, *, property_of: bool = False) -> str:
    for sign in ("%", "\r", "\n", *((":", ",") if property_of else ())):
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text


def to_sarif(report: Report) -> dict[str, Any]:
    """SARIF 2.1.0, which code scanning takes."""
    index = {rule.id: at for at, rule in enumerate(RULES)}
    driver = {
        "name": "tnotes",
        "version": __version__,
        "rules": [
            {
                "id": rule.id,
                "shortDescription": {"text": rule.title},
                "fullDescription": {"text": rule.why},
                "help": {"text": rule.advice},
                "defaultConfiguration": {"level": rule.severity},
            }
            for rule in RULES
        ],
    }
    results = [_result(one, report.prefix, index[one.rule]) for one in report.problems]
    return {
        "$schema": _SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    }


def _result(one: Problem, prefix: str, index: int) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": quote((prefix + one.path).encode(errors="surrogateescape"))}}
    if one.line is not None:
        place["region"] = {"startLine": one.line}
    return {
        "ruleId": one.rule,
        "ruleIndex": index,
        "level": one.severity,
        "message": {"text": f"{one.message} (fix: {one.advice})"},
        "locations": [{"physicalLocation": place}],
    }


def to_junit(report: Report) -> str:
    """JUnit's XML: a test case for each rule and file with problems, or one that says that there are none."""
    cases = "".join(map(_case, report.problems)) or '<testcase classname="tnotes.check" name="all files"/>'
    counts = f'tests="{max(len(report.problems), 1)}" failures="{report.errors}" errors="0" skipped="{report.warnings}"'
    suite = f'<testsuite name="tnotes check" {counts}>{cases}</testsuite>'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites {counts}>{suite}</testsuites>'


def _case(one: Problem) -> str:
    where = one.path if one.line is None else f"{one.path}:{one.line}"
    tag = "skipped" if one.severity == WARNING else "failure"  # JUnit has no warnings
    kind = "" if tag == "skipped" else f' type="{one.rule}"'
    inner = f'<{tag} message="{_xml(one.message)}"{kind}>{_xml(line_of(one))}</{tag}>'
    return f'<testcase classname="{_xml(one.path)}" name="{_xml(f"{one.rule} {where}")}">{inner}</testcase>'


def _xml(text: str) -> str:
    kept = _NOT_XML.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("\n", "&#10;"), ("\t", "&#9;")):
        kept = kept.replace(sign, name)
    return kept


def explained(rule: Rule) -> str:
    """All that is to be said of a rule, for people."""
    more = [
        "--fix mends it." if rule.mends else "",
        "Such a text is not accepted when it is written." if rule.refused else "",
    ]
    lines = [f"{rule.id} {rule.title} ({rule.severity})", "", rule.why, *filter(None, more), f"Fix: {rule.advice}"]
    for name, examples in (("Bad", rule.bad), ("Good", rule.good)):
        lines += ["", f"{name}:"]
        for example in examples:
            lines += [f"  {line}".rstrip() for line in example.rstrip("\n").split("\n")]
            lines += [""] if "\n" in example.rstrip("\n") else []
    return "\n".join(lines).rstrip()
