"""The names that DataHub gives to datasets and fields."""

from __future__ import annotations

import re
from typing import NamedTuple

_DATASET = re.compile(r"urn:li:dataset:\(urn:li:dataPlatform:([^,()]+),(.+),([A-Za-z_]+)\)", re.DOTALL)
_FIELD = re.compile(r"urn:li:schemaField:\((urn:li:dataset:\(.+\)),(.+)\)", re.DOTALL)
_ESCAPED = re.compile(r"%(2C|28|29|25)", re.IGNORECASE)  # what would end a part of a URN
_ENGINES = {"unity-catalog": "databricks", "delta-lake": "databricks", "azure-sql": "mssql"}
# [version=2.0].[type=struct].[type=string].name: what stands in brackets says the type on the way to the name
_ON_THE_WAY = re.compile(r"\[[^\[\]]*\](?:\.|$)")


class Dataset(NamedTuple):
    """What a dataset URN says: the engine, and the name with its dots. The environment (PROD …) is not part of it."""

    engine: str
    name: str


class Spot(NamedTuple):
    """Where a dataset is; the parts that its name does not have are None."""

    database: str | None
    schema: str | None
    table: str


def dataset_of(urn: str) -> Dataset | None:
    """The dataset that the URN names, or None where it names something else."""
    match = _DATASET.fullmatch(urn)
    if match is None:
        return None
    platform = match[1].lower()
    return Dataset(_ENGINES.get(platform, platform), _unescaped(match[2]))


def field_of(urn: str) -> tuple[str, str] | None:
    """The URN of the dataset and the plain name of the field that a field's URN names."""
    match = _FIELD.fullmatch(urn)
    return (match[1], plain_path(_unescaped(match[2]))) if match else None


def plain_path(path: str) -> str:
    """The field path as people write it: nested names with dots, without the types of version 2."""
    return _ON_THE_WAY.sub("", path) if path.startswith("[version=2") else path


def spot_of(dataset: Dataset, table: str | None, qualified: str | None, instance: str | None) -> Spot:
    """Database, schema and table; `table` and `qualified` are names that the source itself gave, in its spelling."""
    name = dataset.name
    if instance and name.startswith(f"{instance}."):
        name = name[len(instance) + 1 :]
    if qualified and qualified.lower() == name.lower():
        name = qualified  # DataHub writes URNs of Snowflake in lower case
    before, _, last = name.rpartition(".")
    if table and name.lower().endswith(f".{table.lower()}"):
        before, last = name[: -len(table) - 1], name[-len(table) :]  # a dot may belong to the table's name
        last = table if table.lower() == last.lower() else last
    database, _, schema = before.rpartition(".")
    return Spot(database or None, schema or None, last)


def _unescaped(part: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), part)
