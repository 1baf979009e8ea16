"""For whom an agent works: fixed before its first call, and nothing that it says widens it."""

from __future__ import annotations

from contextlib import suppress
from datetime import tzinfo
from pathlib import Path
from typing import NamedTuple

from tnotes.actions.session import Session, open_session
from tnotes.actions.who import Writer, name_of_writer
from tnotes.context.modes import may_write
from tnotes.errors import NotAWorkspace


class Caller(NamedTuple):
    """Workspace, role, mode and zone of every call, and who writes in which conversation."""

    root: Path
    role: str | None
    mode: str
    zone: tzinfo | None
    author: str | None = None
    conversation: str | None = None

    def session(self) -> Session:
        """The session of one call: the settings as they are now. An agent is never an administrator.

        Raises NotAWorkspace where the settings went away, also where a folder above has others: those are another's.
        """
        opened = None
        with suppress(NotAWorkspace):
            opened = open_session(self.root, role=self.role, mode=self.mode, time_zone="UTC")  # the zone is fixed
        if opened is None or opened.workspace.root != self.root:
            raise NotAWorkspace("the workspace is not where it was when this began")
        return opened._replace(zone=self.zone, admin=False)

    @property
    def writer(self) -> Writer:
        """Who writes."""
        return Writer(self.author, self.conversation)

    @property
    def may_write(self) -> bool:
        """Whether tools that write are offered: the mode allows it, and there is a conversation to name."""
        return may_write(self.mode) and self.conversation is not None


def caller_of(session: Session, author: str | None, conversation: str | None) -> Caller:
    """The caller that a session and the names beside it make. Raises UsageError for a name that cannot be kept."""
    names = (name_of_writer(author, "author"), name_of_writer(conversation, "conversation"))
    return Caller(session.workspace.root, session.role, session.mode, session.zone, *names)
