"""Names in Latin letters in a text: pairs of names, and single ones beside a title, a verb or a role."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tnotes.checks.words.capitalised import BRANDS, CALLED, NOUNS, PLACES
from tnotes.checks.words.patterns import Pattern
from tnotes.checks.words.rule import Hit
from tnotes.checks.words.western_names import FAMILY, FAMILY_TOO, GIVEN, GIVEN_SOFT, GIVEN_TOO, KOREAN_FAMILY, KOREAN_SYLLABLE

_WORD = Pattern(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'-]{0,39}")
_TITLES = frozenset("Mr Mrs Ms Miss Dr Prof Professor Mister Sir Madam Mx Herr Frau Monsieur Madame Señor".split())
_TITLES_TOO = frozenset(("Miss", "Sir", "Madam", "Herr", "Frau"))  # words too: a known name must follow
_SAID = frozenset(
    "said says told tells asked asks explained explains wrote writes thinks believes mentioned mentions claims claimed suggested suggests insisted replied answered knows recommended confirmed confirms noted requested reported agreed complained admitted promised decided warned".split()
)
_DID = frozenset(
    (
        "updated changed deleted fixed edited added inserted removed corrected entered modified created loaded imported approved rejected reviewed merged renamed cleaned backfilled ran reran dropped defined sold bought closed handled booked ordered "
        "cancelled canceled returned paid signed uploaded migrated broke overwrote typed keyed marked made built moved copied restored reverted owns maintains manages owned maintained managed works worked left joined quit resigned retired uses used found discovered designed "
        "wants wanted prefers processed submitted filed logged called emailed visited purchased refunded earned spent scored ranked placed completed resolved assigned placed swapped truncated archived truncated patched deployed runs loads checks enters checked verified truncates always never usually often"
    ).split()
)
_BETWEEN = frozenset("has had have also just manually accidentally already later once only recently probably then who again mistakenly first personally usually often always never did does would will is was".split())
_ASK = frozenset("ask asking asked contact call ping email e-mail mail message consult notify tell told by per from with via cc see thanks to owner author steward reviewer approver creator assignee reporter maintainer responsible analyst dba poc rep salesperson customer client employee user colleague manager agent patient student teacher engineer lead for and".split())
_ASK_ONLY = frozenset("ask asking contact call ping consult per".split())
_LABEL = frozenset(
    "owner author contact steward reviewer approver creator assignee reporter maintainer responsible analyst dba poc rep reps salesperson seller buyer customer client employee user colleague manager agent patient student teacher engineer lead questions name person winner expert developer administrator admin supervisor director member driver clerk operator requester requestor submitter editor".split()
)
_THINGS = frozenset("fix change query report table note team account accounts orders order rows data mapping definition request approval email phone dashboard version correction decision comment comments numbers sheet spreadsheet idea opinion review changes fixes queries edit edits update updates script code job login password laptop desk birthday salary address team's test tests project sales records entries mistake error".split())
_IN = frozenset("in from at of".split())
_WHERE = frozenset("accounting finance sales marketing hr legal support operations ops engineering it data bi analytics logistics procurement purchasing payroll billing compliance risk product headquarters hq the our".split())
_KOREAN_GIVEN = Pattern(KOREAN_SYLLABLE + r"-?" + KOREAN_SYLLABLE, 2)
_KOREAN_ONE = Pattern(KOREAN_SYLLABLE, 2)
_TO = frozenset("according thanks talk talked speak spoke assigned belongs owned refer reported thank".split())
# What only people do; a firm or a program may well have "updated" something.
_ONLY_PEOPLE = frozenset("said says told tells thinks believes wrote mentioned explained explains claims claimed suggested insisted replied asked complained admitted resigned retired quit forgot promised".split())
_NOT_FAMILY = ("ing", "ment", "tion", "ity", "ics", "ware", "base", "ness", "ship", "ance", "ence", "age", "able", "ive", "ful", "less", "ment", "ism", "logy")
_PLAIN_LOWER = frozenset(("kim", "lee", "choi"))


class _Word(NamedTuple):
    start: int
    end: int
    word: str
    low: str

    @property
    def capital(self) -> bool:
        return self.word[0].isupper()

    @property
    def proper(self) -> bool:
        """Whether it is written as names are: a capital, then at least one small letter."""
        return self.word[0].isupper() and len(self.word) > 1 and not self.word.isupper()


_NONE = _Word(0, 0, " ", "")


def western_people(text: str) -> Iterator[Hit]:
    """Each name in Latin letters."""
    words = [_word(match.start(), match[0]) for match in _WORD.each(text)]
    taken = 0
    for place, word in enumerate(words):
        if word.start < taken:
            continue
        end = _name_end(text, words, place, word)
        if end:
            taken = end
            yield Hit(word.start, end, "a person's name")


def _word(start: int, found: str) -> _Word:
    word = found.rstrip("'-")
    bare = word[:-2] if word.endswith(("'s", "'S")) and len(word) > 2 else word
    return _Word(start, start + len(bare), bare, bare.lower())


def _name_end(text: str, words: list[_Word], place: int, word: _Word) -> int:
    """Where the name that begins at this word ends, 0 where there is none."""
    if word.word in _TITLES:
        return _after_title(text, words, place)
    listed = word.low in GIVEN or word.low in GIVEN_TOO or word.low in KOREAN_FAMILY
    if not listed and not word.capital:
        return 0
    if text[word.start - 1 : word.start] in ("_", ".", "/", "#", "$", "@") and word.start:
        return 0  # part of an identifier
    if text[word.end : word.end + 1] in ("_", "(", "/", "@", "=") and word.end < len(text):
        return word.end if word.capital and word.low in GIVEN and _single(text, words, place) else 0
    following = _next(text, words, place)
    if following.word != " ":
        end = _pair(text, words, place, word, following)
        if end:
            return end
    return word.end if _single(text, words, place) else 0


def _next(text: str, words: list[_Word], place: int, gaps: tuple[str, ...] = (" ",)) -> _Word:
    """The word after, where only a blank stands between."""
    if place + 1 >= len(words):
        return _NONE
    found = words[place + 1]
    return found if text[words[place].end : found.start] in gaps else _NONE


def _before(text: str, words: list[_Word], place: int) -> _Word:
    return words[place - 1] if place and text[words[place - 1].end : words[place].start] in (" ", ". ") else _NONE


def _after_title(text: str, words: list[_Word], place: int) -> int:
    following = _next(text, words, place, (" ", ". ", "."))
    title = words[place].word
    known = following.low in GIVEN or following.low in FAMILY or following.low in GIVEN_TOO or following.low in KOREAN_FAMILY
    if not following.capital or (not known and (following.low in NOUNS or following.low in CALLED or title in _TITLES_TOO)):
        return 0
    if title == "Dr" and _before(text, words, place).capital and words[place - 1].low not in _ASK | _SAID:
        return 0  # Main Dr. is a street
    if len(following.word) > 1 and following.word.isupper() and not known:
        return 0
    last = _next(text, words, place + 1)
    return last.end if last.proper and last.low in FAMILY else following.end


def _pair(text: str, words: list[_Word], place: int, word: _Word, following: _Word) -> int:
    if not following.capital and not _plain_korean(word, following):
        return 0
    at = place + 1
    if len(following.word) == 1 and at + 1 < len(words):  # John F. Kennedy
        at += 1
        if text[following.end : words[at].start] not in (" ", ". "):
            return 0
        following = words[at]
    if _is_called(text, words, place, at):
        both = word.low in GIVEN and following.low in FAMILY
        return following.end if both and _spoken_of(text, words, place, at) else 0
    if f"{word.low} {following.low}" in BRANDS:
        return 0
    if _given_and_family(word, following) or _korean_pair(word, following):
        return following.end
    third = _next(text, words, at)
    if word.low in KOREAN_FAMILY and third.word != " " and third.capital:  # Hong Gil Dong
        both = _KOREAN_ONE.whole(following.low) and _KOREAN_ONE.whole(third.low)
        return third.end if both else 0
    return following.end if _unknown_person(text, words, place, at) else 0


def _is_called(text: str, words: list[_Word], place: int, last: int) -> bool:
    """Whether a place, house or thing bears the name: "Thomas Jefferson High School", "San Jose Smith"."""
    if words[last].low in CALLED or _before(text, words, place).low in PLACES:
        return True
    for at in (last, last + 1):
        after = _next(text, words, at, (" ", " & ", ", ")) if at < len(words) else _NONE
        if after.low in CALLED and (after.capital or text[after.start - 2 : after.start] == "& "):
            return True
        if not after.capital:
            return False
    return False


def _given_and_family(word: _Word, following: _Word) -> bool:
    if word.word.isupper() and len(word.word) > 1:
        return following.word.isupper() and word.low in GIVEN and following.low in FAMILY
    if following.low in FAMILY:
        return word.low in GIVEN or (word.low in GIVEN_TOO and following.proper and following.low not in FAMILY_TOO)
    return word.low in GIVEN and word.capital and following.proper and following.low.split("-")[0] not in NOUNS and len(following.word) > 2


def _korean_pair(word: _Word, following: _Word) -> bool:
    if word.low in KOREAN_FAMILY and len(following.low) > 3 and _KOREAN_GIVEN.whole(following.low):
        return following.low not in NOUNS
    return following.low in KOREAN_FAMILY and word.proper and len(word.low) > 4 and _KOREAN_GIVEN.whole(word.low)


def _plain_korean(word: _Word, following: _Word) -> bool:
    """Whether "kim minsu" is written without capitals."""
    return word.low in _PLAIN_LOWER and len(following.low) > 4 and _KOREAN_GIVEN.whole(following.low)


def _unknown_person(text: str, words: list[_Word], place: int, last: int) -> bool:
    """Two words in capitals that are not both names we know, where the words around speak of a person."""
    word, following = words[place], words[last]
    if not (word.proper and following.proper) or following.low in PLACES or word.low in PLACES:
        return False
    first = word.low in GIVEN or word.low in GIVEN_TOO
    family = following.low in FAMILY
    if (not first and word.low in NOUNS) or (not family and following.low in NOUNS):
        return False
    if not (first or family) and following.low.endswith(_NOT_FAMILY):
        return False
    after = _next(text, words, last)
    if after.capital and after.low not in ("I",):
        return False
    if _spoken_of(text, words, place, last):
        return True
    return (first or family) and _cued(text, words, place, last)


def _spoken_of(text: str, words: list[_Word], place: int, last: int) -> bool:
    """Whether somebody asks them, is told by them, or names them as the owner: only of people does one say so."""
    before, after = _before(text, words, place), _next(text, words, last)
    if before.low in _ASK_ONLY or _labelled(text, words, place):
        return True
    if before.low == "to" and place > 1 and words[place - 2].low in _TO:
        return True
    return after.low in _ONLY_PEOPLE


def _cued(text: str, words: list[_Word], place: int, last: int) -> bool:
    """Whether the words around fit a person, though they fit a firm as well: one of the two must be a name."""
    before, after = _before(text, words, place), _next(text, words, last, (" ", "'s ", " ("))
    if after.low in _BETWEEN and after.low not in _DID:
        after = _next(text, words, last + 1)
    return before.low in _ASK or after.low in _SAID or after.low in _DID or after.low in _THINGS or after.low in _WHERE


def _labelled(text: str, words: list[_Word], place: int) -> bool:
    """Whether "owner:" or "the owner is" stands before."""
    if not place:
        return False
    before = words[place - 1]
    gap = text[before.end : words[place].start]
    if gap in (": ", ":", " : ", " = ", " - "):
        return before.low in _LABEL and before.low != "name"
    return before.low in ("is", "was") and gap == " " and place > 1 and words[place - 2].low in _LABEL and words[place - 2].end + 1 == before.start


def _single(text: str, words: list[_Word], place: int) -> bool:
    """Whether one name alone is a person: it says or does something, is asked, owns something, or is labelled."""
    word = words[place]
    lower = word.low in _PLAIN_LOWER
    given = word.low in GIVEN or lower or (word.proper and word.low in GIVEN_SOFT)
    family = word.proper and word.low in FAMILY
    if not (given or family or word.low in GIVEN_TOO) or _before(text, words, place).low in PLACES:
        return False
    after = _next(text, words, place, (" ", "'s "))
    if after.low in _BETWEEN and after.low not in _DID:
        after = _next(text, words, place + 1)
    if after.low in _ONLY_PEOPLE and (word.proper or given):
        return True
    if (after.low in _SAID or after.low in _DID) and (given or (family and word.low not in FAMILY_TOO)):
        return True
    if not word.capital and not (lower and place and words[place - 1].low in _ASK_ONLY):
        return False
    return _beside(text, words, place, given)


def _beside(text: str, words: list[_Word], place: int, given: bool) -> bool:
    word = words[place]
    before = _before(text, words, place)
    if not given:
        return word.proper and word.low in GIVEN_TOO and before.low in ("ask", "ping") and not _next(text, words, place).capital
    after = _next(text, words, place, (" ", "'s ", " ("))
    gap = text[word.end : after.start] if after.word != " " else ""
    if gap == "'s ":
        return after.low in _THINGS
    if after.capital and gap == " ":
        return False  # a longer name, and not one of a person
    if before.low in ("ask", "asking", "contact", "call", "ping", "consult", "per", "by", "tell", "told", "customer", "employee", "colleague", "user", "client", "patient", "student", "rep", "analyst"):
        return True
    if before.low == "to" and place > 1 and words[place - 2].low in _TO:
        return True
    if after.low in _IN and gap == " ":
        return place + 2 < len(words) and words[place + 2].low in _WHERE
    return (gap == " (" and after.low in _WHERE) or _labelled(text, words, place)
