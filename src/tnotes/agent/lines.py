"""What can be told of a client's line without the SDK: whether it is JSON that means one thing, and whom to answer."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from tnotes.agent.arguments import doubled, shown

NO_JSON, NO_REQUEST = -32700, -32600  # as JSON-RPC numbers them
_WHAT = "not a JSON-RPC message that can be read"


class Seen(NamedTuple):
    """A line's id where it has one to answer to; `code` is that of the error it is, None where nothing is wrong."""

    number: int | str | None
    code: int | None = None
    why: str = _WHAT


def seen(line: str) -> Seen:
    """What is wrong with a line, if anything.

    That is also a key twice, of which the SDK would take the last, and a request whose id is neither a text nor a
    whole number, which the SDK would take for a notification: nobody would answer it.
    """
    twice: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        twice.extend(doubled(pairs))
        return dict(pairs)

    try:
        found = json.loads(line, object_pairs_hook=once)
    except (ValueError, RecursionError):
        return Seen(None, NO_JSON)
    given = found if isinstance(found, dict) else {}
    number = given.get("id")
    if isinstance(number, bool) or not isinstance(number, int | str):
        number = None
    if twice:
        return Seen(number, NO_REQUEST, f"{_WHAT}: the key {shown(twice[0])} stands there twice")
    if number is None and {"id", "method"} <= given.keys():
        return Seen(None, NO_REQUEST, f"{_WHAT}: its id is neither a text nor a whole number")
    return Seen(number)
