"""Who asks, where, in which mode and zone: what every action needs to know before it starts."""

from __future__ import annotations

from datetime import tzinfo
from pathlib import Path
from typing import NamedTuple

from tnotes.catalog.access import EVERYTHING, Rules, VisibleCatalog, narrow, pattern_problem
from tnotes.catalog.names import exact
from tnotes.catalog.store import FolderCatalog
from tnotes.catalog.table import TableName
from tnotes.context.modes import CHAT, MODES, may_write
from tnotes.errors import BadSettings, BadTimeZone, ReadOnlyMode, UnknownRole, UsageError, closest
from tnotes.notes.store import NoteFolder
from tnotes.project.settings import Settings, load_settings
from tnotes.project.workspace import SETTINGS, Workspace, find_workspace


class Session(NamedTuple):
    """One run: the workspace, and what its user may see and do. `zone` None is the zone of this machine."""

    workspace: Workspace
    settings: Settings
    rules: Rules
    admin: bool
    mode: str
    zone: tzinfo | None

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
    rules, admin = _role(settings, role)
    zone = _zone(time_zone) if time_zone else _zone(settings.time_zone, f" (time_zone in {SETTINGS})")
    return Session(workspace, settings, rules, admin, _mode(mode), zone)


def _role(settings: Settings, role: str | None) -> tuple[Rules, bool]:
    """What the role may read, and whether it administers.

    Without a role whoever is at the terminal sees everything, since the files lie there to be read; an administrator
    is then only where no roles are configured at all.
    """
    name = role or settings.default_role
    if name is None:
        return EVERYTHING, not settings.roles
    if name not in settings.roles:
        known = ", ".join(sorted(settings.roles)) or "none"
        raise UnknownRole(f"there is no role {name!r}", hint=f"roles in {SETTINGS}: {known}")
    given = settings.roles[name]
    for pattern in (*given.allow, *given.deny):
        problem = pattern_problem(pattern)
        if problem is not None:
            raise BadSettings(f"{SETTINGS}: role {name}: {problem}", hint='write such as "sales.*" or "warehouse/hr.*"')
    return Rules(given.allow, given.deny), given.admin


def _mode(mode: str | None) -> str:
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
