"""The JSON that other people's scripts read, apart from the classes inside. Keys and their order are a contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tnotes.context.card import note_fields

if TYPE_CHECKING:  # a verb pays for its own action only
    from datetime import tzinfo

    from tnotes.actions.add import Added
    from tnotes.actions.blame import Blame
    from tnotes.actions.commits import Committed
    from tnotes.actions.edit import Edited
    from tnotes.actions.log import Event, Trail
    from tnotes.actions.look import Listed, Placed
    from tnotes.actions.warnings import Warning
    from tnotes.actions.write import Receipt


def receipt(one: Receipt, committed: Committed | None, zone: tzinfo | None) -> dict[str, Any]:
    """What a write did to one note; the commit's id is None where nothing was committed."""
    shape: dict[str, Any] = {
        "action": one.action,
        "connection": one.name.connection,
        "schema": one.name.schema,
        "table": one.name.table,
        "column": one.note.column,
        "note": note_fields(one.note, zone),
    }
    if committed is not None:
        shape["commit"] = committed.sha
    return shape | {"warnings": [warning(each, zone) for each in one.warnings]}


def warning(one: Warning, zone: tzinfo | None) -> dict[str, Any]:
    """A warning, with the note that it is about where there is one."""
    shape: dict[str, Any] = {"code": one.code, "message": one.message}
    return shape if one.note is None else shape | {"note": note_fields(one.note, zone)}


def added(result: Added, zone: tzinfo | None, *, batch: bool) -> dict[str, Any]:
    """The answer of `add`: one receipt, or for a batch all of them and the commit."""
    if not batch:
        return receipt(result.receipts[0], result.committed, zone)
    return {"results": [receipt(one, None, zone) for one in result.receipts], "commit": result.committed.sha}


def edited(result: Edited, zone: tzinfo | None) -> dict[str, Any]:
    """The answer of `edit`, `rm` and `restore`."""
    return receipt(result.receipt, result.committed, zone)


def placed(one: Placed) -> dict[str, Any]:
    """A note with all that is known of it, for people and administrators."""
    note = one.note
    return {
        "id": note.id,
        "connection": one.name.connection,
        "schema": one.name.schema,
        "table": one.name.table,
        "column": note.column,
        "content": note.content,
        "status": note.status,
        "author": note.author,
        "conversation": note.conversation,
        "created": note.created,
        "updated": note.updated,
    }


def listed(result: Listed) -> dict[str, Any]:
    """The answer of `ls`."""
    return {"notes": [placed(one) for one in result.notes]}


def trail(result: Trail) -> dict[str, Any]:
    """The answer of `log`."""
    return {"events": [_event(one) for one in result.events], "shallow": result.shallow, "more": result.more}


def blame(result: Blame) -> dict[str, Any]:
    """The answer of `log --blame`: notes as in `ls`, each with what last touched it, null where no commit has that."""
    from tnotes.actions.look import Placed

    notes = [
        placed(Placed(result.name, one.note)) | {"last": None if one.event is None else _event(one.event)}
        for one in result.notes
    ]
    return {"notes": notes, "shallow": result.shallow}


def _event(one: Event) -> dict[str, Any]:
    return {
        "commit": one.commit,
        "date": one.date,
        "committer": one.committer,
        "connection": one.name.connection,
        "schema": one.name.schema,
        "table": one.name.table,
        "note": one.note,
        "what": one.what,
        "action": one.action,
        "author": one.author,
        "conversation": one.conversation,
        "via": one.via,
        "of": one.of,
        "role": one.role,
    }
