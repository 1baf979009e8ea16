"""Note files as a person or a merge would leave them, for states that no short run of commands reaches."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from builders import Place
from tnotes.files.scalar import emit_flow

START = datetime(2026, 1, 1, tzinfo=UTC)


def stamp(moment: datetime) -> str:
    """A time as note files have it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def entry(number: int, **more: Any) -> dict[str, Any]:
    """A note whose age goes with its number: the greater, the newer. None leaves a key out."""
    moment = stamp(START + timedelta(minutes=number))
    plain = {"id": f"n_hand{number:06d}", "content": f"Fact {number}.", "status": "active", "author": "lee"}
    given = plain | {"created": moment, "updated": moment} | more
    return {key: value for key, value in given.items() if value is not None}


def write_notes(place: Place, entries: list[dict[str, Any]], table: str = "CUSTOMER", schema: str = "sales") -> None:
    """Make this the note file of the table, and commit it."""
    header = [f"version: 1\nconnection: warehouse\nschema: {schema}\ntable: {table}\nnotes:\n"]
    for one in entries:
        lines = [f"{key}: {emit_flow(value)}" for key, value in one.items()]
        header.append("- " + "\n  ".join(lines) + "\n")
    path = place.note_file(table, schema)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(header), encoding="utf-8")
    place.git("add", "notes")
    place.git("commit", "--quiet", "--message=by hand")


def backdate(place: Place, note: str, minutes: int, table: str = "CUSTOMER") -> None:
    """Let the note have been created and updated some minutes ago."""
    path = place.note_file(table)
    before, found, after = path.read_text(encoding="utf-8").partition(f"- id: {note}")
    moment = stamp(datetime.now(UTC) - timedelta(minutes=minutes))
    changed = re.sub(r"(created|updated): '[^']*'", rf"\1: '{moment}'", after, count=2)
    path.write_text(before + found + changed, encoding="utf-8")
    place.git("commit", "--quiet", "--all", "--message=backdated")


def listed(place: Place, *arguments: str) -> list[dict[str, Any]]:
    """What `ls` says."""
    return list(place.tnotes("ls", *arguments, "--json").fine().json["notes"])


def only(place: Place, note: str) -> dict[str, Any]:
    """What `ls` says of one note, whatever its status."""
    return next(one for one in listed(place, "--status", "all") if one["id"] == note)
