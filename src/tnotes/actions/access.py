"""The verb `access`: which rule lets whom see a table."""

from __future__ import annotations

from typing import Any, NamedTuple

from tnotes.actions.find import find_table
from tnotes.actions.roles import members_of, role_of, rules_of
from tnotes.actions.session import Session
from tnotes.catalog.access import ALLOWED, DENIED, NOT_ALLOWED, Decision, narrow
from tnotes.catalog.table import TableName
from tnotes.errors import NotAdministrator

ROLE, GROUP, NOBODY = "role", "group", "no role"
NO_ROLES, SHARDS = "no role named", "all shards hidden"


class Seen(NamedTuple):
    """What one role, group, or somebody without any sees of the table, and the pattern that says so with its role."""

    name: str | None
    kind: str
    admin: bool
    sees: bool
    rule: str
    pattern: str | None = None
    of: str | None = None


class Access(NamedTuple):
    """A table and everybody who may or may not see it."""

    table: TableName
    seen: tuple[Seen, ...]
    default_role: str | None


def access(session: Session, typed: str) -> Access:
    """Who sees the table that `typed` names. For administrators: it tells of roles, and of what others do not see."""
    if not session.admin:
        hint = "ask one; roles with admin: true in tnotes.yaml are administrators (--role, TNOTES_ROLE)"
        raise NotAdministrator("access is for administrators", hint=hint)
    name = find_table(session, typed).name
    roles = [_seen(session, one, ROLE, name) for one in session.settings.roles]
    groups = [_seen(session, one, GROUP, name) for one in session.settings.groups]
    default = session.settings.default_role
    nobody = [] if default else [Seen(None, NOBODY, not session.settings.roles, True, NO_ROLES)]
    return Access(name, (*nobody, *roles, *groups), default)


def _seen(session: Session, one: str, kind: str, name: TableName) -> Seen:
    rules, admin = role_of(session.settings, one)
    decided, of = _decided(session, one, name)
    if decided.sees and not narrow(session.whole_catalog, rules).sees(name):
        return Seen(one, kind, admin, False, SHARDS)
    return Seen(one, kind, admin, *decided, of)


def _decided(session: Session, one: str, name: TableName) -> tuple[Decision, str | None]:
    """What decides, and of which role it is: a denial of one role beats what all others allow."""
    found = [(rules_of(session.settings, role).decision(name), role) for role in members_of(session.settings, one)]
    for rule in (DENIED, ALLOWED):
        for decision, role in found:
            if decision.rule == rule:
                return decision, role
    return Decision(False, NOT_ALLOWED), None


def fields(found: Access) -> dict[str, Any]:
    """The answer as JSON. Keys and their order are a contract."""
    place = dict(found.table._asdict())
    return place | {"default_role": found.default_role, "access": [one._asdict() for one in found.seen]}
