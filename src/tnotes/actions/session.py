"""Who asks, where, in which mode and zone: what every action needs to know before it starts."""

from __future__ import annotations

from datetime import tzinfo
from pathlib import Path
from typing import NamedTuple

from tnotes.catalog.access import EVERYTHING, Rules, VisibleCatalog, narrow, pattern_problem
from tnotes.catalog.store import FolderCatalog
from tnotes.context.modes import CHAT, MODES, may_write
from tnotes.errors import BadSettings, BadTimeZone, ReadOnlyMode, UnknownRole, UsageError
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
        return NoteFolder(self.workspace.notes, self.workspace.cache)

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
    return Session(workspace, settings, rules, admin, _mode(mode), _zone(time_zone or settings.time_zone))


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


def _zone(name: str | None) -> tzinfo | None:
    if not name:
        return None
    if name in ("UTC", "Z"):
        from datetime import UTC

        return UTC
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as problem:
        raise BadTimeZone(f"there is no time zone {name!r}", hint="give a name such as Asia/Seoul") from problem
