"""A note file: its text to notes, and changed notes back into its text with everything else as people left it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tnotes.catalog.table import TableName
from tnotes.errors import UnreadableFile
from tnotes.notes.note import ARCHIVED_BY, DELETED, STATUSES, Note, is_id
from tnotes.notes.times import moment, stamp

if TYPE_CHECKING:
    from tnotes.files.nodes import Mapping, Node

VERSION = 1
KEYS = ("id", "column", "content", "status", "archived_by", "author", "conversation", "created", "updated")
_HEADER = ("version", "connection", "schema", "table")


class NoteFile(NamedTuple):
    """All notes of one table, in the order of the file."""

    name: TableName
    notes: tuple[Note, ...]


def parse_notes(text: str, path: Path) -> NoteFile:
    """The notes in a file's text. Raises UnreadableFile with the line of what cannot be taken as it stands."""
    from tnotes.files.yaml import parse

    return notes_of(parse(text, path), path)


def notes_of(top: Mapping, path: Path) -> NoteFile:
    """The notes in a file that is parsed. Raises as `parse_notes`."""
    name, items = _outlined(top, path)
    notes = tuple(read_note(item, path) for item in items)
    seen: set[str] = set()
    for item, note in zip(items, notes, strict=True):
        if note.id in seen:
            raise id_twice(path, item.line, note.id)
        seen.add(note.id)
    return NoteFile(name, notes)


def outline(text: str, path: Path) -> tuple[TableName, tuple[Node, ...]]:
    """The table that the file is about, and its notes as they are written."""
    from tnotes.files.yaml import parse

    return _outlined(parse(text, path), path)


def _outlined(whole: Mapping, path: Path) -> tuple[TableName, tuple[Node, ...]]:
    from tnotes.files.fields import fields as keys_of
    from tnotes.files.fields import int_of, sequence_of, text_of

    top = keys_of(whole, path, required=_HEADER, optional=("notes",))
    version = int_of(top["version"], path, "version")
    if version != VERSION:
        problem = f"version {version} of note files is not known here"
        raise UnreadableFile(path, top["version"].line, problem, hint="upgrade tnotes", kind="schema")
    name = TableName(*(text_of(top[key], path, key) for key in _HEADER[1:]))
    for key, value in zip(_HEADER[1:], name, strict=True):
        if not value:
            raise UnreadableFile(path, top[key].line, f"{key} is empty", kind="schema")
    return name, sequence_of(top["notes"], path, "notes").items if "notes" in top else ()


def id_twice(path: Path, line: int, note_id: str) -> UnreadableFile:
    """The error for a second note of one id."""
    hint = "give one of the two another id"
    return UnreadableFile(path, line, f"the id {note_id} stands here twice", hint=hint, kind="id_twice")


def read_note(item: Node, path: Path) -> Note:
    """The note that is written there. Raises UnreadableFile."""
    from tnotes.files.fields import fields as keys_of
    from tnotes.files.fields import mapping_of, text_of

    given = keys_of(
        mapping_of(item, path, "a note"), path, required=("id", "status", "created", "updated"), optional=KEYS
    )
    texts = {key: text_of(node, path, key) for key, node in given.items()}
    for key in ("created", "updated"):
        texts[key] = _time(texts[key], given[key], path, key)
    status, by = texts["status"], texts.get("archived_by", ARCHIVED_BY[0])
    _require(status in STATUSES, path, given["status"], f"status {status!r} is none of {', '.join(STATUSES)}", "status")
    _require(is_id(texts["id"]), path, given["id"], f"{texts['id']!r} is not the id of a note (n_ and ten signs)", "id")
    if by not in ARCHIVED_BY:
        problem = f"archived_by is none of {', '.join(ARCHIVED_BY)}"
        raise UnreadableFile(path, given["archived_by"].line, problem, kind="status")
    content = texts.pop("content", "").strip()  # a block scalar written by hand ends in a line break
    if status != DELETED:  # whoever wrote it there, a deleted text is never shown
        if not content:
            hint = "write its content, or status: deleted"
            raise UnreadableFile(path, item.line, "a note without content", hint=hint, kind="content")
        texts["content"] = content
    return Note(**{"content": None} | texts)  # type: ignore[arg-type]  # content is a text unless deleted


