"""Whether history can be rewritten here without losing anything that nobody meant."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from tnotes.actions.purge_plan import Plan
from tnotes.errors import GitState
from tnotes.history.git import Repository, run
from tnotes.history.state import is_detached
from tnotes.history.trail import is_shallow

Obstacle = tuple[str, str]


def require_rewritable(repository: Repository, plan: Plan) -> None:
    """Raise GitState where history cannot be rewritten here, or should not be yet."""
    for problem, hint in chain(_of_clone(repository), _of_work(repository), _of_text(plan)):
        raise GitState(problem, hint=hint)


def _of_clone(repository: Repository) -> Iterator[Obstacle]:
    """Not all that holds the text would be seen, or all that shows it moved."""
    if is_shallow(repository):
        hint = "git fetch --unshallow first, or purge in a whole clone"
        yield "this is a shallow clone: what is before is not here", hint
    if _said(repository, "config", "--get-regexp", r"^remote\..*\.promisor$"):
        yield "this is a partial clone: not all objects are here", "purge in a whole clone"
    if (repository.common_dir / "objects" / "info" / "alternates").exists():
        hint = "purge in a clone of its own (git repack -a -d, then remove objects/info/alternates)"
        yield "this clone borrows objects of another repository", hint
    top = next((one for one in (repository.root, *repository.root.parents) if (one / ".git").exists()), repository.root)
    trees = _said(repository, "worktree", "list", "--porcelain").splitlines()
    if not (top / ".git").is_dir() or sum(line.startswith("worktree ") for line in trees) > 1:
        hint = "git worktree remove the others, and purge in the main one"
        yield "this repository has several work trees, or is a submodule", hint


def _of_work(repository: Repository) -> Iterator[Obstacle]:
    """Something would be lost, or left behind with the text."""
    if is_detached(repository.git_dir):
        yield "HEAD is on no branch", "git switch to a branch first"
    stashes = len(_said(repository, "stash", "list").splitlines())
    if stashes:
        what = "there is 1 stash" if stashes == 1 else f"there are {stashes} stashes"
        yield f"{what}, and stashes are not rewritten", "git stash pop or git stash drop first"
    if _said(repository, "--no-optional-locks", "status", "--porcelain", "--untracked-files=no"):
        yield "the work tree has changes that are in no commit", "commit them, or take them back, first"


def _of_text(plan: Plan) -> Iterator[Obstacle]:
    """The text would be taken from where somebody still reads it, or could not be found."""
    if plan.elsewhere:
        hint = "take it out there first (tnotes rm the notes that repeat it) and commit that"
        yield f"the text stands in other places too: {', '.join(plan.elsewhere[:5])}", hint
    if plan.unread and plan.short:
        problem = f"{plan.note} is in files that cannot be read, and its text is too short to be looked for in them"
        yield problem, f"git cat-file -p {plan.unread[0][:10]} shows the first"


def _said(repository: Repository, *arguments: str) -> str:
    return run(repository, *arguments).out.decode(errors="replace").strip()
