"""TN303: numbers by which a state or a bank knows a person."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.checks.words.digits import barcode, birth_date, chinese_check, korean_check, luhn, only_digits
from tnotes.checks.words.patterns import Pattern, numbers
from tnotes.checks.words.plain import on_plain
from tnotes.checks.words.rule import Hit, WordRule

_ALONE = r"(?<![A-Za-z0-9_])(?<![0-9A-Za-z][-./])"
_AFTER = r"(?![A-Za-z0-9_])(?![-./][0-9A-Za-z])"
_KOREAN = Pattern(_ALONE + r"([0-9]{6})( ?- ?|)([0-9])([0-9]{6})(?![0-9A-Za-z_])")
_KOREAN_WORD = Pattern(r"주민|외국인\s?등록|거소|resident|(?<![a-z])rrn", 2)
_COMPANY = Pattern(r"법인|corporat")  # their numbers have the same form
_SSN = Pattern(_ALONE + r"(?!000|666|9)[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4}" + _AFTER)
_LICENCE = Pattern(_ALONE + r"(?:[0-9]{2}|[가-힣]{2})-[0-9]{2}-[0-9]{6}-[0-9]{2}" + _AFTER)
_CHINESE = Pattern(
    _ALONE + r"[1-9][0-9]{5}(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|"
    r"3[01])[0-9]{3}[0-9Xx]" + _AFTER
)
_CARD = Pattern(
    _ALONE + r"(?:[3-6][0-9]{3}(?:[- ][0-9]{4}){3}|3[47][0-9]{2}[- ][0-9]{6}[- ][0-9]{5}|"
    r"[3-6][0-9]{14,15})" + _AFTER
)
_CARD_WORD = Pattern(r"card|카드|visa|master|amex|american express", 2)
# What only a telling word makes the number of a person.
_TOLD = Pattern(
    r"(?:여권|passport|면허|licen[cs]e|(?<![a-z])ssn|social security|national id|identity card|national insurance|"
    r"(?<![a-z])nino?(?![a-z])|aadhaar|(?<![a-z])pan(?![a-z])|my ?number|주민(?:등록)?번호|생년월일|건강보험)"
    r"[^0-9\n]{0,16}?(?<![A-Za-z0-9_-])([A-Z]{0,5}[0-9]{6,9}[A-Z]?|"
    r"[A-Z]{2} ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D]|[0-9]{4} ?[0-9]{4} ?[0-9]{4}"
    r"|[A-Z][0-9]{3}[A-Z][0-9]{4}|[A-Z][0-9]{3}-[0-9]{4}-[0-9]{4})" + _AFTER,
    2,
    needs="여권|passport|면허|licen|ssn|social sec|national i|identity|nin|aadhaar|pan|my|주민|생년월일|건강보험",
)
_NEAR = 40


def _find(text: str) -> Iterator[Hit]:
    places = numbers(text)
    for match in _KOREAN.within(text, places):
        if _resident(text, match.start(), match[1] + match[3] + match[4], bool(match[2])):
            yield Hit(match.start(), match.end(), "a resident registration number")
    for match in _SSN.within(text, places):
        if _varied(match[0]):
            yield Hit(match.start(), match.end(), "a social security number")
    for match in _LICENCE.within(text, places):
        if _varied(match[0]):
            yield Hit(match.start(), match.end(), "the number of a driving licence")
    for match in _CHINESE.within(text, places):
        if chinese_check(match[0]):
            yield Hit(match.start(), match.end(), "a national identity number")
    yield from _cards(text)
    for match in _TOLD.each(text):
        if _varied(match[1]):
            yield Hit(match.start(1), match.end(1), "the number of an identity document")


def _resident(text: str, start: int, digits: str, separated: bool) -> bool:
    """A date of birth, then a digit for sex and century. Those given since October 2020 have no check digit, so the
    form with a hyphen is enough; 13 digits in a row may be anything and need the digit or a telling word."""
    if _COMPANY.search(text, max(0, start - _NEAR), start):
        return False
    if not birth_date(digits) or digits[6] not in "12345678" or not _varied(digits[6:]):
        return False
    if separated or (korean_check(digits) and not barcode(digits)):
        return True
    return _KOREAN_WORD.search(text, max(0, start - _NEAR), start) is not None


def _cards(text: str) -> Iterator[Hit]:
    for match in _CARD.within(text, numbers(text)):
        digits = only_digits(match[0])
        told = _CARD_WORD.search(text, max(0, match.start() - _NEAR), match.end() + 12) is not None
        if _varied(digits) and (luhn(digits) if len(digits) != len(match[0]) or told else False):
            yield Hit(match.start(), match.end(), "the number of a payment card")


def _varied(number: str) -> bool:
    """Whether the digits are more than one digit repeated, which stands for a form."""
    return len(set(only_digits(number))) > 1


def _find_numbers(text: str) -> Iterator[Hit]:
    if any(digit in text for digit in "0123456789"):
        yield from _find(text)


RULE = WordRule(
    id="TN303",
    title="A national id, passport, licence or card number",
    why="Such a number is one person's for life, and it is enough for others to act in their name.",
    severity="error",
    advice="Leave the number out. Say what the column holds and its form in letters (YYMMDD-NNNNNNN), "
    "or which key leads to the person in the user directory.",
    find=on_plain(_find_numbers),
    bad=("900101-1234567 은 테스트 고객", "SSN 536-22-8145 appears twice", "카드번호 4539-1488-0343-6467"),
    good=("주민등록번호. 형식은 YYMMDD-NNNNNNN", "카드번호 뒤 4자리", "Social Security number, encrypted"),
    refused=True,
)
