"""The sessions in transcripts/*.txt, run for real through a shell.

`$ command` and what it prints, exactly: stdout as it is, stderr behind `2> `, an exit code that is not 0 as `[2]`.
`## ` begins a comment. Ids, commits, times and paths have stand-ins (see normal.py), also in commands: `tnotes rm n_1`.
After a change on purpose, WRITE_TRANSCRIPTS=1 writes them anew, for the diff to be read.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from builders import SCHEMAS, Place, make_database
from normal import Names

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))
WRITE = "WRITE_TRANSCRIPTS"
PROGRAMS = {"purge": "git-filter-repo"}  # a program that need not be there


def test_every_verb_has_its_transcript():
    from tnotes.cli.app import VERBS

    assert {path.stem for path in TRANSCRIPTS} >= set(VERBS) - {"demo"}  # test_demo.py runs that one


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_session_prints_what_its_transcript_says(place, path, monkeypatch):
    program = PROGRAMS.get(path.stem)
    if program is not None and shutil.which(program, path=_path()) is None:
        pytest.skip(f"{program} is not installed; it comes with the test extra")
    make_database(place.root.parent / "shop.sqlite", SCHEMAS["sales"])
    said = path.read_text(encoding="utf-8")
    got = "".join(_played(place, said))
    if os.environ.get(WRITE):
        path.write_text(got, encoding="utf-8")
    assert got == said


def _path() -> str:
    return os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))


def _played(place: Place, transcript: str) -> Iterator[str]:
    names = Names(place.root)
    for line in transcript.splitlines(keepends=True):
        if line.startswith("## "):
            yield line
        elif line.startswith("$ "):
            yield line
            yield from _answer(place, names, names.real(line[2:]))


def _answer(place: Place, names: Names, command: str) -> Iterator[str]:
    environment = {**place.environment, "PATH": _path(), "PWD": ""}
    ran = subprocess.run(["bash", "-c", command], cwd=place.root, env=environment, capture_output=True, check=False)
    yield names.normal(ran.stdout.decode())
    for line in names.normal(ran.stderr.decode()).splitlines():
        yield f"2> {line}\n"
    if ran.returncode:
        yield f"[{ran.returncode}]\n"
