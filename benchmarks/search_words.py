"""Thirty questions in Korean, English and identifiers over thousands of notes: `python benchmarks/search_words.py`.

Each question has one note that answers it, on a table whose name says nothing; recall@5 is how many of those tables are
among the first five candidates.
"""

from __future__ import annotations

import argparse
import random

from search_workspace import sentence

from tnotes.catalog.table import Column, Table, TableName
from tnotes.context.documents import Row, of_notes, of_table
from tnotes.context.engine import Entry, Memory
from tnotes.context.frame import frame_of
from tnotes.context.rank import rank
from tnotes.context.tokens import asked
from tnotes.notes.note import Note

PER_TABLE = 10
# question, the note that answers it
PAIRS = (
    ("탈퇴한 회원은 어떻게 구분하나요?", "MBR_STAT 값이 7이면 탈퇴회원이다"),
    ("휴면 계정", "1년간 로그인이 없으면 휴면계정으로 바뀐다"),
    ("부가세 포함 여부", "이 금액은 부가세를 포함하지 않는다"),
    ("법인 고객만 보고 싶다", "법인고객은 구분코드가 C 로 시작한다"),
    ("반품된 건은 음수", "반품은 수량이 음수로 들어온다"),
    ("기준일자가 뭐야", "기준일자는 마감 다음날의 영업일이다"),
    ("야간 배치 적재 시각", "새벽 배치가 02시에 적재하므로 당일분은 없다"),
    ("통화 단위 원화 환산", "외화는 원화로 환산되어 있다"),
    ("중복 제거 방법", "같은 영수증이 두 번 들어오니 중복을 제거한다"),
    ("주민번호 마스킹", "뒷자리가 마스킹된 값이다"),
    ("시험용 점포 제외", "점포 9999는 시험용이라 제외한다"),
    ("퇴직자 사번", "퇴직하면 사번 앞에 X가 붙는다"),
    ("which rows are soft deleted", "del_yn = 'Y' rows are soft-deleted and must be filtered"),
    ("timezone of event timestamps", "timestamps are UTC, convert before grouping by day"),
    ("net revenue excludes tax", "netRevenue excludes taxes and vouchers"),
    ("churned subscribers", "a subscriber churns after 90 idle days"),
    ("duplicate invoices", "invoices are duplicated on re-export; keep the latest exported_at"),
    ("guest checkout users", "userId 0 stands for guest checkouts"),
    ("weight in grams or kilograms", "the weight is given in grams, not kilograms"),
    ("prepaid cards", "cardType P means prepaid"),
    ("fiscal year start", "the fiscal year begins in February"),
    ("backorder flag meaning", "flag 2 marks a backordered item"),
    ("internal test accounts", "accounts ending in @test are internal"),
    ("expired coupons", "couponState EXP: no longer redeemable"),
    ("RTN_RSN_CD", "RTN_RSN_CD 03 is damage in transit"),
    ("rtn rsn code 03", "RTN_RSN_CD 03 is damage by the carrier"),
    ("MBR_GRD V", "MBR_GRD V is the highest tier"),
    ("acctTypeCd", "acctTypeCd S is a savings plan"),
    ("Z9 코드", "코드 Z9는 미분류를 뜻한다"),
    ("pymt mthd 41", "PYMT_MTHD 41 is a wire transfer"),
)


def recall(distractors: int, seed: int = 5) -> tuple[int, list[str]]:
    """How many of the questions find their table among the first five, and those that do not."""
    choose = random.Random(seed)  # noqa: S311
    tables: dict[int, Row] = {}
    notes: dict[int, Row] = {}
    memory = Memory()
    wanted = [TableName("w", f"s{at % 7}", f"X{choose.randrange(10**6):06}") for at in range(len(PAIRS))]
    texts = {name: [answer] for name, (_, answer) in zip(wanted, PAIRS, strict=True)}
    for at in range(distractors // PER_TABLE):
        own = [sentence(choose) for _ in range(PER_TABLE)]
        texts[TableName("w", f"s{at % 7}", f"X{choose.randrange(10**6):06}_{at}")] = own
    for name in sorted(texts):
        for document, rows in (
            (of_table(Table(name, columns=(Column("C1"), Column("C2")))), tables),
            (of_notes(name, [Note(f"n_{at:010}", text, "", "") for at, text in enumerate(texts[name])]), notes),
        ):
            number = len(tables) + len(notes) + 1
            rows[number] = document.row
            memory.add(Entry(number, document.words))
    frame = frame_of(tables, notes)
    missed = [
        question
        for name, (question, _) in zip(wanted, PAIRS, strict=True)
        if name not in [one.name for one in rank(frame, memory, asked(question), 5)]
    ]
    return len(PAIRS) - len(missed), missed


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--distractors", type=int, default=5000)
    distractors = parser.parse_args().distractors
    found, missed = recall(distractors)
    print(f"recall@5 {found / len(PAIRS):.3f} over {distractors:,} other notes; missed: {missed or 'none'}")


if __name__ == "__main__":
    main()
