"""Large workspaces for the search benchmarks: catalog and note files as tnotes writes them, made without it."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path

from measure import environment

_KOREAN = """
고객 해지 주문 상품 결제 배송 지점 회원 등급 금액 할인 환불 계약 만기
이자 대출 계좌 카드 승인 취소 재고 창고 매출 원가
"""
KOREAN = _KOREAN.split()
PARTICLES = ["", "은", "는", "이", "을", "의", "에서", "으로", "된", "한", "입니다"]
_ENGLISH = """
customer order status cancelled active amount price discount refund contract due interest loan account card approved
stock warehouse sales cost region branch member grade delivery channel batch currency closed pending shipped net gross
"""
ENGLISH = _ENGLISH.split()
PER_SCHEMA = 500


def word(choose: random.Random) -> str:
    """A word of a note: Korean with a particle, English, an identifier or a code."""
    kind = choose.random()
    if kind < 0.4:
        return choose.choice(KOREAN) + choose.choice(PARTICLES)
    if kind < 0.75:
        return choose.choice(ENGLISH)
    if kind < 0.9:
        return f"{choose.choice(ENGLISH)}_{choose.choice(ENGLISH)}".upper()
    return f"{choose.choice('ABCDEFGH')}{choose.randrange(10_000)}"


def sentence(choose: random.Random) -> str:
    """A note of eight to twenty words."""
    return " ".join(word(choose) for _ in range(choose.randrange(8, 21)))


def make(root: Path, notes: int, per_table: int, seed: int = 6) -> Path:
    """A workspace with that many notes, so many on each table."""
    choose = random.Random(seed)  # noqa: S311 - texts, not secrets
    root.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=root, env=environment(), check=True)
    (root / "tnotes.yaml").write_text("version: 1\n", encoding="utf-8")
    for at in range(notes // per_table):
        schema, table = f"s{at // PER_SCHEMA:03}", f"{choose.choice(ENGLISH)}_{choose.choice(ENGLISH)}_{at:06}".upper()
        write(root / "catalog" / "warehouse" / schema / f"{table}.json", catalog(choose, schema, table))
        write(root / "notes" / "warehouse" / schema / f"{table}.yaml", note_file(choose, schema, table, per_table))
    return root


def write(path: Path, text: str) -> None:
    """A file and its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def catalog(choose: random.Random, schema: str, table: str) -> str:
    """A table of eight columns."""
    columns = [
        {
            "name": f"{choose.choice(ENGLISH)}_{at}".upper(),
            "type": "char(1)",
            "nullable": True,
            "comment": choose.choice([None, sentence(choose)[:40]]),
            "key": None,
            "references": None,
            "values": [],
        }
        for at in range(8)
    ]
    named = {"version": 1, "connection": "warehouse", "database": None, "engine": "postgres", "schema": schema}
    rest = {"table": table, "kind": "table", "available": True, "comment": None, "columns": columns}
    return json.dumps(named | rest, ensure_ascii=False, indent=1)


def note_file(choose: random.Random, schema: str, table: str, count: int) -> str:
    """A note file with that many active notes."""
    lines = ["version: 1", "connection: warehouse", f"schema: {schema}", f"table: {table}", "notes:"]
    for note_id in sorted(f"n_{choose.randrange(32**9):010x}" for _ in range(count)):
        lines += [
            f"- id: {note_id}",
            f"  content: {json.dumps(sentence(choose), ensure_ascii=False)}",
            "  status: active",
            "  author: kim",
            "  conversation: chat-1",
            "  created: '2026-11-30T09:12:44.102Z'",
            "  updated: '2026-11-30T09:12:44.102Z'",
        ]
    return "\n".join(lines) + "\n"
