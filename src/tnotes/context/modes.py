"""What the mode of a run allows: `chat` reads and writes, `playbook` only reads, `eval` reads without notes."""

from __future__ import annotations

CHAT, PLAYBOOK, EVAL = MODES = ("chat", "playbook", "eval")


def may_write(mode: str) -> bool:
    """Whether notes, lessons, skills, examples and memory may be written."""
    return mode == CHAT


def shows_notes(mode: str) -> bool:
    """Whether cards, search and context carry notes."""
    return mode != EVAL
