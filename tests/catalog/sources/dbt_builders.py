"""Small artifacts of dbt, written here: one builder for each kind of node."""

from __future__ import annotations

SCHEMAS = "https://schemas.getdbt.com/dbt"


def columns(*names, **described):
    return {name: {"name": name} for name in names} | {name: {"name": name, **said} for name, said in described.items()}


def model(name, *names, kind="model", materialized="table", config=None, described=None, **more):
    node = {
        "resource_type": kind,
        "name": name,
        "package_name": "shop",
        "database": "dw",
        "schema": "sales",
        "alias": name,
        "relation_name": f'"dw"."sales"."{more.get("alias", name)}"',
        "config": {"enabled": True, "materialized": materialized} | (config or {}),
        "columns": columns(*names, **(described or {})),
    }
    return {f"{kind}.shop.{name}": node | more}


def source(name, *names, group="erp", **more):
    node = {
        "resource_type": "source",
        "source_name": group,
        "name": name,
        "database": "dw",
        "schema": "raw",
        "identifier": name,
        "columns": columns(*names),
    }
    return {f"source.shop.{group}.{name}": node | more}


def data_test(name, column, on="ref('orders')", config=None, depends_on=(), namespace=None, **arguments):
    node = {
        "resource_type": "test",
        "column_name": column,
        "config": {"enabled": True, "severity": "ERROR", "where": None} | (config or {}),
        "depends_on": {"nodes": list(depends_on)},
        "test_metadata": {
            "name": name,
            "namespace": namespace,
            "kwargs": {"column_name": column, "model": "{{ get_where_subquery(" + on + ") }}", **arguments},
        },
    }
    return {f"test.shop.{name}_{column}_{abs(hash(str(node)))}": node}


def manifest(*nodes, sources=(), version="v12", adapter="postgres", **more):
    return {
        "metadata": {"dbt_schema_version": f"{SCHEMAS}/manifest/{version}.json", "adapter_type": adapter},
        "nodes": {key: value for node in nodes for key, value in node.items()},
        "sources": {key: value for node in sources for key, value in node.items()},
        "macros": {},
        "docs": {},
        **more,
    }


def entry(unique_id, place, *names, kind="BASE TABLE", **about):
    database, schema, table = place.split(".")
    metadata = {"type": kind, "database": database, "schema": schema, "name": table, "comment": None} | about
    found = {name: {"type": "text", "index": index, "name": name} for index, name in enumerate(names, 1)}
    return {unique_id: {"metadata": metadata, "columns": found}}


def catalog(*nodes, sources=(), errors=None):
    return {
        "metadata": {"dbt_schema_version": f"{SCHEMAS}/catalog/v1.json"},
        "nodes": {key: value for node in nodes for key, value in node.items()},
        "sources": {key: value for node in sources for key, value in node.items()},
        "errors": errors,
    }


def places(export):
    return [(table.database, table.schema, table.table) for table in export.tables]


def column_of(export, name, table=0):
    return next(column for column in export.tables[table].columns if column.name == name)


def said(export):
    return [f"{one.what}: {one.reason}" for one in export.skipped]
