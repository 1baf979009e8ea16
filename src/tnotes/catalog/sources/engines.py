"""Exports of catalogs that watch over several databases: the tables of one engine out of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from tnotes.catalog.sources import clean
from tnotes.catalog.sources.export import ExportedTable, Options, Skipped
from tnotes.errors import BadExport


class Known(NamedTuple):
    """A table, or why there is none, with its engine where the export says it."""

    engine: str | None
    draft: ExportedTable | Skipped


def of_one_engine(found: Iterable[Known], options: Options) -> tuple[str | None, list[ExportedTable | Skipped]]:
    """The engine, and the tables of it; those of others are skipped where `--dialect` chose one of several."""
    known = list(found)
    counts = Counter(one.engine for one in known if one.engine is not None)
    wanted = clean.engine(options.dialect)
    if len(counts) < 2:
        return next(iter(counts), None), [one.draft for one in known]
    if wanted not in counts:
        names = sorted(counts)
        problem = f"the tables come from different engines: {', '.join(map(clean.shown, names))}"
        raise BadExport(problem, hint="choose one with --dialect, and import each into its own connection")
    others = (
        Skipped(f"{count} of {clean.shown(engine)}", "--dialect names another engine")
        for engine, count in sorted(counts.items())
        if engine != wanted
    )
    return wanted, [*(one.draft for one in known if one.engine in (None, wanted)), *others]
