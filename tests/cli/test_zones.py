"""Which zone cuts a date, and times that people write by hand (rule 5; cases Z1, Z6)."""

from pathlib import Path

import pytest

from notefiles import entry, listed, write_notes
from tnotes.errors import UnreadableFile
from tnotes.notes.file import parse_notes

BY_HAND = (
    "version: 1\nconnection: warehouse\nschema: sales\ntable: CUSTOMER\nnotes:\n- id: n_hand000001\n"
    "  content: x\n  status: active\n  created: '2026-03-07T15:30:00Z'\n  {}\n"
)
LATE = "2026-03-07T15:30:00.000Z"  # in Seoul the next day, in New York the same


def date_of(place, *arguments, **env):
    return place.tnotes("card", "sales.CUSTOMER", *arguments, env=env).fine().json["notes"][0]["date"]


def test_the_zone_comes_from_the_option_then_the_variable_then_the_settings_then_the_system(place):
    write_notes(place, [entry(1, updated=LATE)])
    assert date_of(place) == "2026-03-07"
    assert date_of(place, TZ="Asia/Seoul") == "2026-03-08"
    assert date_of(place, TZ="Pacific/Kiritimati") == "2026-03-08"
    (place.root / "tnotes.yaml").write_text("version: 1\ntime_zone: Asia/Seoul\n")
    assert date_of(place) == "2026-03-08"
    for host in ("America/New_York", "Pacific/Kiritimati", "Asia/Seoul"):
        assert date_of(place, TZ=host) == "2026-03-08"
    assert date_of(place, TNOTES_TZ="America/New_York") == "2026-03-07"
    assert date_of(place, "--tz", "Asia/Seoul", TNOTES_TZ="America/New_York") == "2026-03-08"
    assert date_of(place, "--tz", "UTC", TZ="Asia/Seoul") == "2026-03-07"


def test_people_read_dates_in_the_same_zone(place):
    write_notes(place, [entry(1, updated=LATE)])
    assert "\t2026-03-08\t" in place.tnotes("ls", "--tz", "Asia/Seoul").fine().out
    when = {"GIT_AUTHOR_DATE": "2026-03-07T15:30:00Z", "GIT_COMMITTER_DATE": "2026-03-07T15:30:00Z"}
    note = place.add("sales.CUSTOMER", "x", **when)
    assert "\t2026-03-08 00:30\t" in place.tnotes("log", note, "--tz", "Asia/Seoul").fine().out
    assert "\t2026-03-07 10:30\t" in place.tnotes("log", note, "--tz", "America/New_York").fine().out


def test_a_zone_that_is_not_there_is_refused(place):
    for name in ("Asia/Nowhere", "Asia", "../../etc/passwd", "+09:00", "a\x07b"):
        assert place.tnotes("card", "sales.CUSTOMER", "--tz", name, "--json").refused().error["code"] == "bad_time_zone"


def test_a_bad_zone_in_the_settings_says_where_it_stands(place):
    (place.root / "tnotes.yaml").write_text("version: 1\ntime_zone: Seoul\n")
    error = place.tnotes("ls", "--json").refused().error
    assert (error["code"], "time_zone in tnotes.yaml" in error["message"]) == ("bad_time_zone", True)
    place.tnotes("ls", "--tz", "UTC").fine()


def test_times_written_by_hand_are_read_with_their_offset(place):
    write_notes(place, [entry(1, updated="2026-03-08T00:30:00+09:00"), entry(2, updated="2026-03-07 15:31Z")])
    assert [one["updated"] for one in listed(place)] == ["2026-03-07T15:31:00.000Z", LATE]
    assert date_of(place, "--tz", "Asia/Seoul") == "2026-03-08"
    before = place.note_file().read_text()
    note = place.add("sales.CUSTOMER", "x")
    assert note in place.note_file().read_text()
    assert before.splitlines() == [
        line for line in place.note_file().read_text().splitlines() if line in before.splitlines()
    ]  # nobody's spelling of a time was rewritten


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("updated: '2026-03-07T15:30:00'", "not a time with its zone"),
        ("updated: '2026-03-07'", "not a time with its zone"),
        ("updated: 2026-03-07", "put the time in quotes"),
        ("updated: 2026-03-07T15:30:00Z", "put the time in quotes"),
        ("updated: yesterday", "not a time with its zone"),
        ("updated: 20260307", "must be text in quotes"),
        ("updated:", "must be text in quotes"),
    ],
)
def test_a_time_that_could_be_meant_otherwise_is_refused_with_its_line(line, words):
    with pytest.raises(UnreadableFile, match=words) as caught:
        parse_notes(BY_HAND.format(line), Path("notes/a.yaml"))
    assert caught.value.message.startswith("notes/a.yaml:10: updated")


def test_the_verbs_say_where_such_a_time_stands(place):
    place.note_file().parent.mkdir(parents=True)
    place.note_file().write_text(BY_HAND.format("updated: 2026-03-07T15:30:00Z"))
    for verb in (("card", "sales.CUSTOMER"), ("add", "sales.CUSTOMER", "y"), ("show", "n_hand000001")):
        error = place.tnotes(*verb, "--json").refused().error
        assert error["code"] == "unreadable_file"
        assert "notes/warehouse/sales/CUSTOMER.yaml:10: " in error["message"]


def test_the_ends_of_the_calendar_break_no_card(place):
    write_notes(place, [entry(1, updated="9999-12-31T23:59:59.999Z"), entry(2, updated="0001-01-01T00:00:00Z")])
    dates = [note["date"] for note in place.card("sales.CUSTOMER", "--tz", "Pacific/Kiritimati")["notes"]]
    assert [date[:4] for date in dates] == ["9999", "0001"]
    place.card("sales.CUSTOMER", "--tz", "America/New_York")
    place.tnotes("add", "sales.CUSTOMER", "Fact 1.", "--author", "lee").fine()
