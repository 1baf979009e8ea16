"""What a slow parser made of a text, kept until the text changes. A cache: disposable, never the truth."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from tnotes.files.folders import make_like_parent

# Raise it when what any `build` makes changes shape.
FORMAT = 1


def cached(cache: Path | None, key: str, text: str, build: Callable[[], Any]) -> Any:
    """What `build` returns (a JSON value), from the cache where the same text was built before.

    The text itself is kept and compared, so a clash of two keys or a stale file costs time, never a wrong answer.
    """
    if cache is None:
        return build()
    entry = cache / f"{zlib.crc32(key.encode(errors='surrogatepass')):08x}.json"
    wanted = {"format": FORMAT, "key": key, "text": text}
    with suppress(OSError, ValueError, RecursionError):
        kept = json.loads(entry.read_bytes())
        if isinstance(kept, dict) and "built" in kept and wanted.items() <= kept.items():
            return kept["built"]
    built = build()
    _keep(entry, wanted | {"built": built})
    return built


def _keep(entry: Path, kept: dict[str, Any]) -> None:
    # Two threads of one server may build the same text at once, so the process alone does not tell them apart.
    temporary = entry.with_name(f"{entry.name}.{os.getpid()}-{os.urandom(4).hex()}")
    with suppress(OSError, ValueError, RecursionError):  # a read-only or full disk is read without a cache
        try:
            make_like_parent(entry.parent)
            temporary.write_bytes(json.dumps(kept).encode())
            temporary.replace(entry)
        finally:
            temporary.unlink(missing_ok=True)
