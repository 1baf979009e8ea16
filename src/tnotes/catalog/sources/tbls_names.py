"""Where a tbls export keeps its tables: each driver writes the names in its own way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tnotes.catalog.sources.export import Options

# Drivers that write `schema.table`. SQL Server leaves `dbo` out; MongoDB writes `database.collection`.
_POSTGRES_LIKE = ("postgres", "redshift", "cockroachdb")
_QUALIFYING = (*_POSTGRES_LIKE, "mssql", "mongodb")


@dataclass(frozen=True, slots=True)
class Places:
    """How one export file spells places: the database, the schema of bare names, whether a dot separates."""

    database: str | None
    bare_schema: str | None
    qualified: bool

    def split(self, name: str) -> tuple[str | None, str]:
        """Schema and table of a name; the schema is None where nothing says it."""
        schema, dot, table = name.partition(".")
        if self.qualified and dot and schema and table:
            return schema, table
        return self.bare_schema, name


def places_of(
    engine: str | None, export_name: str | None, current_schema: str | None, names: Sequence[str], options: Options
) -> Places:
    """The rules for one export file."""
    # The Snowflake driver writes bare names of one schema; exports that were put together by hand qualify them.
    qualified = engine in _QUALIFYING or (engine == "snowflake" and all("." in name for name in names))
    database, schema = _defaults(engine, export_name or None, current_schema or None, qualified)
    return Places(database, options.schema or schema, qualified)


def _defaults(
    engine: str | None, export_name: str | None, current_schema: str | None, qualified: bool
) -> tuple[str | None, str | None]:
    """Database, and schema of bare names."""
    if engine in _POSTGRES_LIKE:
        return export_name, current_schema or "public"
    if engine == "mssql":
        return export_name, "dbo"
    if engine == "mongodb":
        return None, None
    if engine == "sqlite":
        return None, "main"  # the name SQLite itself gives, so that a live file gives the same place
    if engine == "databricks" and export_name and "." in export_name:
        catalog, _, schema = export_name.partition(".")
        return catalog or None, schema or None
    if qualified:
        return export_name, None
    return None, export_name
