"""DataHub: the JSON that its file sink writes."""

from tnotes.catalog.sources.datahub.source import SOURCE

__all__ = ["SOURCE"]
