"""The work of the rules grows with the text and no faster: no pattern repeats without a limit."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tnotes.checks.words.all import WORD_RULES, found
from tnotes.checks.words.patterns import ALL_PATTERNS, Pattern

CASES = Path(__file__).parent.parent / "cases"
PARSER = sys.modules["re._parser"]  # what `re` makes of a pattern before it compiles it
REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}


def nodes(tree: Any, depth: int = 0) -> Iterator[tuple[str, int, int]]:
    """Each repeat of a parsed pattern: its kind, its most times, and how many repeats stand around it."""
    for operation, argument in tree:
        name = str(operation)
        if name in REPEATS:
            _, most, inner = argument
            yield name, int(most), depth
            yield from nodes(inner, depth + (most > 1))
        elif name == "BRANCH":
            for branch in argument[1]:
                yield from nodes(branch, depth)
        elif name == "SUBPATTERN":
            yield from nodes(argument[3], depth)
        elif name in ("ASSERT", "ASSERT_NOT"):
            yield from nodes(argument[1], depth)
        elif name == "ATOMIC_GROUP":
            yield from nodes(argument, depth)


@pytest.mark.parametrize("pattern", ALL_PATTERNS, ids=range(len(ALL_PATTERNS)))
def test_no_pattern_repeats_without_a_limit(pattern: Pattern):
    repeats = list(nodes(PARSER.parse(pattern.source, pattern.flags)))
    assert all(most < int(PARSER.MAXREPEAT) for _, most, _ in repeats)
    assert all(most <= 2000 for _, most, _ in repeats)
    assert all(depth <= 1 for _, most, depth in repeats if most > 1)  # a repeat in a repeat, never deeper


def test_every_pattern_is_known():
    """`re.compile` stands nowhere but in the class whose patterns are looked at here."""
    folder = sys.modules["tnotes.checks.words"].__path__[0]
    users = [path.name for path in Path(folder).glob("*.py") if "re.compile" in path.read_text(encoding="utf-8")]
    assert users == ["patterns.py"]


HOSTILE = [
    "a",
    "1",
    "@",
    "a@",
    "a.",
    "-",
    "a-",
    "0 ",
    "010-",
    "(",
    "김",
    "김철",
    "가 ",
    "John ",
    "Ab ",
    "A. ",
    "kim ",
    "password ",
    "password=a",
    "http://a:",
    "://",
    "<",
    "[",
    "ㄱ",
    "\u1100",
    "\u0301",
    "\u200b",
    " ",
    "\n",
    "as ",
    "ignore the ",
    "2025-",
    "1,",
    "user ",
    "user 1",
    "사번",
    "사번 1",
    "위",
    "top ",
    "by rep ",
    "eyJa.",
    "-----BEGIN ",
    "최고 고객",
    "'",
    "Smith 1, ",
    "9-",
]


def steps(text: str) -> int:
    """How many lines of the rules run for this text: what no pattern does is done by those."""
    count = 0

    def trace(frame: Any, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        found(text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("piece", HOSTILE)
def test_twice_the_text_is_twice_the_work(piece):
    small, large = (steps((piece * 500)[:length]) for length in (600, 1800))
    assert large <= 3 * small + 300


def test_what_a_pattern_needs_is_in_all_it_matches():
    """The cheap look before a pattern never changes what is found."""
    texts = [
        case if isinstance(case, str) else case["text"]
        for path in CASES.glob("TN3*.yaml")
        for cases in yaml.safe_load(path.read_text(encoding="utf-8")).values()
        for case in cases
    ] + [text for rule in WORD_RULES for text in (*rule.bad, *rule.good)]
    for pattern in ALL_PATTERNS:
        hidden = [text for text in texts if pattern.compiled.search(text) and not pattern.possible(text)]
        assert hidden == [], pattern.source[:80]
