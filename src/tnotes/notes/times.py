"""Times as notes keep them: UTC as `2026-11-30T09:12:44.102Z`, so that they sort as texts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo


def stamp(moment: datetime) -> str:
    """A moment as notes keep it: UTC, milliseconds, `Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment(text: str) -> datetime:
    """The moment of a stored or hand-written time. Raises ValueError without a time zone or where it is no time."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError("the time has no time zone")
    return found.astimezone(UTC)


def later(text: str, milliseconds: int = 1) -> str:
    """The time a little after a stored one; the calendar's last moment stays itself."""
    try:
        return stamp(moment(text) + timedelta(milliseconds=milliseconds))
    except OverflowError:
        return text


def date_in(text: str, zone: tzinfo | None) -> str:
    """The calendar date of a stored time in a zone; None is the zone of this machine."""
    return _local(text, zone).date().isoformat()


def minute_in(text: str, zone: tzinfo | None) -> str:
    """Date, hour and minute of a time in a zone, for people."""
    return _local(text, zone).strftime("%Y-%m-%d %H:%M")


def _local(text: str, zone: tzinfo | None) -> datetime:
    found = moment(text)
    try:
        return found.astimezone(zone)
    except (OverflowError, ValueError, OSError):  # a hand-edited year 1 or 9999 has no such moment in every zone
        return found
