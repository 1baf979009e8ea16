"""What a model is told about notes, dates and time zones. The same bytes at any time and in every mode."""

from __future__ import annotations

from pathlib import Path

_TEXT = Path(__file__).with_name("instructions.md")


def instructions(zone: str) -> str:
    """The text for a prompt, as Markdown, with the user's time zone named."""
    return _TEXT.read_text(encoding="utf-8").strip().replace("{zone}", zone)
