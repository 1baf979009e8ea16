"""The texts that Git keeps, by their ids."""

from __future__ import annotations

from collections.abc import Sequence

from tnotes.errors import GitFailed
from tnotes.history.git import Repository, run


def texts_of(repository: Repository, blobs: Sequence[str]) -> dict[str, str | None]:
    """The texts of blobs, None for the id that stands for no file."""
    found = bytes_of(repository, blobs)
    return {sha: None if data is None else data.decode(errors="replace") for sha, data in found.items()}


def bytes_of(repository: Repository, blobs: Sequence[str]) -> dict[str, bytes | None]:
    """What blobs hold, None for the id that stands for no file. By git, since GitPython reads no SHA-256 ids."""
    wanted = [sha for sha in blobs if set(sha) != {"0"}]
    found: dict[str, bytes | None] = dict.fromkeys(blobs)
    if not wanted:
        return found
    out = run(repository, "cat-file", "--batch", given="".join(f"{sha}\n" for sha in wanted).encode()).out
    at = 0
    for sha in wanted:
        end = out.find(b"\n", at)
        head = out[at:end].split()
        if end < 0 or len(head) != 3:  # a partial clone without a connection, or a damaged repository
            raise GitFailed(f"git cannot read the object {sha}", hint="git fsck says what is missing")
        size = int(head[2])
        found[sha] = out[end + 1 : end + 1 + size]
        at = end + size + 2
    return found
