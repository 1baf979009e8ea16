"""What the rules about words say of a text that is about to be written."""

from __future__ import annotations

from tnotes.actions.warnings import Warning
from tnotes.errors import PeopleInNote, SecretInNote


def refuse_people(text: str) -> None:
    """Raise PeopleInNote or SecretInNote where the text has something that no note may have."""
    from tnotes.checks.wording import SECRETS, refusing, said  # patterns to compile, which reading never needs

    for one in said(text, refusing()):
        kind = SecretInNote if one.rule.id in SECRETS else PeopleInNote
        hint = f"{one.rule.advice} (tnotes check --explain {one.rule.id})"
        raise kind(f"the text has {one.message}. {one.rule.why}", hint=hint)


def wording_warnings(text: str) -> tuple[Warning, ...]:
    """A warning for each other rule that the text breaks, its id as the code."""
    from tnotes.checks.wording import said, warning

    return tuple(
        Warning(one.rule.id, f"{one.rule.id} the text has {one.message}. {one.rule.advice}")
        for one in said(text, warning())
    )
