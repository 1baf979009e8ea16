"""Which rules count, and how much."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tnotes.checks.problem import Problem
from tnotes.checks.rule import OFF, Rule
from tnotes.checks.rules import BY_KIND, RULES

# What breaks one of these is not read, or not as it was meant: such a file never passes.
ALWAYS = frozenset(rule.id for rule in RULES if rule.kinds)


def unknown(names: Iterable[str]) -> list[str]:
    """The names that are neither a rule's id nor the beginning of one."""
    return [name for name in names if not any(rule.id.startswith(name) for rule in RULES)]


def weights(severity: Mapping[str, str], path: str) -> Iterator[Problem]:
    """What is wrong with the severities of the settings."""
    for name in severity:
        rules = [rule.id for rule in RULES if rule.id.startswith(name)]
        if not rules:
            message = f"check: severity: there is no rule {name}"
        elif rules == [name] and name in ALWAYS:
            message = f"check: severity: {name} is always an error, since nothing reads such a file"
        else:
            continue
        settings = BY_KIND["settings"]
        yield Problem(settings.id, settings.severity, path, None, message, settings.advice)


def chosen(select: Sequence[str], ignore: Sequence[str]) -> tuple[Rule, ...]:
    """The rules whose ids begin with one of those selected, or all, less those ignored."""
    return tuple(
        rule
        for rule in RULES
        if rule.id in ALWAYS
        or ((not select or rule.id.startswith(tuple(select))) and not (ignore and rule.id.startswith(tuple(ignore))))
    )


def weighed(problems: Iterable[Problem], severity: Mapping[str, str]) -> list[Problem]:
    """The problems with the severities of the settings, where the longest name counts; those switched off left out."""
    found = []
    for problem in problems:
        names = [name for name in severity if problem.rule.startswith(name)]
        if names and problem.rule not in ALWAYS:
            problem = problem._replace(severity=severity[max(names, key=len)])
        if problem.severity != OFF:
            found.append(problem)
    return found
