"""Korean names in a text: what may be a name, next to a title, a role, a deed or a count that makes it one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tnotes.checks.words.korean_names import FAIR, FAMILY, KNOWN, LIKELY, Name, name_at_start
from tnotes.checks.words.listed import listed
from tnotes.checks.words.patterns import Pattern
from tnotes.checks.words.rule import Hit

_WORD = Pattern(r"[가-힣]{1,30}")
_PARTICLE = (
    r"(?:이|가|은|는|을|를|의|에게|에게서|한테|께서|께|와|과|랑|이랑|도|만|으로|로|에|이며|이고|이다|임|"
    r"입니다|이라고|라고|이라|인데|이가|이는|이의|까지|"
    r"부터|보다|처럼|하고|이나|나|이었다|이었음|이며)?"
)
_TITLE = (
    r"(?:과장|차장|부장|대리|팀장|사원|주임|책임|선임|수석|프로|매니저|이사|상무|전무|대표|사장|부사장|회장|"
    r"실장|본부장|센터장|소장|국장|원장|지점장|점장|파트장|그룹장|셀장|"
    r"계장|반장|연구원|엔지니어|개발자|컨설턴트|인턴|리더"
    r"|교수|박사|선생|기자|변호사|의사|간호사|약사|사무관|주무관|서기관|의원|장관|감독|코치|기사|강사|조교|"
    r"팀원|선수|씨|님|양|군)"
)
# Those that follow a family name alone: "김대리", "박 부장".
_RANK = (
    r"(?:과장|차장|부장|대리|팀장|주임|선임|책임|매니저|실장|상무|전무|프로|수석|대표|교수|박사|이사님|"
    r"사장님|선생님|사원)"
)
_AFTER_NAME = Pattern(r"(?P<title>" + _TITLE + r"(?:님)?(?:들)?)" + _PARTICLE + r"(?![가-힣])")
_AFTER_FAMILY = Pattern(_RANK + r"(?:님)?" + _PARTICLE + r"(?![가-힣])")
_ENDS = Pattern(_PARTICLE + r"(?![가-힣])")
_NOT_RANKED = listed(
    "지부장 이사장 지사장 정책임 전사원 정사원 전부장 정교수 조교수 전교수 유사원 성과장 "
    "전대표 소대표 유대표 정선임 신선임 신임 전직원 전담당 "
    "현대표 현부장 현팀장 전팀장 전차장 주차장 하차장 승차장 정차장 선차장 공차장 기대리 안과장 문책임 "
    "원대표 공대표 주대표 선대표 국대표 여대표"
)
# With which two syllables are a name.
_RANKS = listed("과장 차장 부장 대리 팀장 책임 선임 주임 매니저 씨 님 박사 교수")
_SPACED_FAMILY = frozenset("김박최강윤황권송홍류서오배백허곽양손임장조한")
_TITLES_OF_MANY = listed(
    "선수 양 군 기사 의사 대표 감독 의원 소장 원장 강사 개발자 사원 팀원 이사 인턴 리더 선생 조교 기자"
)
_ROLE = Pattern(
    r"[가-힣A-Za-z ]{0,20}?(?:담당자?|작성자|등록자|수정자|변경자|입력자|검수자|검토자|승인자|결재자|요청자|"
    r"신고자|소유자|관리자|책임자|보고자|제보자|생성자|처리자|"
    r"확인자|배정자|오너|스튜어드|고객|회원|직원|사원|영업사원|상담원|상담사|판매원|판매왕|영업왕|설계사"
    r"|환자|학생|교사|기사|사용자|구매자|주문자|예약자|수령인|예금주|대표자?|팀장|매니저|개발자|분석가|문의|"
    r"연락처|저자|[0-9]위|일위|꼴찌|최다|최고|우수|이름|성명|명의자|"
    r"피보험자|계약자|신청자|수신자|발신자|판매자|차주|보호자|가해자|피해자|퇴사자|입사자|휴직자|계정주|"
    r"사람|분|주인공|주인|전임자|후임자|상사|동료|선배|후배|팀원|임원|대표이사|[0-9]등|일등)"
    r"(?:은|는|이|가|인|의|로|으로|에서|님)?"
)
_SURE_ROLE = Pattern(
    r"[가-힣A-Za-z ]{0,20}?(?:담당자?|작성자|등록자|수정자|검수자|검토자|승인자|오너|문의|"
    r"책임자|관리자|요청자|[0-9]위|판매왕)(?:은|는)?"
)
# Work, with a colon and who did it: "등록: ".
_WORK = Pattern(r"등록|작성|검토|검수|승인|담당|요청|입력|수정|확인|보고|결재|변경|문의|처리|관리")
_NOUN_AFTER = Pattern(
    r"(?:의\s)?(?:고객|회원|직원|사원|사용자|환자|학생|팀|계정|계좌|연락처|전화|휴대폰|핸드폰|이메일|메일|"
    r"주소|생일|아이디|주문|요청|지시|의견|설명|제보|말씀|확인|담당|"
    r"작성|수정|퇴사|입사|승인|검토)(?:님|번호|주소)?" + _PARTICLE + r"(?![가-힣])"
)
_SUBJECT = frozenset(
    ("이", "가", "은", "는", "께서", "이가", "이는", "에게", "한테", "와", "과", "랑", "이랑", "에게서", "도")
)
_DEED = Pattern(
    r"수정|변경|삭제|입력|등록|추가|작성|생성|말했|말함|말한|말하|얘기|확인|승인|요청|처리|만든|만들|만듦|"
    r"고쳤|고친|고침|지웠|지운|올렸|올린|돌렸|돌린|돌림|바꿨|바꾼|바꿈|정의|"
    r"설명|정리|담당|관리|보고|제보|주문|구매|환불|결제|취소|반품|이관|배포|퇴사|입사|휴직"
    r"|문의|물어|검토|검수|협의|지시|결정|제안|개발|설계|운영|적재|복구|실행|판매|계약|상담|방문|가입|탈퇴|"
    r"조회|다운로드|사용|이용|정했|넣었|넣은|뺐|뺀|썼|쓴|알려|가르쳐|따르면|의하면"
)
# A colon, as before what somebody said, or a day.
_DATED = Pattern(r"\s?:\s|,?\s?\(?(?:19|20)[0-9]{2}\s?[-./년]")
_NEAR = 40
_COUNT = Pattern(r"\s?[:=(]?\s?[0-9][0-9,.]{0,12}\s?(?:건|명|회|원|만원|억|점|위|개|시간|번|%|퍼센트|대|통)")


def korean_people(text: str) -> Iterator[Hit]:
    """Each Korean name with the title that follows it."""
    if text.isascii():
        return
    words = [(match.start(), match[0]) for match in _WORD.each(text)]
    for place, (start, word) in enumerate(words):
        if word[0] not in FAMILY or (start and (text[start - 1].isalnum() or text[start - 1] == "_")):
            continue
        end = _named(text, words, place) or _ranked(text, start, word)
        if end:
            yield Hit(start, end, "a person's name")


def _named(text: str, words: Sequence[tuple[int, str]], place: int) -> int:
    """Where the name (and title) that begins this word ends, 0 where there is none."""
    start, word = words[place]
    for name in name_at_start(word):
        end = start + name.length
        ends = _ENDS.at(text, end) is not None
        titled = _titled(text, end, name)
        if titled:
            return titled
        if name.length < 3 or not ends:
            continue
        if name.sure == KNOWN or _in_role(text, words, place, name) or (name.sure >= LIKELY and _acts(text, end)):
            return end
    return 0


def _titled(text: str, end: int, name: Name) -> int:
    """Where the title after the name ends, 0 where there is none or it may be a common noun's."""
    gap = text[end : end + 1] == " "
    match = _AFTER_NAME.at(text, end + gap)
    if match is None:
        return 0
    title = match["title"].removesuffix("들").removesuffix("님") or "님"
    if (
        name.sure < LIKELY
        and (name.length < 3 or title in _TITLES_OF_MANY)
        and (gap or name.length < 3 or title != "님")
    ):
        return match.end("title") if name.length == 2 and _short_name(text, end, title) else 0
    if title in ("양", "군", "기사") and name.sure < KNOWN:
        return 0
    return match.end("title")


