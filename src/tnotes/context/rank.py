"""Which tables a question means: pure, the same for every engine.

Every word counts in each field by BM25, and of the fields the best one, not their sum: a long note that repeats what
the name says adds nothing. Three circles lift a table: itself, the tables that it is joined to by foreign keys, its
schema; a circle counts for each word what its best table has. Then tables are taken one by one, and a word that those
taken explain counts less for the next.

Notes raise the tables they stand on and the ones joined to those. They do not raise whole schemas, and where a name or
a comment knows the word they count half: so they bring tables in and do not push out those that names had found. The
figures below are round ones on a plateau: halving or doubling any of them moves recall by a hundredth or so
(benchmarks/search_recall.py).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from typing import NamedTuple

from tnotes.catalog.table import TableName
from tnotes.context.engine import COLUMNS, COMMENTS, NOTES, SCHEMA, TABLE, Postings
from tnotes.context.frame import Frame

_WEIGHTS = {SCHEMA: 1.0, TABLE: 3.0, COLUMNS: 1.0, COMMENTS: 0.5}
_NOTE, _NOTE_ALONE = 0.5, 1.0
_SCHEMA, _UP, _DOWN = 1.0, 0.2, 0.5  # a lookup table is needed by what points to it more often than the reverse
_EXPLAINED = 0.3
_K, _B = 1.2, 0.75
_MOST_POSTINGS = 60_000  # a word that tens of thousands of tables share tells little, and costs most
_POOL = 200

Scores = dict[int, float]  # by table


class Ranked(NamedTuple):
    """A candidate. `near` is a table it is joined to that has more of the question than itself."""

    name: TableName
    available: bool
    score: float
    near: TableName | None


class Evidence(NamedTuple):
    """For each word that counts, in the question's order, what it gives to which table: `base` without notes."""

    base: list[Scores]
    whole: list[Scores]
    ideal: float

    def of(self, table: int) -> dict[int, float]:
        """What each word gives to the table, by the word's place."""
        return {at: scores[table] for at, scores in enumerate(self.whole) if table in scores}


def rank(frame: Frame, postings: Postings, words: Iterable[str], most: int) -> list[Ranked]:
    """The candidates for the words of a question, best first; unavailable tables last."""
    found = _evidence(frame, postings, tuple(words))
    own = _summed(found.whole)
    down = frame.down()
    lifted, explains = _lifted(frame, found, own, down)
    ranked: list[Ranked] = []
    for available in (True, False):
        pool = {table: score for table, score in lifted.items() if (table not in frame.unavailable) == available}
        for table, gain in _taken(pool, explains):
            if len(ranked) >= most:
                return ranked
            near = None if table in own else _nearest(frame, table, own, down)
            score = round(min(1.0, max(0.0, gain / found.ideal)), 4)
            ranked.append(Ranked(frame.name(table), available, score, near))
    return ranked


def tables_by_notes(
    frame: Frame, postings: Postings, words: Iterable[str], most: int
) -> tuple[list[TableName], dict[str, float]]:
    """The tables whose notes have most of the words, and how rare each word is among notes."""
    found: list[Scores] = []
    rarity: dict[str, float] = {}
    norms = _norms(frame, NOTES)
    for word in _affordable(postings, tuple(words), (NOTES,)):
        times = _noted(frame.of_notes, postings.postings(NOTES, word))
        rarity[word] = _rarity(len(frame.tables), len(times))
        found.append(_saturated(times, norms, rarity[word]))
    own = _summed(found)
    best = nsmallest(most, own, key=lambda table: (table in frame.unavailable, -own[table], table))
    return [frame.name(table) for table in best], rarity


def _evidence(frame: Frame, postings: Postings, words: tuple[str, ...]) -> Evidence:
    norms = {field: _norms(frame, field) for field in (*_WEIGHTS, NOTES)}
    base: list[Scores] = []
    whole: list[Scores] = []
    ideal = 0.0
    for word in _affordable(postings, words, (*_WEIGHTS, NOTES) if frame.of_notes else tuple(_WEIGHTS)):
        fields = {field: _there(frame.of_table, postings.postings(field, word)) for field in _WEIGHTS}
        notes = _noted(frame.of_notes, postings.postings(NOTES, word)) if frame.of_notes else {}
        known = set().union(*fields.values())
        rare = _rarity(len(frame.tables), len(known or notes))
        scores: Scores = {}
        for field, weight in _WEIGHTS.items():
            scores = _better(scores, _saturated(fields[field], norms[field], weight * rare))
        base.append(scores)
        noted = _saturated(notes, norms[NOTES], rare * (_NOTE if known else _NOTE_ALONE))
        whole.append(_better(scores, noted))
        ideal += _WEIGHTS[TABLE] * rare if known or notes else 0.0
    return Evidence(base, whole, ideal or 1.0)


def _affordable(postings: Postings, words: tuple[str, ...], fields: tuple[str, ...]) -> list[str]:
    """The words, without the most frequent ones where all together would cost too much; one is always left."""
    counts = {word: sum(postings.count(field, word) for field in fields) for word in words}
    kept: set[str] = set()
    spent = 0
    for word in sorted(filter(counts.__getitem__, words), key=lambda word: (counts[word], word)):
        spent += counts[word]
        if kept and spent > _MOST_POSTINGS:
            break
        kept.add(word)
    return [word for word in words if word in kept]


