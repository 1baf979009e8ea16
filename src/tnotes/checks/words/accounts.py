"""TN305: ids of employees, customers and accounts."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.checks.words.digits import only_digits
from tnotes.checks.words.patterns import Pattern
from tnotes.checks.words.plain import on_plain
from tnotes.checks.words.rule import Hit, WordRule
from tnotes.checks.words.western_names import FAMILY, FAMILY_TOO

_WHO = (
    r"employee|emp|staff|worker|user|usr|customer|cust|client|member|subscriber|patient|student|agent|rep|"
    r"salesperson|seller|driver|cashier|operator|teacher|physician|doctor|person|account|acct|badge|login|"
    r"citizen|guest|cardholder|policyholder|account holder"
)
_NUMBERED = Pattern(
    r"(?<![A-Za-z0-9_])(?P<who>" + _WHO + r")s?(?P<key>[ _-]?(?:id|no|num|number|code|key|nr)\.?|"
    r"[ ]?#)?(?:'s)?(?P<sign>\s{0,2}(?:=|:|is|was|->|#)\s{0,2}|\s)[\"'(#]{0,2}"
    r"(?P<value>[A-Za-z]{0,4}-?[0-9]{2,6}(?:-[0-9]{2,8}){0,3}[0-9]{0,10})[\"']?(?![A-Za-z0-9_]|[.,][0-9]|"
    r"-[A-Za-z0-9]|%|:[0-9])",
    2,
    needs="emp|staff|worker|user|usr|cust|client|member|subscriber|patient|student|agent|rep|sales|seller|"
    "driver|cashier|operator|teacher|physician|doctor|person|acc|badge|login|citizen|guest|cardholder|"
    "policyholder",
)
_KOREAN = Pattern(
    r"(?P<who>사번|사원\s?번호|직원\s?번호|교번|학번|군번|회원\s?번호|고객\s?번호|환자\s?번호|등록\s?번호|"
    r"계좌(?:\s?번호)?|계정(?:\s?(?:번호|ID|"
    r"아이디))?|(?:고객|회원|사용자|유저|직원|사원|환자|학생|상담원|상담사|판매원|기사|설계사|담당자|작성자|"
    r"등록자|수정자)\s?(?:ID|아이디|번호|코드|id|No\.?)?)"
    r"(?P<sign>\s?(?:=|:|은|는|이|"
    r"가)?\s?)[\"'(#]{0,2}(?P<value>[A-Za-z]{0,4}-?[0-9]{2,6}(?:-[0-9]{2,8}){0,3}[0-9]{0,10})[\"')]?(?P<after>\s?[가-힣%]{0,2})(?![A-Za-z0-9_]|"
    r"[.,][0-9]|-[A-Za-z0-9])",
    needs="번|계좌|계정|고객|회원|사용자|유저|직원|사원|환자|학생|상담|판매원|기사|설계사|자",
)
_IBAN = Pattern(r"(?<![A-Za-z0-9])[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])")
# A login made of initials and a family name, behind who it is: "owner: hjkim".
_FAMILIES = (
    "kim|lee|park|choi|jung|jeong|kang|yoon|jang|lim|shin|kwon|hwang|ahn|song|hong|jeon|yang|bae|baek|nam|seo|ryu"
)
_HANDLE = Pattern(
    r"(?:(?<![A-Za-z_])(?:by|owner|author|contact|steward|reviewer|approver|ask|ping|login|username|user)"
    r"|담당자?|작성자?|수정자?|등록자?|검수자?|문의|오너|회원|고객|직원|사용자)(?:은|는| is)?\s?[:=-]?\s?[\"'@]?"
    r"(?P<value>[a-z]{1,2}[._]?[a-z'-]{3,20})[0-9]{0,4}(?![A-Za-z0-9_])",
    needs="by|owner|author|contact|steward|reviewer|approver|ask|ping|login|user|담당|작성|수정|등록|검수|"
    "문의|오너|회원|고객|직원|사용자",
)
_KOREAN_HANDLE = Pattern(
    r"[a-z]{2}(?:" + _FAMILIES + r")|(?:kim|choi|hwang|kwon|jeong)[a-z]{2}|[a-z]{1,2}[._](?:" + _FAMILIES + r")"
)
# A login: letters and digits mixed, behind a word that says so.
_LOGIN = Pattern(
    r"(?:(?<![A-Za-z_])(?:user(?:name)?|login|account|handle|user[ _]?id|member|employee|agent)|아이디|계정|"
    r"사용자(?:\s?ID)?|유저|ID)\s{0,2}(?::|=|is\s|는\s|은\s|가\s)?\s{0,2}[\"'`@]?"
    r"(?P<value>[a-z]{2,20}[._]?[a-z]{0,20}[0-9]{1,6}|[a-z]{2,20}\.[a-z]{2,20})[\"'`]?(?P<after>(?:님|"
    r"\s(?:사용자|유저|고객|회원|직원|계정|updated|changed|deleted|inserted|fixed|edited|added|removed|entered|has|"
    r"is the|was|did|made|ran|approved|always|belongs|reported)|\s?(?:으로|로|의|을|를|이|가|은|는|에서)\s|님이))",
    needs="user|login|account|handle|member|employee|agent|아이디|계정|사용자|유저|id",
)
_MEANS = Pattern(
    r"[\"')]?\s?(?:means?|stands?|denotes?|marks?|represents?|is (?:the |a |an )?(?:system|"
    r"guest|placeholder|dummy|unknown|default|admin|anonymous|internal|sales|revenue|cash|expense|"
    r"general|code|service|technical|batch)|are|=|은 시스템|는 시스템|은 미상|는 미상|for (?:unknown|guests|anonymous|"
    r"system))",
    2,
)
_LEDGER = Pattern(
    r"(?:gl|g/l|general ledger|ledger|cost|revenue|expense|chart of|cash|balance|asset|"
    r"liability|income|equity|contra|control|clearing|suspense|계정과목|손익|원가|비용)\s?(?:sub)?$",
    2,
)
_FORM = Pattern(r"(?:자리|글자|개|명|건|원|일|년|월|회|번째|배|점|등급|%|단계|세|만|천|억|호|단|종|가지)")
_NEAR = 20


def _find(text: str) -> Iterator[Hit]:
    for match in _HANDLE.each(text):
        value = match["value"]
        if _KOREAN_HANDLE.whole(value) or (value[1:] in FAMILY and value[1:] not in FAMILY_TOO):
            yield Hit(match.start("value"), match.end(), "the login of one person")
    if not any(digit in text for digit in "0123456789"):
        return
    for match in _NUMBERED.each(text):
        if (
            _is_someones(text, match.start(), match["who"].lower(), bool(match["key"]), match["value"])
            and _MEANS.at(text, match.end()) is None
        ):
            yield Hit(match.start(), match.end(), f"the id of one {_whose(match['who'].lower())}")
    if not text.isascii():
        for match in _KOREAN.each(text):
            if (
                _korean_someones(match["who"], match["value"], match["after"].strip())
                and _MEANS.at(text, match.end("value")) is None
            ):
                yield Hit(match.start(), match.end("value"), "the id of one person or account")
    for match in _IBAN.each(text):
        if _iban(match[0].replace(" ", "")):
            yield Hit(match.start(), match.end(), "the number of a bank account")
    for match in _LOGIN.each(text):
        yield Hit(match.start(), match.end("value"), "the login of one person")


def _iban(number: str) -> bool:
    """Whether the check digits of an international bank account number hold."""
    turned = number[4:] + number[:4]
    return 15 <= len(number) <= 34 and int("".join(str(int(char, 36)) for char in turned)) % 97 == 1


def _whose(who: str) -> str:
    return {
        "emp": "employee",
        "usr": "user",
        "cust": "customer",
        "acct": "account",
        "rep": "sales rep",
        "badge": "employee",
        "login": "user",
    }.get(who, who)


def _is_someones(text: str, start: int, who: str, key: bool, value: str) -> bool:
    digits = only_digits(value)
    if _made_up(digits) or (not key and _year(value)):
        return False
    if who in ("account", "acct"):
        long = len(digits) >= 6 and not _LEDGER.search(text[max(0, start - _NEAR) : start], 0, _NEAR)
        return long and (len(digits) <= 16)
    # "user 1234" may be any count; behind "user id", or of an employee, four digits are an id.
    vague = who in ("user", "person", "operator", "seller", "emp", "login") and not key
    return (5 if vague else 4) <= len(digits) <= 16


def _korean_someones(who: str, value: str, after: str) -> bool:
    digits = only_digits(value)
    named = who.endswith(("번", "번호", "ID", "아이디", "id", "코드", "계좌", "계정", "No", "No."))
    if _made_up(digits) or len(digits) > 16 or (not named and _year(value)) or (after and _FORM.at(after, 0)):
        return False
    if "등록" in who:
        return False  # of a business or a vehicle
    return len(digits) >= (6 if who.startswith("계") else 4)


def _made_up(digits: str) -> bool:
    """Whether the digits stand for no one: 0000, 99999, 1234567890."""
    return (
        len(set(digits)) == 1
        or digits in ("1234567890", "0123456789", "123456789", "12345678", "1234567")
        or digits.strip("0") in ("", "1")
    )


def _year(value: str) -> bool:
    return len(value) == 4 and value[:2] in ("19", "20")


RULE = WordRule(
    id="TN305",
    title="The id of an employee, customer or account",
    why="An id names one person as surely as a name does, to everybody who can query the directory.",
    severity="error",
    advice="Leave the value out. Say what the column identifies and how it joins: "
    '"EMP_NO identifies the employee; join hr.users.emp_no". Say by a flag or status what sets rows apart.',
    find=on_plain(_find),
    bad=("사번 20231234 직원의 주문은 제외", "employee 104233 enters negative amounts", "계좌번호는 110-234-567890"),
    good=("EMP_NO identifies the employee; join hr.users.id", "사번은 8자리", "user_id -1 means a guest"),
    refused=True,
)
