"""Looking at files: each by itself, many at once, then all beside each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.check_catalog import read_table
from tnotes.actions.check_ground import Ground
from tnotes.actions.check_tree import CATALOG, NOTES
from tnotes.checks.chosen import weights
from tnotes.checks.inspect import OF_THE_CATALOG, Place, collisions, ids_twice, inspect, strays, unreadable
from tnotes.checks.problem import Problem
from tnotes.checks.rule import Around, Rule
from tnotes.errors import UnreadableFile
from tnotes.files.disk import decode
from tnotes.files.workers import spread
from tnotes.history.staged import holding
from tnotes.notes.entry import Survey
from tnotes.notes.store import EXTENSION, lies_right
from tnotes.notes.survey import survey
from tnotes.project.settings import validated
from tnotes.project.workspace import SETTINGS

_ID = re.compile(rb"n_[0-9a-z]{4,40}")
_MANY_IDS = 2000  # more are looked for in each file by ourselves


class How(NamedTuple):
    """The rules that are looked at, the cap, this moment, whether only what changed counts, and other severities."""

    rules: tuple[Rule, ...]
    cap: int
    now: str
    only_changes: bool
    severity: Mapping[str, str]


class Looked(NamedTuple):
    """What was found in one note file: its problems, and its notes' ids with their lines, those that are new first."""

    path: str
    problems: tuple[Problem, ...]
    ids: tuple[tuple[str, int], ...] = ()
    new: frozenset[str] = frozenset()


def look(ground: Ground, how: How, tick: Callable[[int, int], None]) -> list[Problem]:
    """All that is wrong with the files."""
    found: list[Problem] = []
    tables = [path for path in ground.of(CATALOG) if path.endswith(".json")]
    notes = [path for path in ground.of(NOTES) if path.endswith(EXTENSION)]
    total = len(tables) + len(notes)
    for problems in spread(partial(_table, ground), tables, lambda done: tick(done, total)):
        found += problems
    looked = list(spread(partial(look_at, ground, how), notes, lambda done: tick(len(tables) + done, total)))
    found += (problem for one in looked for problem in one.problems)
    found += _links(ground, {*tables, *notes})
    found += _beside_each_other(ground, how, looked)
    if SETTINGS in ground.wanted:
        found += (*_settings(ground), *weights(how.severity, SETTINGS))
    return found


def look_at(ground: Ground, how: How, path: str) -> Looked:
    """One note file."""
    surveyed = read(path, lambda: ground.tree.read(path))
    was = before(ground, path)
    base = {note.id: note for note in was.notes}
    around = _around(ground, how, surveyed, base)
    problems = [*inspect(surveyed, path, around, how.rules)]
    if how.only_changes:
        problems = list(_new(problems, surveyed, was, path, around, how, by_catalog=path in ground.beside))
    ids = tuple((entry.note.id, entry.line_of("id")) for entry in surveyed.entries)
    return Looked(path, tuple(problems), ids, frozenset(note for note, _ in ids) - base.keys())


def read(path: str, load: Callable[[], bytes]) -> Survey:
    """What a note file says, its place looked at too."""
    try:
        surveyed = survey(decode(load(), Path(path)), Path(path))
    except UnreadableFile as problem:
        return Survey(None, (), (problem,))
    if surveyed.name is not None and not lies_right(path.split("/")[1:], surveyed.name):
        misplaced = UnreadableFile(path, 2, "the header names another table than the path does", kind="place")
        return surveyed._replace(broken=(*surveyed.broken, misplaced))
    return surveyed


def before(ground: Ground, path: str) -> Survey:
    """What the file said in the base; nothing where it was not there, and the same as now where it did not change."""
    if path not in ground.before:
        return read(path, lambda: ground.tree.read(path)) if path in ground.beside else Survey(None)
    data = ground.before[path]
    return Survey(None) if data is None else read(path, lambda: data)


