"""All checks in their order, and the repairs that are local and safe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tnotes.actions.commits import writing
from tnotes.actions.doctor import files, ground, setup
from tnotes.actions.doctor.patient import FAIL, Asked, Check, Finding, Patient, examine
from tnotes.actions.init import init
from tnotes.errors import TnotesError
from tnotes.files.journal import pending
from tnotes.history.halfmerge import half_done

CHECKS: tuple[Check, ...] = (
    ground.versions,
    ground.extras,
    ground.workspace,
    ground.settings,
    ground.repository,
    ground.identity,
    ground.history,
    ground.operation,
    files.journal,
    files.locks,
    setup.driver,
    setup.attributes,
    setup.ignored,
    setup.left_out,
    setup.hooks,
    files.names,
    files.links,
    files.notes,
    files.index,
)


class Visit(NamedTuple):
    """What was found, and what was mended before."""

    findings: tuple[Finding, ...]
    mended: tuple[str, ...] = ()

    @property
    def is_healthy(self) -> bool:
        """Whether nothing failed."""
        return all(finding.state != FAIL for finding in self.findings)


def visit(asked: Asked, *, fix: bool = False) -> Visit:
    """Look at everything. With `fix`, mend first what is local and safe; without it nothing is written."""
    mended = tuple(_mend(examine(asked))) if fix else ()
    return Visit(_findings(examine(asked)), mended)


def _findings(patient: Patient) -> tuple[Finding, ...]:
    return tuple(finding for check in CHECKS for finding in _looked(check, patient))


def _looked(check: Check, patient: Patient) -> list[Finding]:
    """What a check found; one that could not look says so."""
    name = check.__name__.replace("left_out", "sparse")
    try:
        return list(check(patient))
    except TnotesError as problem:
        return [Finding(name, FAIL, problem.message, problem.hint)]
    except (OSError, ValueError) as problem:
        return [Finding(name, FAIL, f"could not be looked at: {problem}", "mend that and look again")]


def _mend(patient: Patient) -> Iterator[str]:
    workspace, repository = patient.workspace, patient.repository
    if workspace is None or repository is None or patient.git is None:
        return
    if patient.session is not None:
        patient.session.require_writes("doctor --fix")
    if pending(repository.scratch) is not None or half_done(repository) is not None:
        with writing(workspace):  # the first thing that every write does
            yield "settled the write that was interrupted"
    if any(finding.init_mends for finding in _findings(patient)):
        yield from (f"made {what}" for what in init(workspace.root).made)
