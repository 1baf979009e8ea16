"""TN302: phone numbers."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.checks.words.patterns import Pattern, numbers
from tnotes.checks.words.plain import on_plain
from tnotes.checks.words.rule import Hit, WordRule

_BEFORE = r"(?<![A-Za-z0-9_])(?<![0-9A-Za-z][-./:@])"
_AFTER = r"(?![A-Za-z0-9_])(?![-./:][0-9A-Za-z])"
_SURE = Pattern(
    _BEFORE
    + r"(?:"
    + r"(?:\+?82[-. )]{0,2}\(?0?\)?|0)1[016789]\)?[-. ]{0,2}[0-9]{3,4}[-. ]{0,2}[0-9]{4}"  # Korean mobile
    + r"|(?:\+82[-. )]{0,2}|0)(?:2|[3-6][1-5]|70|50[0-9])[-.)]{1,2} ?[0-9]{3,4}[-. ][0-9]{4}"  # Korean landline
    + r"|\(0[0-9]{1,4}\)[- ]{0,2}[0-9]{3,4}[- ][0-9]{3,4}"
    + r"|0[0-9]{1,3}-[0-9]{3,4}-[0-9]{4}"
    + r"|1[3-9][0-9][- ][0-9]{4}[- ][0-9]{4}"  # Chinese mobile
    + r"|(?:\+?1[-. ]{1,2})?(?:\([2-9][0-9]{2}\)[-. ]{0,2}|[2-9][0-9]{2}[-.])[2-9][0-9]{2}[-. ][0-9]{4}"  # US
    + r"|\+[1-9][0-9]{0,2}[-. ]{1,2}(?:\(0?[0-9]{1,4}\)[-. ]{0,2})?[0-9]{1,4}(?:[-. ][0-9]{2,5}){1,5}"
    + r"|\+[1-9][0-9]{10,14}"
    + r")"
    + _AFTER
)
# Digits that only a telling word makes a phone number. The word stands shortly before.
_TOLD = Pattern(
    r"(?:(?<![a-z])(?:phone|telephone|tel|mobile|fax|call|dial|whatsapp|reach)(?![a-z])|전화|연락처|휴대폰|"
    r"핸드폰|휴대전화|팩스|번호)"
    r"(?:[^0-9\n]{0,20}?)(?<![0-9A-Za-z_.-])\(?(\+?[0-9]{2,4}\)?[-. ]{0,2}[0-9]{3,4}[-. ]?[0-9]{4}|"
    r"[2-9][0-9]{2}[- ][0-9]{4})" + _AFTER,
    2,  # re.IGNORECASE
    needs="phone|tel|mobile|fax|call|dial|whatsapp|reach|전화|연락처|휴대|핸드폰|팩스|번호",
)
_INNER = Pattern(
    r"(?:내선(?:번호)?|(?<![A-Za-z])ext\.|(?<![A-Za-z])extension) ?:? ?[0-9]{3,5}(?![0-9])", 2, needs="내선|ext"
)
_DATE_LIKE = Pattern(r"(?:19|20)[0-9]{2}[-.]?(?:0[1-9]|1[0-2])[-.]?(?:0[1-9]|[12][0-9]|3[01])")
_DAY = Pattern(r"(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])-[0-3][0-9]")
_GROUP = Pattern(r"[0-9]{1,15}")


def _find(text: str) -> Iterator[Hit]:
    end = 0
    for match in _SURE.within(text, numbers(text)):
        if _real(match[0]):
            end = match.end()
            yield Hit(match.start(), end, "a phone number")
    for match in _TOLD.each(text):
        if match.end() > end and _real(match[1]) and not _DATE_LIKE.whole(match[1]) and _tells(match[0], match[1]):
            yield Hit(match.start(1), match.end(1), "a phone number")
    for match in _INNER.each(text):
        yield Hit(match.start(), match.end(), "the extension of a phone")


def _tells(whole: str, number: str) -> bool:
    """Whether the word before speaks of phones: after 번호 alone, the digits must look like a phone's."""
    return not whole.startswith("번호") or number.lstrip("(+").startswith("0")


def _real(number: str) -> bool:
    """Whether the digits may be somebody's: not 000-0000, 555-5555 or 123-456-7890, which stand for a form."""
    digits = "".join(filter(str.isdigit, number))
    if not 7 <= len(digits) <= 15 or len(set(digits[-7:])) == 1 or digits in ("1234567890", "11234567890"):
        return False
    if _DAY.compiled.search(number) or all(part.endswith("00") for part in _GROUP.compiled.findall(number)):
        return False  # an hour zone before a day; a list of round codes
    return not (len(digits) >= 8 and len(set(digits[-8:-4])) == 1 and len(set(digits[-4:])) == 1)


def _find_numbers(text: str) -> Iterator[Hit]:
    if any(digit in text for digit in "0123456789"):
        yield from _find(text)


RULE = WordRule(
    id="TN302",
    title="A phone number",
    why="A number reaches one person, and notes are read by everyone and stay in Git's history.",
    severity="error",
    advice="Leave the number out. Say how the column writes numbers, with letters for digits (010-XXXX-XXXX), "
    "or whom a reader finds through the user directory.",
    find=on_plain(_find_numbers),
    bad=("010-1234-5678 로 문의", "02-3456-7890 데이터팀", "call +1 415-555-0132 for access"),
    good=("전화번호는 010-XXXX-XXXX 형식", "phone in E.164 without spaces", "valid 2023-04-01 to 9999-12-31"),
    refused=True,
)
