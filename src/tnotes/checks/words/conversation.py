"""TN322: phrases tied to a conversation."""

from __future__ import annotations

from collections.abc import Iterator

from tnotes.checks.words.patterns import Pattern
from tnotes.checks.words.plain import on_plain
from tnotes.checks.words.rule import Hit, WordRule

_ENGLISH = Pattern(
    r"(?<![\w-])(?:as (?:i|we|you|stated|said|mentioned|noted|discussed|described|explained|shown|seen|"
    r"agreed)(?: \w{1,12})? (?:above|below|before|earlier|previously)|as (?:above|discussed|i said|we said|"
    r"you said|agreed)"
    r"|as (?:i|we|you) (?:said|mentioned|noted|discussed|explained|asked|saw|can see)|(?:mentioned|"
    r"discussed|shown|said|see) (?:above|earlier|before)|(?:the )?above[- ](?:mentioned|query|table|result|"
    r"question|answer|sql)s?|the above"
    r"|(?:this|the (?:last|previous|earlier|current|following|below)|my|your|our) (?:chat|conversation|"
    r"thread|query|question|prompt|answer|reply|discussion)s?|(?:my|your|our) (?:session|message|request|"
    r"ticket)s?|that (?:chat|conversation|query|question|answer)"
    r"|(?:previous|earlier|last|following|next) (?:question|answer|message|reply|response|query|prompt)s?|"
    r"the user(?:'s)? (?:asked|asks|wants|wanted|says|said|told|requested|question|request|meant|confirmed|"
    r"corrected|is asking)"
    r"|you (?:said|asked|mentioned|told|wanted|should know)|i (?:said|think|thought|found|checked|guess|"
    r"believe|assume|meant|was told|told|asked)|we (?:discussed|talked|agreed|saw|found|said)|he said|"
    r"she said|in this case we"
    r"|when (?:i|you|we) (?:asked|ran|said)|like i said|see (?:my|the) (?:previous|last|earlier)|"
    r"you may recall|(?:query|result|answer|question|sql)s? (?:above|below)|you just (?:ran|asked|said|"
    r"wrote|used)|the (?:answer|query|sql|result|question) (?:you|i|we) |user (?:confirmed|asked|told|"
    r"corrected|requested|clarified)|for this (?:request|chat|question|conversation|query)|per (?:our|"
    r"your) (?:discussion|conversation|chat|request))(?![\w-])",
    2,
    needs="as i|user confirmed|user asked|user told|user corrected|user requested|user clarified|result|"
    "you just|sql|per our|per your|as we|as you|as stated|as said|as mentioned|as noted|as discussed|"
    "as described|"
    "as explained|as shown|as seen|as agreed|mentioned|discussed|shown|said|above|see earlier|"
    "see before|chat|conversation|thread|query|question|prompt|answer|reply|discussion|session|message|"
    "request|ticket|response|the user|you asked|you told|you wanted|you should|you may|i think|"
    "i thought|i found|i checked|i guess|i believe|i assume|i meant|i was|i told|i asked|we talked|"
    "we agreed|we saw|we found|when i|when you|when we|see my|see the",
)
_KOREAN = Pattern(
    r"(?<![가-힣])(?:위에\s?(?:적은|쓴|나온|말한|언급)|위에서\s?(?:말|언급|본|설명|얘기|이야기|논의)|"
    r"위와\s?같(?:이|은)|위의\s?(?:쿼리|질문|"
    r"답변|내용|표|결과|대화|조건|값|코드|컬럼|테이블)|"
    r"위\s(?:쿼리|질문|답변|내용|표|결과|대화|예시)|아래\s?(?:쿼리|질문|답변|대화)|상기(?:의|와|한|된|에|"
    r"\s)|앞서|앞에서|방금|아까"
    r"|이\s(?:쿼리|대화|채팅|질문|세션|답변|스레드)|이번\s?(?:쿼리|대화|질문|답변|세션|건)|해당\s(?:쿼리|"
    r"질문|대화|답변)|지난\s?(?:번\s?)?(?:대화|질문|답변|"
    r"쿼리)|저번(?:에|\s?대화)|그때|이전\s(?:질문|답변|대화|쿼리|메시지)"
    r"|말씀(?:하신|드린|대로|하셨)|말한\s?(?:대로|것처럼|바와)|말했듯|언급(?:한|된|했듯)\s?(?:대로|것처럼|"
    r"바와)?|질문하신|물어보신|요청하신|문의하신|제가|내가|우리가|"
    r"사용자가\s?(?:알려|확인해|말|요청|질문|물어|원)|질문자|대화에서|채팅에서)",
    needs="위|아래|상기|앞|방금|아까|이 |이번|해당|지난|저번|그때|이전|말|언급|질문|물어|요청|문의|제가|"
    "내가|우리가|사용자|대화|채팅",
)


def _find(text: str) -> Iterator[Hit]:
    for match in _ENGLISH.each(text):
        yield Hit(match.start(), match.end(), f'"{match[0]}", which only the conversation explains')
    if not text.isascii():
        for match in _KOREAN.each(text):
            yield Hit(match.start(), match.end(), f'"{match[0].strip()}", which only the conversation explains')


RULE = WordRule(
    id="TN322",
    title="A phrase tied to a conversation",
    why="Whoever reads the note on the table later sees neither the chat nor the query that it speaks of.",
    severity="warning",
    advice="Name what is meant: the column, the value, the rule itself. A note is read alone.",
    find=on_plain(_find),
    bad=("as above, leave out 9", "위에서 말한 조건을 쓴다", "this query is wrong"),
    good=("leave out STAT_CD 9", "상위 코드의 값", "amounts above 100 are split"),
    refused=False,
)
