"""Lists that an API answers page by page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tnotes.catalog.sources.export import Skipped


def missing_page(tokens: Iterable[str | None]) -> Iterator[Skipped]:
    """Says that there is more, where each page names a next one: the last page names none."""
    found = list(tokens)
    if found and all(found):
        yield Skipped("the pages that follow", "the list goes on; give all its pages together")