def _require(fine: bool, path: Path, node: Node, problem: str, kind: str) -> None:
    if not fine:
        raise UnreadableFile(path, node.line, problem, kind=kind)


def _time(text: str, node: Node, path: Path, key: str) -> str:
    try:
        return stamp(moment(text))
    except (ValueError, OverflowError):
        hint = "write it in quotes as UTC, such as '2026-11-30T09:12:44.102Z'"
        problem = f"{key}: {text!r} is not a time with its zone"
        raise UnreadableFile(path, node.line, problem, hint=hint, kind="time") from None


def to_json(file: NoteFile) -> dict[str, Any]:
    """The file as a JSON value, for the cache of parsed files."""
    return {"name": list(file.name), "notes": [list(note) for note in file.notes]}


def from_json(value: dict[str, Any]) -> NoteFile:
    """The file that `to_json` gave."""
    return NoteFile(TableName(*value["name"]), tuple(Note(*one) for one in value["notes"]))


def rewrite(text: str | None, path: Path, before: NoteFile, after: Iterable[Note]) -> tuple[str, NoteFile]:
    """The text of the file that had `before` with `after` as its notes, and what it reads back as.

    Only the blocks of notes that are new or changed differ. `text` None is a file that is not there yet.
    """
    after = tuple(after)
    text = _empty(before.name) if text is None else text
    known = {note.id: note for note in before.notes}
    for note in after:
        if note.id not in known:
            text = _inserted(text, path, note)
        elif note != known[note.id]:
            text = _changed(text, path, known[note.id], note)
    written = parse_notes(text, path)
    if sorted(written.notes) != sorted(after):
        raise AssertionError(f"{path} would not read back as it was meant")
    return text, written


def _empty(name: TableName) -> str:
    from tnotes.files.scalar import emit

    named = {"connection": name.connection, "schema": name.schema, "table": name.table}
    lines = [f"version: {VERSION}", *(f"{key}: {emit(value, 2)}" for key, value in named.items()), "notes:"]
    return "\n".join(lines) + "\n"


def _fields(note: Note) -> list[tuple[str, str]]:
    return [(key, value) for key in KEYS if (value := getattr(note, key)) is not None]


def _inserted(text: str, path: Path, note: Note) -> str:
    """A new note goes before the first greater id; the file is never sorted, since plain Git merges that best."""
    from tnotes.files.nodes import Sequence
    from tnotes.files.splice import insert_item, start_sequence
    from tnotes.files.yaml import parse

    top = parse(text, path)
    listed = top.get("notes")
    if not isinstance(listed, Sequence) or not listed.items:
        return start_sequence(text, top, "notes", _fields(note))
    ids = [_id_of(item) for item in listed.items]
    index = next((at for at, other in enumerate(ids) if other > note.id), len(ids))
    return insert_item(text, listed, index, _fields(note))


def _changed(text: str, path: Path, before: Note, after: Note) -> str:
    from tnotes.files.nodes import Mapping, Sequence
    from tnotes.files.splice import drop_key, set_key
    from tnotes.files.yaml import parse

    for at, key in enumerate(KEYS):
        if getattr(before, key) == getattr(after, key):
            continue
        listed = parse(text, path).get("notes")
        items = listed.items if isinstance(listed, Sequence) else ()
        item = next(item for item in items if isinstance(item, Mapping) and _id_of(item) == after.id)
        value = getattr(after, key)
        if value is None:
            text = drop_key(text, item, key)
        else:
            above = next(other for other in reversed(KEYS[:at]) if item.get(other) is not None)
            text = set_key(text, item, key, value, after=above)
    return text


def _id_of(item: Node) -> str:
    from tnotes.files.nodes import Mapping, Scalar

    found = item.get("id") if isinstance(item, Mapping) else None
    return found.text if isinstance(found, Scalar) else ""
