"""What changed in a work tree, or in an index, since a commit."""

from __future__ import annotations

from collections.abc import Sequence

from tnotes.errors import UnknownRevision
from tnotes.history.git import Repository, ask, literal, run

_HINT = "give a branch, a tag or a commit of this repository, such as origin/main"
# Each option against a setting that would change what is parsed.
_DIFF = ("--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--relative", "--ignore-submodules")


def head_of(repository: Repository) -> str | None:
    """The commit that HEAD names; None before the first."""
    found = run(repository, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    return found.out.decode().strip() if found.code == 0 else None


def fork_point(repository: Repository, revision: str) -> str | None:
    """The last commit that HEAD has in common with a revision; None for HEAD itself where there is no commit yet."""
    if revision == "HEAD":
        return head_of(repository)
    plain = not revision.startswith("-")
    found = run(repository, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}") if plain else None
    if found is None or found.code != 0:
        raise UnknownRevision(f"there is no revision {revision!r}", hint=_HINT)
    base = run(repository, "merge-base", found.out.decode().strip(), "HEAD")
    if base.code != 0:
        hint = "a shallow clone lacks it: git fetch --unshallow, or fetch-depth: 0 in CI"
        raise UnknownRevision(f"HEAD and {revision} have no commit in common here", hint=hint)
    return base.out.decode().strip()


def changed(repository: Repository, commit: str, folders: Sequence[str], *, staged: bool) -> dict[str, str]:
    """The paths that differ from the commit, each with the id of the blob it has there; zeros where it has none."""
    specs = [literal(folder) for folder in folders]
    where = ("--cached",) if staged else ()
    out = ask(repository, "--no-optional-locks", "diff", *_DIFF, *where, commit, "--", *specs)
    parts = iter(out.decode(errors="surrogateescape").split("\0"))
    found = {path: row.split(" ")[2] for row in parts if row.startswith(":") and (path := next(parts))}
    if staged:
        return found
    others = ask(repository, "ls-files", "--others", "--exclude-standard", "-z", "--", *specs)
    new = (path for path in others.decode(errors="surrogateescape").split("\0") if path)
    return found | {path: "0" for path in new if path not in found}
