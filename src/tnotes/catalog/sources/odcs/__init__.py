"""Data contracts of the Open Data Contract Standard."""

from tnotes.catalog.sources.odcs.source import SOURCE

__all__ = ["SOURCE"]
