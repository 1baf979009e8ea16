"""Dates as people in a zone see them (cases Z1, Z2), and the edges of the calendar."""

import os
import time
from datetime import UTC, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from tnotes.notes.times import date_in, later, minute_in, moment, stamp

CASES = [
    ("Asia/Seoul", "2026-03-07T14:59:59Z", "2026-03-07"),
    ("Asia/Seoul", "2026-03-07T15:00:00Z", "2026-03-08"),
    ("Asia/Seoul", "2026-03-07T23:30:00Z", "2026-03-08"),
    ("America/New_York", "2026-03-08T04:59:59Z", "2026-03-07"),
    ("America/New_York", "2026-03-09T03:59:59Z", "2026-03-08"),
    ("America/New_York", "2026-03-09T04:00:00Z", "2026-03-09"),
    ("America/New_York", "2026-11-02T04:59:59Z", "2026-11-01"),
    ("Pacific/Kiritimati", "2026-12-31T10:00:00Z", "2027-01-01"),
]


@pytest.mark.parametrize(("zone", "time_", "date"), CASES)
@pytest.mark.parametrize("host", ["UTC", "Asia/Seoul", "America/New_York", "Pacific/Kiritimati"])
def test_a_date_is_that_of_the_zone_whatever_the_host(monkeypatch, host, zone, time_, date):
    monkeypatch.setenv("TZ", host)
    time.tzset()
    try:
        assert date_in(time_, ZoneInfo(zone)) == date
    finally:
        os.environ["TZ"] = "UTC"
        time.tzset()


@pytest.mark.parametrize(("zone", "time_", "date"), CASES)
def test_without_a_zone_a_date_is_that_of_the_host(monkeypatch, zone, time_, date):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert date_in(time_, None) == date
    finally:
        os.environ["TZ"] = "UTC"
        time.tzset()


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("2026-11-30T09:12:44.102Z", "2026-11-30T09:12:44.102Z"),
        ("2026-11-30T09:12:44Z", "2026-11-30T09:12:44.000Z"),
        ("2026-11-30T18:12:44.1+09:00", "2026-11-30T09:12:44.100Z"),
        ("2026-11-30 09:12:44.123456-05:00", "2026-11-30T14:12:44.123Z"),
        ("0099-01-01T00:00:00Z", "0099-01-01T00:00:00.000Z"),
    ],
)
def test_a_time_is_kept_in_utc_with_milliseconds(written, kept):
    assert stamp(moment(written)) == kept


@pytest.mark.parametrize("written", ["2026-11-30T09:12:44", "2026-11-30", "yesterday", "", "2026-13-01T00:00:00Z"])
def test_what_is_no_time_with_a_zone_is_refused(written):
    with pytest.raises(ValueError, match=r"isoformat|time zone|month"):
        moment(written)


def test_times_sort_as_texts():
    texts = [stamp(moment("2026-11-30T09:12:44Z") + timedelta(milliseconds=step)) for step in (0, 1, 999, 1000, 60_000)]
    assert sorted(texts) == texts


def test_the_last_moment_of_the_calendar_is_no_trap():
    last = "9999-12-31T23:59:59.999Z"
    assert later(last) == last
    assert date_in(last, timezone(timedelta(hours=14))) == "9999-12-31"
    assert date_in("0001-01-01T00:00:00.000Z", timezone(timedelta(hours=-12))) == "0001-01-01"


def test_a_little_later_is_one_millisecond():
    assert later("2026-12-31T23:59:59.999Z") == "2027-01-01T00:00:00.000Z"


def test_people_read_minutes_in_their_zone():
    assert minute_in("2026-03-07T15:04:59+00:00", ZoneInfo("Asia/Seoul")) == "2026-03-08 00:04"
    assert minute_in("2026-03-08T00:04:00+09:00", UTC) == "2026-03-07 15:04"
