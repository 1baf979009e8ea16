"""What changes from run to run, written the same each time: ids, commits, times, the workspace's path."""

from __future__ import annotations

import re
from pathlib import Path

_CHANGING = re.compile(
    r"(?P<note>\bn_[0-9a-z]{10}\b)"
    r"|(?P<commit>\b(?:[0-9a-f]{40}|[0-9a-f]{10})\b)"
    r"|(?P<time>\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)"
    r"|(?P<date>\b\d{4}-\d\d-\d\d\b)"
)


class Names:
    """The stand-ins of one session, numbered by first appearance."""

    def __init__(self, root: Path) -> None:
        self._root = str(root)
        self._given: dict[str, str] = {}

    def normal(self, text: str) -> str:
        """The text with stand-ins."""
        text = text.replace(self._root, "<workspace>").replace(str(Path(self._root).parent), "<folder>")
        return _CHANGING.sub(self._stand_in, text)

    def real(self, text: str) -> str:
        """The text with the ids that stand-ins such as n_1 stand for."""
        real = {stand_in: text for text, stand_in in self._given.items()}
        return re.sub(r"\bn_\d+\b", lambda found: real.get(found[0], found[0]), text)

    def _stand_in(self, found: re.Match[str]) -> str:
        kind = str(found.lastgroup)
        if kind in ("time", "date"):
            return f"<{kind}>"
        prefix = {"note": "n_", "commit": "commit_"}[kind]
        key = found[0][:12] if kind == "note" else found[0][:10]
        count = sum(name.startswith(prefix) for name in self._given.values())
        return self._given.setdefault(key, f"{prefix}{count + 1}")
