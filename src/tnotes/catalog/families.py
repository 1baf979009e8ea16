"""Date shards: `events_20201101` and its like are one logical table `events_*`. Pure: names in, families out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

KIND = "family"
_ANY = "*"
_FIRST_YEAR, _LAST_YEAR = 1970, 2099
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class Shard(NamedTuple):
    """A name that ends in a date: what stands before it, and the date as it is written."""

    stem: str
    date: str


def shard(name: str) -> Shard | None:
    """The name as a shard; None where it does not end in a real month (YYYYMM) or day (YYYYMMDD).

    Whether it is one is another matter: a dated table alone in its schema is a table like any other.
    """
    stem = name.rstrip("0123456789")
    date = name[len(stem) :]
    if not date.isascii() or not stem.strip("_") or not _is_date(date):
        return None
    return Shard(stem, date)


def family_name(name: str) -> str | None:
    """The name of the family that a table of that name would belong to."""
    found = shard(name)
    return None if found is None else found.stem + _ANY


def is_family(name: str) -> bool:
    """Whether a family may have that name."""
    return name.endswith(_ANY) and bool(name[: -len(_ANY)].strip("_"))


def families_of(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The families among the tables of one schema: each name `stem*` with its members, the newest first.

    A family has at least two members with exactly the same stem, and no table has its name.
    """
    names = set(names)
    found: dict[str, list[tuple[str, str]]] = {}
    for name in names:
        one = shard(name)
        if one is not None:
            found.setdefault(one.stem + _ANY, []).append((one.date, name))
    return {
        family: tuple(name for _, name in sorted(members, reverse=True))
        for family, members in sorted(found.items())
        if len(members) > 1 and family not in names
    }


def _is_date(digits: str) -> bool:
    if len(digits) not in (6, 8):
        return False
    year, month = int(digits[:4]), int(digits[4:6])
    if not (_FIRST_YEAR <= year <= _LAST_YEAR and 1 <= month <= 12):
        return False
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return len(digits) == 6 or 1 <= int(digits[6:]) <= _DAYS[month - 1] + leap
