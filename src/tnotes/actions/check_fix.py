"""What `check --fix` mends: only what has one right answer, and no file that has other errors besides."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tnotes.actions.check_ground import Ground
from tnotes.actions.commits import repository_of
from tnotes.actions.session import Session
from tnotes.actions.write import now
from tnotes.checks.problem import Problem
from tnotes.files.disk import decode, write_all
from tnotes.files.nodes import Mapping, Scalar
from tnotes.files.nodes import Sequence as Listed
from tnotes.files.splice import drop_item, drop_key, set_key
from tnotes.files.yaml import parse
from tnotes.history.lock import lock
from tnotes.notes.file import parse_notes, rewrite
from tnotes.notes.merge import mend as merged
from tnotes.notes.note import Note
from tnotes.notes.survey import survey
from tnotes.notes.times import later


def mend(session: Session, ground: Ground, problems: Sequence[Problem]) -> tuple[tuple[str, str], ...]:
    """Write the mended files, and say of each what was done. Nothing is committed."""
    repository = repository_of(session.workspace)
    changes: dict[Path, bytes | None] = {}
    said: list[tuple[str, str]] = []
    with lock(repository.common_dir):
        for path, found in _by_path(problems).items():
            if any(one.mends for one in found) and all(one.mends for one in found if one.is_error):
                text = decode(ground.tree.read(path), Path(path))
                after, done = mended(text, Path(path), found, session.settings.cap)
                if after != text:
                    changes[repository.root / path] = after.encode()
                    said += [(path, what) for what in done]
        if changes:
            write_all(changes, repository.root, repository.common_dir / "tnotes" / "tmp")
    return tuple(said)


def _by_path(problems: Sequence[Problem]) -> dict[str, list[Problem]]:
    found: dict[str, list[Problem]] = {}
    for problem in problems:
        if problem.commit is None:
            found.setdefault(problem.path, []).append(problem)
    return found


def mended(text: str, path: Path, problems: Sequence[Problem], cap: int) -> tuple[str, list[str]]:
    """The text without those of the problems that can be mended, and in words what was done to it."""
    rules = {problem.rule for problem in problems}
    notes = {rule: {one.note for one in problems if one.rule == rule} for rule in rules}
    done: list[str] = []
    was = survey(text, path).notes
    if "TN201" in rules:
        text = _one_of_each(text, path, done)
    for entry in survey(text, path).entries:
        note = entry.note
        if note.id in notes.get("TN207", ()):
            text = _set(text, path, note.id, "content", None)
            done.append(f"took out the text of {note.id}, which is deleted")
        if note.id in notes.get("TN210", ()):
            for key in ("created", "updated"):
                text = _set(text, path, note.id, key, getattr(note, key))
            done.append(f"wrote the times of {note.id} as UTC")
        if note.id in notes.get("TN206", ()):
            text = _set(text, path, note.id, "updated", max(now(), later(note.updated)))
            done.append(f"moved updated of {note.id}")
    if rules & {"TN201", "TN202", "TN203"}:
        text = _settled(text, path, was, cap, done)
    return text, done


def _settled(text: str, path: Path, was: Sequence[Note], cap: int, done: list[str]) -> str:
    """Each id once, equal notes one, and those beyond the cap archived, as a merge would have left them."""
    file = parse_notes(text, path)
    now_there = {note.id: note for note in file.notes}
    twins = [note for note in was if note.id in now_there and now_there[note.id].content != note.content]
    after = merged((*file.notes, *twins), cap)
    for note in after:
        before = now_there.get(note.id)
        if before is None:
            done.append(f"kept the other text as {note.id}, {note.status}")
        elif before.active != note.active:
            done.append(f"{note.id} is {note.status}" + (f" ({note.archived_by})" if note.archived_by else ""))
    return rewrite(text, path, file, after)[0]


def _one_of_each(text: str, path: Path, done: list[str]) -> str:
    """Of two notes with one id the newer one, as a merge would have taken it."""
    while True:
        listed = parse(text, path).get("notes")
        entries = survey(text, path).entries
        older = _older_twin([(entry.note.id, entry.note.updated) for entry in entries])
        if not isinstance(listed, Listed) or older is None or len(entries) != len(listed.items):
            return text
        shorter = drop_item(text, listed, older)
        if shorter == text:
            return text
        text = shorter
        done.append(f"took out the older of two notes {entries[older].note.id}")


def _older_twin(notes: Sequence[tuple[str, str]]) -> int | None:
    """The place of a note that is older than another of its id."""
    newest: dict[str, int] = {}
    for at, (note, updated) in enumerate(notes):
        if note in newest:
            return at if updated <= notes[newest[note]][1] else newest[note]
        newest[note] = at
    return None


def _set(text: str, path: Path, note_id: str, key: str, value: str | None) -> str:
    """The text with one key of one note changed, or without it."""
    listed = parse(text, path).get("notes")
    items = listed.items if isinstance(listed, Listed) else ()
    item = next(one for one in items if isinstance(one, Mapping) and _is_of(one.get("id"), note_id))
    return drop_key(text, item, key) if value is None else set_key(text, item, key, value)


def _is_of(node: object, note_id: str) -> bool:
    return isinstance(node, Scalar) and node.text == note_id
