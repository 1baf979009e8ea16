"""How far a long piece of work is, on stderr, for who looks."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tnotes.cli import output

if TYPE_CHECKING:
    from tnotes.cli.flags import Flags
    from tnotes.context.current import Talk

_BAR_FROM = 200  # fewer files are read before a bar is seen


def talk(asked: Flags) -> Talk:
    """Lines on stderr, and a bar there for a long build where a person looks."""
    from tnotes.context.current import Talk

    return Talk(lambda line: output.talk(asked, output.inline(line)), bar(asked, "indexing"))


def bar(asked: Flags, doing: str) -> Callable[[int, int], None]:
    """What shows how many of how many files are done, where a person looks."""
    return partial(_bar, doing) if sys.stderr.isatty() and not asked.quiet else lambda _, __: None


def _bar(doing: str, done: int, total: int) -> None:
    if total < _BAR_FROM or (done % 50 and done != total):
        return
    share = done / total
    line = f"\r{doing} [{'#' * int(30 * share):<30}] {done:,} of {total:,} files"
    print("\r\033[K" if done == total else line, end="", file=sys.stderr, flush=True)
