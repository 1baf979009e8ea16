"""TN306: who did what when, and rankings or counts per person."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.checks.words.patterns import Pattern, lowered
from tnotes.checks.words.people import people_in
from tnotes.checks.words.plain import on_plain
from tnotes.checks.words.rule import Hit, WordRule

_DEED = Pattern(
    r"(?<![A-Za-z])(?:updated|changed|deleted|fixed|edited|added|inserted|removed|corrected|entered|"
    r"modified|created|loaded|imported|approved|rejected|reviewed|merged|renamed|ran|sold|bought|ordered|"
    r"closed|cancelled|returned|made|wrote|did|booked|refunded|processed|handled)(?![A-Za-z])"
    r"|수정|변경|삭제|입력|등록|추가|작성|승인|처리|주문|구매|환불|취소|지웠|고쳤|바꿨|바꾼|올렸|판매",
    2,
)
_WHEN = Pattern(
    r"(?:19|20)[0-9]{2}[-./년]|[0-9]{1,2}월\s?[0-9]{1,2}일|[0-9]{1,2}:[0-9]{2}|어제|오늘|그제|지난\s?(?:주|달|해)|"
    r"(?<![a-z])(?:yesterday|today|last (?:week|month|year|night|\w{3,6}day)|on (?:mon|tues|wednes|thurs|"
    r"fri|satur|sun)day|(?:on |in )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|"
    r"dec)[a-z]{0,6} [0-9]{1,4})"
    r"|[0-9][0-9,]{0,12}\s?(?:rows?|orders?|records?|times|tickets?|건|회|번|개|행|명)",
    2,
)
_SPAN = 80
# Somebody without a name whom a day and a deed still single out.
_ROLE = Pattern(
    r"(?<![A-Za-z])(?:the|our|an?|my|his|her|their)\s(?:new |former |junior |senior |old |sales |data |"
    r"night )?(?:intern|analyst|manager|dba|developer|engineer|colleague|coworker|co-worker|clerk|cashier|"
    r"accountant|cfo|ceo|cto|boss|supervisor|team lead|contractor|consultant|teammate|trainee|temp)\s"
    r"(?:\w{1,20}\s){0,2}?(?:updated|changed|deleted|fixed|edited|added|inserted|removed|corrected|entered|"
    r"modified|loaded|approved|rejected|renamed|ran|reran|overwrote|broke|cancelled|refunded)(?![A-Za-z])"
    r"|(?:인턴|신입|팀장|담당자|직원|영업사원|상담원|개발자|DBA|관리자|실장|부장|과장|대리|사원|대표|매니저|"
    r"운영자|분석가)(?:님)?(?:이|가|"
    r"께서)\s[^.\n]{0,40}?(?:수정|변경|삭제|입력|등록|추가|작성|승인|처리|취소)(?:했|함|하였|해서|해 놓|"
    r"하셨)|(?:인턴|신입|팀장|담당자|직원|사원|개발자|DBA|관리자)(?:님)?(?:이|가)\s[^.\n]{0,40}?(?:바꿨|"
    r"바꿈|지웠|지움|고쳤|고침|넣었|뺐|올렸|돌렸)",
    2,
    needs="intern|analyst|manager|dba|develop|engineer|olleague|worker|clerk|cashier|accountant|cfo|ceo|"
    "cto|boss|supervisor|lead|contractor|consultant|mate|trainee|temp|인턴|신입|팀장|담당자|직원|"
    "영업사원|상담원|개발자|관리자|"
    "실장|부장|과장|대리|사원|대표|매니저|운영자|분석가",
)
_PERSON = (
    r"(?:sales ?rep|sales ?person|salesman|saleswoman|rep|agent|employee|user|buyer|customer|client|"
    r"driver|player|student|analyst|manager|teacher|doctor|member|author|performer|worker|shopper|spender|"
    r"contributor|editor|operator|cashier|technician|engineer|patient|guest|subscriber|waiter|nurse|clerk|"
    r"staff member|person)"
)
_BEST = (
    r"(?:top|best|worst|biggest|largest|highest|lowest|most (?:\w{2,14} ){0,2}|least (?:\w{2,14} ){0,2}|"
    r"number one|no\. ?1|#1|first|leading|busiest|fastest|slowest|heaviest|oldest|youngest|richest)"
)
_RANKING = Pattern(
    r"(?<![A-Za-z])" + _BEST + r"[- ]?(?:[a-z]{2,14}[ -]){0,2}?" + _PERSON + r"s?(?: (?:by|in|of|for|with|"
    r"this|on) [^.:\n]{0,40}?)?\s?(?:is|was|:|=|-|are|"
    r"remains?)\s(?P<who>[\"']?(?:[A-Z][a-zÀ-ɏ'-]{1,20}(?: [A-Z][\w'-]{1,20}){1,2}|"
    r"#?[A-Za-z]{0,3}-?[0-9]{3,12}|[a-z]{2,12}[._]?[a-z]{0,12}[0-9]{1,5})(?![A-Za-z]))",
    needs="top|best|worst|est|most|least|number one|no. 1|no.1|#1|first|leading",
)
_SINGLE_RANK = Pattern(
    r"\s?(?:is|was|are|ranks?|ranked|came|finished)\s(?:the |our |in )?(?:top|best|worst|"
    r"biggest|largest|highest|most|least|number one|no\. ?1|#1|first|second|third|last|[0-9]{1,3}(?:st|nd|"
    r"rd|th))(?![a-z])",
    2,
)
# What leads up to the name of who leads.
_RANK_BEFORE = Pattern(
    r"(?:[1-9]위|[1-9]등|일등|꼴찌|[가-힣]{1,6}왕)(?:은|는|:)?\s{0,2}$"
    r"|(?:가장|제일|최다|최고|최우수|최저)[^.\n]{0,30}(?:은|는|이|가|:|고객|직원|사원)\s{0,2}$"
    r"|(?:top|best|worst|most|biggest|highest|lowest)\s[^.\n]{0,34}(?:\sis|\swas|:)\s$",
    2,
)
_KOREAN_RANKING = Pattern(
    r"(?:가장\s(?:많이|많은|적게|적은|높은|낮은|자주|오래|큰)|제일\s(?:많이|많은|적은|높은|낮은|자주)|최다|"
    r"최고|최우수|최저|[1-9]위|일등|[1-9]등|매출\s?왕|"
    r"판매\s?왕|꼴찌)[^.\n]{0,30}?(?:고객|회원|직원|사원|사용자|유저|구매자|주문자|상담원|상담사|영업사원|"
    r"담당자|사람|학생|환자|선수|기사|매니저|[1-9]위|"
    r"[1-9]등|왕)(?:은|는|이|가)?\s?:?\s?"
    r"(?:[A-Za-z_]{0,10}\s?[=:]?\s?#?[A-Za-z]{0,3}[0-9]{3,12}|[a-z]{2,16}[0-9]{1,5})",
    needs="가장|제일|최|위|등|왕|꼴찌",
)
_COUNTED = Pattern(
    r"\s?(?:[:=(-]\s?)?[0-9][0-9,.]{0,12}(?![0-9.]{0,12}[-/:])(?=\s?(?:건|명|회|원|만|억|점|위|개|시간|"
    r"번|%|orders?|rows?|tickets?|sales|times|calls|hours?|points|[,;.)\n]|$))",
    2,
)
_PER = Pattern(
    r"(?:by|per|each) (?:sales ?)?" + _PERSON + r"s?(?![a-z])|" + _PERSON + r" (?:ranking|counts?|scores?|"
    r"leaderboard|totals?)(?![a-z])"
    r"|(?:ranking|leaderboard)(?: of| by)?(?: [a-z]{1,14})?|(?:영업사원|상담원|직원|담당자|사원|사용자|고객|"
    r"회원|개인|인원|사람)\s?별|실적\s?순위",
    needs="by |per |each |ranking|counts|score|leaderboard|total|별|순위",
)
_LISTED = Pattern(
    r"(?:[0-9]{1,2}[.)] ?)?[A-Z][a-z'-]{1,20}(?: [A-Z][a-z'-]{1,20})?\s?[:=(-]?\s?[0-9][0-9,.]{0,12}|"
    r"[0-9]{1,2}[.)] ?[A-Z][a-z'-]{1,20} [A-Z][a-z'-]{1,20}(?![a-z])|"
    r"[가-힣]{2,4}\s?[:=(]?\s?[0-9][0-9,.]{0,12}\s?(?:건|회|명|원|점|개)"
)


def _find(text: str) -> Iterator[Hit]:
    for person in people_in(text):
        hit = _done_or_ranked(text, person)
        if hit is not None:
            yield hit
    for match in _ROLE.each(text):
        if _WHEN.search(text, match.start(), min(len(text), match.end() + _SPAN)):
            yield Hit(match.start(), match.end(), "who did what when")
    for match in _RANKING.each(text):
        yield Hit(match.start(), match.end(), "a ranking that names who leads it")
    if not text.isascii():
        for match in _KOREAN_RANKING.each(text):
            yield Hit(match.start(), match.end(), "a ranking that names who leads it")
    yield from _counts(text)


def _done_or_ranked(text: str, person: Hit) -> Hit | None:
    """What the sentence tells of the person: a deed with its day or number, a rank, a count."""
    stop = _sentence_end(text, person.end)
    if _SINGLE_RANK.at(text, person.end) or _RANK_BEFORE.search(text[max(0, person.start - 40) : person.start], 0, 40):
        return Hit(person.start, stop, "a person's rank")
    if _COUNTED.at(text, person.end):
        return Hit(person.start, stop, "a count for one person")
    deed = _DEED.search(text, person.end, stop)
    if deed is None:
        return None
    if _WHEN.search(text, max(0, person.start - 30), person.start) or _WHEN.search(text, person.end, stop):
        return Hit(person.start, stop, "who did what when")
    return None


def _sentence_end(text: str, start: int) -> int:
    """Where the sentence ends, or the reach of one."""
    reach = min(len(text), start + _SPAN)
    return min([reach, *(at for at in (text.find("\n", start, reach), text.find(". ", start, reach)) if at >= 0)])


def _counts(text: str) -> Iterator[Hit]:
    """Two or more names with a number each, behind "by rep" or "직원별"."""
    for match in _PER.each(lowered(text)):
        listed = list(_LISTED.compiled.finditer(text, match.end(), min(len(text), match.end() + 2 * _SPAN)))
        if len(listed) >= 2:
            yield Hit(match.start(), listed[-1].end(), "counts per person")


RULE = WordRule(
    id="TN306",
    title="Who did what when, or a ranking or count per person",
    why="A note about a table must not become a file on people; who leads today is also wrong tomorrow.",
    severity="error",
    advice="Say how such a thing is found, not what was found: which column holds who did it, and how that joins to "
    'the user directory: "count orders by SALES_EMP_NO; join hr.users.id".',
    find=on_plain(_find),
    bad=("kim updated 12 rows on Monday", "the top sales rep is Maria Gonzalez", "가장 많이 주문한 고객은 48291"),
    good=("orders per customer, computed nightly", "RANK_NO 1 is the best product", "최종 수정자 ID"),
    refused=True,
)
