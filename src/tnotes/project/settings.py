"""What `tnotes.yaml` says. The keys are described in docs/files.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tnotes.errors import BadSettings, UnreadableFile, closest
from tnotes.files.cache import cached
from tnotes.files.disk import read_text
from tnotes.project.workspace import SETTINGS, Workspace

if TYPE_CHECKING:
    from tnotes.files.nodes import Mapping as Keys
    from tnotes.files.nodes import Node

VERSION = 1
CAP = 40
ENGINES = ("whoosh", "sqlite")
SEVERITIES = ("error", "warning", "off")


class ConnectionSettings(NamedTuple):
    """What the settings say of one connection."""

    description: str | None = None
    database: str | None = None


class RoleSettings(NamedTuple):
    """What a role may read, as patterns `[connection/]schema.table`, and whether it administers."""

    allow: tuple[str, ...] = ("*",)
    deny: tuple[str, ...] = ()
    admin: bool = False


class Settings(NamedTuple):
    """The settings of a workspace. `cap` is how many active notes a table may have, `engine` what search runs on.

    `groups` are names for several roles at once. `severity` says of rules of `check`, or of all whose ids begin so,
    what breaking them is.
    """

    time_zone: str | None = None
    cap: int = CAP
    connections: Mapping[str, ConnectionSettings] = {}
    roles: Mapping[str, RoleSettings] = {}
    groups: Mapping[str, tuple[str, ...]] = {}
    default_role: str | None = None
    engine: str = ENGINES[0]
    severity: Mapping[str, str] = {}


def load_settings(workspace: Workspace) -> Settings:
    """The settings. Raises BadSettings with file and line where they cannot be used."""
    path = workspace.root / SETTINGS
    try:
        text = read_text(path, workspace.root) or ""
        plain = cached(workspace.cache, f"settings {path}", text, lambda: validated(text, path))
    except UnreadableFile as problem:
        raise BadSettings(problem.message, hint=problem.hint) from problem
    return Settings(
        time_zone=plain.get("time_zone"),
        cap=plain.get("notes", {}).get("cap", CAP),
        connections={name: ConnectionSettings(**given) for name, given in plain.get("connections", {}).items()},
        roles={name: _role(given) for name, given in plain.get("roles", {}).items()},
        groups={name: tuple(members) for name, members in plain.get("groups", {}).items()},
        default_role=plain.get("default_role"),
        engine=plain.get("search", {}).get("engine", ENGINES[0]),
        severity=plain.get("check", {}).get("severity", {}),
    )


def _role(given: dict[str, Any]) -> RoleSettings:
    return RoleSettings(tuple(given.get("allow", ("*",))), tuple(given.get("deny", ())), given.get("admin", False))


def validated(text: str, path: Path) -> dict[str, Any]:
    """The settings as plain values, each checked for its type."""
    from tnotes.files.yaml import parse

    found = _Reader(path).keys(parse(text, path), _TOP)
    if found.get("version") != VERSION:
        raise UnreadableFile(path, 1, f"version must be {VERSION}", hint=f"write version: {VERSION}, or upgrade tnotes")
    roles, groups = found.get("roles", {}), found.get("groups", {})
    for name, members in groups.items():
        if name in roles:
            raise UnreadableFile(path, None, f"{name!r} is a role and a group", hint="give one of them another name")
        if not members:
            raise UnreadableFile(path, None, f"group {name} has no roles", hint="name the roles that it stands for")
        for role in members:
            if role not in roles:
                problem = f"group {name}: {role!r} is not among the roles"
                raise UnreadableFile(path, None, problem, hint="name roles, not groups")
    role = found.get("default_role")
    if role is not None and role not in roles and role not in groups:
        raise UnreadableFile(path, None, f"default_role {role!r} is not among the roles", hint="name one of the roles")
    return found


class _Reader:
    """Reads settings out of a YAML tree; every complaint has its line."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def keys(self, node: Node, known: Mapping[str, Callable[[_Reader, Node], Any]]) -> dict[str, Any]:
        """A mapping with none but the known keys, each read by its own function."""
        found = {}
        for key, value in self._mapping(node).pairs:
            if key.text not in known:
                near = closest(key.text, list(known))
                hint = f"did you mean {near[0]}?" if near else f"known here: {', '.join(known)}"
                raise UnreadableFile(self._path, key.line, f"unknown key {key.text!r}", hint=hint)
            found[key.text] = known[key.text](self, value)
        return found

    def named(self, known: Mapping[str, Callable[[_Reader, Node], Any]]) -> Callable[[_Reader, Node], Any]:
        """A mapping from names of the user's to mappings with known keys."""
        return lambda reader, node: {key.text: reader.keys(value, known) for key, value in reader._mapping(node).pairs}

    def values(self, node: Node, read: Callable[[_Reader, Node], Any]) -> dict[str, Any]:
        """A mapping from names of the user's to values."""
        return {key.text: read(self, value) for key, value in self._mapping(node).pairs}

    def scalar(self, node: Node, kind: type, what: str) -> Any:
        """One value of the type that is asked for."""
        from tnotes.files.yaml import to_plain

        value = to_plain(node)
        if type(value) is not kind:
            raise UnreadableFile(self._path, node.line, f"{what} is needed here", hint="see docs/files.md for the keys")
        return value

    def _mapping(self, node: Node) -> Keys:
        from tnotes.files.nodes import Mapping as Keys

        if not isinstance(node, Keys):
            raise UnreadableFile(self._path, node.line, "keys with values are needed here", hint="see docs/files.md")
        return node

    def patterns(self, node: Node) -> list[str]:
        """A list of patterns for tables."""
        return self._texts(node, "a list of patterns", "a pattern in quotes", 'such as ["sales.*"]')

    def members(self, node: Node) -> list[str]:
        """The roles of a group."""
        return self._texts(node, "a list of roles", "the name of a role", "such as [analyst, finance]")

    def _texts(self, node: Node, what: str, each: str, hint: str) -> list[str]:
        from tnotes.files.nodes import Sequence

        if not isinstance(node, Sequence):
            raise UnreadableFile(self._path, node.line, f"{what} is needed here", hint=hint)
        return [self.scalar(item, str, each) for item in node.items]


