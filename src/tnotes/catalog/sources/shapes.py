"""JSON of unknown origin, read key by key: each value has the shape asked for, or BadExport names the place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from tnotes.catalog.sources.clean import shown
from tnotes.catalog.sources.export import ExportFile
from tnotes.catalog.sources.opened import read_text, refusal
from tnotes.errors import BadExport

_HINT = "make the export again with the tool it came from"


@dataclass(frozen=True, slots=True)
class Node:
    """A JSON object and where it stands. A key that is absent and a key that is null read the same."""

    where: str
    fields: dict[str, object]

    def text(self, key: str) -> str | None:
        """The string under `key`."""
        value = self.fields.get(key)
        return value if value is None or isinstance(value, str) else self._wrong(key, "a string")

    def flag(self, key: str) -> bool | None:
        """The true or false under `key`."""
        value = self.fields.get(key)
        return value if value is None or isinstance(value, bool) else self._wrong(key, "true or false")

    def scalar(self, key: str) -> str | None:
        """The string, number or truth value under `key`, as people write it."""
        value = self.fields.get(key)
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int | float):
            return str(value)
        return self.text(key)

    def node(self, key: str) -> Node:
        """The object under `key`; an empty one where there is none."""
        value = self.fields.get(key)
        fields = {} if value is None else value
        return Node(self._at(key), fields) if isinstance(fields, dict) else self._wrong(key, "an object")

    def nodes(self, key: str, limit: int | None = None) -> list[Node]:
        """The list of objects under `key`; empty where there is none."""
        found, where = [], self._at(key)
        for index, item in enumerate(self._items(key, limit)):
            if not isinstance(item, dict):
                self._wrong(f"{key}[{index}]", "an object")
            found.append(Node(f"{where}[{index}]", item))
        return found

    def texts(self, key: str) -> list[str]:
        """The list of strings under `key`; empty where there is none."""
        items = self._items(key)
        if not all(isinstance(item, str) for item in items):
            self._wrong(key, "a list of strings")
        return [str(item) for item in items]

    def _items(self, key: str, limit: int | None = None) -> list[object]:
        value = self.fields.get(key)
        items = [] if value is None else value
        if not isinstance(items, list):
            self._wrong(key, "a list")
        if limit is not None and len(items) > limit:
            raise BadExport(f"{self._at(key)} has {len(items):,} items; the limit is {limit:,}", hint=_HINT)
        return items

    def _at(self, key: str) -> str:
        return self.where + key if self.where.endswith(": ") else f"{self.where}.{key}"

    def _wrong(self, key: str, expected: str) -> NoReturn:
        raise BadExport(f"{self._at(key)} is not {expected}", hint=_HINT)


def load_object(file: ExportFile) -> Node:
    """The JSON object that is the file, or BadExport with the line of the mistake."""
    whole = _parsed(file, read_text(file))
    if not isinstance(whole, dict):
        raise refusal(file.path, "is not a JSON object", _HINT)
    return Node(f"{shown(file.path)}: ", whole)


def load_objects(file: ExportFile) -> list[Node]:
    """The JSON objects in the file: those of its list, one on each line, or the one that it is."""
    text, where = read_text(file), f"{shown(file.path)}: "
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and all(_is_object(line) for _, line in lines):
        return [_object(_parsed(file, line, number), f"{where}line {number}") for number, line in lines]
    whole = _parsed(file, text)
    if isinstance(whole, list):
        return [_object(item, f"{where}[{index}]") for index, item in enumerate(whole)]
    return [_object(whole, where)]


def _is_object(line: str) -> bool:
    """Whether the line by itself looks like a JSON object, as each line of newline-delimited JSON does."""
    stripped = line.strip()
    return stripped.startswith("{") and stripped.endswith("}")


def _object(value: object, where: str) -> Node:
    if not isinstance(value, dict):
        raise BadExport(f"{where.removesuffix(': ')} is not a JSON object", hint=_HINT)
    return Node(where, value)


def _parsed(file: ExportFile, text: str, first_line: int = 1) -> object:
    import json

    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        line = first_line + error.lineno - 1
        raise refusal(file.path, f"line {line}: not valid JSON ({error.msg})", _HINT) from error
    except RecursionError as error:
        raise refusal(file.path, "nested too deeply to be an export", _HINT) from error
    except ValueError as error:  # a number of thousands of digits
        raise refusal(file.path, f"not valid JSON ({shown(error)})", _HINT) from error
