"""The files of a folder as a commit has them."""

from __future__ import annotations

from tnotes.errors import UnknownRevision
from tnotes.history.blobs import texts_of
from tnotes.history.git import Repository, ask, literal, run

_FILE_MODES = ("100644", "100755")


def texts_at(repository: Repository, revision: str, folder: str, extension: str) -> dict[str, str]:
    """The texts of all files with that extension below a folder of the workspace, by their paths in it."""
    commit = _commit_of(repository, revision)
    out = ask(repository, "ls-tree", "-r", "-z", commit, "--", literal(folder))
    blobs: dict[str, str] = {}
    for row in out.decode(errors="surrogateescape").split("\0"):
        head, _, path = row.partition("\t")
        mode, _, sha = head.partition(" ")
        if mode in _FILE_MODES and path.endswith(extension):
            blobs[path] = sha.rpartition(" ")[2]
    texts = texts_of(repository, list(dict.fromkeys(blobs.values())))
    return {path: text for path, sha in blobs.items() if (text := texts[sha]) is not None}


def _commit_of(repository: Repository, revision: str) -> str:
    plain = not revision.startswith("-")  # --end-of-options is younger than some gits that people have
    found = run(repository, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}") if plain else None
    if found is None or found.code != 0:
        hint = "give a branch, a tag or a commit of this repository, such as HEAD~1"
        raise UnknownRevision(f"there is no revision {revision!r}", hint=hint)
    return found.out.decode().strip()
