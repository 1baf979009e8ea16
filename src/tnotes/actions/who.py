"""Who writes, in which conversation, and how a commit says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tnotes.errors import GitFailed, UsageError
from tnotes.history.git import Repository, ask, refused, run

MOST_NAME_CHARACTERS = 200

# A commit of several people's notes names each with the note's id before it.
AUTHOR, CONVERSATION = "Author", "Conversation"
NOTE_AUTHOR, NOTE_CONVERSATION = "Note-Author", "Note-Conversation"
# Whose note it was where somebody else changed or deleted it, and the administrators' role that did so.
NOTE_OF, ROLE = "Note-Of", "Role"

Trailers = Mapping[str, Sequence[str]]


class Writer(NamedTuple):
    """Who writes, in which conversation, and whether a commit is made of it. An author None is Git's identity."""

    author: str | None = None
    conversation: str | None = None
    commit: bool = True


class Who(NamedTuple):
    """The author and the conversation of one note's write."""

    author: str | None
    conversation: str | None


def who_of(repository: Repository, writer: Writer) -> Who:
    """The writer as notes keep it; without an author the name in Git's identity."""
    author = name_of_writer(writer.author, "author") or _identity(repository, needed=writer.commit)
    return Who(author, name_of_writer(writer.conversation, "conversation"))


def name_of_writer(text: str | None, what: str) -> str | None:
    """An author or conversation as it is kept: one line of at most 200 characters; None where it is empty."""
    kept = " ".join((text or "").split())
    if not kept.isprintable():
        raise UsageError(f"the {what} has control characters", hint="give a plain name or id")
    if len(kept) > MOST_NAME_CHARACTERS:
        raise UsageError(f"the {what} has {len(kept)} characters", hint=f"at most {MOST_NAME_CHARACTERS} are kept")
    return kept or None


def _identity(repository: Repository, *, needed: bool) -> str | None:
    answer = run(repository, "var", "GIT_AUTHOR_IDENT")
    if answer.code == 0:
        return name_of_writer(answer.out.decode(errors="replace").rpartition(" <")[0], "author")
    if "user.name" not in answer.err and "ident" not in answer.err:
        raise refused("var", answer)  # such as a repository that belongs to somebody else
    ask(repository, "rev-parse", "--git-dir")  # git var passes over the settings of a repository it does not trust
    if not needed:
        return None
    raise GitFailed(
        "Git does not know who you are", hint="git config --global user.name NAME, and user.email ADDRESS, then again"
    )


def said_by(ids: Sequence[str], whos: Sequence[Who]) -> Iterator[tuple[str, str | None]]:
    """The trailers that say who wrote: once where it is the same for all notes, else note by note."""
    if len(set(whos)) == 1:
        yield from ((AUTHOR, whos[0].author), (CONVERSATION, whos[0].conversation))
        return
    for note_id, who in dict.fromkeys(zip(ids, whos, strict=True)):
        yield NOTE_AUTHOR, who.author and f"{note_id} {who.author}"
        yield NOTE_CONVERSATION, who.conversation and f"{note_id} {who.conversation}"


def speaker(said: Trailers, note_id: str) -> Who:
    """Who wrote that note in the commit that has these trailers."""
    author = _of_note(said, NOTE_AUTHOR, note_id) or next(iter(said.get(AUTHOR, ())), None)
    conversation = _of_note(said, NOTE_CONVERSATION, note_id) or next(iter(said.get(CONVERSATION, ())), None)
    return Who(author, conversation)


def _of_note(said: Trailers, key: str, note_id: str) -> str | None:
    """The last one counts: in a batch somebody may have touched what a line before added."""
    values = [value.partition(" ") for value in said.get(key, ())]
    return next((name for found, _, name in reversed(values) if found == note_id), None)