def _there(tables: Mapping[int, int], found: Mapping[int, int]) -> dict[int, int]:
    """How often by table, of the entries that still count; of shards, which say the same, what one of them has."""
    times = {tables[number]: often for number, often in found.items() if number in tables}
    if len(times) == len(found):
        return times
    times = {}  # outdated entries, or several of one table
    for number, often in found.items():
        table = tables.get(number)
        if table is not None and often > times.get(table, 0):
            times[table] = often
    return times


def _noted(tables: Mapping[int, int], found: Mapping[int, int]) -> dict[int, int]:
    """How often by table in notes, of the entries that still count; a family has its own notes and its shards'."""
    times = {tables[number]: often for number, often in found.items() if number in tables}
    if len(times) == len(found):
        return times
    times = {}
    for number, often in found.items():
        table = tables.get(number)
        if table is not None:
            times[table] = times.get(table, 0) + often
    return times


def _rarity(total: int, having: int) -> float:
    return math.log(1 + (total - having + 0.5) / (having + 0.5))


def _norms(frame: Frame, field: str) -> tuple[float, Sequence[int]]:
    """What BM25 takes of the length of a text: its slope by the average, and the lengths."""
    lengths = frame.lengths[field]
    return _K * _B * len(lengths) / (sum(lengths) or 1), lengths


def _saturated(times: dict[int, int], norms: tuple[float, Sequence[int]], weight: float) -> Scores:
    slope, lengths = norms
    least, top = _K * (1 - _B), weight * (_K + 1)
    return {table: top * often / (often + least + slope * lengths[table]) for table, often in times.items()}


def _better(one: Scores, other: Scores) -> Scores:
    """Of two scores of a table the better."""
    if not other or not one:
        return one or other
    best = dict(one)
    for table, score in other.items():
        if score > best.get(table, 0.0):
            best[table] = score
    return best


def _summed(scores: Iterable[Scores]) -> Scores:
    """What all words give together, added in the question's order so that sums come out alike to the last bit."""
    total: Scores = {}
    for one in scores:
        for table, score in one.items():
            total[table] = total.get(table, 0.0) + score
    return total


def _lifted(
    frame: Frame, found: Evidence, own: Scores, down: Mapping[int, Sequence[int]]
) -> tuple[Scores, dict[int, dict[int, float]]]:
    """The score of each table that has something to do with the question, and what those explain that have words."""
    group_of = frame.group_of()
    lift = _summed(_by_schema(group_of, scores) for scores in found.base)
    around = {table: lift.get(group_of[table], 0.0) for table in own}
    pool = set(nsmallest(_POOL, own, key=lambda table: (-own[table] - around[table], table)))
    for table in tuple(pool):
        pool.update(frame.up.get(table, ()))
        pool.update(down.get(table, ())[:_POOL])
    noted = {group_of[table]: 0.0 for table in own}  # a schema that only notes know comes last, unlifted
    for group, _ in sorted((noted | lift).items(), key=lambda item: (-item[1], item[0])):
        if len(pool) >= _POOL:
            break
        pool.update(frame.members(group)[: _POOL - len(pool)])
    joined = {one for table in pool for one in (*frame.up.get(table, ()), *down.get(table, ())[:_POOL])}
    explains = {table: found.of(table) for table in pool | joined}
    return {
        table: own.get(table, 0.0)
        + _SCHEMA * lift.get(group_of[table], 0.0)
        + _UP * _covered(explains[one] for one in frame.up.get(table, ()))
        + _DOWN * _covered(explains[one] for one in down.get(table, ())[:_POOL])
        for table in sorted(pool)
    }, explains


def _by_schema(group_of: Sequence[int], scores: Scores) -> Scores:
    best: Scores = {}
    for table, score in scores.items():
        group = group_of[table]
        if score > best.get(group, 0.0):
            best[group] = score
    return best


def _covered(tables: Iterable[Mapping[int, float]]) -> float:
    """What some tables have together: of each word the best."""
    best: dict[int, float] = {}
    for words in tables:
        for word, score in words.items():
            if score > best.get(word, 0.0):
                best[word] = score
    return math.fsum(best.values())


def _taken(pool: Scores, explains: Mapping[int, Mapping[int, float]]) -> Iterator[tuple[int, float]]:
    """The best tables one by one, each with its score when its turn came."""
    left = dict(pool)
    explained: dict[int, float] = {}
    while left:
        gains = {table: score - _EXPLAINED * _shared(explains[table], explained) for table, score in left.items()}
        table = min(left, key=lambda one: (-gains[one], one))
        yield table, gains[table]
        explained |= {word: max(score, explained.get(word, 0.0)) for word, score in explains[table].items()}
        del left[table]


def _shared(words: Mapping[int, float], explained: Mapping[int, float]) -> float:
    return math.fsum(min(score, explained.get(word, 0.0)) for word, score in words.items())


def _nearest(frame: Frame, table: int, own: Scores, down: Mapping[int, Sequence[int]]) -> TableName | None:
    """The best table that this one is joined to."""
    near = [one for one in (*down.get(table, ()), *frame.up.get(table, ())) if one in own]
    return frame.name(min(near, key=lambda one: (-own[one], one))) if near else None
