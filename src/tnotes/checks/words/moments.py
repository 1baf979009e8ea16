"""TN321: phrases tied to a moment."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.checks.words.patterns import Pattern
from tnotes.checks.words.plain import on_plain
from tnotes.checks.words.rule import Hit, WordRule

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_ENGLISH = Pattern(
    r"(?<![\w-])(?:currently|soon(?! after)|presently|nowadays|recently|lately|temporarily|yesterday|tomorrow|today|"
    r"tonight|so far|for now|right now|just now"
    r"|until now|up to now|by now|from now on|as of(?! which)|at (?:the moment|present|this time|"
    r"the time of writing)|these days|until further notice|for the time being"
    r"|(?:last|this|next) (?:week|month|quarter|night|morning|afternoon|spring|summer|autumn|fall|winter|"
    r"weekend|" + _DAY + r")|(?:earlier|later) (?:today|this \w{1,10})"
    r"|(?:last|next) year|(?:[0-9]{1,3}|a|an|one|two|three|four|five|six|a few|several) (?:minute|hour|day|"
    r"week|month|year)s? ago|(?:on|since|by) " + _DAY + r"|now(?! ?\()(?!_))(?![\w-])",
    2,
    needs="currently|soon|presently|adays|recently|lately|temporarily|yesterday|tomorrow|today|tonight|so far|"
    "now|as of|at the moment|at present|at this time|at the time|these days|further notice|time being|"
    "up to|week|month|quarter|year|night|morning|noon|spring|summer|autumn|fall|winter|day|ago|earlier|"
    "later",
)
_KOREAN = Pattern(
    r"(?<![가-힣])(?:현재(?!고|가(?:격|치)?(?![가-힣]))|지금|오늘|어제|그제|엊그제|내일|모레|금일|명일|작일|"
    r"요즘|요새|최근에|최근부터|최근까지|최근 들어|곧\s(?:삭제|변경|폐기|바뀔|사라질|없어질|추가|제거|중단)|당분간|"
    r"임시로|조만간|아직까지|이제는|이제부터"
    r"|올해|금년|작년|내년|재작년|지난\s?(?:주|달|해|번\s?주|번\s?달|분기|월|[월화수목금토일]요일)|"
    r"이번\s?(?:주|달|분기|해)|다음\s?(?:주|달|분기|해)|"
    r"저번\s?(?:주|달)|며칠\s?전|얼마\s?전"
    r"|(?:[0-9]{1,3}|몇)\s?(?:일|주일?|달|개월|년|시간)\s?전(?:에|부터|까지)"
    r"|[0-9]{2,4}[.년-]?\s?(?:[0-9]{1,2}월?)?\s?(?:현재|시점|기준으로|기준(?![가-힣])))",
    needs="곧|현재|지금|오늘|어제|그제|내일|모레|일|즘|요새|최근|당분간|임시로|조만간|아직|이제|올해|년|지난|"
    "이번|다음|저번|전|시점|기준",
)
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|"
    r"mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
)
_DATE = Pattern(
    r"(?<![\w.:/-])(?:(?P<year>(?:19|20)[0-9]{2})(?:[-/](?:0?[1-9]|1[0-2])(?![0-9])(?:[-/](?:0?[1-9]|"
    r"[12][0-9]|3[01]))?|\.\s?(?:0?[1-9]|1[0-2])\.\s?(?:0?[1-9]|[12][0-9]|3[01])\.?|"
    r"년\s?(?:[0-9]{1,2}월(?:\s?[0-9]{1,2}일)?)?|\s?[qQ][1-4])"
    r"|(?<!매년 )(?:1[0-2]|[1-9])월\s?(?:[12][0-9]|3[01]|[1-9])일|[qQ][1-4][ /-]?(?:19|20)[0-9]{2}|"
    + _MONTH
    + r"\.? (?:[0-9]{1,2}(?:st|"
    r"nd|rd|th)?,? )?(?:19|"
    r"20)[0-9]{2}|[0-9]{1,2} " + _MONTH + r"\.? (?:19|20)[0-9]{2}"
    r"|(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12][0-9]|3[01])/(?:19|20)[0-9]{2})(?![A-Za-z0-9_/:])(?!-[0-9])(?!\.[0-9])",
    2,
    needs="19|20|월",
)
# A date says what lasts where it bounds the rows, shows a form, or stands for "no date".
_LASTS = Pattern(
    r"(?:since|until|till|through|from|before|after|between|and|to|onwards?|starting|beginning|prior to|"
    r"up to|>=?|<=?|=|~|for (?:example|instance),?|e\.?g\.?,?|i\.?e\.?,?|such as|like|example:?|format:?|"
    r"means|"
    r"예:?|예를 들어|예시:?|형식:?|\()\s{0,2}[\"'(`]{0,2}$",
    2,
)
_BOUND = Pattern(
    r"[\"')`]{0,2}\s?(?:이후|이전|부터|까지|전(?![가-힣])|후(?![가-힣])|~|형식|이면|onwards?|and (?:later|"
    r"earlier|after|"
    r"before)|or (?:later|earlier))",
    2,
)
_NEAR = 16
_NO_DATE = ("1900", "1970", "1899", "1901", "2099")


def _find(text: str) -> Iterator[Hit]:
    for match in _ENGLISH.each(text):
        yield Hit(match.start(), match.end(), f'"{match[0]}", which holds for a moment')
    if text.isascii():
        yield from _dates(text)
        return
    for match in _KOREAN.each(text):
        yield Hit(match.start(), match.end(), f'"{match[0]}", which holds for a moment')
    yield from _dates(text)


def _dates(text: str) -> Iterator[Hit]:
    for match in _DATE.each(text):
        if match["year"] in _NO_DATE or _LASTS.search(text[max(0, match.start() - _NEAR) : match.start()], 0, _NEAR):
            continue
        if _BOUND.at(text, match.end()) is None:
            yield Hit(match.start(), match.end(), f'the date "{match[0]}"')


RULE = WordRule(
    id="TN321",
    title="A phrase tied to a moment",
    why="A note is read for years; what holds today misleads a reader later, and the card already shows its date.",
    severity="warning",
    advice='Say what lasts, or what bounds it: "rows from 2023-04 on are in UTC" instead of "currently in UTC".',
    find=on_plain(_find),
    bad=("currently empty", "as of 2025-10 the loader skips 7", "현재 9는 쓰지 않는다"),
    good=("rows since 2023-04 are in UTC", "9999-12-31 means no end", "2023-04-01 이후 행은 원 단위"),
    refused=False,
)
