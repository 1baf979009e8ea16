"""The words around a name in Latin letters that show it to be a person's."""

from __future__ import annotations

from tnotes.checks.words.listed import listed
from tnotes.checks.words.western_text import Sentence, Word

SAID = listed(
    "said says told tells asked asks explained explains wrote writes thinks believes mentioned mentions "
    "claims claimed suggested suggests insisted replied answered knows recommended confirmed confirms "
    "noted requested reported agreed complained admitted promised decided warned"
)
DID = listed(
    "updated changed deleted fixed edited added inserted removed corrected entered modified created "
    "loaded imported approved rejected reviewed merged renamed cleaned backfilled ran reran dropped "
    "defined sold bought closed handled booked ordered "
    "cancelled canceled returned paid signed uploaded migrated broke overwrote typed keyed marked made "
    "built moved copied restored reverted owns maintains manages owned maintained managed works worked "
    "left joined quit resigned retired uses used found discovered designed "
    "wants wanted prefers processed submitted filed logged called emailed visited purchased refunded "
    "earned spent scored ranked placed completed resolved assigned placed swapped truncated archived "
    "truncated patched deployed runs loads checks enters checked verified truncates always never "
    "usually often"
)
# What only people do; a firm or a program may well have "updated" something.
ONLY_PEOPLE = listed(
    "said says told tells thinks believes wrote mentioned explained explains claims "
    "claimed suggested insisted replied asked complained admitted resigned retired quit forgot promised"
)
# Between a name and its verb.
BETWEEN = listed(
    "has had have also just manually accidentally already later once only recently "
    "probably then who again mistakenly first personally usually often always never did does would will is "
    "was"
)
# Before a name: words of people alone, then those that fit a firm as well.
ASK = listed("ask asking asked contact call ping consult per")
_TO = listed("according thanks talk talked speak spoke assigned belongs owned refer reported thank")
_WITH = listed(
    "ask asking asked contact call ping email e-mail mail message consult notify tell told by "
    "per from with via cc see thanks to owner author steward reviewer approver creator assignee reporter "
    "maintainer responsible analyst dba poc rep salesperson customer client employee user colleague "
    "manager agent patient student teacher engineer lead for and"
)
BEFORE_ONE = ASK | listed("by tell told customer employee colleague user client patient student rep analyst") - {
    "asked"
}
_LABEL = listed(
    "owner author contact steward reviewer approver creator assignee reporter maintainer responsible "
    "analyst dba poc rep reps salesperson seller buyer customer client employee user colleague manager "
    "agent patient student teacher engineer lead questions person winner expert developer "
    "administrator admin supervisor director member driver clerk operator requester requestor submitter "
    "editor"
)
# After a name's 's, or after a name.
THINGS = listed(
    "fix change query report table note team account accounts orders order rows data "
    "mapping definition request approval email phone dashboard version correction decision comment "
    "comments numbers sheet spreadsheet idea opinion review changes fixes queries edit edits update "
    "updates script code job login password laptop desk birthday salary address team's test tests project "
    "sales records entries mistake error"
)
# Where people work, as in "Karen in accounting".
WHERE = listed(
    "accounting finance sales marketing hr legal support operations ops engineering it data "
    "bi analytics logistics procurement purchasing payroll billing compliance risk product headquarters hq "
)


def spoken_of(sentence: Sentence, place: int, last: int) -> bool:
    """Whether somebody asks them, is told by them, or names them as the owner: only of people does one say so."""
    if sentence.before(place).low in ASK or labelled(sentence, place) or sent_to(sentence, place):
        return True
    return sentence.after(last).low in ONLY_PEOPLE


def cued(sentence: Sentence, place: int, last: int) -> bool:
    """Whether the words around fit a person, though they fit a firm as well."""
    after = acting(sentence, last, (" ", "'s ", " (")).low
    return sentence.before(place).low in _WITH or after in SAID or after in DID or after in THINGS or after in WHERE


def acting(sentence: Sentence, last: int, gaps: tuple[str, ...]) -> Word:
    """The verb after a name, beyond a word such as "has" or "later"."""
    after = sentence.after(last, gaps)
    return sentence.after(last + 1) if after.low in BETWEEN and after.low not in DID else after


def sent_to(sentence: Sentence, place: int) -> bool:
    """Whether "according to" or its like stands before."""
    return sentence.before(place).low == "to" and sentence.before(place, 2).low in _TO


def labelled(sentence: Sentence, place: int) -> bool:
    """Whether "owner:" or "the owner is" stands before."""
    if not place:
        return False
    before = sentence.word(place - 1)
    if sentence.text[before.end : sentence.word(place).start] in (": ", ":", " : ", " = ", " - "):
        return before.low in _LABEL
    return sentence.before(place).low in ("is", "was") and sentence.before(place, 2).low in _LABEL
