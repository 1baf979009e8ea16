"""Names as people type them, and names as path components.

The path rule is injective: a component is the NFC name with everything that some file system refuses or changes
written as %XX, and where that is not enough (too long, or another name differs only in case) a hash of the exact name.
The header inside the file holds the exact name and is the authority.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tnotes.catalog.table import TableName
from tnotes.errors import BadName
from tnotes.words import nfc

# 255 bytes is the limit of most file systems; the rest is room for the hash and an extension.
MOST_BYTES = 200

# Windows refuses the printable ones; the invisible ones fool people (and HFS+ ignores them when it compares).
_NOT_IN_PATHS = re.compile(
    r'[\x00-\x1f\x7f-\x9f<>:"/\\|?*%~\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]'
)
_RESERVED = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\s*\..*|\s*)", re.IGNORECASE | re.DOTALL
)
_PLAIN = re.compile(r"[\w$#@-]+(?: [\w$#@-]+)*")


def component(name: str, *, twin: bool = False) -> str:
    """The path component of a name; `twin` where another name beside it differs only in case or composition."""
    composed = nfc(name)
    safe = _NOT_IN_PATHS.sub(lambda found: _percent(found[0]), composed)
    if _RESERVED.fullmatch(safe) or safe[:1] in (".", " "):
        safe = _percent(safe[0]) + safe[1:]
    if safe[-1:] in (".", " "):
        safe = safe[:-1] + _percent(safe[-1])
    if not safe:
        raise BadName("a name cannot be empty")
    if twin or len(safe.encode()) > MOST_BYTES:
        return f"{_cut(safe, MOST_BYTES)}~{_digest(name)}"
    return safe


def exact(path_component: str) -> str | None:
    """The name that a component stands for; None where only the file's header can tell."""
    if "~" in path_component:
        return None
    if "%" not in path_component:
        return path_component
    from urllib.parse import unquote

    return unquote(path_component, errors="surrogatepass")


def _percent(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode(errors="surrogatepass"))


def _cut(text: str, most: int) -> str:
    # A cut may fall inside a %XX; what is left needs no decoding, since the header holds the name.
    return text.encode()[:most].decode(errors="ignore").rstrip(". ")


def _digest(name: str) -> str:
    try:
        from _blake2 import blake2b  # hashlib would load OpenSSL: 2 ms at every card
    except ImportError:
        from hashlib import blake2b
    return blake2b(name.encode(errors="surrogatepass"), digest_size=8).hexdigest()


class Part(NamedTuple):
    """One part of a typed name; a quoted one stands for exactly itself."""

    text: str
    quoted: bool = False


class Reading(NamedTuple):
    """One way to read a typed TABLE. A dot may part schema and table, or belong to the name of either."""

    table: Part
    schema: Part | None = None
    database: Part | None = None
    connection: Part | None = None


def quote(name: str) -> str:
    """A name as it can be pasted back as one part of TABLE."""
    return name if _PLAIN.fullmatch(name) else '"' + name.replace('"', '""') + '"'


def paste(name: TableName, *, connection: bool) -> str:
    """`schema.table`, or `connection/schema.table`, as it can be typed."""
    place = f"{quote(name.schema)}.{quote(name.table)}"
    return f"{quote(name.connection)}/{place}" if connection else place
