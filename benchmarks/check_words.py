"""What the rules about words flag in real texts, and how long they take.

    python benchmarks/check_words.py FILE... [--column description] [--show TN304,TN311]

FILE is a CSV (`--column` names its texts), JSON lines (`content`), or plain text, one note a line. Without a file, only
the speed is measured, on made-up notes and on texts made to be hard.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tnotes.checks.words.all import WORD_RULES, found
from tnotes.checks.words.patterns import lowered, numbers
from tnotes.checks.words.people import people_in
from tnotes.checks.words.plain import plain

ENGLISH = (
    "The rows with STAT_CD 9 were cancelled by the customer before shipping; leave them out when counting Active "
    "Orders. AMT is in thousands of KRW, divide by 1000 (see FX_RATE), valid from 2023-04-01. "
)
KOREAN = (
    "상태 코드 9는 해지 고객을 뜻하므로 활성 고객 수를 셀 때 제외한다. "
    "금액은 천원 단위이고 2023-04-01 이후 행만 유효하다. "
)
HARD = (
    "a",
    "1 ",
    "@",
    "a@",
    "John ",
    "Aa ",
    "김철",
    "010-",
    "password=a",
    "as ",
    "by rep ",
    "user 1",
    "\u200b",
    "http://a:",
)


def main() -> None:
    """Read the arguments, print the table of each file, then the speed."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("files", nargs="*", type=Path)
    arguments.add_argument("--column", default="description", help="the column of a CSV that holds the texts")
    arguments.add_argument("--show", default="", help="rules whose lines are printed, such as TN301,TN304")
    given = arguments.parse_args()
    for path in given.files:
        share(path, list(texts(path, given.column)), set(filter(None, given.show.split(","))))
    speed()


def texts(path: Path, column: str) -> Iterator[str]:
    """The notes in a file."""
    with path.open(encoding="utf-8", newline="") as lines:
        if path.suffix == ".csv":
            yield from (row[column] for row in csv.DictReader(lines) if row[column])
        elif path.suffix == ".jsonl":
            yield from (json.loads(line)["content"] for line in lines)
        else:
            yield from (line.strip() for line in lines if line.strip())


def share(path: Path, given: list[str], show: set[str]) -> None:
    """Print how many of the texts each rule flags."""
    counts: Counter[str] = Counter()
    people = 0
    for text in given:
        hits = {rule.id: text[hit.start : hit.end] for rule, hit in reversed(found(text))}
        counts.update(hits.keys())
        people += any("TN301" <= rule <= "TN306" for rule in hits)
        for rule in sorted(show & hits.keys()):
            print(f"  {rule} [{hits[rule]}] {' '.join(text.split())[:200]}")
    print(f"{path.name}: {len(given):,} texts, {people} ({people / len(given):.2%}) flagged by a rule about people")
    for rule in WORD_RULES:
        print(f"  {rule.id} {counts[rule.id]:>6} {counts[rule.id] / len(given):>8.2%}  {rule.title}")


def speed() -> None:
    """Print the milliseconds for one note, the least of three rounds."""
    made = {
        "100 characters, English": [f"{n} {ENGLISH}"[:100] for n in range(300)],
        "60 characters, Korean": [f"{n} {KOREAN}"[:60] for n in range(300)],
        "2,000 characters, English": [(f"{n} " + ENGLISH * 12)[:2000] for n in range(40)],
        "2,000 characters, Korean": [(f"{n} " + KOREAN * 30)[:2000] for n in range(40)],
    }
    for name, given in made.items():
        print(f"{name}: {1000 * least(given) / len(given):.3f} ms a note")
    for size in (20_000, 80_000):
        took = {piece: least([(piece * size)[:size]]) for piece in HARD}
        worst = max(took, key=lambda piece: took[piece])
        print(f"hard texts of {size:,} characters: at most {took[worst] * 1e6 / size:.2f} ms per 1,000 ({worst!r})")


def least(given: list[str]) -> float:
    """Seconds of this process for all of the texts, without what was kept from the round before."""
    rounds = []
    for _ in range(3):
        for kept in (plain, lowered, numbers, people_in):
            kept.cache_clear()
        start = time.process_time()
        for text in given:
            found(text)
        rounds.append(time.process_time() - start)
    return min(rounds)


if __name__ == "__main__":
    main()
