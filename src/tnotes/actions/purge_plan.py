"""What `purge` would take: where a note's texts stand in history."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.commits import repository_of
from tnotes.actions.session import Session
from tnotes.catalog.table import TableName
from tnotes.errors import GitState, NotAdministrator, UnknownNote, UnreadableFile, UsageError
from tnotes.history.git import Repository
from tnotes.history.objects import (
    BLOB,
    COMMIT,
    Object,
    Place,
    all_objects,
    count_of_commits,
    files_at_head,
    places,
    read,
    refs,
    refs_with,
)
from tnotes.history.rewrite import INSTALL, can_rewrite
from tnotes.history.state import require_calm
from tnotes.notes.file import parse_notes
from tnotes.notes.note import is_id
from tnotes.notes.purging import contents_of, is_short, pattern_of, without


class Plan(NamedTuple):
    """What holds the texts of a note. The texts themselves are in it and are never printed.

    `blobs` are the new contents by the old ids, `names` the tables whose files had the note, `unread` the versions of
    files that name the note and cannot be read, `elsewhere` the files of HEAD that hold a text beside the note itself.
    """

    note: str
    names: frozenset[TableName]
    texts: frozenset[str]
    pattern: re.Pattern[bytes] | None
    blobs: Mapping[str, bytes]
    messages: tuple[str, ...]
    places: tuple[Place, ...]
    refs: tuple[str, ...]
    commits: int
    unread: tuple[str, ...]
    elsewhere: tuple[str, ...]
    ready: bool
    has_git_notes: bool = False

    @property
    def files(self) -> tuple[str, ...]:
        """The paths at which a text ever stood."""
        return tuple(sorted({place.path for place in self.places}))

    @property
    def holders(self) -> tuple[str, ...]:
        """The commits that bring a text in, or tell it in their message."""
        return tuple(dict.fromkeys((*(place.commit for place in self.places), *self.messages)))

    @property
    def is_empty(self) -> bool:
        """Whether nothing holds a text."""
        return not self.blobs and not self.messages

    @property
    def short(self) -> int:
        """How many of the texts are too short to be looked for outside of the note."""
        return sum(map(is_short, self.texts))


def plan_purge(session: Session, note_id: str) -> Plan:
    """Where the texts of a note stand. Raises where this user may not purge, or this repository cannot be rewritten."""
    session.require_writes("purge")
    if not session.admin:
        hint = "ask one; roles with admin: true in tnotes.yaml are administrators (--role, TNOTES_ROLE)"
        raise NotAdministrator("purge is for administrators", hint=hint)
    if not is_id(note_id):
        raise UsageError(f"{note_id!r} is not the id of a note", hint="purge takes an id such as n_7k3f9q2mxa")
    repository = repository_of(session.workspace)
    require_calm(repository.git_dir)
    return scan(session, repository, note_id)


def scan(session: Session, repository: Repository, note_id: str) -> Plan:
    """What holds the texts of the note, all objects of the repository looked through."""
    objects = all_objects(repository)
    texts, versions, unread = _texts(repository, objects, note_id)
    names = {name for name in map(_name, versions.values()) if name is not None}
    here = session.notes.with_id(note_id)
    if here is not None:  # it may be in no commit yet
        names.add(here[1].name)
        texts |= {text for text in (here[2].content,) if text}
    if not any(map(session.visible.sees, names)):
        raise UnknownNote(f"no note {note_id}", hint="tnotes ls lists the notes with their ids")
    pattern = pattern_of(texts)
    blobs: dict[str, bytes] = {}
    messages = []
    for one, data in read(repository, objects):
        if one.kind == BLOB and (new := without(data, note_id, pattern)) != data:
            _require_readable(one, data, new)
            blobs[one.sha] = new
        elif one.kind != BLOB and pattern is not None and pattern.search(data):
            messages.append(one.sha)
    found = places(repository, blobs.keys()) if blobs else []
    return Plan(
        note=note_id,
        names=frozenset(names),
        texts=texts,
        pattern=pattern,
        blobs=blobs,
        messages=tuple(messages),
        places=tuple(found),
        refs=_refs(repository, objects, [*(place.commit for place in found), *messages]),
        commits=count_of_commits(repository),
        unread=tuple(unread),
        elsewhere=_elsewhere(repository, objects, note_id, pattern),
        ready=can_rewrite(repository),
        has_git_notes=any(name.startswith("refs/notes/") for name in refs(repository)),
    )


def _refs(repository: Repository, objects: list[Object], holders: list[str]) -> tuple[str, ...]:
    """The refs whose history has one of these commits, or that are one of these tags."""
    commits = {one.sha for one in objects if one.kind == COMMIT}
    tags = [name for name, sha in refs(repository).items() if sha in holders and sha not in commits]
    wanted = [sha for sha in dict.fromkeys(holders) if sha in commits]
    return tuple(sorted({*tags, *refs_with(repository, wanted)}))


def _texts(
    repository: Repository, objects: list[Object], note_id: str
) -> tuple[frozenset[str], dict[str, bytes], list[str]]:
    """All texts that the note ever had, the versions of files that name it, and those of them that cannot be read."""
    texts: set[str] = set()
    versions: dict[str, bytes] = {}
    unread = []
    sign = note_id.encode()
    for one, data in read(repository, [one for one in objects if one.kind == BLOB]):
        if sign not in data:
            continue
        try:
            texts |= contents_of(data, note_id)
            versions[one.sha] = data
        except UnreadableFile:
            unread.append(one.sha)
    return frozenset(texts), versions, unread


def _name(data: bytes) -> TableName | None:
    try:
        return parse_notes(data.decode(errors="replace"), Path("a version")).name
    except UnreadableFile:
        return None


def _require_readable(one: Object, old: bytes, new: bytes) -> None:
    """No version of a note file becomes unreadable by what is taken out."""
    if _name(old) is not None and _name(new) is None:
        raise GitState(
            f"taking the text out of {one.sha[:10]} would leave a note file that cannot be read",
            hint=f"git cat-file -p {one.sha[:10]} shows it; nothing was changed",
        )


def _elsewhere(
    repository: Repository, objects: list[Object], note_id: str, pattern: re.Pattern[bytes] | None
) -> tuple[str, ...]:
    """The files of the last commit that hold a text even without the note itself."""
    here = files_at_head(repository) if pattern is not None else {}
    blobs = frozenset(here.values())
    found = {
        one.sha
        for one, data in read(repository, [one for one in objects if one.sha in blobs])
        if pattern is not None and pattern.search(without(data, note_id, None))
    }
    return tuple(sorted(path for path, sha in here.items() if sha in found))


def install_words() -> str:
    """What to do where nothing can be rewritten."""
    return f"git-filter-repo, which rewrites history, is not installed: {INSTALL}"


def still_to_do(plan: Plan) -> tuple[str, ...]:
    """What this command cannot reach, one task a line."""
    remote = any(name.startswith("refs/remotes/") for name in plan.refs)
    server = "the server has the old history" if remote else "a server that was pushed to has the old history"
    notes = (
        ("git notes hang on the old ids of commits: git notes copy them by commit-map",) if plan.has_git_notes else ()
    )
    return (
        f"{server}: git push --force --all, then git push --force --tags",
        "until then git pull brings the old text back; tnotes sync refuses",
        "the server keeps old objects, pull requests and forks: ask its administrator to remove them",
        "other clones and work trees: make them anew, never merge or push from an old one",
        "old and new ids of commits: .git/filter-repo/commit-map",
        *notes,
        "copies outside of Git (backups, CI caches, chat prompts) are not touched by this",
    )
