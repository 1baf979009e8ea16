"""What `tnotes init` puts in place in each clone: driver, attributes, hook; and what hides files from Git."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from tnotes.actions.doctor.patient import FAIL, OK, WARN, Finding, Patient, many
from tnotes.actions.hook import is_ours, pre_commit
from tnotes.history.driver import driver_problem
from tnotes.history.git import run
from tnotes.project.workspace import SETTINGS

_SAMPLES = ("notes/c/s/t.yaml", "catalog/c/s/t.json", SETTINGS)
_INIT = "tnotes init"


def driver(patient: Patient) -> Iterator[Finding]:
    """Whether Git merges notes one by one."""
    if patient.repository is None or patient.git is None or patient.workspace is None:
        return
    problem = driver_problem(patient.repository)
    if problem is not None:
        yield Finding("driver", FAIL, f"{problem}: branches would conflict where people would not", _INIT, True)
    else:
        yield Finding("driver", OK, "Git merges notes and catalog by tnotes")


def attributes(patient: Patient) -> Iterator[Finding]:
    """Whether lines end the same way everywhere."""
    if patient.repository is None or patient.git is None or patient.workspace is None:
        return
    wrong = []
    for sample in _SAMPLES[:2]:
        told = patient.said("check-attr", "eol", "--", sample)
        if not told.endswith("eol: lf"):
            wrong.append(sample.partition("/")[0])
    if wrong:
        message = f".gitattributes does not say eol=lf for {' and '.join(wrong)}: Windows would change every line"
        yield Finding("attributes", WARN, message, _INIT, True)
    else:
        yield Finding("attributes", OK, "lines end in LF on every platform")


def ignored(patient: Patient) -> Iterator[Finding]:
    """Whether Git leaves files of the workspace out."""
    if patient.repository is None or patient.git is None or patient.workspace is None:
        return
    answer = run(patient.repository, "check-ignore", "--verbose", "--no-index", "--", *_SAMPLES)
    found = [row.partition("\t") for row in answer.out.decode(errors="replace").splitlines()]
    found = [row for row in found if not row[0].split(":", 2)[-1].startswith("!")]
    for rule, _, path in found:
        what = path.partition("/")[0]
        yield Finding("ignored", FAIL, f"{what} is ignored by Git ({rule})", f"take it out of {rule.partition(':')[0]}")
    if not found:
        yield Finding("ignored", OK, "Git ignores nothing of notes, catalog and settings")


def left_out(patient: Patient) -> Iterator[Finding]:
    """Tracked files at which Git is told not to look."""
    if patient.repository is None or patient.git is None or patient.workspace is None:
        return
    rows = patient.said("ls-files", "-v", "--", "notes", "catalog", SETTINGS).splitlines()
    sparse = [row for row in rows if row.startswith("S ")]
    assumed = [row for row in rows if row[:1].islower()]
    if sparse:
        message = f"{many(len(sparse), 'file')} left out by sparse-checkout: what is in them cannot be read"
        yield Finding("sparse", FAIL, message, "git sparse-checkout add notes catalog")
    if assumed:
        fix = f"git update-index --no-assume-unchanged {patient.named(assumed[0][2:])}"
        yield Finding("sparse", WARN, f"Git is told not to look at {many(len(assumed), 'file')}", fix)
    if not sparse and not assumed:
        yield Finding("sparse", OK, "all files that Git has are in the work tree")


def hooks(patient: Patient) -> Iterator[Finding]:
    """Whether hooks run, and whether one checks notes."""
    if patient.repository is None or patient.git is None or patient.workspace is None:
        return
    hook = pre_commit(patient.repository)
    asked = patient.said("config", "--get", "core.hooksPath")
    if asked and not hook.parent.is_dir():
        yield Finding("hooks", WARN, f"core.hooksPath names {asked}, which is not there: no hook runs", _unset(patient))
    elif not hook.exists():
        yield Finding("hooks", OK, "no pre-commit hook; tnotes init --hook makes one that checks notes")
    elif not os.access(hook, os.X_OK):
        yield Finding("hooks", WARN, f"{hook} cannot be run, so Git passes over it", f"chmod +x {hook}")
    elif is_ours(hook) or _is_listed(patient):
        yield Finding("hooks", OK, "a pre-commit hook checks notes")
    else:
        yield Finding("hooks", OK, f"{_short(hook)} is not ours; tnotes check can be called from it")


def _is_listed(patient: Patient) -> bool:
    """Whether the program pre-commit, whose hook is the same for all, is told to check notes."""
    top = patient.said("rev-parse", "--show-toplevel")
    listed = Path(top, ".pre-commit-config.yaml")
    return listed.is_file() and "tnotes" in listed.read_text(encoding="utf-8", errors="replace")


def _unset(patient: Patient) -> str:
    scope = patient.said("config", "--show-scope", "--get", "core.hooksPath").split("\t")[0]
    return f"git config --{scope or 'local'} --unset core.hooksPath"


def _short(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"
