"""TN311: keys, tokens and passwords."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from tnotes.checks.words.patterns import Pattern
from tnotes.checks.words.plain import on_plain
from tnotes.checks.words.rule import Hit, WordRule

# Each issuer marks its keys. Begin of the key: what it is.
_KNOWN = Pattern(
    r"(?<![A-Za-z0-9_-])(?:"
    r"(?P<aws>(?:AKIA|ASIA|AROA|AIDA)[A-Z2-7]{12,20})|(?P<github>gh[pousr]_[A-Za-z0-9]{20,255}|"
    r"github_pat_[A-Za-z0-9_]{22,255})"
    r"|(?P<gitlab>gl(?:pat|dt|rt|cbt|ptt|soat)-[A-Za-z0-9_-]{16,64})|"
    r"(?P<slack>xox[abeoprs]-[A-Za-z0-9-]{10,255}|xapp-[0-9A-Za-z-]{10,255})"
    r"|(?P<stripe>[srp]k_(?:live|test)_[A-Za-z0-9]{10,255}|whsec_[A-Za-z0-9]{16,64})"
    r"|(?P<ai>sk-(?:ant-|proj-|svcacct-|or-)?[A-Za-z0-9_-]{20,255}|hf_[A-Za-z0-9]{24,64}|gsk_[A-Za-z0-9]{20,80})"
    r"|(?P<google>AIza[A-Za-z0-9_-]{30,45}|ya29\.[A-Za-z0-9_-]{20,255}|GOCSPX-[A-Za-z0-9_-]{20,40})"
    r"|(?P<package>npm_[A-Za-z0-9]{30,50}|pypi-[A-Za-z0-9_-]{30,255}|rubygems_[a-f0-9]{40,60})"
    r"|(?P<databricks>dapi[a-f0-9]{32})|(?P<shop>shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32})|"
    r"(?P<mail>SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}|key-[a-f0-9]{32})"
    r"|(?P<cloud>do[op]_v1_[a-f0-9]{64}|AGE-SECRET-KEY-1[A-Z0-9]{50,60}|hvs\.[A-Za-z0-9_-]{20,120}|(?:LTAI|"
    r"AKID)[A-Za-z0-9]{12,32}|dckr_pat_[A-Za-z0-9_-]{20,40}|PMAK-[a-f0-9-]{40,70}|"
    r"lin_api_[A-Za-z0-9]{30,50}|tfp_[A-Za-z0-9_]{20,60}|sq0(?:atp|csp)-[A-Za-z0-9_-]{20,50})"
    r"|(?P<jwt>eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{4,2000})"
    r"|(?P<basic>(?:[Bb]asic|[Bb]earer) (?=[A-Za-z0-9+/_.=-]{0,60}[0-9+/=])[A-Za-z0-9+/_.-]{16,2000}={0,2}))",
    needs="akia|asia|aroa|aida|gh|gl|xox|xapp-|k_|whsec_|sk-|hf_|gsk_|aiza|ya29|gocspx|npm_|pypi-|"
    "rubygems_|dapi|shp|sg.|key-|_v1_|age-secret|hvs.|ltai|akid|dckr_|pmak-|lin_api_|tfp_|sq0|eyj|"
    "basic |bearer ",
)
_NAMES = {
    "aws": "an AWS access key", "github": "a GitHub token", "gitlab": "a GitLab token", "slack": "a Slack token",
    "stripe": "a payment key", "ai": "the key of a model service", "google": "a Google key",
    "package": "the token of a package registry", "databricks": "a Databricks token", "shop": "a shop token",
    "mail": "the key of a mail service", "cloud": "the key of a cloud service", "jwt": "a signed token (JWT)",
    "basic": "the header of a login",
}  # fmt: skip
_PRIVATE = Pattern(
    r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-[0-9]", needs="private key|putty"
)
_URL = Pattern(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/:@\"'<>]{0,80}:([^\s/@\"'<>]{1,120})@[A-Za-z0-9.\[-]", needs="://")
_HOOK = Pattern(
    r"hooks\.slack\.com/services/T[A-Z0-9]{6,12}/B[A-Z0-9]{6,12}/[A-Za-z0-9]{16,30}|"
    r"discord(?:app)?\.com/api/webhooks/[0-9]{10,20}/[\w-]{30,80}|"
    r"outlook\.office\.com/webhook/[\w@-]{30,120}",
    needs="hook",
)
_SIGNED = Pattern(
    r"[?&;](?:sig|X-Amz-Signature|Signature|AccountKey|"
    r"SharedAccessKey)=[A-Za-z0-9%+/_-]{16,255}|(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{20,120}={0,2}",
    needs="sig=|signature=|accountkey=|sharedaccesskey=",
)
_KEYWORD = (
    r"(?P<word>pass(?:word|wd|phrase|code)?|pwd|pw|(?:client|app|consumer|"
    r"shared)?[_ -]?secret(?:[_ -]?(?:access)?[_ -]?key)?|credentials?"
    r"|(?:api|access|auth|private|encryption|signing|account|master|service)[_ -]?(?:key|token)|token|"
    r"비밀\s?번호|비번|패스워드|암호|인증\s?키|토큰|시크릿|api\s?키|접속\s?키|비밀\s?키)"
)
_TOLD = Pattern(
    r"(?<![A-Za-z])" + _KEYWORD + r"[\"']?(?P<sign>\s{0,2}(?:=>|:=|=|:)\s{0,2}|\s(?:is|was)\s|(?:은|는|이|가)\s|\s)"
    r"(?P<quote>[\"'`]?)(?P<value>[^\s\"'`;,&<>(){}]{4,255})[\"'`]?",
    2,
    needs="pass|pw|secret|credential|key|token|비밀|비번|패스워드|암호|키|토큰|시크릿",
)
_OPTION = Pattern(r"(?<![\w-])(?:-p|--password[= ]|-u [A-Za-z0-9_.-]{1,40}:)(?P<value>[^\s'\"]{4,80})", needs="-p|-u ")
_LOOSE = Pattern(
    r"(?<![A-Za-z])(?:pwd|password)=(?P<value>[^\s;'\"&<>{}$%?*]{4,80})(?=;|&|\s|$)", 2, needs="pwd=|password="
)
_PLACEHOLDER = Pattern(
    r"[*xX.•●_-]{3,255}|\[?(?:redacted|masked|hidden|secret|password|pass|passwd|pw|token|changeme|"
    r"your[\w-]{0,40}|example[\w-]{0,20})\]?"
    r"|[\[<{$%].{0,255}|.{0,80}(?:\*\*\*|xxx|XXX|\.\.\.).{0,80}|null|none|true|false|n/a|not[_ ]?null",
    2,
)
# What a sentence says about a password: how it is kept, its type, its length.
_FORM = Pattern(
    r"(?:n?var)?char2?.{0,20}|(?:hmac-?)?sha-?[0-9]{1,3}.{0,12}|md[45].{0,10}|aes-?[0-9]{0,3}.{0,12}|"
    r"utf-?(?:8|16).{0,10}|base-?64.{0,20}|b?crypt.{0,20}|argon2.{0,4}"
    r"|pbkdf2.{0,12}|rsa-?[0-9]{0,4}|[0-9]{1,4}(?:[~-][0-9]{1,4})?-?(?:자리?|글자|bytes?|bits?|chars?|"
    r"characters|digits?|byte|일|회|번|시간|분|초|days?|hours?).{0,20}|[0-9.,~-]{1,20}|v[0-9.]{1,6}"
    r"|[a-z]{1,40}(?:_[a-z]{1,40}){1,6}|[가-힣\w]{0,40}[가-힣][.,]?|[a-z_]{1,40}\.[a-z_.]{1,60}",
    2,
)


def _find(text: str) -> Iterator[Hit]:
    for match in _KNOWN.each(text):
        if not _PLACEHOLDER.whole(match[0]):
            yield Hit(match.start(), match.end(), _NAMES[match.lastgroup or "cloud"])
    for pattern, what in ((_PRIVATE, "a private key"), (_HOOK, "the address of a webhook"), (_SIGNED, "a signed link")):
        for match in pattern.each(text):
            yield Hit(match.start(), match.end(), what)
    for match in _URL.each(text):
        if not _PLACEHOLDER.whole(match[1]):
            yield Hit(match.start(1), match.end(1), "a password in an address")
    yield from _told(text)


def _told(text: str) -> Iterator[Hit]:
    for match in _TOLD.each(text):
        told = match["sign"].strip() or (match["quote"] and match["word"].lower() != "pass")
        if _is_secret(match["word"].lower(), bool(told), match["value"].rstrip(".,:)")):
            yield Hit(match.start("value"), match.end("value"), f'a secret after "{match["word"]}"')
    for pattern in (_OPTION, _LOOSE):
        for match in pattern.each(text):
            value = match["value"]
            if not _PLACEHOLDER.whole(value) and (pattern is _LOOSE or _kinds(value) >= 3) and not value.isdigit():
                yield Hit(match.start("value"), match.end("value"), "a password")


def _is_secret(word: str, told: bool, value: str) -> bool:
    """Whether the value is more than a word of the sentence: a mix of kinds for a password, much entropy for a key."""
    if _PLACEHOLDER.whole(value) or _FORM.whole(value) or len(value) < 4:
        return False
    kinds = _kinds(value)
    if word.startswith(("pass", "pw", "비", "패", "암")):
        return kinds >= (2 if told else 3) and not _plain_word(value)
    return len(value) >= 12 and kinds >= 2 and _entropy(value) >= 3.0 and any(char.isdigit() for char in value)


def _kinds(value: str) -> int:
    """How many of digits, letters and signs the value mixes; upper and lower case together count once more."""
    digit = any("0" <= char <= "9" for char in value)
    lower, upper = any("a" <= char <= "z" for char in value), any("A" <= char <= "Z" for char in value[1:])
    sign = any(char in "!@#$%^&*~?+=" for char in value)
    return digit + (lower or upper) + sign + (lower and upper and digit)


def _plain_word(value: str) -> bool:
    """Whether only a sign at the end makes a word look mixed: "required!"."""
    return value.rstrip("!?").isalpha()


def _entropy(value: str) -> float:
    """Bits a character."""
    return -sum(n / len(value) * math.log2(n / len(value)) for n in Counter(value).values())


RULE = WordRule(
    id="TN311",
    title="A key, token or password",
    why="Whoever reads the repository, now or in years, can log in with it; a secret once committed counts as lost.",
    severity="error",
    advice="Leave it out, and change the secret if it was ever saved. Say where a reader asks for access instead.",
    find=on_plain(_find),
    bad=("password: Winter2024!", "postgres://etl:s3cr3t9@db/sales", "token=ghp_" + "a1B2" * 9),
    good=("password hash, bcrypt", "비밀번호는 SHA-256으로 암호화", "postgres://<user>:<password>@host/db"),
    refused=True,
)
