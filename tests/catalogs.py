"""Builders for catalogs: tables, a folder of them, export files, and names that hurt."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from tnotes.catalog.importing import take
from tnotes.catalog.store import EXTENSION, FolderCatalog
from tnotes.catalog.table import Column, Table, TableName

RESERVED = ("CON", "con", "Prn", "AUX", "nul", "COM1", "com9", "LPT1", "lpt³", "CONIN$", "conout$", "COM¹")
# What public bug reports say broke other tools, and what follows from it.
NASTY = (
    *RESERVED,
    *(f"{name}.x" for name in RESERVED[:4]),
    "aux.tar.gz",
    "NUL ",
    "con .x",
    *("a/b", "a\\b", "a:b", "what?", "events_*", "x|y", "<x>", "a<b>c", '"quoted"', "it's", 'say "hi"', "back`tick"),
    *("V$SESSION", "#temp", "##g", "@tv", "a.b", "a.b.c", ".hidden", "..", ".", "...", "trailing.", "trailing ", " x"),
    *("a\tb", "a\nb", "a\rb", "\x7f", "a\x85b", "\u00a0nb\u00a0", "\u3000x", "x\u200by", "\u202eevil", "\ufeffbom"),
    *("%41", "%2e%2e", "%", "%zz", "a~b", "~", "A~0123456789abcdef", "[a]", "a[1]", "[a", "a]", "[]", '""', "``"),
    *("../../x", "/etc/x", "C:\\x", ".git", ".GIT", "git~1", "notes/.git/hooks/pre-commit", ":(top)x", "--help", "-x"),
    *("고객", "café", "cafe\u0301", "CAFÉ", "Ω", "\u2126", "ß", "ss", "SS", "İ", "ı", "ſ", "ﬁ", "fi", "K", "\u212a"),
    *("가" * 84, "가" * 200, "나" * 200 + "1", "나" * 200 + "2", "a" * 251, "a" * 250 + "b", "." * 300, "%" * 120),
    *("Customer", "CUSTOMER", "customer", "Order Details", "order details", "NO", "null", "0123", "1e3", "- x", "= y"),
    *("project-id", "time.hyphenated-table", "a-b.c-d", "😀", "e\u0301" * 100, "x" * 199 + "é" * 5, "select", "*"),
)

names = st.one_of(
    st.sampled_from(NASTY),
    st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=300),
    st.text("aAbBéÉ ./\"`[]%~-'", min_size=1, max_size=6),
).filter(lambda name: bool(name.strip()))


def table(place: str, *columns: str, engine: str | None = None, **more: Any) -> Table:
    """A table at `connection/schema.table`, without quotes."""
    connection, _, rest = place.partition("/")
    schema, _, name = rest.partition(".")
    return table_of(TableName(connection, schema, name), *columns, engine=engine, **more)


def table_of(name: TableName, *columns: str, engine: str | None = None, **more: Any) -> Table:
    """A table of exactly that name."""
    return Table(name, engine=engine, columns=tuple(map(Column, columns or ("ID",))), **more)


def make_catalog(root: Path, tables: Iterable[Table]) -> FolderCatalog:
    """The tables as an import lays them out."""
    by_connection: dict[str, list[Table]] = {}
    for one in tables:
        by_connection.setdefault(one.name.connection, []).append(one)
    for many in by_connection.values():
        file_of = lambda parts: root.joinpath(*parts[:-1], parts[-1] + EXTENSION)  # noqa: E731
        for path, data in take({}, many, complete=False, file_of=file_of).changes.items():
            assert data is not None
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return FolderCatalog(root)


def columns_csv(path: Path, places: Iterable[tuple[str, ...]], columns: Sequence[str] = ("ID",)) -> Path:
    """`information_schema.columns` for (schema, table) or (database, schema, table)."""
    with path.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, quoting=csv.QUOTE_ALL)
        rows.writerow(("table_catalog", "table_schema", "table_name", "column_name", "ordinal_position", "data_type"))
        for place in places:
            database, schema, name = place if len(place) == 3 else ("", *place)
            for number, column in enumerate(columns, 1):
                rows.writerow((database, schema, name, column, number, "int"))
    return path


def tbls_json(path: Path, driver: str, tables: dict[str, Sequence[str]], name: str = "shop") -> Path:
    """A tbls export: columns by table name as that driver writes it."""
    listed = [
        {"name": one, "type": "BASE TABLE", "columns": [{"name": c, "type": "int", "nullable": True} for c in columns]}
        for one, columns in tables.items()
    ]
    path.write_text(json.dumps({"name": name, "tables": listed, "driver": {"name": driver}}), encoding="utf-8")
    return path
