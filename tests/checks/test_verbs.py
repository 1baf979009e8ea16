"""What a check says of files as people and merges leave them, beside what the other verbs say of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from builders import Place
from notefiles import entry, listed, only, write_notes
from tnotes.actions.check import check, session_for_check
from tnotes.actions.check_ground import Order

PATH = "notes/warehouse/sales/CUSTOMER.yaml"
HEAD = "version: 1\nconnection: warehouse\nschema: sales\ntable: CUSTOMER\nnotes:\n"
NOTE = """\
- id: n_aaaaaaaaaa
  content: 9 means cancelled.
  status: active
  created: '2026-01-01T00:00:00.000Z'
  updated: '2026-01-01T00:00:00.000Z'
"""


def write(place: Place, text: str) -> None:
    place.note_file().parent.mkdir(parents=True, exist_ok=True)
    place.note_file().write_text(text, encoding="utf-8")


def found(place: Place) -> list[tuple[str, str, int | None]]:
    report = check(session_for_check(place.root, role=None, mode=None), Order())
    return [(one.rule, one.path, one.line) for one in report.problems]


def worded(place: Place, content: str) -> set[str]:
    """The rules that a hand-written note of that text breaks."""
    write(place, HEAD + NOTE.replace("9 means cancelled.", content))
    return {rule for rule, _, _ in found(place)}


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("content: 9 means cancelled.", "content: 0123", 7),
        ("content: 9 means cancelled.", "content: 08063075.5", 7),
        ("content: 9 means cancelled.", "content: 9 means cancelled.\n  column: 12", 8),
        ("table: CUSTOMER", "table: 0555567", 4),
    ],
)
def test_a_value_that_is_no_text_is_an_error_with_its_line(place: Place, old: str, new: str, line: int) -> None:
    write(place, (HEAD + NOTE).replace(old, new))
    assert found(place) == [("TN108", PATH, line)]
    assert place.tnotes("check").out.startswith(f"{PATH}:{line}: TN108 ")


def test_digits_given_to_add_stay_digits(place: Place) -> None:
    note = place.add("sales.CUSTOMER", "08063075 is the code of the head office.")
    assert only(place, note)["content"] == "08063075 is the code of the head office."
    assert found(place) == []


@pytest.mark.parametrize(
    ("more", "rule", "line"),
    [("notes:\n" + NOTE, "TN105", 11), ("  id: n_bbbbbbbbbb\n", "TN105", 11), (NOTE, "TN201", 11)],
)
def test_what_stands_there_twice_is_an_error_with_its_line(place: Place, more: str, rule: str, line: int) -> None:
    write(place, HEAD + NOTE + more)
    assert (rule, PATH, line) in found(place)
    place.tnotes("card", "sales.CUSTOMER").refused()


def test_the_same_id_in_two_files_is_an_error_in_both(place: Place) -> None:
    write_notes(place, [entry(1)])
    write_notes(place, [entry(1, content="Another fact.")], table="ORDERS")
    assert [(rule, path) for rule, path, _ in found(place)] == [
        *(("TN201", f"notes/warehouse/sales/{table}.yaml") for table in ("CUSTOMER", "ORDERS"))
    ]


def test_a_conflict_is_named_by_every_verb(place: Place) -> None:
    place.add("sales.ORDERS", "One row per order.")
    write(place, HEAD + "<<<<<<< HEAD\n" + NOTE + "=======\n" + NOTE.replace("aaaa", "bbbb") + ">>>>>>> theirs\n")
    answer = place.tnotes("check")
    assert answer.code == 1
    assert f"{PATH}:6: TN102 unresolved merge conflict" in answer.out
    assert "expected" not in answer.out
    assert "unresolved merge conflict" in place.tnotes("card", "sales.CUSTOMER").refused().err
    assert PATH in place.tnotes("search", "order").fine().err
    with place.unchanged():
        assert PATH in place.tnotes("add", "sales.CUSTOMER", "x is y.").refused().err


@pytest.mark.parametrize(
    ("time", "rules"),
    [
        ("'2026-01-01T00:00:00.000Z'", set()),
        ("'2026-01-01T00:00:00Z'", {"TN210"}),
        ("'2026-01-01T09:00:00.000+09:00'", {"TN210"}),
        ("'2026-01-01T00:00:00.123456Z'", {"TN210"}),
        ("'2026-01-01T00:00:00'", {"TN205"}),
        ("'2026-01-01'", {"TN205"}),
        ("2026-01-01", {"TN108"}),
        ("2026-01-01T00:00:00Z", {"TN108"}),
    ],
)
def test_times(place: Place, time: str, rules: set[str]) -> None:
    write(place, HEAD + NOTE.replace("updated: '2026-01-01T00:00:00.000Z'", f"updated: {time}"))
    assert {rule for rule, _, _ in found(place)} == rules


@pytest.mark.parametrize(
    "text",
    [
        "Currently only domestic orders are loaded.",
        "As of 2025-10 the column is empty.",
        "현재 해지 고객은 포함되지 않는다.",
        "어제부터 값이 들어오지 않는다.",
    ],
)
def test_a_phrase_tied_to_a_moment_is_a_warning(place: Place, text: str) -> None:
    assert worded(place, text) == {"TN321"}
    receipt = place.tnotes("add", "sales.ORDERS", text, "--json").fine().json
    assert [one["code"] for one in receipt["warnings"]] == ["TN321"]


@pytest.mark.parametrize(
    "text",
    [
        "Questions go to kim@corp.co.kr.",
        "900101-1234567 고객은 제외한다.",
        "담당자 전화는 010-1234-5678 이다.",
        "김철수님이 2025-03-02에 수정했다.",
    ],
)
def test_people_are_refused_when_written_and_found_when_checked(place: Place, text: str) -> None:
    with place.unchanged():
        error = place.tnotes("add", "sales.ORDERS", text, "--json").refused().error
    assert error["code"] == "people_in_note"
    assert error["hint"]
    rules = worded(place, text)
    assert any(rule.startswith("TN30") for rule in rules)
    assert all(rule.startswith(("TN30", "TN321")) for rule in rules)  # who did what when names a moment too
    answer = place.tnotes("check")
    assert answer.code == 1
    assert not any(part in answer.out for part in ("kim@", "900101", "1234", "김철수"))


@pytest.mark.parametrize("value", ["01012345678", "[kim@corp.co.kr]", "{kim@corp.co.kr: 1}"])
def test_what_cannot_be_read_is_not_repeated_where_it_is_about_people(place: Place, value: str) -> None:
    write(place, HEAD + NOTE.replace("9 means cancelled.", value).replace("active", "kim@corp.co.kr"))
    report = check(session_for_check(place.root, role=None, mode=None), Order())
    assert report.errors == 1
    assert not any(part in str(report.problems) for part in ("0101234", "kim@"))


@pytest.mark.parametrize(
    "text",
    [
        "주민등록번호를 암호화한 값이다.",
        "카드번호 앞 여섯 자리이다.",
        "The employee's e-mail address; joins to hr.users.mail.",
        "Holds the customer's phone number without dashes.",
    ],
)
def test_what_a_column_means_about_people_is_welcome(place: Place, text: str) -> None:
    place.tnotes("add", "sales.ORDERS", text).fine()
    assert worded(place, text) == set()


def test_a_secret_is_refused_by_every_verb_that_writes(place: Place) -> None:
    note = place.add("sales.CUSTOMER", "One row per customer.")
    secret = "Log in with password: Winter2024!"
    for words in (
        ("add", "sales.ORDERS", secret),
        ("edit", note, secret),
        ("add", "--batch", "lines.jsonl"),
    ):
        (place.root / "lines.jsonl").write_text(
            f'{{"table": "sales.ORDERS", "content": "Fine."}}\n{{"table": "sales.ORDERS", "content": "{secret}"}}\n',
            encoding="utf-8",
        )
        with place.unchanged():
            error = place.tnotes(*words, "--json").refused().error
        assert error["code"] == "secret_in_note"
        assert "Winter" not in str(error)
        assert ("line 2: " in error["message"]) == ("--batch" in words)


def test_a_deleted_text_about_people_does_not_come_back(place: Place) -> None:
    write_notes(place, [entry(1, content="Ask kim@corp.co.kr."), entry(2)])
    write_notes(place, [entry(1, status="deleted", content=None), entry(2)])
    with place.unchanged():
        error = place.tnotes("restore", "n_hand000001", "--json").refused().error
    assert error["code"] == "people_in_note"
    assert [note["id"] for note in listed(place)] == ["n_hand000002"]


def test_the_own_notes_of_this_project_pass() -> None:
    root = Path(__file__).parent.parent.parent
    assert Place(root).tnotes("check", "--strict").fine().out == ""
