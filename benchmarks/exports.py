"""What the two largest kinds of export cost: a dbt manifest of 5 MB with its catalog, a dump with 200 MB of INSERTs."""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from pathlib import Path

from measure import machine, tool
from startup import run

from catalog import _least

_MODELS, _COLUMNS = 250, 30
_TABLES, _INSERT_BYTES = 1000, 200_000_000


def main() -> None:
    """Make both exports, import each once, print seconds and memory."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    folder = Path(tempfile.mkdtemp(prefix="tnotes-benchmark-"))
    try:
        root = folder / "ws"
        root.mkdir()
        run(root, "git", "init", "-q", "-b", "main")
        for name, value in {"user.name": "kim", "user.email": "kim@example.invalid"}.items():
            run(root, "git", "config", name, value)
        run(root, tool("tnotes"), "init")
        rows = {
            f"dbt, {_mega(_dbt(folder))} MB": _least(root, 1, "catalog", "import", "-c", "a", str(folder / "target")),
            f"dump, {_mega(_dump(folder))} MB": _least(
                root, 1, "catalog", "import", "-c", "b", str(folder / "dump.sql")
            ),
        }
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    for name, found in rows.items():
        print(f"{name:24} {found['seconds']:7.2f} s {found['memory_mb']:6.0f} MB")


def _mega(size: int) -> int:
    return round(size / 1e6)


def _dbt(folder: Path) -> int:
    """A manifest with its catalog; macros fill what real ones fill with them. Returns their size in bytes."""
    target = folder / "target"
    target.mkdir()
    nodes, tables = {}, {}
    for number in range(_MODELS):
        name, unique = f"model_{number:04}", f"model.shop.model_{number:04}"
        columns = {
            f"col_{c:02}": {"name": f"col_{c:02}", "description": f"Column {c} of {name}."} for c in range(_COLUMNS)
        }
        place = {"database": "dw", "schema": f"s{number % 10}", "name": name}
        config = {"materialized": "table"}
        nodes[unique] = {
            **place,
            "alias": name,
            "resource_type": "model",
            "unique_id": unique,
            "config": config,
            "columns": columns,
            "description": f"What {name} holds. " * 10,
            "depends_on": {"nodes": []},
        }
        tables[unique] = {
            "metadata": {**place, "type": "BASE TABLE", "comment": None, "owner": None},
            "columns": {c: {"type": "text", "index": i, "name": c, "comment": None} for i, c in enumerate(columns)},
        }
    meta = {"dbt_schema_version": "https://schemas.getdbt.com/dbt/manifest/v12.json", "adapter_type": "postgres"}
    manifest = {"metadata": meta, "nodes": nodes, "sources": {}, "disabled": {}, "macros": {}}
    size = len(json.dumps(manifest))
    manifest["macros"] = {
        f"macro.{n}": {"macro_sql": "select 1 " * 500} for n in range(max(0, 5_000_000 - size) // 4600)
    }
    (target / "manifest.json").write_text(json.dumps(manifest))
    catalog = {"metadata": {"dbt_schema_version": "https://schemas.getdbt.com/dbt/catalog/v1.json"}, "nodes": tables}
    (target / "catalog.json").write_text(json.dumps(catalog | {"sources": {}, "errors": None}))
    return sum(path.stat().st_size for path in target.iterdir())


def _dump(folder: Path) -> int:
    """A dump as pg_dump --inserts writes it. Returns its size in bytes."""
    path = folder / "dump.sql"
    share = _INSERT_BYTES // _TABLES
    with path.open("w") as out:
        for number in range(_TABLES):
            table = f"public.table_{number:04}"
            out.write(f"CREATE TABLE {table} (\n    id integer NOT NULL,\n    said text,\n    PRIMARY KEY (id)\n);\n")
            values = f"({number}, 'it''s a row; with a semicolon and -- no comment')"
            row = f"INSERT INTO {table} VALUES {values};\n"  # noqa: S608 - text for a file, nobody runs it
            out.write(row * (share // len(row)))
    return path.stat().st_size


if __name__ == "__main__":
    main()
