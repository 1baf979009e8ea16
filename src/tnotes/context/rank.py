"""Which tables a question means: pure, the same for every engine.

Every word counts in each field by BM25, and of the fields the best one, not their sum: a long note that repeats what
the name says adds nothing. Three circles lift a table: itself, the tables that it is joined to by foreign keys, its
schema; a circle counts for each word what its best table has. Then tables are taken one by one, and a word that those
taken explain counts less for the next.

Notes raise the tables they stand on and the ones joined to those. They do not raise whole schemas, and where a name or
a comment knows the word they count half: so they bring tables in and do not push out those that names had found. The
figures below are round ones on a plateau: halving or doubling any of them moves recall by a hundredth or so.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tnotes.catalog.table import TableName
from tnotes.context.engine import COLUMNS, COMMENTS, NOTES, SCHEMA, TABLE, Postings
from tnotes.context.frame import Frame

_WEIGHTS = {SCHEMA: 1.0, TABLE: 3.0, COLUMNS: 1.0, COMMENTS: 0.5}
_NOTE, _NOTE_ALONE = 0.5, 1.0
_SCHEMA, _UP, _DOWN = 1.0, 0.2, 0.5  # a lookup table is needed by what points to it more often than the reverse
_EXPLAINED = 0.3
_K, _B = 1.2, 0.75
_MOST_POSTINGS = 30_000  # a word that tens of thousands of tables share tells little, and costs most
_POOL = 200

Scores = dict[int, dict[str, float]]  # by table, what each word gives it


class Ranked(NamedTuple):
    """A candidate. `near` is a table it is joined to that has more of the question than itself."""

    name: TableName
    available: bool
    score: float
    near: TableName | None


class Found(NamedTuple):
    """What each word gives to which table: by names and comments alone, and with notes."""

    base: Scores
    whole: Scores
    ideal: float


def rank(frame: Frame, postings: Postings, words: Iterable[str], most: int) -> list[Ranked]:
    """The candidates for the words of a question, best first; unavailable tables last; of a family of shards one."""
    words = tuple(words)
    found = evidence(frame, postings, words)
    own = {table: sum(score.values()) for table, score in found.whole.items()}
    lifted = _lifted(frame, found, own)
    ranked: list[Ranked] = []
    families: set[TableName] = set()
    for available in (True, False):
        pool = {table: score for table, score in lifted.items() if frame.available[table] == available}
        for table, gain in _taken(pool, found.whole, most + len(families)):
            family = _family(frame.names[table])
            if family not in families and len(ranked) < most:
                families.add(family)
                score = round(min(1.0, gain / found.ideal), 4)
                near = None if table in own else _nearest(frame, table, own)
                ranked.append(Ranked(frame.names[table], available, max(0.0, score), near))
    return ranked


def evidence(frame: Frame, postings: Postings, words: tuple[str, ...]) -> Found:
    """What names, comments and notes say of the words."""
    total = len(frame.names)
    base: Scores = defaultdict(dict)
    noted: Scores = defaultdict(dict)
    ideal = 0.0
    for word in _affordable(postings, words):
        fields = {field: _there(frame.of_table, postings.postings(field, word)) for field in _WEIGHTS}
        notes = _there(frame.of_notes, postings.postings(NOTES, word)) if frame.of_notes else {}
        known = set().union(*fields.values())
        rare = _rarity(total, len(known or notes))
        for field, weight in _WEIGHTS.items():
            for table, times in fields[field].items():
                score = weight * rare * _saturated(frame, field, table, times)
                base[table][word] = max(score, base[table].get(word, 0.0))
        weight = _NOTE if known else _NOTE_ALONE
        for table, times in notes.items():
            noted[table][word] = weight * rare * _saturated(frame, NOTES, table, times)
        ideal += _WEIGHTS[TABLE] * rare if known or notes else 0.0
    return Found(_ordered(base, words), _ordered(_best(base, noted), words), ideal or 1.0)


def _affordable(postings: Postings, words: tuple[str, ...]) -> list[str]:
    """The words, without the most frequent ones where all together would cost too much; one is always left."""
    fields = (*_WEIGHTS, NOTES)
    counts = {word: sum(postings.count(field, word) for field in fields) for word in words}
    kept: set[str] = set()
    spent = 0
    for word in sorted(words, key=lambda word: (counts[word], word)):
        spent += counts[word]
        if spent > _MOST_POSTINGS and any(counts[one] for one in kept):
            break
        kept.add(word)
    return [word for word in words if word in kept]


def _there(tables: Mapping[int, int], found: Mapping[int, int]) -> dict[int, int]:
    """How often by table, of entries that still count."""
    times: dict[int, int] = {}
    for number, often in found.items():
        table = tables.get(number)
        if table is not None:
            times[table] = times.get(table, 0) + often
    return times


def _rarity(total: int, having: int) -> float:
    return math.log(1 + (total - having + 0.5) / (having + 0.5))


def _saturated(frame: Frame, field: str, table: int, times: int) -> float:
    relative = frame.lengths[field].get(table, 0) / (frame.average[field] or 1.0)
    return times * (_K + 1) / (times + _K * (1 - _B + _B * relative))


def _best(one: Scores, other: Scores) -> Scores:
    found = {table: dict(words) for table, words in one.items()}
    for table, words in other.items():
        kept = found.setdefault(table, {})
        for word, score in words.items():
            kept[word] = max(score, kept.get(word, 0.0))
    return found


def _ordered(scores: Scores, words: tuple[str, ...]) -> Scores:
    """Each table's words in the question's order, so that sums come out alike to the last bit."""
    return {table: {word: found[word] for word in words if word in found} for table, found in scores.items()}


def _lifted(frame: Frame, found: Found, own: Mapping[int, float]) -> dict[int, float]:
    """The score of each table that has something to do with the question, what it stands among included."""
    schemas: dict[tuple[str, str], Scores] = defaultdict(dict)
    for table, words in found.base.items():
        schemas[frame.group[table]][table] = words
    lift = {group: _covered(scores.values()) for group, scores in schemas.items()}
    pool = set(sorted(own, key=lambda table: (-own[table] - lift.get(frame.group[table], 0.0), table))[:_POOL])
    for table in tuple(pool):
        pool.update(frame.up.get(table, ()))
        pool.update(frame.down.get(table, ())[:_POOL])
    if len(pool) < _POOL:
        members = frame.members()
        noted = {frame.group[table]: 0.0 for table in own}  # a schema that only notes know comes last, unlifted
        for group, _ in sorted((noted | lift).items(), key=lambda item: (-item[1], item[0])):
            pool.update(members[group][: _POOL - len(pool)])
            if len(pool) >= _POOL:
                break
    return {table: _score(frame, found.whole, table, own, lift) for table in sorted(pool)}


def _score(
    frame: Frame, whole: Scores, table: int, own: Mapping[int, float], lift: Mapping[tuple[str, str], float]
) -> float:
    up = _covered(whole[one] for one in frame.up.get(table, ()) if one in whole)
    down = _covered(whole[one] for one in frame.down.get(table, ()) if one in whole)
    around = _SCHEMA * lift.get(frame.group[table], 0.0) + _UP * up + _DOWN * down
    return own.get(table, 0.0) + around


def _covered(scores: Iterable[Mapping[str, float]]) -> float:
    """What some tables have together: of each word the best."""
    best: dict[str, float] = {}
    for words in scores:
        for word, score in words.items():
            if score > best.get(word, 0.0):
                best[word] = score
    return math.fsum(best.values())


def _taken(pool: dict[int, float], whole: Scores, most: int) -> Iterable[tuple[int, float]]:
    """The best tables one by one, each with its score when its turn came."""
    left = dict(pool)
    explained: dict[str, float] = {}
    while left and most > 0:
        gains = {table: score - _EXPLAINED * _shared(whole.get(table), explained) for table, score in left.items()}
        table = min(left, key=lambda one: (-gains[one], one))
        yield table, gains[table]
        for word, score in whole.get(table, {}).items():
            explained[word] = max(score, explained.get(word, 0.0))
        del left[table]
        most -= 1


def _shared(words: Mapping[str, float] | None, explained: Mapping[str, float]) -> float:
    return math.fsum(min(score, explained.get(word, 0.0)) for word, score in words.items()) if words else 0.0


def _nearest(frame: Frame, table: int, own: Mapping[int, float]) -> TableName | None:
    """The best table that this one is joined to."""
    near = [one for one in (*frame.down.get(table, ()), *frame.up.get(table, ())) if one in own]
    return frame.names[min(near, key=lambda one: (-own[one], one))] if near else None


_SHARD = re.compile(r"(?:19|20)\d\d(?:_?[01]\d(?:_?[0-3]\d)?|_?q[1-4])$", re.IGNORECASE)


def _family(name: TableName) -> TableName:
    """One name for all shards of a table: events_20201101 and events_20201102 are one to a reader."""
    return name._replace(table=_SHARD.sub("*", name.table))


def tables_by_notes(
    frame: Frame, postings: Postings, words: Iterable[str], most: int
) -> tuple[list[TableName], dict[str, float]]:
    """The tables whose notes have most of the words, and how rare each word is among notes."""
    found: dict[int, float] = defaultdict(float)
    rarity: dict[str, float] = {}
    for word in _affordable(postings, tuple(words)) if frame.of_notes else ():
        notes = _there(frame.of_notes, postings.postings(NOTES, word))
        rarity[word] = _rarity(len(frame.names), len(notes))
        for table, times in notes.items():
            found[table] += rarity[word] * _saturated(frame, NOTES, table, times)
    best = sorted(found, key=lambda table: (not frame.available[table], -found[table], table))[:most]
    return [frame.names[table] for table in best], rarity
