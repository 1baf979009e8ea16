"""Histories in which branches also merge each other, on values, with Git's choice of what both sides grew from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations
from random import Random

from branches import Notes, as_git, settle_before


@dataclass(eq=False)
class Commit:
    """A state of the file, with all commits that it grew from, itself included."""

    notes: Notes
    parents: tuple[Commit, ...] = ()
    number: int = 0
    known: frozenset[Commit] = field(default=frozenset(), repr=False)

    def __post_init__(self) -> None:
        self.known = frozenset({self}).union(*(parent.known for parent in self.parents))
        self.number = max((parent.number for parent in self.parents), default=0) + 1


def merged(one: Commit, two: Commit) -> Commit:
    """A commit with both; none where one has the other already."""
    if two in one.known or one in two.known:
        return one if two in one.known else two
    return Commit(as_git(_base(one, two), one.notes, two.notes), (one, two))


def _base(one: Commit, two: Commit) -> Notes:
    """What both grew from; where that is several commits, these merged, as Git does it."""
    common = one.known & two.known
    best = [commit for commit in common if not any(commit in other.known and other is not commit for other in common)]
    first, *rest = sorted(best, key=lambda commit: (commit.number, repr(commit.notes)))
    for other in rest:
        first = merged(first, other)
    return first.notes


def final_states(random: Random) -> Iterator[Notes]:
    """The file after all branches met, in every order."""
    trunk = settle_before(random)
    branches = [trunk.fork(name, random.choice((-3, -1, 0, 1, 2))) for name in "abc"]
    heads = [Commit(trunk.notes)] * 3
    for _ in range(random.randrange(2, 14)):
        at = random.randrange(3)
        if random.random() < 0.25:
            other = random.choice([one for one in range(3) if one != at])
            heads[at] = merged(heads[at], heads[other])
            branches[at].notes = heads[at].notes
            branches[at].last |= branches[other].last
            branches[at].clock = max(branches[at].clock, branches[other].clock)
        else:
            branches[at].act(random, by_hand=False)
            if branches[at].notes != heads[at].notes:
                heads[at] = Commit(branches[at].notes, (heads[at],))
    for one, two, three in permutations(heads):
        yield tuple(sorted(merged(merged(one, two), three).notes, key=lambda note: note.id))
        yield tuple(sorted(merged(one, merged(two, three)).notes, key=lambda note: note.id))
