"""Who asks, where, in which mode and zone: what every action needs to know before it starts."""

from __future__ import annotations

from datetime import tzinfo
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.roles import role_of
from tnotes.catalog.access import EVERYTHING, Rules, VisibleCatalog, narrow
from tnotes.catalog.names import exact
from tnotes.catalog.store import FolderCatalog
from tnotes.catalog.table import TableName
from tnotes.context.modes import CHAT, MODES, may_write
from tnotes.errors import BadTimeZone, ReadOnlyMode, UsageError, closest
from tnotes.notes.store import NoteFolder
from tnotes.project.settings import Settings, load_settings
from tnotes.project.workspace import SETTINGS, Workspace, find_workspace


class Session(NamedTuple):
    """One run: the workspace, and what its user may see and do. `zone` None is the zone of this machine.

    `role` is the one asked for, or that of the settings; `admin` may be without any.
    """

    workspace: Workspace
    settings: Settings
    rules: Rules
    admin: bool
    mode: str
    zone: tzinfo | None
    role: str | None = None

    @property
    def whole_catalog(self) -> FolderCatalog:
        """The catalog for maintenance; every answer to a person or a model comes from `visible`."""
        return FolderCatalog(self.workspace.catalog)

    @property
    def visible(self) -> VisibleCatalog:
        """The catalog that this user may see."""
        return narrow(self.whole_catalog, self.rules)

    @property
    def notes(self) -> NoteFolder:
        """The note files."""
        return NoteFolder(self.workspace.notes, self.workspace.cache, self.may_name)

    def may_name(self, path: Path) -> bool:
        """Whether a note file that cannot be read may be named to this user: its header is not known, its path is."""
        if self.rules is EVERYTHING:
            return True
        parts = path.relative_to(self.workspace.notes).with_suffix("").parts
        names = [name for part in parts if (name := exact(part)) is not None]
        return len(names) == len(TableName._fields) and self.visible.sees(TableName(*names))

    def require_writes(self, verb: str) -> None:
        """Raise ReadOnlyMode where the mode accepts no writes of notes."""
        if not may_write(self.mode):
            raise ReadOnlyMode(
                f"{verb} is not accepted in mode {self.mode}", hint=f"notes are written in mode {CHAT} only"
            )


def open_session(
    start: Path, *, role: str | None = None, mode: str | None = None, time_zone: str | None = None
) -> Session:
    """The session for the workspace around `start`. Raises where settings, role, mode or zone cannot be used."""
    workspace = find_workspace(start)
    settings = load_settings(workspace)
    rules, admin = role_of(settings, role)
    zone = _zone(time_zone) if time_zone else _zone(settings.time_zone, f" (time_zone in {SETTINGS})")
    return Session(workspace, settings, rules, admin, mode_of(mode), zone, role or settings.default_role)


def mode_of(mode: str | None) -> str:
    """The mode of that name, or the default. Raises UsageError where there is none."""
    if mode and mode not in MODES:
        raise UsageError(f"there is no mode {mode!r}", hint=f"modes: {', '.join(MODES)}")
    return mode or CHAT


def _zone(name: str | None, where: str = "") -> tzinfo | None:
    if not name:
        return None
    if name in ("UTC", "Z"):
        from datetime import UTC

        return UTC
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as problem:
        raise BadTimeZone(f"there is no time zone {name!r}{where}", hint=_zone_hint(name)) from problem


def _zone_hint(name: str) -> str:
    from zoneinfo import available_timezones

    known = available_timezones()
    if not known:
        return "this machine has no time zone database; pip install tzdata"
    near = closest(name, sorted(known), 1)
    return f"did you mean {near[0]}?" if near else "give a name such as Asia/Seoul"
