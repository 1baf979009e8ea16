"""What a role of the settings, or a group of them, may read, and whether it administers."""

from __future__ import annotations

from tnotes.catalog.access import EVERYTHING, Rules, pattern_problem, together
from tnotes.errors import BadSettings, UnknownRole
from tnotes.project.settings import Settings
from tnotes.project.workspace import SETTINGS


def role_of(settings: Settings, role: str | None) -> tuple[Rules, bool]:
    """What the role or group may read, and whether it administers, as a group does of which one role does.

    Without a role whoever is at the terminal sees everything, since the files lie there to be read; an administrator
    is then only where no roles are configured at all.
    """
    name = role or settings.default_role
    if name is None:
        return EVERYTHING, not settings.roles
    members = members_of(settings, name)
    if not members:
        known = ", ".join(sorted((*settings.roles, *settings.groups))) or "none"
        raise UnknownRole(f"there is no role {name!r}", hint=f"roles in {SETTINGS}: {known}")
    rules = [rules_of(settings, member) for member in members]
    admin = any(settings.roles[member].admin for member in members)
    return (rules[0] if len(rules) == 1 else together(rules)), admin


def members_of(settings: Settings, name: str) -> tuple[str, ...]:
    """The roles that a name stands for: itself, or those of the group. None where there is neither."""
    return (name,) if name in settings.roles else settings.groups.get(name, ())


def rules_of(settings: Settings, role: str) -> Rules:
    """The rules of one role. Raises BadSettings for a pattern that cannot be read."""
    given = settings.roles[role]
    for pattern in (*given.allow, *given.deny):
        problem = pattern_problem(pattern)
        if problem is not None:
            raise BadSettings(f"{SETTINGS}: role {role}: {problem}", hint='write such as "sales.*" or "warehouse/hr.*"')
    return Rules(given.allow, given.deny)
