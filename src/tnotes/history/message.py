"""What a commit says: the action, the table and the notes' ids, never the content."""

from __future__ import annotations

from collections.abc import Iterable

PREFIX = "Tnotes-"


def message(subject: str, trailers: Iterable[tuple[str, str | None]]) -> str:
    """A subject line and trailers; a value None is left out, and a line break in one cannot begin another."""
    lines = [f"{PREFIX}{name}: {one_line(value)}" for name, value in trailers if value]
    return f"{one_line(subject)}\n\n" + "".join(f"{line}\n" for line in lines)


def one_line(text: str) -> str:
    """The text with control characters as spaces, so that it stays on its line."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def said_in(text: str) -> tuple[dict[str, tuple[str, ...]], ...]:
    """The trailers of each message that this one is made of: a squash repeats those of its commits, often indented."""
    blocks: list[list[str]] = [[]]
    for line in map(str.strip, text.splitlines()):
        if line.startswith(PREFIX):
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    return tuple(trailers("\n".join(block)) for block in blocks if block)


def trailers(text: str) -> dict[str, tuple[str, ...]]:
    """Our trailers in a commit's message, by name without the prefix."""
    found: dict[str, tuple[str, ...]] = {}
    for line in text.splitlines():
        name, colon, value = line.partition(": ")
        if colon and name.startswith(PREFIX):
            key = name.removeprefix(PREFIX)
            found[key] = (*found.get(key, ()), value.strip())
    return found
