"""Our merge driver in Git's configuration of one clone, and how old the texts are that it is asked about."""

from __future__ import annotations

import os
import shlex
import sys

from tnotes.history.git import Repository, ask, literal, run

NAME = "tnotes"
ATTRIBUTES = ("notes/** merge=tnotes", "catalog/** merge=tnotes")
_TITLE = "tnotes: notes one by one, catalog tables by the newer export"
# Git takes a driver that it cannot start for a conflict and leaves our side in the file, without a marker. So what
# fails before it could write markers is followed by Git's own merge; what failed after is left alone.
_ARGUMENTS = (
    "-P -m tnotes merge-driver %O %A %B %P"
    " || { ! grep -q '^<<<<<<< ' %A && git merge-file -L ours -L base -L theirs %A %O %B; }"
)
# Where MERGE_HEAD is not written yet, what is merged may be reachable from nowhere else.
_HEADS = ("FETCH_HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD", "ORIG_HEAD")


def driver_command() -> str:
    """The command for Git's configuration: the Python that runs now, wherever Git is called from.

    `-P`: the folder that Git calls it in may hold a tnotes.py of somebody else.
    """
    return f"{shlex.quote(sys.executable.replace('%', '%%'))} {_ARGUMENTS}"


def register_driver(repository: Repository) -> bool:
    """Let Git merge with this tnotes in this clone. False where it did already."""
    wanted = {"name": _TITLE, "driver": driver_command()}
    changed = {key: value for key, value in wanted.items() if _configured(repository, key) != value}
    for key, value in changed.items():
        ask(repository, "config", "--local", f"merge.{NAME}.{key}", value)
    return bool(changed)


def driver_problem(repository: Repository) -> str | None:
    """Why Git would not merge notes with tnotes in this clone; None where it would. `init` mends all of it."""
    command = _configured(repository, "driver")
    if command is None:
        return "the merge driver is not registered in this clone"
    if not command.endswith(f" {_ARGUMENTS}"):
        return "the merge driver is registered with another command than this version's"
    program = "".join(shlex.split(command.removesuffix(_ARGUMENTS))).replace("%%", "%")
    if not os.access(program, os.X_OK):
        return f"the merge driver calls {program}, which is not there any more"
    for folder in ("notes", "catalog"):
        answer = ask(repository, "check-attr", "-z", "merge", "--", f"{folder}/c/s/t.yaml")
        if answer.split(b"\0")[2:3] != [NAME.encode()]:
            return f".gitattributes does not give {folder}/ to the merge driver"
    return None


def _configured(repository: Repository, key: str) -> str | None:
    found = run(repository, "config", "--get", f"merge.{NAME}.{key}")
    return found.out.decode(errors="surrogateescape").removesuffix("\n") if found.code == 0 else None


def written_at(repository: Repository, path: str, text: str) -> int | None:
    """When a commit first gave the file this text, by the author's clock, which a rebase keeps. None: no commit did.

    `path` is told from the top of the work tree.
    """
    hashed = run(repository, "hash-object", "--stdin", "--path", path, given=text.encode())
    if hashed.code != 0:
        return None
    blob = hashed.out.decode().strip()
    heads = [name for name in _HEADS if (repository.git_dir / name).exists()]
    heads += [name.removeprefix("GITHEAD_") for name in os.environ if name.startswith("GITHEAD_")]
    arguments = ("--all", "--format=%at", f"--find-object={blob}", *heads, "--", literal(path))
    found = run(repository, "log", *arguments)
    times = [int(line) for line in found.out.split()] if found.code == 0 else []
    return min(times, default=None)
