"""Builders for export files: small, written here, one for each format."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from tnotes.catalog.sources import read_export
from tnotes.catalog.sources.export import Options


@pytest.fixture
def take(tmp_path):
    """`take(content, …, schema=…)`: the export that files with these contents give together."""

    def take(*contents, format_name=None, **options):
        paths = []
        for number, content in enumerate(contents, 1):
            path = tmp_path / f"export{number}"
            path.write_bytes(content if isinstance(content, bytes) else as_text(content).encode())
            paths.append(path)
        return read_export(paths, format_name, Options(**options))

    return take


def as_text(content):
    return content if isinstance(content, str) else json.dumps(content)


@pytest.fixture
def database(tmp_path):
    """`database(script, name)`: the path of a SQLite file made by the script."""

    def database(script, name="shop.db"):
        path = tmp_path / name
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(script)
        return path

    return database
