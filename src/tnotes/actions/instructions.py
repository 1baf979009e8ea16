"""The verb `agent prompt`, which is also the `instructions` of a context."""

from __future__ import annotations

import os
from datetime import UTC, tzinfo
from pathlib import Path

from tnotes.actions.session import Session
from tnotes.context.instructions import instructions as text_for

_LINK, _FILE = Path("/etc/localtime"), Path("/etc/timezone")


def instructions(session: Session) -> str:
    """What a model is told beside its tools. Holds no clock: an offset would change with the season."""
    return text_for(zone_name(session.zone))


def zone_name(zone: tzinfo | None) -> str:
    """The zone as people name it; of this machine's own, what the machine calls it."""
    if zone is not None:
        return "UTC" if zone is UTC else str(zone)
    return _named(os.environ.get("TZ", "")) or _linked() or _written() or "the zone of this machine"


def _named(text: str) -> str:
    """TZ may also hold a path or rules such as EST5EDT,M3.2.0; only a name tells a model something."""
    name = text.removeprefix(":")
    return "" if "," in name or name.startswith("/") else name


def _linked() -> str:
    try:
        return str(_LINK.readlink()).rpartition("zoneinfo/")[2] if _LINK.is_symlink() else ""
    except OSError:
        return ""


def _written() -> str:
    try:
        return _named(_FILE.read_text(encoding="utf-8").strip())
    except (OSError, ValueError):
        return ""
