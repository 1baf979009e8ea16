"""A card for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tnotes.catalog.names import quote


def card_as_markdown(card: dict[str, Any]) -> str:
    """The card as Markdown."""
    return "\n".join(_lines(card))


def _lines(card: dict[str, Any]) -> Iterator[str]:
    state = "" if card["available"] else ", no longer available"
    yield f"# {_cell(quote(card['schema']))}.{_cell(quote(card['table']))}"
    yield ""
    yield f"{_cell(card['kind'])} on {_cell(card['connection'])}{state}"
    for text in (card["comment"], card["database"]["description"]):
        if text:
            yield from ("", text)
    if card["notes"]:
        yield ""
        yield from _notes(card["notes"], "")
    yield from ("", "| column | type | key | comment |", "|---|---|---|---|")
    for column in card["columns"]:
        yield f"| {' | '.join(_cell(part) for part in _parts(column))} |"
    if any(column["notes"] for column in card["columns"]):
        yield ""
    for column in card["columns"]:
        yield from _notes(column["notes"], f"**{_cell(column['name'])}**: ")
    if card["notes_omitted"]:
        yield from ("", f"{card['notes_omitted']} older notes are left out.")


def _parts(column: dict[str, Any]) -> tuple[str, str, str, str]:
    target = column["references"]
    points = f"→ {quote(target['schema'])}.{quote(target['table'])}.{quote(target['column'])}" if target else ""
    values = ", ".join(f"{v['value']} = {v['meaning']}" if v["meaning"] else v["value"] for v in column["values"])
    comment = "; ".join(part for part in (column["comment"], f"values: {values}" if values else "") if part)
    return column["name"], column["type"] or "", " ".join(part for part in (column["key"], points) if part), comment


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _notes(notes: Iterable[dict[str, Any]], before: str) -> Iterator[str]:
    for note in notes:
        yield f"- {before}{note['content'].replace(chr(10), chr(10) + '  ')} ({note['date']}, {note['id']})"
