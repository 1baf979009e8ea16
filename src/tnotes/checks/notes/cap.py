"""More active notes than the cap allows."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.checks.rule import ERROR, Around, Found, Rule
from tnotes.notes.entry import Survey
from tnotes.notes.note import newest_first


def _find(survey: Survey, around: Around) -> Iterator[Found]:
    active = sum(note.active for note in survey.notes)
    if active > around.cap:
        oldest = newest_first([note for note in survey.notes if note.active])[-1]
        line = next(entry.line for entry in survey.entries if entry.note == oldest)
        message = f"{active} active notes, at most {around.cap} are allowed; {oldest.id} is the oldest"
        yield Found(line, message, oldest.id)


RULE = Rule(
    id="TN203",
    title="More active notes than the cap allows",
    why=("Cards carry the newest; what is beyond the cap was to be archived, and a merge or a hand edit let it stay."),
    severity=ERROR,
    advice="archive the oldest; --fix does",
    bad=("41 active notes in one file, where the cap is 40",),
    good=("40 active notes in one file, and any number of archived ones",),
    find=_find,
    mends=True,
)
