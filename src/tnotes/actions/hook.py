"""The pre-commit hook that `init --hook` offers: it runs `tnotes check`, which reads what is staged."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import NamedTuple

from tnotes.files.disk import write_all
from tnotes.history.git import Repository, ask
from tnotes.project.workspace import git_folders

HOOK = "the pre-commit hook"
_HOOK = """\
#!/bin/sh
# Made by tnotes init --hook: notes and catalog are checked before each commit.
python={python}
if [ ! -x "$python" ]; then
    echo "tnotes is not at $python any more; tnotes init --hook mends this hook" >&2
    exit 1
fi
exec "$python" -P -m tnotes check{where}
"""
_SIGN = "# Made by tnotes init --hook"


class Hook(NamedTuple):
    """The hook's path, whether it was made or changed now, and why it was not, with the line to add."""

    path: Path
    made: bool
    problem: str | None = None
    line: str | None = None


def pre_commit(repository: Repository) -> Path:
    """Where Git looks for the hook, core.hooksPath included."""
    out = ask(repository, "rev-parse", "--git-path", "hooks").decode(errors="surrogateescape").removesuffix("\n")
    return Path(repository.root, out) / "pre-commit"


def is_ours(path: Path) -> bool:
    """Whether the hook runs `tnotes check`."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return _SIGN in text or "tnotes check" in text


def there(root: Path) -> Repository:
    """The repository of a workspace that `init` made."""
    git_dir, common_dir = git_folders(root)
    return Repository(root, git_dir or root, common_dir or root)


def install(repository: Repository) -> Hook:
    """Make the hook. Somebody else's is never changed, and none is made where others would get it too."""
    path = pre_commit(repository)
    prefix = repository.prefix
    where = f" --workspace {shlex.quote(prefix)}" if prefix else ""
    text = _HOOK.format(python=shlex.quote(sys.executable), where=where)
    line = f"tnotes check{where}"
    if path.exists():
        old = path.read_text(encoding="utf-8", errors="replace")
        if old == text or (_SIGN not in old and is_ours(path)):
            return Hook(path, False)
        if _SIGN not in old:
            return Hook(path, False, f"{path} is there already and was left as it is", line)
    if not path.resolve().is_relative_to(repository.common_dir.resolve()):
        problem = f"core.hooksPath leads to {path.parent}, which is not this clone's alone; no hook was made"
        return Hook(path, False, problem, line)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_all({path: text.encode()}, path.parent, repository.common_dir / "tnotes" / "tmp")
    path.chmod(0o755)
    return Hook(path, True)
