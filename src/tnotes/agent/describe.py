"""What a model reads about each tool and its arguments: the Markdown files beside this one."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).with_name("descriptions")


class Description(NamedTuple):
    """The text of a tool, and that of each argument by its name."""

    text: str
    arguments: dict[str, str]


@lru_cache
def description(tool: str) -> Description:
    """The description of a tool. `{conditions}` in it is what every note has to meet."""
    text, *parts = re.split(r"^## (\w+)\n", _read(tool), flags=re.MULTILINE)
    arguments = {name: said.strip() for name, said in zip(parts[::2], parts[1::2], strict=True)}
    return Description(text.replace("{conditions}", conditions()).strip(), arguments)


def conditions() -> str:
    """What makes a note worth keeping, the same for a new one and a changed one."""
    return _read("conditions").strip()


def _read(name: str) -> str:
    return (_FOLDER / f"{name}.md").read_text(encoding="utf-8")
