"""dbt: `manifest.json` and `catalog.json` (https://schemas.getdbt.com), together or alone, or `schema.yml` files."""

from tnotes.catalog.sources.dbt.source import SOURCE

__all__ = ["SOURCE"]
