"""What a model is told about notes, dates and zones: the same bytes at any time and in every mode."""

import pytest

from tnotes.actions.instructions import zone_name
from tnotes.actions.session import open_session
from tnotes.agent.caller import caller_of
from tnotes.context.instructions import instructions


@pytest.mark.parametrize("zone", ["Asia/Seoul", "America/New_York", "UTC"])
def test_the_zone_is_named_and_nothing_else_changes(place, zone):
    text = place.tnotes("agent", "prompt", "--tz", zone).fine().out
    assert f"The user's time zone is {zone}." in text
    assert text.replace(zone, "ZONE") == instructions("ZONE") + "\n"
    assert not any(char.isdigit() for char in text.replace(zone, ""))  # no clock


def test_modes_and_notes_change_nothing(place):
    text = place.tnotes("agent", "prompt").fine().raw
    place.add("sales.CUSTOMER", "x")
    for mode in ("chat", "playbook", "eval"):
        assert place.tnotes("agent", "prompt", "--mode", mode).fine().raw == text
    assert place.tnotes("agent", "prompt", "--json").fine().json == {"instructions": text.decode().rstrip("\n")}


def test_the_zone_is_that_of_the_flag_then_the_settings_then_the_machine(place):
    assert "time zone is Europe/Paris." in place.tnotes("agent", "prompt", env={"TZ": "Europe/Paris"}).fine().out
    (place.root / "tnotes.yaml").write_text("version: 1\ntime_zone: Asia/Seoul\n")
    assert "time zone is Asia/Seoul." in place.tnotes("agent", "prompt", env={"TZ": "Europe/Paris"}).fine().out
    assert "time zone is UTC." in place.tnotes("agent", "prompt", env={"TNOTES_TZ": "UTC"}).fine().out


@pytest.mark.parametrize("rules", ["EST5EDT,M3.2.0,M11.1.0", "/etc/localtime"])
def test_rules_and_paths_are_no_name_of_a_zone(monkeypatch, rules):
    monkeypatch.setenv("TZ", rules)
    assert rules not in zone_name(None)
    assert zone_name(None)


def test_the_one_place_where_a_note_is_evidence_and_the_fallback():
    text = instructions("Asia/Seoul")
    assert "a hint to verify" in text
    assert "the database description or a note on the table says in which time zone times are stored" in text
    assert "assume that times are stored in Asia/Seoul, and say in the answer that you assumed it" in text


def test_the_zone_of_a_caller_is_fixed(place):
    who = caller_of(open_session(place.root, time_zone="Asia/Seoul"), None, None)
    (place.root / "tnotes.yaml").write_text("version: 1\ntime_zone: UTC\n")
    assert str(who.session().zone) == "Asia/Seoul"
