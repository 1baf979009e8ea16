"""Names in Latin letters in a text: pairs of names, and single ones beside a title, a verb or a role."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.checks.words.capitalised import BRANDS, CALLED, NOUNS, PLACES
from tnotes.checks.words.listed import listed
from tnotes.checks.words.rule import Hit
from tnotes.checks.words.western_cues import (
    ASK,
    BEFORE_ONE,
    DID,
    ONLY_PEOPLE,
    SAID,
    THINGS,
    WHERE,
    acting,
    labelled,
    sent_to,
)
from tnotes.checks.words.western_names import FAMILY, FAMILY_TOO, GIVEN, GIVEN_SOFT, GIVEN_TOO, KOREAN_FAMILY
from tnotes.checks.words.western_pairs import KOREAN_SMALL, pair
from tnotes.checks.words.western_text import Sentence, read

_TITLES = listed("Mr Mrs Ms Miss Dr Prof Professor Mister Sir Madam Mx Herr Frau Monsieur Madame Señor")
_TITLES_TOO = listed("Miss Sir Madam Herr Frau")  # words too: a known name must follow
_NAMES = GIVEN | GIVEN_TOO | KOREAN_FAMILY | FAMILY
_TELLING = _NAMES | frozenset(map(str.lower, _TITLES))
_SMALL = GIVEN | KOREAN_SMALL  # also without a capital


def western_people(text: str) -> Iterator[Hit]:
    """Each name in Latin letters."""
    sentence = read(text)
    taken = 0
    for place, match in enumerate(sentence.found):
        if match.start() < taken or not _may_begin(sentence, place, match[0]):
            continue
        end = _name_end(sentence, place)
        if end:
            taken = end
            yield Hit(match.start(), end, "a person's name")


def _may_begin(sentence: Sentence, place: int, word: str) -> bool:
    """Whether a name may begin here: most words are out at a glance."""
    if not word[0].isupper():
        return word.rstrip("'-").removesuffix("'s") in _SMALL
    if word.lower() in _TELLING or "'" in word or len(word) == 1:
        return True
    beside = sentence.found[place + 1][0] if place + 1 < len(sentence.found) else ""
    return beside[:1].isupper() and not word.isupper() and not beside.isupper()


def _name_end(sentence: Sentence, place: int) -> int:
    """Where the name that begins at this word ends, 0 where there is none."""
    text, word = sentence.text, sentence.word(place)
    if word.word in _TITLES:
        return _after_title(sentence, place)
    if word.start and text[word.start - 1] in "_./#$@":
        return _login(sentence, place)  # part of an identifier
    if text[word.end : word.end + 1] in ("_", ".", "(", "/", "@", "=") and _login(sentence, place):
        return _login(sentence, place)
    if text[word.end : word.end + 1] in ("_", "(", "/", "@", "="):
        return word.end if word.capital and word.low in GIVEN and _single(sentence, place) else 0
    if f"{sentence.before(place).low} {word.low}" in BRANDS:
        return 0
    if len(word.word) == 1:  # J. Smith
        family = sentence.after(place, (". ", "."))
        return family.end if family.proper and family.low in FAMILY and family.low not in FAMILY_TOO else 0
    turned = sentence.after(place, (", ",))  # Smith, John
    if word.proper and word.low in FAMILY and turned.proper and turned.low in GIVEN:
        return turned.end
    return pair(sentence, place) or (word.end if _single(sentence, place) else 0)


def _login(sentence: Sentence, place: int) -> int:
    """Where "jane.doe" or "jane_doe" ends."""
    word, family = sentence.word(place), sentence.after(place, (".", "_"))
    known = family.low in FAMILY and (family.low not in FAMILY_TOO or family.low == "doe")
    return family.end if known and word.low in GIVEN else 0


def _after_title(sentence: Sentence, place: int) -> int:
    title, following = sentence.word(place).word, sentence.after(place, (" ", ". ", "."))
    known = following.low in _NAMES
    if not following.capital or (len(following.word) > 1 and following.word.isupper() and not known):
        return 0
    if not known and (following.low in NOUNS or following.low in CALLED or title in _TITLES_TOO):
        return 0
    before = sentence.before(place)
    if title == "Dr" and before.capital and before.low not in ASK | SAID:
        return 0  # Main Dr. is a street
    last = sentence.after(place + 1)
    return last.end if last.proper and last.low in FAMILY else following.end


def _single(sentence: Sentence, place: int) -> bool:
    """Whether one name alone is a person: it says or does something, is asked, owns something, or is labelled."""
    word = sentence.word(place)
    if word.low not in _NAMES or sentence.before(place).low in PLACES:
        return False
    given = word.low in GIVEN or word.low in KOREAN_SMALL or (word.proper and word.low in GIVEN_SOFT)
    family = word.proper and word.low in FAMILY
    verb = acting(sentence, place, (" ", "'s ")).low
    if verb in ONLY_PEOPLE and (word.proper or given):
        return True
    if (verb in SAID or verb in DID) and (given or (family and word.low not in FAMILY_TOO)):
        return True
    before = sentence.before(place).low
    if not given:
        asked = before in ("ask", "ping") and not sentence.after(place).capital
        return asked and word.proper and word.low in GIVEN_TOO
    if not word.capital:
        return before in ASK
    return _beside(sentence, place)


def _beside(sentence: Sentence, place: int) -> bool:
    """Whether a given name has something, is somewhere, or is the one meant by the words before."""
    word, after = sentence.word(place), sentence.after(place, (" ", "'s ", " ("))
    gap = sentence.text[word.end : after.start]
    if gap == "'s ":
        return after.low in THINGS
    if after.capital and gap == " ":
        return False  # a longer name, and not one of a person
    if sentence.before(place).low in BEFORE_ONE or sent_to(sentence, place) or labelled(sentence, place):
        return True
    if gap == " (":
        return after.low in WHERE or after.low in ("ext", "extension", "tel", "phone", "mobile")
    if word.proper and word.low in GIVEN and _in_a_sentence(sentence, place):
        return True
    where = sentence.after(place + 1).low
    return after.low in ("in", "from", "at", "of") and (where in WHERE or where in ("the", "our"))


def _in_a_sentence(sentence: Sentence, place: int) -> bool:
    """Whether the name is what a sentence is about: "Fatima has", "Tim and Sarah", "the account of John"."""
    after = sentence.after(place).low
    if after in ("has", "had", "does", "knows", "is", "was"):
        return True
    if after == "and" and sentence.after(place + 1).low in GIVEN and sentence.word(place + 2).proper:
        return not sentence.after(place + 2).capital
    listed = sentence.after(place, (", ",))
    if listed.proper and listed.low in GIVEN:
        return True
    return sentence.before(place).low == "of" and sentence.before(place, 2).low in THINGS