def _short_name(text: str, end: int, title: str) -> bool:
    """Whether two syllables are a name: a frequent family name and a title that only people bear."""
    return text[end - 2] in _SPACED_FAMILY and title in _RANKS


def _in_role(text: str, words: Sequence[tuple[int, str]], place: int, name: Name) -> bool:
    """Whether the word before says what the person is: "작성자는", "고객", "1위:"."""
    if place == 0:
        return False
    start = words[place][0]
    before_start, before = words[place - 1]
    gap = text[before_start + len(before) : start]
    if len(gap) > 3 or gap.strip(" :：(-=,") != "":
        return False
    if before_start and text[before_start - 1].isdigit():
        before = text[before_start - 1] + before
    if name.sure >= LIKELY:
        return _ROLE.whole(before)
    after = text[start + name.length : start + name.length + 1]
    said = ":" in gap or before.endswith(("은", "는"))
    if name.sure == FAIR and said and (_ROLE.whole(before) or (":" in gap and _WORK.whole(before))):
        return True
    return said and (not after or after in ",.(/\n") and _SURE_ROLE.whole(before)


def _acts(text: str, end: int) -> bool:
    """Whether the one named does something, has something, or is counted."""
    if _COUNT.at(text, end) is not None or _NOUN_AFTER.at(text, end + (text[end : end + 1] == " ")) is not None:
        return True
    stop = end
    while stop < len(text) and stop < end + 3 and "가" <= text[stop] <= "힣":
        stop += 1
    if text[end : end + 2] == ", " and _is_likely(text, end + 2):
        return True
    if text[end:stop] in _SUBJECT:
        return _DEED.search(text, stop, min(len(text), stop + _NEAR)) is not None
    if _DATED.at(text, end) is not None:
        return True
    return (
        stop == end and text[end : end + 1] in "(/" and _DEED.search(text, end, min(len(text), end + _NEAR)) is not None
    )


def _is_likely(text: str, start: int) -> bool:
    """Whether another name begins here, as in a list of names."""
    match = _WORD.at(text, start)
    names = name_at_start(match[0]) if match else ()
    return any(
        name.sure >= LIKELY and name.length > 2 and _ENDS.at(text, start + name.length) is not None for name in names
    )


def _ranked(text: str, start: int, word: str) -> int:
    """Where a family name with a rank ends: "김대리", "박 부장님"."""
    if len(word) == 1:
        if word not in _SPACED_FAMILY or text[start + 1 : start + 2] != " ":
            return 0
        match = _AFTER_FAMILY.at(text, start + 2)
        return 0 if match is None else match.end()
    if word[:3] in _NOT_RANKED:
        return 0
    match = _AFTER_FAMILY.at(text, start + 1)
    return 0 if match is None else match.end()
