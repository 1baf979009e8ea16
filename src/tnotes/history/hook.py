"""Whether this process runs in a hook of the repository, and what the commit under way is made from."""

from __future__ import annotations

import os
from pathlib import Path

from tnotes.history.git import Repository


def commit_index(repository: Repository) -> Path | None:
    """The index file of the commit whose hook this is; None outside of a hook.

    Git names it to its hooks, and `git commit FILE` makes one of its own. In the hook of another repository it is that
    one's and says nothing about ours.
    """
    given = os.environ.get("GIT_INDEX_FILE")
    if not given:
        return None
    own = {folder.resolve() for folder in (repository.git_dir, repository.common_dir)}
    tops = (Path.cwd(), repository.root, *repository.root.parents)  # a hook runs at the top of the work tree
    found = (Path(top, given) for top in tops)
    return next((path.resolve() for path in found if path.parent.resolve() in own and path.exists()), None)
