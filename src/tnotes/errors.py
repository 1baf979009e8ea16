"""Every error raised on purpose: one line that says what is wrong, and one hint.

The code of a class is what scripts match on; its docstring is the row in the README's table of error codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

MEND = "mend the file by hand, or take it back with git checkout"


class TnotesError(Exception):
    """Something could not be done."""

    code = "error"

    def __init__(self, message: str, *, hint: str = "", candidates: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.candidates = tuple(candidates)


class UsageError(TnotesError):
    """The arguments do not fit the command."""

    code = "usage"


class NotAWorkspace(TnotesError):
    """No `tnotes.yaml` here or in a folder above."""

    code = "not_a_workspace"


class BadSettings(TnotesError):
    """`tnotes.yaml` cannot be used as it is."""

    code = "bad_settings"


class UnknownRole(TnotesError):
    """The role is not in the settings."""

    code = "unknown_role"


class BadTimeZone(TnotesError):
    """The time zone is not known on this machine."""

    code = "bad_time_zone"


class NotAdministrator(TnotesError):
    """Only an administrator may do that."""

    code = "not_administrator"


class NotConfirmed(TnotesError):
    """What cannot be undone by itself was not confirmed; nothing was changed."""

    code = "not_confirmed"


class ReadOnlyMode(TnotesError):
    """The mode (`playbook`, `eval`) accepts no writes."""

    code = "read_only_mode"


class NoConversation(TnotesError):
    """An agent wanted to write without a conversation to name."""

    code = "no_conversation"


class UnknownTool(TnotesError):
    """No tool of an agent has that name."""

    code = "unknown_tool"


class BadArguments(TnotesError):
    """The arguments do not fit the tool; what was wanted and an example are said."""

    code = "bad_arguments"


class MissingExtra(TnotesError):
    """A part of tnotes that is installed by itself is not here; the pip command is named."""

    code = "missing_extra"


class UnreadableFile(TnotesError):
    """A file of the workspace cannot be read; file and line are named."""

    code = "unreadable_file"

    def __init__(
        self, path: Path | str, line: int | None, problem: str, *, hint: str = "", kind: str = "unreadable"
    ) -> None:
        self.path = str(path)
        self.line = line
        self.problem = problem
        self.kind = kind  # by which `check` finds the rule
        where = self.path if line is None else f"{self.path}:{line}"
        super().__init__(f"{where}: {problem}", hint=hint or MEND)


class WriteFailed(TnotesError):
    """The file system refused a write; nothing was changed."""

    code = "write_failed"


class OutputFailed(TnotesError):
    """The answer could not be printed, as where the disk is full; what the command wrote is written."""

    code = "output_failed"


class BadName(TnotesError):
    """A TABLE, schema, connection or column cannot be read as a name."""

    code = "bad_name"


class UnknownTable(TnotesError):
    """No table of that name is in the catalog."""

    code = "unknown_table"


class AmbiguousTable(TnotesError):
    """Several tables have that name; the candidates can be pasted back."""

    code = "ambiguous_table"


class UnknownColumn(TnotesError):
    """The table has no such column; the nearest names are offered."""

    code = "unknown_column"


class AmbiguousColumn(TnotesError):
    """Several columns of the table differ only in case; quote the exact one."""

    code = "ambiguous_column"


class BadText(TnotesError):
    """The text of a note is empty, too long, or has characters that are refused."""

    code = "bad_text"


class PeopleInNote(TnotesError):
    """The text names or tells of people; notes are about tables. The part and the rule are said, never the text."""

    code = "people_in_note"


class SecretInNote(TnotesError):
    """The text holds a password, key or token; the part and the rule are said, never the text."""

    code = "secret_in_note"


class UnknownNote(TnotesError):
    """No note has that id."""

    code = "unknown_note"


class DuplicateNote(TnotesError):
    """Another active note says the same in the same place."""

    code = "duplicate_note"


class WrongStatus(TnotesError):
    """The note's status does not allow that."""

    code = "wrong_status"


class BadExport(TnotesError):
    """The file is not a catalog export that can be read."""

    code = "bad_export"


class Busy(TnotesError):
    """Another command holds the workspace, or Git's index, for too long."""

    code = "busy"


class GitMissing(TnotesError):
    """There is no `git` on PATH."""

    code = "git_missing"


class GitState(TnotesError):
    """The repository is not in a state in which a commit can be made."""

    code = "git_state"


class UnknownRevision(TnotesError):
    """Git knows no revision of that name."""

    code = "unknown_revision"


class GitFailed(TnotesError):
    """Git, a hook or signing refused; Git's own words are passed on."""

    code = "git_failed"

    def __init__(self, message: str, *, hint: str = "", detail: Sequence[str] = ()) -> None:
        super().__init__(message, hint=hint)
        self.detail = tuple(detail)


class NoRemote(TnotesError):
    """There is no repository to sync with, or no branch to sync."""

    code = "no_remote"


class RemoteUnreachable(TnotesError):
    """The remote repository did not answer, or is not there."""

    code = "remote_unreachable"


class NoRights(TnotesError):
    """The remote repository does not let this user read or write."""

    code = "no_rights"


class RemoteMoving(TnotesError):
    """Others pushed first each time; what was merged is kept and pushed by the next sync."""

    code = "remote_moving"


class MergeConflict(TnotesError):
    """Both sides changed what only a person can merge; nothing was merged."""

    code = "merge_conflict"


def closest(name: str, names: Sequence[str], limit: int = 3) -> tuple[str, ...]:
    """The names most like `name`, best first."""
    from difflib import get_close_matches

    by_fold = {other.casefold(): other for other in names}
    return tuple(by_fold[fold] for fold in get_close_matches(name.casefold(), list(by_fold), limit, 0.5))
