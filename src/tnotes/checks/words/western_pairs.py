"""Two names in Latin letters side by side: whether they are a person's, and where they end."""

from __future__ import annotations

from tnotes.checks.words.capitalised import BRANDS, CALLED, NOUNS, PLACES
from tnotes.checks.words.listed import listed
from tnotes.checks.words.patterns import Pattern
from tnotes.checks.words.western_cues import cued, spoken_of
from tnotes.checks.words.western_names import FAMILY, FAMILY_TOO, GIVEN, GIVEN_TOO, KOREAN_FAMILY, KOREAN_SYLLABLE
from tnotes.checks.words.western_text import NONE, Sentence, Word

_KOREAN_GIVEN = Pattern(KOREAN_SYLLABLE + r"-?" + KOREAN_SYLLABLE, 2)
_KOREAN_ONE = Pattern(KOREAN_SYLLABLE, 2)
# Also without capitals: "kim minsu".
KOREAN_SMALL = frozenset(("kim", "lee", "choi"))
# Before a park, not before Ms. Park.
_PLACED = listed("in at near to from the of around through and")
_NOT_FAMILY = tuple(listed("ing ment tion ity ics ware base ness ship ance ence age able ive ful less ism logy"))


def pair(sentence: Sentence, place: int) -> int:
    """Where the names end that begin at this word, 0 where they are not a person's."""
    word, following, last = sentence.word(place), sentence.after(place), place + 1
    if not following.capital:
        return following.end if _korean_small(word, following) or _small(word, following) else 0
    if len(following.word) == 1:  # John F. Kennedy
        following, last = sentence.after(last, (" ", ". ")), last + 1
        if following is NONE:
            return 0
    if _is_called(sentence, place, last):
        known = word.low in GIVEN and following.low in FAMILY
        person = spoken_of(sentence, place, last) or (
            following.low == "park" and sentence.before(place).low not in _PLACED and not sentence.after(last).capital
        )
        return following.end if known and person else 0
    if f"{word.low} {following.low}" in BRANDS:
        return 0
    if _given_and_family(word, following) or _korean(word, following):
        return following.end
    third = sentence.after(last)
    if word.low in KOREAN_FAMILY and third.capital:  # Hong Gil Dong
        return third.end if _KOREAN_ONE.whole(following.low) and _KOREAN_ONE.whole(third.low) else 0
    return following.end if _unknown(sentence, place, last) else 0


def _is_called(sentence: Sentence, place: int, last: int) -> bool:
    """Whether a place, house or thing bears the name: "Thomas Jefferson High School", "San Jose Smith"."""
    if sentence.word(last).low in CALLED or sentence.before(place).low in PLACES:
        return True
    for at in (last, last + 1):
        after = sentence.after(at, (" ", " & ", ", "))
        if after.low in CALLED and (after.capital or sentence.text[after.start - 2 : after.start] == "& "):
            return True
        if not after.capital:
            return False
    return False


def _given_and_family(word: Word, following: Word) -> bool:
    if word.word.isupper() and len(word.word) > 1:
        return following.word.isupper() and word.low in GIVEN and following.low in FAMILY
    if following.low in FAMILY:
        return word.low in GIVEN or (word.low in GIVEN_TOO and following.proper and following.low not in FAMILY_TOO)
    unknown = following.proper and len(following.word) > 2 and following.low.split("-")[0] not in NOUNS
    return word.capital and word.low in GIVEN and unknown


def _korean(word: Word, following: Word) -> bool:
    if word.low in KOREAN_FAMILY and len(following.low) > 3 and _KOREAN_GIVEN.whole(following.low):
        return following.low not in NOUNS
    return following.low in KOREAN_FAMILY and word.proper and len(word.low) > 4 and _KOREAN_GIVEN.whole(word.low)


def _small(word: Word, following: Word) -> bool:
    """Whether both names are written without capitals: "john smith"."""
    family = following.low in FAMILY and (following.low not in FAMILY_TOO or following.low == "doe")
    return family and word.low in GIVEN and not word.capital


def _korean_small(word: Word, following: Word) -> bool:
    return word.low in KOREAN_SMALL and len(following.low) > 4 and _KOREAN_GIVEN.whole(following.low)


def _unknown(sentence: Sentence, place: int, last: int) -> bool:
    """Two words in capitals that are not both names we know, where the words around speak of a person."""
    word, following = sentence.word(place), sentence.word(last)
    if not (word.proper and following.proper) or following.low in PLACES or word.low in PLACES:
        return False
    first, family = word.low in GIVEN or word.low in GIVEN_TOO, following.low in FAMILY
    if (not first and word.low in NOUNS) or (not family and following.low in NOUNS):
        return False
    if sentence.after(last).capital or not (first or family or not following.low.endswith(_NOT_FAMILY)):
        return False
    return spoken_of(sentence, place, last) or ((first or family) and cued(sentence, place, last))
