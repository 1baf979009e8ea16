"""Whether Hangul may be a Korean name: how sure a family name with these given syllables makes it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tnotes.checks.words.listed import listed

FAMILY = frozenset(
    "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구나민진지엄채원천방공현함변염추도소석선설마길연위표명기반왕금옥육인맹제모탁국여어은편용"
)
FAMILY_OF_TWO = frozenset(("남궁", "황보", "제갈", "선우", "사공", "서문", "독고", "동방"))
# First syllables of given names, and second ones that words of data hardly end in.
_FIRST = frozenset(
    "가강건경광규근금기길나남다대덕도동두로루리명무미민범백병보본봉빛상새서석선성세소송수숙순슬승시아연영예옥완용우원유윤은의이인일재정제종주준중지진찬창채철초춘충치태택하학한해향현형혜호홍화환효훈휘흥희"
)
_SECOND = frozenset("민준현훈진희숙철환석혁빈섭욱웅윤영린솔슬균란룡범봉애엽찬춘필헌흠랑겸녕근규숙욱율흔승실")
# Given names whose end is also the end of ordinary words, so that each is named.
_GIVEN = listed(
    "태리 아리 세리 주리 지유 시유 은유 서유 채이 소이 유이 로이 이서 아서 리안 로안 도하 태하 시하 세하 "
    "찬하 재하 준하 승하 길동 꺽정 사임당 하늘 "
    "지성 동엽 정환 혜교 태희 홍철 우성 정우 민수 영수 철수 은수 지수 현수 준수 경수 진수 상수 창수 "
    "광수 명수 희수 연수 윤수 혁수 종수 중수 성수 태수 인수 용수 재수 "
    "동수 병수 문수 남수 학수 정수 한수 완수 "
    "수지 은지 민지 현지 윤지 예지 연지 유지 혜지 명지 미지 원지 영지 진지 희지 서지 다지 "
    "지원 종원 동원 주원 혜원 성원 태원 재원 희원 세원 예원 채원 서원 시원 정원 승원 효원 가원 나원 "
    "소원 수원 유원 창원 "
    "수정 미정 은정 민정 현정 유정 희정 혜정 윤정 연정 선정 순정 경정 숙정 영정 효정 다정 지정 우정 재정 태정 "
    "민호 준호 진호 성호 영호 재호 동호 승호 정호 경호 철호 상호 인호 윤호 지호 시호 은호 건호 창호 "
    "광호 병호 태호 현호 찬호 명호 종호 주호 연호 선호 "
    "민서 윤서 은서 준서 현서 예서 지서 연서 채서 하서 진서 희서 민성 우성 준성 혜성 지성 대성 효성 "
    "윤성 은성 재성 현성 진성 태성 동성 한성 기성 희성 "
    "영자 미자 순자 춘자 경자 명자 정자 숙자 옥자 말자 금자 화자 은주 미주 현주 영주 혜주 경주 민주 "
    "연주 선주 희주 형주 성주 동주 효주 남주 진주 윤주 여주 정주 "
    "정인 혜인 다인 가인 채인 해인 나인 유인 세인 하인 소인 재인 종인 동인 경인 "
    "영미 은미 경미 선미 현미 정미 수미 유미 윤미 향미 혜미 순미 보미 다미 소미 동미 남미 옥미 지미 "
    "지우 현우 민우 진우 선우 승우 건우 연우 은우 시우 정우 준우 영우 성우 동우 태우 찬우 상우 형우 "
    "재우 경우 종우 철우 "
    "지연 수연 서연 채연 나연 소연 도연 미연 혜연 주연 승연 정연 희연 태연 세연 가연 다연 하연 시연 "
    "은연 호연 규연 보연 효연 "
    "지은 혜은 영은 가은 다은 예은 하은 시은 채은 성은 주은 정은 나은 고은 보은 소은 세은 수은 서은 재은 조은 "
    "지아 수아 민아 윤아 은아 현아 선아 경아 정아 연아 유아 세아 로아 시아 리아 영아 미아 진아 설아 "
    "주아 보아 송아 초아 희아 승아 상아 "
    "하나 유나 지나 미나 한나 예나 세나 리나 해나 다나 소나 가나 보라 아라 나라 세라 유라 미라 소라 "
    "새라 미라 하라 "
    "민선 영선 은선 경선 미선 지선 정선 현선 희선 혜선 명선 윤선 재선 효선 우선 인선 진선 유선 연선 "
    "영순 정순 명순 경순 미순 복순 말순 금순 옥순 애순 은순 영옥 순옥 정옥 미옥 경옥 명옥 은옥 현옥 춘옥 "
    "재경 민경 은경 미경 혜경 수경 유경 보경 진경 현경 인경 희경 선경 윤경 도경 "
    "성일 영일 동일 정일 태일 명일 상일 재일 창일 종일 건일 광일 두일 용일 중일 한일 "
    "영기 민기 동기 정기 성기 용기 상기 은기 홍기 원기 창기 광기 준기 인기 승기 종기 진기 태기 형기 "
    "상현 재용 기용 진용 성용 태용 지용 덕용 창용 윤용 영용 희용 민용 은용 "
    "은별 한별 샛별 예별 다온 라온 시온 가온 예담 하담 다솜 아름 가람 아람 우람 보람 초롱 이슬 한솔 "
    "은솔 다빈 한결 은결 단비 은비 한비 유비 나비 예슬 슬기 "
    "재민 지민 민정 명박 근혜 대중 영삼 태우 두환 정희 승만 순신 구 중근 봉길 관순 창호 성계 황 이 율곡 "
    "지안 서안 이안 수안 도안 시안 하안 주안 유안 은하 주하 지하 서하 윤하 민하 로하 연하 "
    "태양 지율 서율 하율 소율 은율 시율 채율 도율 선율 하윤 시후 지후 도현 서후 은후 준후 재후 강후 승후 "
    "은채 서채 다채 유채 시채 민채 지효 은효 민효 하린 예린 채린 아린 서린 "
    "수남 영남 정남 복남 기남 상남 경남 창남 길남 용남 학남 재남 성남 동남 "
    "상태 영태 경태 현태 민태 성태 정태 용태 진태 기태 윤태 종태 병태 원태 형태 한태 승태 "
    "재신 영신 정신 은신 유신 경신 명신 창신 동신 상신 성신 태신 효신 혜신 "
    "병학 재학 상학 동학 성학 영학 인학 종학 진학 창학 순학 병훈 "
    "재운 상운 동운 정운 명운 영운 성운 세운 창운 태운 현운 경운 병운 종운 지운 하운 "
    "승남 정임 순임 영임 경임 옥임 명임 미임 은임 숙임 복임 말임 영심 순심 복심 명심 정심 "
    "미란 영란 경란 정란 순란 애란 혜란 은란 옥란 수란 "
    "영식 민식 동식 형식 정식 성식 용식 재식 상식 창식 경식 병식 광식 종식 태식 진식 현식 윤식 인식 "
    "준식 춘식 대식 희식 홍식 두식 문식 "
    "종국 영국 재국 동국 정국 성국 창국 진국 민국 상국 병국 태국 용국 현국 "
    "영길 종길 상길 동길 정길 병길 성길 창길 재길 용길 영택 정택 상택 동택 성택 재택 종택 영만 종만 "
    "상만 성만 재만 "
    "강민 강현 재범 상범 영배 성배 상배 동배 재배 정배 창배 종배 은배 용배 세한 지한 주한 요한 태한 승한 영한 "
    "영재 성재 민재 은재 현재 진재 희재 윤재 승재 정재 형재 용재 선재 준재 원재 연재 동재 상재 우재 호재 "
    "다혜 지혜 은혜 민혜 윤혜 신혜 영혜 미혜 정혜 선혜 가혜 서혜 소혜 주혜 수혜 진혜 "
    "영화 은화 미화 정화 경화 명화 선화 윤화 진화 순화 연화 인화 종화 상화 성화 동화 재화 "
    "승리 유리 나리 애리 혜리 규리 채리 소리 가희 도희 다희 다영 태오 시오 지오 재오 "
    "보미 봄이 솔이 별이 윤이 하람 이담 소담 도담 유담 이든 하든 이레 예찬 예성 은총 은찬"
)
# Three syllables that look like a name and are words; a person's word ("이용자") ends in none of the names above.
_WORDS = listed(
    "강의실 민원실 전시실 조종실 지하실 방송실 정보실 안내실 유아실 임원실 이용실 강원랜 고소인 고시원 "
    "고용수 고용인 고용주 고정석 고정수 고지서 공동주 공모전 공무원 공민 공시율 "
    "공유지 구성원 구조대 구해준 구현율 국내외 국민 국세청 국유지 국정원 기다린 "
    "기독교 기상청 기업인 기준서 기준선 기지국 기평균 길어진 나아진 남겨진 남녀노 남성용 남양주 남은수 "
    "노숙자 도급인 도메인 도민 도시민 마리나 마리아 마스터 명나라 명령어 명의인 "
    "명확히 모니터 모델링 모성애 문자열 문화원 문화재 민간인 민영화 반려견 반영 방문수 방송국 방송인 "
    "방정식 변동성 서명인 서민 서비스 서울대 서포트 선진국 성별 성비위 성인수 성인인 "
    "성형외 소수민 소인수 소진 송수신 신규 신규민 신규진 신생아 신시아 신정일 안내견 안내원 안면인 "
    "안정화 양방향 어리석 어민 여성용 연구원 연구진 연대보 연대성 연동율 연수원 연예인 "
    "연중무 연평균 연환산 오른쪽 오리진 오미자 오소리 오하라 우선순 우선주 우체국 원주민 유가족 유기견 "
    "유동성 유선전 유성우 유원지 유치원 이경우 이동수 이뤄진 이미지 이벤트 이비인 "
    "이상치 이상만 이상은 이수율 이어진 이용수 이용원 이용율 이재민 이주민 이태원 인덱스 인사말 인수인 "
    "인용수 인터넷 인터뷰 인프라 임대인 임직원 임차인 장기간 장애 전동기 전두엽 전성기 "
    "전세민 전용기 전이율 전직원 전평균 전해진 전환 전환율 정규직 정보원 정산 정상태 정상화 정시율 "
    "정치인 정해진 정확히 정회원 제정신 제조원 조건문 조기상 조만간 조정기 조정민 "
    "조정원 조정일 조지아 조합원 주문수 주민 주어진 주의보 주재원 주평균 주행거 지난달 지난주 지난해 "
    "지도원 지문인 지방민 지번주 지연율 지원인 지정석 지정수 지정인 지정일 지지율 "
    "지진 지평선 지하상 지하선 지하철 진도율 진료원 진원지 최대한 최신순 최우선 추세선 표준 하소연 "
    "하지선 하한선 한국어 한국은 한국인 한마디 한의원 한중일 현금영 현대식 현미경 "
    "현상태 현지인 "
)

# Nouns that begin as a family name does: with one more syllable ("이용자", "변경일") mostly a noun still.
_NOUNS = listed(
    "이상 이용 이동 이하 이전 이후 이수 이월 이관 이체 이유 인정 인증 인원 인수 인상 인용 인쇄 인하 "
    "인지 변경 변동 설정 설명 설치 선정 선택 선수 지정 지원 지급 지시 지도 "
    "지연 지진 지상 지하 조정 조회 조사 조건 조성 조직 주문 주민 주소 주요 주차 주기 주연 주인 주재 "
    "주관 고정 고용 고객 고유 고시 고지 공정 공유 공지 공연 공동 공시 공개 공용 공인 "
    "전용 전송 전시 전기 전문 전화 전입 전출 전환 전월 정산 정상 정보 정지 정정 정기 정원 정의 정시 "
    "안정 안내 안전 한정 한도 현재 현상 현금 현지 표시 표준 표현 표기 기준 기록 "
    "기재 기여 기한 기타 기상 기관 구성 구매 구분 구현 국민 국가 국정 국경 여성 여행 남성 노동 노인 "
    "방문 방영 방송 배송 배정 배당 배경 백성 서명 서민 서비 성인 성공 성숙 소재 소유 소수 "
    "손상 송금 신청 신규 신용 신고 신호 심사 양성 연결 연동 연금 연대 연기 연장 연속 연주 연도 오류 "
    "용도 우선 우수 원인 위성 위원 유효 유지 유형 유동 유명 임상 임대 임시 장기 장애 "
    "제한 제공 제조 제정 제시 진행 진단 진료 진동 차량 차단 차감 천연 최종 최대 최소 최초 최근 최선 "
    "추가 추정 추천 추진 편성 표정 함수 허가 허용 홍보 금지 금융 강제 강의 남은 마감 "
    "명의 명령 명단 모집 문서 문의 민원 반영 반복 반품 반기 석유 음성 은행 채용 채권 채무 하위 황금 "
    "도시 도로 도착 동의"
)
_SUFFIXES = frozenset("자수일인화성한은만기용별순상시서원율도지재호경주선")

KNOWN, LIKELY, FAIR, POSSIBLE = 4, 3, 2, 1
_FREQUENT = frozenset("김이박최정강조윤장임한오서신권황안송류홍유전고문양손배백허남심노곽차")
# How an ordinary noun ends, where a given name does not: the one who does it, a number, a name, a place, a form.
_NOUN_ENDS = frozenset(
    "자장가관객단회부팀사생수명일시서지도률율비금액권번처소점품표식법제값량별용형성화력과류업료세기구군면리동읍률형권형태함록물체계망층층실차편"
)


class Name(NamedTuple):
    """A name at the start of a word: how many of its syllables, and how sure."""

    length: int
    sure: int


@lru_cache(maxsize=4096)  # the words of notes are few
def name_at_start(word: str) -> tuple[Name, ...]:
    """The names that this word may begin with, the longest first."""
    found = []
    for family, given in ((1, 2), (2, 2), (2, 1), (1, 1)):
        length = family + given
        if len(word) < length or word[:length] in _WORDS:
            continue
        sure = _sure(word[:family], word[family:length])
        if sure:
            found.append(Name(length, sure))
    return tuple(found)


def _sure(family: str, given: str) -> int:
    if len(family) == 2:
        return (KNOWN if given in _GIVEN or len(given) == 1 else LIKELY) if family in FAMILY_OF_TWO else 0
    if family not in FAMILY:
        return 0
    if len(given) == 1:
        return POSSIBLE if given in _SECOND or given in "솔별산훈준혁민진현" else 0
    if family + given[0] in _NOUNS and given[1] in _SUFFIXES and not (given[1] == "은" and _open(given[0])):
        return POSSIBLE
    if given in _GIVEN:
        return KNOWN if family in _FREQUENT else LIKELY
    if given[0] in _FIRST and given[1] in _SECOND:
        return LIKELY
    if given[1] in _NOUN_ENDS:
        return 0
    usual = family in _FREQUENT and given[0] in _FIRST and family + given[0] not in _NOUNS
    return FAIR if usual else POSSIBLE


def _open(syllable: str) -> bool:
    """Whether the syllable ends in a vowel, which the particle 은 cannot follow."""
    return (ord(syllable) - ord("가")) % 28 == 0
