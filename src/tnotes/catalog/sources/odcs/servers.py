"""The servers of a data contract: which engine, database and schema its tables are in."""

from __future__ import annotations

from typing import NamedTuple

from tnotes.catalog.sources import clean
from tnotes.catalog.sources.export import Options
from tnotes.catalog.sources.shapes import Node

# Where a kind of server has its database and its schema; others have `database` and `schema`.
_KEYS = {
    "bigquery": ("project", "dataset"),
    "databricks": ("catalog", "schema"),
    "trino": ("catalog", "schema"),
    "presto": ("catalog", "schema"),
    "athena": ("catalog", "schema"),
    "dremio": ("catalog", "schema"),
    "mysql": ("", "database"),
    "mariadb": ("", "database"),
    "clickhouse": ("", "database"),
    "glue": ("", "database"),
    "hive": ("", "database"),
}
_NO_ENGINES = ("api", "azure", "cloudsql", "custom", "dataflow", "denodo", "gcs", "local", "pubsub", "s3", "sftp")


class Server(NamedTuple):
    """One place where the tables are."""

    name: str
    engine: str | None = None
    database: str | None = None
    schema: str | None = None


def server_of(contract: Node, options: Options) -> tuple[Server, tuple[Server, ...]]:
    """The server that the tables are taken to be on, and those that have them too.

    A contract lists development, test and production: the database that was asked for counts, then production.
    """
    nodes = contract.nodes("servers")
    servers = [_server(node) for node in nodes]
    if not servers:
        return Server(""), ()
    wanted = [server for server in servers if options.database and server.database == options.database]
    production = [
        server
        for server, node in zip(servers, nodes, strict=True)
        if (node.text("environment") or "").lower().startswith("prod")
    ]
    chosen = [*wanted, *production, *servers][0]
    return chosen, tuple(other for other in servers if other[1:] != chosen[1:])


def _server(node: Node) -> Server:
    kind = (node.text("type") or "").lower()
    database, schema = _KEYS.get(kind, ("database", "schema"))
    return Server(
        node.scalar("server") or node.scalar("id") or kind,
        None if kind in _NO_ENGINES else clean.engine(kind),
        (node.scalar(database) or None) if database else None,
        node.scalar(schema) or None,
    )
