"""Names as path components, and names as they can be typed.

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
_PLAIN = r"[\w$#@][\w$#@-]*(?: [\w$#@-]+)*\*?"  # families end in *; compiled when it is used: a card pastes no name
_HASH_DIGITS = 16


def component(name: str, *, twin: bool = False) -> str:
    """The path component of a name; `twin` where another name beside it differs only in case or composition."""
    safe = _NOT_IN_PATHS.sub(lambda found: _percent(found[0]), nfc(name))
    if not safe:
        raise BadName("a name cannot be empty")
    if _RESERVED.fullmatch(safe) or _is_edge(safe[0]):
        safe = _percent(safe[0]) + safe[1:]
    if _is_edge(safe[-1]):
        safe = safe[:-1] + _percent(safe[-1])
    if twin or len(safe.encode()) > MOST_BYTES:
        return f"{_cut(safe, MOST_BYTES)}~{_digest(name)}"
    return safe


def exact(path_component: str) -> str | None:
    """The name that a component stands for; None where only the file's header can tell."""
    if "~" in path_component:
        return None
    if "%" not in path_component:
        return path_component
    name = _decoded(path_component)
    # what nobody wrote by our rule, such as %2 or %ff, is left to its header too
    return name if name and component(name) == path_component else None


def guess(path_component: str) -> str:
    """The name that a component most likely stands for, where its file cannot be read."""
    return _decoded(path_component.rpartition("~")[0] or path_component)


def _decoded(text: str) -> str:
    if "%" not in text:
        return text
    from urllib.parse import unquote_to_bytes

    # A lone surrogate comes back as one; what is no UTF-8 at all comes back as something that we never wrote.
    try:
        return unquote_to_bytes(text).decode(errors="surrogatepass")
    except UnicodeDecodeError:
        return unquote_to_bytes(text).decode(errors="replace")


def _is_edge(char: str) -> bool:
    """Whether the character may not begin or end a component: hidden files, and what Windows strips."""
    return char == "." or char.isspace()


def _percent(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode(errors="surrogatepass"))


def _cut(text: str, most: int) -> str:
    # A cut may fall inside a %XX; what is left needs no decoding, since the header holds the name.
    return text.encode()[:most].decode(errors="ignore")


def shows_all(path_component: str) -> bool:
    """Whether a component with a hash shows its whole name before it, as that of a twin does."""
    return len(path_component.rpartition("~")[0].encode()) <= MOST_BYTES - 4  # a cut drops three bytes at most


def _digest(name: str) -> str:
    try:
        from _blake2 import blake2b  # hashlib would load OpenSSL: 2 ms at every card
    except ImportError:
        from hashlib import blake2b
    return blake2b(name.encode(errors="surrogatepass"), digest_size=_HASH_DIGITS // 2).hexdigest()


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
    return name if re.fullmatch(_PLAIN, name) else always_quote(name)


def always_quote(name: str) -> str:
    """The name in double quotes, as one part of TABLE that can be read in one way only."""
    return '"' + name.replace('"', '""') + '"'


def paste(name: TableName, *, connection: bool) -> str:
    """`schema.table`, or `connection/schema.table`, as it can be typed."""
    place = f"{quote(name.schema)}.{quote(name.table)}"
    return f"{quote(name.connection)}/{place}" if connection else place
