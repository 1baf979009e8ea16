"""The text of a dump, a chunk at a time, cut where no token is cut in two."""

from __future__ import annotations

from typing import TextIO

CHUNK = 256 * 1024


class Feed:
    """What has been read and not been used yet: `text` from `pos` on."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._rest = ""
        self._lines = 1  # the line that `text` begins in
        self._counted = 0
        self.text = ""
        self.pos = 0
        self.more()

    @property
    def left(self) -> int:
        """How many characters are there without reading on."""
        return len(self.text) - self.pos

    def more(self) -> bool:
        """Drop what was used and read on; False at the end of the file."""
        new = self._next()
        if not new:
            return False
        self._lines = self.line()
        # one character stays behind: what a quote means may depend on the one before it
        kept = max(self.pos - 2, 0)
        self.text = self.text[kept:] + new
        self.pos -= kept
        self._counted = self.pos
        return True

    def line(self) -> int:
        """The number of the line that `pos` is in."""
        if self._counted < self.pos:
            self._lines += self.text.count("\n", self._counted, self.pos)
            self._counted = self.pos
        return self._lines

    def ahead(self, count: int) -> None:
        """Have that many characters to look at, if the file has them."""
        while self.left < count and self.more():
            pass

    def _next(self) -> str:
        read = self._stream.read(CHUNK)
        text, self._rest = self._rest + read, ""
        if not read:
            return text
        cut = _cut(text)
        self._rest = text[cut:]
        return text[:cut] or self._next()


def _cut(text: str) -> int:
    """Before the last line break, else behind the last comma or blank: no word, quote or comment mark spans those."""
    cut = text.rfind("\n")
    if cut <= 0:
        cut = max(text.rfind(","), text.rfind(" ")) + 1
    return cut if cut > 0 else len(text)
