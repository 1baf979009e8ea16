"""Two texts that grew from one, merged by lines without ever failing: for pieces whose meaning is checked after."""

from __future__ import annotations

from typing import NamedTuple


class _Change(NamedTuple):
    """Lines of the old text, from `start` to before `end`, and what one side has in their place."""

    start: int
    end: int
    ours: bool
    lines: tuple[str, ...]


def merge_lines(base: str, ours: str, theirs: str, *, prefer_ours: bool) -> str:
    """The changes of both; where they meet, those of the preferred side. New lines at one place are all kept."""
    old = base.splitlines(keepends=True)
    changes = sorted([*_changes(old, ours, ours=True), *_changes(old, theirs, ours=False)])
    merged: list[str] = []
    at = 0
    while changes:
        together = [changes.pop(0)]
        while changes and _meet(together, changes[0]):
            together.append(changes.pop(0))
        start, end = together[0].start, max(change.end for change in together)
        merged += [*old[at:start], *_settled(old, start, end, together, prefer_ours=prefer_ours)]
        at = end
    return "".join(merged + old[at:])


def _changes(old: list[str], text: str, *, ours: bool) -> list[_Change]:
    from difflib import SequenceMatcher  # needed only where both sides changed one piece

    new = text.splitlines(keepends=True)
    found = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [_Change(a, b, ours, tuple(new[c:d])) for kind, a, b, c, d in found if kind != "equal"]


def _meet(together: list[_Change], change: _Change) -> bool:
    start, end = together[0].start, max(one.end for one in together)
    return change.start < end or (change.start == change.end == start == end)


def _settled(old: list[str], start: int, end: int, together: list[_Change], *, prefer_ours: bool) -> list[str]:
    sides = []
    for side in (prefer_ours, not prefer_ours):
        lines, at = [], start
        for change in together:
            if change.ours == side:
                lines += [*old[at : change.start], *change.lines]
                at = change.end
        sides.append(lines + old[at:end])
    if start == end:
        first, second = sorted(sides)
        return first if first == second else first + second
    return sides[0] if any(change.ours == prefer_ours for change in together) else sides[1]