def _text(reader: _Reader, node: Node) -> str:
    return str(reader.scalar(node, str, "a text"))


def _count(reader: _Reader, node: Node) -> int:
    number = int(reader.scalar(node, int, "a whole number"))
    if number < 1:
        reader.scalar(node, str, "a number above 0")
    return number


def _engine(reader: _Reader, node: Node) -> str:
    name = _text(reader, node)
    return name if name in ENGINES else str(reader.scalar(node, type(None), f"one of {', '.join(ENGINES)}"))


def _severity(reader: _Reader, node: Node) -> str:
    name = _text(reader, node)
    return name if name in SEVERITIES else str(reader.scalar(node, type(None), f"one of {', '.join(SEVERITIES)}"))


def _flag(reader: _Reader, node: Node) -> bool:
    return bool(reader.scalar(node, bool, "true or false"))


_CONNECTION: dict[str, Callable[[_Reader, Any], Any]] = {"description": _text, "database": _text}
_ROLE: dict[str, Callable[[_Reader, Any], Any]] = {"allow": _Reader.patterns, "deny": _Reader.patterns, "admin": _flag}
_TOP: dict[str, Callable[[_Reader, Any], Any]] = {
    "version": _count,
    "time_zone": _text,
    "notes": lambda reader, node: reader.keys(node, {"cap": _count}),
    "search": lambda reader, node: reader.keys(node, {"engine": _engine}),
    "check": lambda reader, node: reader.keys(node, {"severity": lambda again, inner: again.values(inner, _severity)}),
    "connections": lambda reader, node: reader.named(_CONNECTION)(reader, node),
    "roles": lambda reader, node: reader.named(_ROLE)(reader, node),
    "groups": lambda reader, node: reader.values(node, _Reader.members),
    "default_role": _text,
}
