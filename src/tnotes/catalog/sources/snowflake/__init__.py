"""Snowflake: SHOW COLUMNS as CSV or JSON, and semantic models of Cortex as YAML."""

from tnotes.catalog.sources.snowflake.source import SOURCE

__all__ = ["SOURCE"]
