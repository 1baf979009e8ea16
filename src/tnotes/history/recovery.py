"""What a crash left half done, finished or taken back by the next writer (G13)."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.errors import TnotesError
from tnotes.files.journal import Entry, Journal, as_before, as_written, clear, close, pending, sweep, take_back
from tnotes.history.git import Repository
from tnotes.history.index import forget, refresh
from tnotes.history.status import as_in_head, look
from tnotes.history.waiting import index_lock


def recover(repository: Repository) -> tuple[str, ...]:
    """Settle the write that a crash interrupted, under the writers' lock; returns what to tell about it.

    A commit that was made stands. Else the files go back to what they were, except one that somebody changed since.
    Raises Busy while a git that outlived its tnotes still works on the commit, or left its lock behind.
    """
    journal = pending(repository.scratch)
    if journal is None:
        clear(repository.scratch)
        return ()
    journal = _here(journal, repository)
    there = repository._replace(root=journal.root)
    with index_lock(there):
        sweep(journal)
        kept = _in_head(there, journal)
        announced = [path for path, state in look(there, _paths(journal)).states.items() if state.announced]
        told = tuple(_settled(journal, kept))
    if kept:
        refresh(there, _paths(journal))
    else:
        forget(there, announced)
    return told


def _here(journal: Journal, repository: Repository) -> Journal:
    """The journal as it is in this work tree: in a copy, or after a move, its paths still name the old place."""
    top = repository.root
    for _ in filter(None, repository.prefix.split("/")):
        top = top.parent
    if top == journal.root or top in journal.root.parents:
        return journal
    old, new = journal.root, repository.root
    made = tuple(new / one.relative_to(old) for one in journal.made)
    entries = tuple(entry._replace(path=new / entry.path.relative_to(old)) for entry in journal.entries)
    return journal._replace(root=new, made=made, entries=entries)


def _settled(journal: Journal, kept: frozenset[Entry]) -> Iterator[str]:
    if kept:  # a commit has all of its files
        close(journal)
        yield f"{journal.what} was interrupted after its commit, which stands"
        return
    ours = tuple(entry for entry in journal.entries if as_written(entry))
    others = [entry for entry in journal.entries if entry not in ours and not as_before(journal, entry)]
    take_back(journal, ours)
    yield f"{journal.what} was interrupted before its commit and was taken back; run it again"
    for entry in others:
        yield f"{entry.path} was changed since and is left as it is; see git diff"


def committed(repository: Repository, journal: Journal) -> bool:
    """Whether the commit was made that the journal's files were written for; not where git cannot say."""
    try:
        return len(_in_head(repository, journal)) == len(journal.entries)
    except TnotesError:
        return False


def _in_head(repository: Repository, journal: Journal) -> frozenset[Entry]:
    """The files that were written, or rewritten by a hook, and are in HEAD like that."""
    kept = as_in_head(repository, _paths(journal))
    return frozenset(
        entry
        for entry, path in zip(journal.entries, _paths(journal), strict=True)
        if path in kept and entry.path.exists() == (entry.after is not None) and not as_before(journal, entry)
    )


def _paths(journal: Journal) -> list[str]:
    return [entry.path.relative_to(journal.root).as_posix() for entry in journal.entries]
