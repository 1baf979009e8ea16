"""Random histories of one note file on several branches, on values: what people do, and how Git merges it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from tnotes.notes.dedup import same_note
from tnotes.notes.merge import merge
from tnotes.notes.note import ARCHIVED, BY_PERSON, DELETED, Note
from tnotes.notes.record import Entry, activated, capped, deleted, record, replaced
from tnotes.notes.times import stamp

CAP = 3
TEXTS = ("nine", "Nine", "ten", "ten  and one", "eleven", "twelve", "해지", "all")
COLUMNS = (None, None, "STAT_CD", "TOTAL")
START = datetime(2026, 1, 1, tzinfo=UTC)
SHARED_ID = "n_0000same00"

Notes = tuple[Note, ...]


@dataclass
class Branch:
    """A branch: its notes, its clock (which may be wrong), and what each note said last."""

    name: str
    notes: Notes = ()
    clock: int = 0
    last: dict[str, str] = field(default_factory=dict)
    born: set[tuple[str, str]] = field(default_factory=set)  # id and time of birth of every note ever added here
    count: int = 0

    def fork(self, name: str, ahead: int = 0) -> Branch:
        """A branch that begins where this one stands."""
        return Branch(name, self.notes, self.clock + ahead, dict(self.last), set(self.born))

    def act(self, random: Random, *, by_hand: bool = True) -> None:
        """Something that a person does. Clocks of branches are apart, so that moments may be equal or go back."""
        self.clock += random.choice((0, 1, 1, 2))
        acts = [self._add, self._add, self._add, self._edit, self._edit, self._remove, self._restore]
        acts += [self._archive, self._reword] if by_hand else []
        random.choice(acts)(random)
        for note in self.notes:
            if note.content is not None:
                self.last[note.id] = note.content

    @property
    def now(self) -> str:
        """What the clock of this branch says."""
        return stamp(START + timedelta(minutes=self.clock))

    def _add(self, random: Random) -> None:
        self.count += 1
        taken = {note.id for note in self.notes}
        fresh, moment = f"n_{random.choice('abcxyz')}{self.name}{self.count:06d}", self.now
        if SHARED_ID not in taken and random.random() < 0.1:
            fresh, moment = SHARED_ID, moment.replace(".000Z", f".{ord(self.name):03d}Z")
        entry = Entry(random.choice(TEXTS), random.choice(COLUMNS), self.name, None)
        outcome = record(self.notes, entry, moment, fresh, CAP)
        if outcome.action == "added":
            self.born.add((fresh, moment))
        self.notes = outcome.notes

    def _edit(self, random: Random) -> None:
        active = [note for note in self.notes if note.active]
        if active:
            note = random.choice(active)
            text, column = random.choice(TEXTS), random.choice((note.column, note.column, *COLUMNS))
            self._bring_back(activated(note, self.now)._replace(content=text, column=column))

    def _restore(self, random: Random) -> None:
        gone = [note for note in self.notes if not note.active and note.id in self.last]
        if gone:
            note = random.choice(gone)
            self._bring_back(activated(note, self.now)._replace(content=note.content or self.last[note.id]))

    def _bring_back(self, note: Note) -> None:
        others = [other for other in self.notes if other.id != note.id and other.active]
        if same_note(others, note.column, note.content or "") is None:
            self.notes = capped("edited", note, replaced(self.notes, note), CAP).notes

    def _remove(self, random: Random) -> None:
        there = [note for note in self.notes if note.status != DELETED]
        if there:
            self.notes = replaced(self.notes, deleted(random.choice(there), self.now))

    def _archive(self, random: Random) -> None:
        active = [note for note in self.notes if note.active]
        if active:
            self.notes = replaced(self.notes, random.choice(active)._replace(status=ARCHIVED, archived_by=BY_PERSON))

    def _reword(self, random: Random) -> None:
        active = [note for note in self.notes if note.active]
        if active:  # by hand, in an editor: the date stays
            self.notes = replaced(self.notes, random.choice(active)._replace(content=random.choice(TEXTS)))


def as_git(base: Notes, ours: Notes, theirs: Notes, cap: int = CAP) -> Notes:
    """A merge as Git does it: the driver is asked only where both sides changed the file, and differently."""
    base, ours, theirs = (tuple(sorted(notes, key=lambda note: note.id)) for notes in (base, ours, theirs))
    if ours in (theirs, base):
        return theirs
    return ours if theirs == base else merge(base, ours, theirs, cap)


def settle_before(random: Random) -> Branch:
    """A file in which something happened already, and perhaps a merge."""
    trunk = Branch("m")
    for _ in range(random.randrange(6)):
        trunk.act(random)
    if random.random() < 0.5:
        before, side = trunk.notes, trunk.fork("s", random.choice((-2, 0, 3)))
        for branch in (trunk, side):
            for _ in range(random.randrange(1, 4)):
                branch.act(random)
        trunk.notes = as_git(before, trunk.notes, side.notes)
        trunk.last |= side.last
        trunk.born |= side.born
    return trunk


__all__ = ["CAP", "START", "Branch", "Notes", "as_git", "settle_before"]