def _around(ground: Ground, how: How, surveyed: Survey, base: Mapping[str, object]) -> Around:
    table, known = None, False
    if surveyed.name is not None:
        with suppress(UnreadableFile):  # it is reported where it lies
            table, known = ground.shelf.find(surveyed.name), True
    return Around(table, known, how.cap, base, how.now)  # type: ignore[arg-type]


def _new(
    problems: Iterable[Problem], now: Survey, was: Survey, path: str, around: Around, how: How, *, by_catalog: bool
) -> Iterator[Problem]:
    """Those that the base did not have."""
    old = {(one.rule, one.note, one.message) for one in inspect(was, path, around._replace(base={}), how.rules)}
    same = {note.id for note in set(was.notes) & set(now.notes)}
    for one in problems:
        seen_anew = by_catalog and one.rule in OF_THE_CATALOG
        is_old = (one.rule, one.note, one.message) in old and (one.note is None or one.note in same)
        if seen_anew or not is_old:
            yield one


def _table(ground: Ground, path: str) -> tuple[Problem, ...]:
    try:
        read_table(ground.tree, path)
    except UnreadableFile as problem:
        if problem.kind == "unreadable":
            problem.kind = "catalog"
        return (unreadable(path, problem),)
    return ()


def _links(ground: Ground, looked_at: set[str]) -> Iterator[Problem]:
    """The links among what was not opened: they may be folders, or lead to one."""
    for path in ground.wanted:
        if path not in looked_at and path != SETTINGS and ground.tree.is_link(path):
            yield unreadable(path, UnreadableFile(path, None, "is a symbolic link", kind="link"))


def _settings(ground: Ground) -> Iterator[Problem]:
    try:
        validated(decode(ground.tree.read(SETTINGS), Path(SETTINGS)), Path(SETTINGS))
    except UnreadableFile as problem:
        if problem.kind not in ("conflict", "lfs", "link"):
            problem.kind = "settings"
        yield unreadable(SETTINGS, problem)


def _beside_each_other(ground: Ground, how: How, looked: list[Looked]) -> Iterator[Problem]:
    wanted = frozenset(ground.wanted)
    for problem in (*collisions(ground.tree.paths), *strays(ground.of(NOTES))):
        if problem.path in wanted:
            yield problem
    places: dict[str, list[Place]] = {}
    for one in looked:
        for note, line in one.ids:
            places.setdefault(note, []).append(Place(one.path, line))
    everything = len(ground.wanted) == len(list(ground.tree.paths))
    if not everything:
        _add_others(ground, how, looked, places)
    yield from (problem for problem in ids_twice(places) if problem.path in wanted)


def _add_others(ground: Ground, how: How, looked: list[Looked], places: dict[str, list[Place]]) -> None:
    """Where else the new ids stand. The texts are searched, and only a file that holds one of them is parsed."""
    own = {one.path for one in looked}
    ids = {note for one in looked for note in (one.new if how.only_changes else dict(one.ids))}
    if not ids:
        return
    for path in _holders(ground, ids):
        if path in own or not path.endswith(EXTENSION):
            continue
        for entry in read(path, partial(ground.tree.read, path)).entries:
            if entry.note.id in ids:
                places.setdefault(entry.note.id, []).append(Place(path, entry.line_of("id")))


def _holders(ground: Ground, ids: set[str]) -> Iterable[str]:
    if ground.repository is not None and len(ids) <= _MANY_IDS:
        return sorted(holding(ground.repository, sorted(ids), NOTES, cached=ground.is_staged))
    wanted = {note.encode() for note in ids}
    return [path for path in _note_files(ground) if not wanted.isdisjoint(_ID.findall(_bytes(ground, path)))]


def _note_files(ground: Ground) -> list[str]:
    paths = [path for path in ground.tree.paths if path.startswith(f"{NOTES}/") and path.endswith(EXTENSION)]
    ground.tree.fetch(paths)
    return paths


def _bytes(ground: Ground, path: str) -> bytes:
    try:
        return ground.tree.read(path)
    except UnreadableFile:
        return b""
