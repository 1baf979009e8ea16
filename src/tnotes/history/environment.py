"""What git is given from our own environment, and how long we wait for it."""

from __future__ import annotations

import os

from tnotes.errors import UsageError

# What `git rev-parse --local-env-vars` prints, less GIT_CONFIG*, which people use on purpose. A hook or a caller sets
# these for its own repository, and git would then commit there (G19). GIT_*_PATHSPECS would change what paths mean.
NOT_OURS = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_OBJECT_DIRECTORY",
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_GRAFT_FILE",
    "GIT_INDEX_FILE",
    "GIT_INDEX_VERSION",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_REPLACE_REF_BASE",
    "GIT_PREFIX",
    "GIT_SHALLOW_FILE",
    "GIT_COMMON_DIR",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NAMESPACE",
    "GIT_QUARANTINE_PATH",
    "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
)
# Nobody sees a prompt: git must fail instead of waiting (G9, G22, G30).
NO_PROMPT = {"GIT_TERMINAL_PROMPT": "0", "GIT_EDITOR": ":"}


def environment() -> dict[str, str]:
    """The environment for git: the user's, without what ties it to another repository, and without any prompt."""
    # By key, since another thread may take one out meanwhile (history/trail.py).
    kept = {name: os.environ.get(name) for name in list(os.environ) if name not in NOT_OURS}
    return {name: value for name, value in kept.items() if value is not None} | NO_PROMPT


def git_seconds() -> float:
    """How long one git command may take, its hooks included. A hook may run a test suite; a prompt must end."""
    return _seconds("TNOTES_GIT_TIMEOUT", 300.0)


def lock_seconds(otherwise: float) -> float:
    """How long to wait for a lock that somebody else holds."""
    return _seconds("TNOTES_LOCK_TIMEOUT", otherwise)


def sync_seconds() -> float:
    """How long a sync starts over while somebody else pushes first."""
    return _seconds("TNOTES_SYNC_TIMEOUT", 120.0)


def _seconds(name: str, otherwise: float) -> float:
    text = os.environ.get(name)
    if not text:
        return otherwise
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 86_400:
        raise UsageError(f"{name} is {text!r}, not a number of seconds", hint=f"such as {name}={otherwise:.0f}")
    return value
