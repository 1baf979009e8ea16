"""Cards as resources: their addresses, and what is at one."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, unquote

from tnotes.actions.cards import open_card
from tnotes.actions.catalog import table_names
from tnotes.agent.caller import Caller
from tnotes.catalog.names import always_quote, paste
from tnotes.catalog.table import TableName
from tnotes.errors import BadArguments, UnknownTable

SCHEME = "tnotes://card/"
TEMPLATE = SCHEME + "{connection}/{schema}/{table}"
JSON_TYPE = "application/json"
PAGE = 500


def address(name: TableName) -> str:
    """The address of a table's card."""
    return SCHEME + "/".join(quote(part, safe="", errors="surrogatepass") for part in name)


def card_at(caller: Caller, uri: str) -> dict[str, Any]:
    """The card at an address. Raises UnknownTable; a hidden table is one that does not exist."""
    parts = uri.removeprefix(SCHEME).split("/")
    if not uri.startswith(SCHEME) or len(parts) != len(TableName._fields) or not all(parts):
        raise UnknownTable(f"no card at {uri}", hint=f"an address is {TEMPLATE}")
    try:
        connection, schema, table = (always_quote(unquote(part, errors="surrogatepass")) for part in parts)
    except UnicodeDecodeError as problem:
        raise BadArguments(f"{uri} is not UTF-8, percent-encoded", hint=f"an address is {TEMPLATE}") from problem
    return open_card(caller.session(), f"{connection}/{schema}.{table}")


def page(caller: Caller, cursor: str | None, size: int) -> tuple[list[tuple[str, str]], str | None]:
    """So many tables from the cursor on, each with its address, and the cursor of the rest."""
    start = 0 if cursor is None else int(cursor) if cursor.isdecimal() and len(cursor) < 10 else None
    if start is None:
        raise BadArguments(f"no list goes on at {cursor!r}", hint="take the cursor of the page before")
    names = table_names(caller.session())
    found = [(paste(name, connection=True), address(name)) for name in names[start : start + size]]
    return found, str(start + size) if start + size < len(names) else None
