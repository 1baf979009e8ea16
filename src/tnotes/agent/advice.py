"""What a model should do next after an error, in terms of the tools that it has."""

from __future__ import annotations

from tnotes.errors import TnotesError

_GO_ON = "answer without it, and tell the user that"
_OWN_HINT = ("bad_arguments", "bad_name", "bad_text", "unknown_tool")  # they are about what the model gave
_ADVICE = {
    "unknown_table": "call search_tables with words of the question, and use schema.table of one of its answers",
    "ambiguous_table": "call again with the one of the candidates that is meant; ask the user where you cannot tell",
    "unknown_column": "open_card lists the columns; leave column out for a note about the whole table",
    "ambiguous_column": "call again with one of the candidates, spelled exactly so",
    "unknown_note": "take the id as it stands on a card or in a search",
    "duplicate_note": "keep the candidate; delete this note if it says no more",
    "wrong_status": "open_card shows the notes in force; there may be nothing left to do",
    "people_in_note": "say what the column identifies and how it joins to the user directory; leave out who it was",
    "secret_in_note": "leave the secret out: nothing of it may stand in a note",
    "read_only_mode": f"do not try again in this run; {_GO_ON} nothing was noted",
    "no_conversation": f"do not try again in this run; {_GO_ON} nothing was noted",
    "busy": "call again in a moment with the same arguments; nothing was written",
    "unreadable_file": f"{_GO_ON} this file has to be mended by a person",
    "bad_settings": f"{_GO_ON} tnotes.yaml has to be mended by a person",
    "bad_time_zone": f"{_GO_ON} tnotes.yaml has to be mended by a person",
    "not_a_workspace": f"{_GO_ON} the notes are not where they were; a person has to look at the machine",
    "unknown_role": f"{_GO_ON} its access was taken away; a person has to look at tnotes.yaml",
    "git_state": f"{_GO_ON} nothing was noted; a person has to look at the repository",
    "git_failed": f"{_GO_ON} nothing was noted; a person has to look at the repository",
    "git_missing": f"{_GO_ON} nothing was noted; a person has to look at the machine",
    "write_failed": f"{_GO_ON} nothing was noted; a person has to look at the disk",
}


def advice(problem: TnotesError) -> str:
    """The next step; the error's own hint where it is about the arguments or the text. No other: they name commands."""
    own = problem.hint if problem.code in _OWN_HINT else ""
    said = own or _ADVICE.get(problem.code) or f"{_GO_ON} this failed; a person has to look at it"
    if problem.code in ("unknown_table", "unknown_column") and problem.candidates:
        return f"call again with one of the candidates if it is meant; otherwise {said}"
    return said
