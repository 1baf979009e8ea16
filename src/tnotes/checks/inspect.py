"""One note file against the rules, and the files against each other. Values in, problems out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tnotes.checks.problem import Problem, of_error, of_found
from tnotes.checks.rule import Around, Rule
from tnotes.checks.rules import BY_ID, BY_KIND, RULES
from tnotes.checks.wording import refusing, said
from tnotes.errors import UnreadableFile
from tnotes.notes.entry import Survey
from tnotes.words import fold

_UNREADABLE, _TWICE, _COLLISION, _STRAY = BY_ID["TN101"], BY_ID["TN201"], BY_ID["TN113"], BY_ID["TN116"]
# What depends on the catalog, and is looked at again where only the catalog changed.
OF_THE_CATALOG = frozenset({"TN111", "TN112"})


class Place(NamedTuple):
    """Where a note stands."""

    path: str
    line: int


def inspect(survey: Survey, path: str, around: Around, rules: Iterable[Rule] = RULES) -> Iterator[Problem]:
    """What is wrong with one note file."""
    for error in survey.broken:
        yield unreadable(path, error)
    for rule in rules:
        if rule.find is not None:
            yield from (of_found(rule, path, found) for found in rule.find(survey, around))


def unreadable(path: str, error: UnreadableFile) -> Problem:
    """The problem of a file, or of a note in it, that cannot be read."""
    rule = BY_KIND.get(error.kind, _UNREADABLE)
    found = of_error(rule, path, error)
    told = next(said(found.message, refusing()), None)  # the reader repeats what it could not take, such as a number
    return found if told is None else found._replace(message=f"{rule.title}; it holds {told.rule.title.lower()}")


def ids_twice(places: Mapping[str, Iterable[Place]]) -> Iterator[Problem]:
    """The ids that notes of several files have; each file names the others."""
    for note, found in places.items():
        paths = sorted({place.path for place in found})
        for place in found if len(paths) > 1 else ():
            others = ", ".join(path for path in paths if path != place.path)
            message = f"{note} is also the id of a note in {others}"
            advice = "give one of the two another id"
            yield Problem(_TWICE.id, _TWICE.severity, place.path, place.line, message, advice, note)


def collisions(paths: Iterable[str]) -> Iterator[Problem]:
    """Files and folders that are one where case or composition of names does not count."""
    spelled: dict[str, dict[str, str]] = {}
    for path in paths:
        steps = path.split("/")
        for count in range(1, len(steps) + 1):
            step = "/".join(steps[:count])
            spelled.setdefault(fold(step), {}).setdefault(step, path)
    for alike in spelled.values():
        for step, path in alike.items() if len(alike) > 1 else ():
            other = next(one for one in alike if one != step)
            if step.rpartition("/")[0] != other.rpartition("/")[0]:
                continue  # their folders are named already
            message = f"{_shown(step)} and {_shown(other)} are one on some systems"
            yield Problem(_COLLISION.id, _COLLISION.severity, path, None, message, _COLLISION.advice)


def strays(paths: Iterable[str]) -> Iterator[Problem]:
    """Files below notes/ that look like notes and that nobody reads."""
    for path in paths:
        name = path.rpartition("/")[2].lower()
        if name.endswith((".yml", ".yaml", ".yaml.txt")) and not path.endswith(".yaml"):
            yield Problem(_STRAY.id, _STRAY.severity, path, None, "is not read by any command", _STRAY.advice)


def _shown(path: str) -> str:
    """A path whose decomposed letters can be told from composed ones."""
    return path if path.isascii() else ascii(path)[1:-1]
