"""TN301: e-mail addresses."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.checks.words.listed import listed
from tnotes.checks.words.patterns import Pattern
from tnotes.checks.words.plain import on_plain
from tnotes.checks.words.rule import Hit, WordRule

_LONGEST_NAME = 64  # of the part before the @, by the standard
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._%+-")
_HOST = Pattern(r"@([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,5}\.[A-Za-z]{2,24})(?![A-Za-z0-9])")
_SPELLED = Pattern(
    r"(?<![A-Za-z0-9])([A-Za-z0-9][A-Za-z0-9._+-]{0,63}) ?(?:[(\[{] ?(?:at|골뱅이) ?[)\]}] ?([A-Za-z0-9-]{1,63})"
    r" ?(?:\.|[(\[{] ?(?:dot|점) ?[)\]}]| dot )|(?: at | 골뱅이 )([A-Za-z0-9-]{1,63})(?: dot | 점 )) ?[a-z]{2,10}",
    2,  # re.IGNORECASE
    needs=" dot |at)|at]|at}|골뱅이",
)
# Places that belong to nobody, by the standard or by everybody's habit.
_EXAMPLE = Pattern(
    r"(?:[a-z0-9-]{1,63}\.){0,3}(?:example\.(?:com|org|net|co\.kr|co\.uk|de|fr)|"
    r"(?:[a-z0-9-]{1,63}\.)?(?:example|test|invalid|localhost)"
    r"|(?:your-?)?(?:domain|company|email|mail)\.(?:com|org|net)|(?:png|jpg|svg))",
    2,
)
_ANYBODY = listed("user username name first.last firstname.lastname someone somebody foo you your.name me xxx abc")
_IMAGES = (".png", ".jpg", ".jpeg", ".svg", ".gif", ".webp")


def _find(text: str) -> Iterator[Hit]:
    at = text.find("@")
    while at >= 0:
        start = at
        while start > 0 and at - start < _LONGEST_NAME and text[start - 1] in _NAME:
            start -= 1
        host = _HOST.at(text, at)
        if host is not None and start < at and not _nobodys(text, start, at, host[1]):
            yield Hit(start, host.end(), "an e-mail address")
        at = text.find("@", at + 1)
    for spelled in _SPELLED.each(text):
        yield Hit(spelled.start(), spelled.end(), "an e-mail address in words")


def _nobodys(text: str, start: int, at: int, host: str) -> bool:
    name = text[start:at].lower()
    before = text[max(0, start - _LONGEST_NAME) : start]
    if name == "git" or ("://" in before and " " not in before[before.rindex("://") :]):
        return True  # where a program logs in; a password in it is for the rule about secrets
    if host.lower().endswith(_IMAGES):
        return True
    if not _EXAMPLE.whole(host):
        return False
    return "example" in host.lower() or "test" in host.lower() or name in _ANYBODY


RULE = WordRule(
    id="TN301",
    title="An e-mail address",
    why="Notes are read by everyone and stay in Git's history; an address names one person and outlives their job.",
    severity="error",
    advice="Leave the address out. Say what the column holds and how it joins to the user directory: "
    '"MAIL is the employee\'s e-mail, equal to hr.users.mail".',
    find=on_plain(_find),
    bad=("Questions to kim@corp.co.kr", "문의: minsu.kim@corp.co.kr", "reported by a.miller (at) corp.com"),
    good=("employee e-mail, equal to MAIL in hr.users", "담당자 이메일 주소", "user@example.com where there is none"),
    refused=True,
)
