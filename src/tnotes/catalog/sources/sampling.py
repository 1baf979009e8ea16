"""Which columns of a live database are worth their distinct values, and which values may stand on a card.

A code is explained by its values; a person is identified by them. What may identify people is never looked at, and what
looks like it is thrown away. Pure: the sources ask their databases, these rules say what for and what of it stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from tnotes.catalog.sources.export import ExportedTable
from tnotes.catalog.table import Column, Value

MOST_VALUES = 20
MOST_CHARACTERS = 40
MOST_ROWS = 100_000  # the first ones of each table
SECONDS = 20.0  # for all columns of a file
_ENOUGH_ROWS = 2 * MOST_VALUES

_DISTINCT = """
    SELECT DISTINCT substr(CAST({column} AS VARCHAR), 1, {most}) FROM (SELECT {column} FROM {table} LIMIT {rows})
    WHERE {column} IS NOT NULL LIMIT {values}
"""
_FILLED = "SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {column} IS NOT NULL LIMIT {enough})"


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_TYPE = re.compile(
    r"(?:(?:n?var|n|native |national |character )?char(?:acter)?(?: varying)?|(?:tiny|medium|long|n)?text|n?clob|string"
    r"|(?:tiny|small|medium|big|huge|u|utiny|usmall|ubig|uhuge|unsigned )?int(?:eger)?[248]?|bool(?:ean)?|bit)"
    r"(?: ?\(\d+\))?(?: unsigned)?",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")
# Parts of a name, wherever they stand.
_PERSONAL = _set(
    "name names nm fname lname surname nickname alias email mail phone tel mobile fax address addr street zip postal "
    "postcode ssn sin rrn jumin resident birth birthday birthdate dob born passport license licence iban card password "
    "passwd pwd pin token secret login ip mac lat lon latitude longitude geo"
)
# The last part of a name: what a row is known by, and who did something.
_IDENTIFYING = _set(
    "id ids uid uuid guid key pk fk no num number seq hash user username owner author employee emp manager assignee "
    "customer client contact patient member agent person staff teacher student driver by who"
)
_INSIDE = re.compile(
    r"name$|e-?mail|phone|passw|birth|address|이름|성명|성함|주민|전화|연락처|휴대|핸드폰|주소|생년|생일|메일|이메일|여권|계좌|비밀번호|사번|아이디|고객명|담당자|작성자|등록자|명$|번호$"
    r"|氏名|姓名|名前|电话|電話|住所|地址|身份证|生日",
    re.IGNORECASE,
)
# Words that end in -id and are no key.
_NO_KEY = _set("paid unpaid prepaid valid invalid void grid bid solid fluid")
# An e-mail address, a phone or identity number, a date, an address in a network, a long number, a UUID or digest.
_LOOKS_PERSONAL = re.compile(
    r"\S+@\S+|\+?[\d\s().:/-]{7,}|(?:https?|ftp)://.*|[0-9a-f-]{16,}|(?=.*\d.*\d.*\d.*\d.*\d)\S{8,}",
    re.IGNORECASE,
)
_CODE = re.compile(r"[A-Z0-9_+./-]{1,20}|[a-z0-9_+./-]{1,20}|-?\d{1,4}")


def with_values(table: ExportedTable, ask: Callable[[str], Sequence[tuple[object]]]) -> ExportedTable:
    """The table with the values of those columns that are worth it. Views are left alone: they may run anything.

    `ask` answers a query, in the SQL that SQLite and DuckDB share.
    """
    name = f"{_quoted(table.schema)}.{_quoted(table.table)}"
    if table.kind != "table":
        return table
    columns = (
        column._replace(values=_values(name, _quoted(column.name), ask)) if is_worth_a_look(column) else column
        for column in table.columns
    )
    return replace(table, columns=tuple(columns))


def _values(table: str, column: str, ask: Callable[[str], Sequence[tuple[object]]]) -> tuple[Value, ...]:
    """Values too long to be kept are cut by the database, so that none fills the memory."""
    bounds = {"most": MOST_CHARACTERS + 1, "values": MOST_VALUES + 1, "rows": MOST_ROWS, "enough": _ENOUGH_ROWS}
    names = {"table": table, "column": column}
    found = [value for (value,) in ask(_DISTINCT.format_map(names | bounds))]
    if not 0 < len(found) <= MOST_VALUES:
        return ()
    ((rows,),) = ask(_FILLED.format_map(names | bounds))
    return as_values(found, int(str(rows)))


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def is_worth_a_look(column: Column) -> bool:
    """Whether the distinct values of a column may be asked for: a code or a flag by its type, nobody by its name."""
    if column.key or column.references or column.values or column.type is None:
        return False
    return bool(_TYPE.fullmatch(column.type.strip())) and not identifies(column.name)


def identifies(name: str) -> bool:
    """Whether a column of that name may identify people or rows. Rather one too many."""
    words = [word.lower() for word in _WORDS.findall(name)]
    if not words or _INSIDE.search(name.strip("_0123456789")):
        return True
    last = words[-1]
    return not _PERSONAL.isdisjoint(words) or last in _IDENTIFYING or (last.endswith("id") and last not in _NO_KEY)


def as_values(found: Sequence[object], rows: int) -> tuple[Value, ...]:
    """The distinct values that a column's first rows have, in order; none where they may tell of people.

    `rows` is how many rows hold a value, as far as it was counted. Where each value stands in about one row
    it is a name or a remark rather than a code, unless it is written as one.
    """
    texts = [_text(value) for value in found if value is not None]
    if not texts or len(texts) > MOST_VALUES or None in texts:
        return ()
    known = [text for text in texts if text is not None]
    if any(map(_LOOKS_PERSONAL.fullmatch, known)):
        return ()
    if rows < 2 * len(known) and not all(map(_CODE.fullmatch, known)):
        return ()
    return tuple(Value(text) for text in sorted(known, key=_order))


def _text(value: object) -> str | None:
    """A value as a card shows it; None where it is none that a card can show."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str) and len(value) <= MOST_CHARACTERS and (value.isprintable() or not value):
        return value
    return None


def _order(text: str) -> tuple[bool, int, str]:
    number = re.fullmatch(r"-?[0-9]+", text) is not None
    return (not number, int(text) if number else 0, text)
